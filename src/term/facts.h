// What is known about a word by structure: an unsigned range and bits that are surely 0. Computed once, when a node is
// stored, from the facts of its operands.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/bits.h"
#include "src/term/term_nodes.h"

namespace warpproof::rewrite {

class NodeStore;

struct Facts {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t zero = 0;  // inside the width
  bool operator==(const Facts&) const = default;
};

inline Facts nothing_known(int width) { return {0, mask_of(width), 0}; }

Facts compute_facts(const NodeStore& g, Kind kind, int width, std::uint64_t aux,
                    std::span<const Term> operands);

// Of variables (TermNodes::set_range, set_zero_bits).
void set_range(NodeStore& g, Term var, std::uint64_t low, std::uint64_t high);
void set_zero_bits(NodeStore& g, Term var, std::uint64_t mask);

}  // namespace warpproof::rewrite
