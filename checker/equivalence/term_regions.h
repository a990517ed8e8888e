// Terms of one operation (sums, minima, bitwise functions ..) that are taken as a whole, and what they are made of.
#pragma once

#include <vector>

#include "src/term/term.h"

namespace warpproof::equivalence {

enum class Region { None, Linear, Bits, UnsignedOrder, SignedOrder, FloatOrder, Product };

class TermRegions {
 public:
  explicit TermRegions(const TermGraph& graph) : graph_(graph) {}

  // Which kind of region the term is the root of.
  Region of(Term t) const;
  // Does `t` belong to the region that starts at `root`, rather than being a leaf of it?
  bool inside(Region region, Term root, Term t) const;
  // The nodes of a region, operands before users, the root last; its leaves once each.
  std::vector<Term> interior(Region region, Term root, std::vector<Term>* leaves) const;
  // The words that a word is put together from; zeros in front are left out.
  std::vector<Term> parts_of_word(Term word) const;
  // Is it a count of bits in more bits than it needs?
  bool is_wide_popcount(Term t) const;

 private:
  const TermGraph& graph_;
};

}  // namespace warpproof::equivalence
