// Masks whose bits are known predicates: what ballots, match.any and activemask return. Lanes of one class
// have one mask, the first lane of a mask is one of its bits, and counts of some of the bits of a mask
// compare like the bits that only one of them has.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/linear.h"
#include "src/term/node_store.h"

namespace warpproof::rewrite {

// Whether two masks of classes are equal, where that is seen; most significant bits first.
bool eq_classes(NodeStore& g, const Terms& pa, const Terms& pb, Term& out);
// x where t is x & -x; id 0 where it is not.
Term lowest_set_of(NodeStore& g, Term t);
// x & -x in the form that lowest_set_of() sees, where `minus` is -x.
bool lowest_set_bit(NodeStore& g, Term x, Term minus, Term& out);
// t = how far the first set bit is from an end of a mask: the value of t is values[i] for the first i whose bit is set,
// and values.back() if none is.
bool first_set(NodeStore& g, Term t, Terms& bits, SmallVector<std::uint64_t, 33>& values);
// Clz = k.
Term eq_first_set(NodeStore& g, Term clz, std::uint64_t k);
// The bits that a count counts, sorted.
bool counted_bits(NodeStore& g, Term t, Terms& bits);
// Whether one count counts some of the bits of the other; `rest` holds those that only one counts.
bool nested_counts(NodeStore& g, Term a, Term b, Terms& rest, bool& a_is_part);
// In a sum, a count less a count of some of its bits is a count of the others.
void cancel_counts(NodeStore& g, Linear& sum, int width);

}  // namespace warpproof::rewrite
