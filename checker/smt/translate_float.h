// Floating-point operations as Z3 expressions, of bit vectors that hold IEEE 754's formats. NaNs are canonical, as in
// src/term/float_eval.h.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <vector>

#include "src/term/float_op.h"

namespace warpproof {

class FloatTranslator {
 public:
  using Exprs = std::vector<z3::expr>;

  explicit FloatTranslator(z3::context& context) : context_(context) {}
  FloatTranslator(const FloatTranslator&) = delete;

  // The result of a packed FloatOp. Comparisons, min, max and operations on signs are formulas of bits. Others are in Z3's
  // theory of floating point; or, with `is_open`, uninterpreted: equal operands give equal results.
  z3::expr operator()(std::uint64_t packed, const Exprs& operands, bool is_open);

 private:
  z3::expr uninterpreted(const FloatOp& op, std::uint64_t packed, const Exprs& in);
  z3::expr float_theory(FloatOp op, Exprs in);
  z3::expr float_arithmetic(const FloatOp& op, const Exprs& in);
  z3::expr to_integer(const FloatOp& op, const z3::expr& in);
  z3::expr compare(const FloatOp& op, const z3::expr& a, const z3::expr& b);
  z3::expr min_max(const FloatOp& op, const z3::expr& a, const z3::expr& b);
  z3::expr finish(const FloatOp& op, z3::expr bits, bool flush_choice);
  z3::expr flush(FloatFormat f, const z3::expr& bits);
  z3::expr as_float(FloatFormat f, const z3::expr& bits);
  z3::expr as_bits(FloatFormat f, const z3::expr& value);
  z3::expr is_nan(FloatFormat f, const z3::expr& bits);
  z3::expr is_zero(FloatFormat f, const z3::expr& bits);
  z3::expr order_key(FloatFormat f, const z3::expr& bits);
  z3::sort float_sort(FloatFormat f);
  z3::expr rounding(FloatRounding r);
  z3::expr number(std::uint64_t value, int width) { return context_.bv_val(value, static_cast<unsigned>(width)); }

  z3::context& context_;
  unsigned fresh_ = 0;  // names of choices that hardware has
};

}  // namespace warpproof
