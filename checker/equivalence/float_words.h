// Words whose sign bit is changed, taken away or set, as the rewriter spells them: what neg, abs and their like
// become (src/term/rewrite_ite.cpp). Of a word that is a float these are -x, |x| and -|x|; of an integer they
// are none of that, and nothing here can tell the two apart.
#pragma once

#include <cstdint>
#include <optional>

#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

inline bool is_float_format(FloatFormat f) { return f <= FloatFormat::F64; }

// The format of what a floating-point instruction makes; nothing of comparisons and of integers.
std::optional<FloatFormat> made_format(const FloatOp& op);

// Is it x with its sign bit, of 16, 32 or 64, changed? x is operand 0.
bool is_negation(const TermGraph& g, Term t);
// x, where the term is its bits below the highest, in one bit fewer.
std::optional<Term> whole_of_magnitude(const TermGraph& g, Term t);
// x, where the term is x with the sign bit 0.
std::optional<Term> magnitude_of(const TermGraph& g, Term t);
// x, where the term is x with the sign bit 1.
std::optional<Term> negative_magnitude_of(const TermGraph& g, Term t);
// Where the term is a bit above the bits of x below its highest: that bit, as copysign takes it, and x.
struct WithSign {
  Term sign, whole;
};
std::optional<WithSign> with_given_sign(const TermGraph& g, Term t);
// x of -x, |x| and -|x|.
std::optional<Term> with_other_sign(const TermGraph& g, Term t);
// x of 16 bits, where the term is x above 16 zeros: a bf16 as the f32 that is the same number, which is how compilers
// spell that conversion.
std::optional<Term> widened_bfloat(const TermGraph& g, Term t);
// Where the term asks whether the bits of x below the highest are more than a constant, or no more than that:
// whether x is NaN, or not, if the constant is infinity of the format of x.
struct ComparedWithInfinity {
  Term x;
  std::uint64_t infinity = 0;
  bool more = false;
};
std::optional<ComparedWithInfinity> compared_with_infinity(const TermGraph& g, Term t);

}  // namespace warpproof::equivalence
