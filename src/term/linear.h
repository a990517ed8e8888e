// Sums as coefficients over sorted atoms with a constant, so that addresses show their offset and differences cancel.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"
#include "src/term/small_vector.h"

namespace warpproof::rewrite {

// sum of coefficient * atom, plus a constant, modulo 2^width.
struct Linear {
  struct Part {
    Term atom;
    std::uint64_t coefficient;
  };
  SmallVector<Part, 8> parts;
  std::uint64_t constant = 0;
};

// An interval of mathematical integers.
struct Interval {
  __int128 low;
  __int128 high;
};

Linear::Part scaled(const NodeStore& g, Term t);  // c * x seen as (x, c), anything else as (t, 1)
// The exact integer interval of a linear form with signed coefficients; false when it may wrap
// around. A constant multiple of 2^width is dropped, so the interval lies in 0..2^width-1, or
// in -2^(width-1)..2^(width-1)-1 when the word is read as signed.
bool linear_interval(const NodeStore& g, const Linear& form, int width, bool is_signed, Interval& out);
// out += coefficient * t.
void accumulate(NodeStore& g, Linear& out, Term t, std::uint64_t coefficient, int width);
// Sorts the parts, one for each atom.
void normalise(Linear& form, int width);
// The term of a form, which it normalises.
Term build(NodeStore& g, Linear& form, int width);
// The normal form of a term.
Linear linear(NodeStore& g, Term t);
// No wrap-around, whatever the values: all coefficients count as positive.
bool sum_fits(NodeStore& g, const Linear& sum, int width);

}  // namespace warpproof::rewrite
