// Indices of 32 bits that were widened in one way or the other.
//
// What stands at in[i + 1] is read at sext(i + 1), at sext(i) + 1 or at zext(i + 1) elements, as a compiler
// likes: sums that do not wrap around are the same, and those that do would be far outside of any buffer. So
// where accesses are taken to be near, their offsets are k elements, k of 32 bits with a sign, all spelled by
// the low word of k.
#pragma once

#include <optional>

#include "src/term/term.h"

namespace warpproof::symbolic {

// Of an offset of 64 bits, in bytes, into elements of 1 << shift bytes (shift 0..3): the low word of its number
// of elements. Nothing where it is not seen to be a whole number of them. It is the same for all spellings of one
// offset k elements away, -2^31 <= k < 2^31. Side condition: that accesses are that near is an assumption of the
// verdict (ExecutorOptions::near_accesses); who puts the word in the offset's place asks for it.
std::optional<Term> low_quotient(TermGraph& graph, Term offset, int shift);

}  // namespace warpproof::symbolic
