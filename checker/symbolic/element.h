// Addresses of elements.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "src/term/term.h"

namespace warpproof::symbolic {

// base + scale * extension(index), in bytes: how compilers print the address of an element. The product does
// not wrap around, so that different indices are `scale` bytes apart or more, as long as bases and extensions
// are the same.
struct Element {
  std::uint64_t base = 0, scale = 1;
  Kind extension = Kind::ZExt;
  Term index;
  bool same_array(const Element& o) const {
    return base == o.base && scale == o.scale && extension == o.extension;
  }
};
std::optional<Element> element_at(TermGraph& graph, Term offset);

// Two offsets are equal where these two are: the indices of elements of one array, else the offsets.
std::pair<Term, Term> equal_by(TermGraph& graph, Term a, Term b);

// Accesses of so many bytes at two offsets overlap. Those of one size are naturally aligned (PTX ISA 9.x,
// ld).
Term overlap(TermGraph& graph, Term a, int a_bytes, Term b, int b_bytes);

// An access that happens if `guard` holds.
struct Use {
  Term guard, offset;
  int bytes = 0;
};

}  // namespace warpproof::symbolic
