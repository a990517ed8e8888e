// Floating-point forms: everything that rounds or compares goes through one FloatOp (src/term/float_op.h);
// signs are bits. Included through alu.h. Source: PTX ISA 9.x, 9.7.3, 9.7.4 (floating point and half
// precision), 9.7.5, 9.7.6 (comparison), cvt.
#pragma once

#include "src/machine/alu_context.h"
#include "src/machine/alu_float_op.h"

namespace warpproof {

// Whether execute_alu has a meaning for this form with a floating-point type.
bool float_supported(const Instruction& instruction);

namespace alu {

template <class G>
AluWord<G> apply_float(const Context<G>& c, const FloatOp& op, std::span<const AluWord<G>> operands) {
  return c.g.float_op(op.pack(), op.result_width(), operands);
}

// A negative value, or -0, becomes +0 (.relu). A NaN result is canonical, so its sign is clear and it stays.
template <class G>
AluWord<G> rectify(const Context<G>& c, AluWord<G> value) {
  return c.g.ite(c.is_negative(value), c.k(c.g.width(value), 0), value);
}

// div.approx.f32 is a product with the reciprocal of b, which is 0 for 2^126 < |b| < 2^128: the quotient is
// then a zero of the right sign, or the NaN of an infinite a (PTX ISA 9.x, div).
template <class G>
AluWord<G> approximate_quotient(const Context<G>& c, AluWord<G> a, AluWord<G> b, AluWord<G> quotient) {
  G& g = c.g;
  const auto size_of = [&](AluWord<G> word) { return g.bit_and(word, c.k(32, 0x7fffffff)); };
  const auto is_huge =
      g.bit_and(g.ult(c.k(32, 0x7e800000), size_of(b)), g.ult(size_of(b), c.k(32, 0x7f800000)));
  const auto zero = g.bit_and(g.bit_xor(a, b), c.k(32, 0x80000000));
  const auto is_finite = g.ult(size_of(a), c.k(32, 0x7f800000));
  return g.ite(is_huge, g.ite(is_finite, zero, c.k(32, 0x7fffffff)), quotient);
}

// A double whose lower 32 bits are 0, and that is 0 where it would be subnormal; NaNs stay what they are.
// What rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and write (PTX ISA 9.x, rcp.approx.ftz.f64).
template <class G>
AluWord<G> upper_half_of_double(const Context<G>& c, AluWord<G> word) {
  G& g = c.g;
  const std::uint64_t sign = 1ull << 63, infinity = 0x7ffull << 52;
  const auto magnitude = g.bit_and(word, c.k(64, ~sign));
  const auto is_subnormal = g.ult(magnitude, c.k(64, 1ull << 52)),
             is_nan = g.ult(c.k(64, infinity), magnitude);
  const auto kept =
      g.ite(is_subnormal, g.bit_and(word, c.k(64, sign)), g.bit_and(word, c.k(64, ~0xffffffffull)));
  return g.ite(is_nan, word, kept);
}

// One element of an arithmetic instruction, operands already cut to it.
template <class G>
AluWord<G> float_element(const Context<G>& c, std::span<const AluWord<G>> operands) {
  G& g = c.g;
  const int n = g.width(operands[0]);
  const std::uint64_t sign = 1ull << (n - 1);
  if (!c.in.mod.ftz && c.in.op == Opcode::Neg) return g.bit_xor(operands[0], c.k(n, sign));
  if (!c.in.mod.ftz && c.in.op == Opcode::Abs) return g.bit_and(operands[0], c.k(n, sign - 1));
  FloatOp op;
  op.code = *float_code_of(c.in.op);
  op.operand = op.result = format_of_type(c.in.type);
  op.rounding = rounding_of(c.in.mod.rounding);
  op.ftz = c.in.mod.ftz;
  op.saturate = c.in.mod.sat;
  op.approximate = c.in.mod.approx || c.in.mod.full;
  op.nan = c.in.mod.nan;
  if (c.in.mod.xorsign) {
    // The magnitudes compete, and the winner gets the product's sign; a NaN result stays the canonical one.
    const std::array<AluWord<G>, 2> magnitudes{g.bit_and(operands[0], c.k(n, sign - 1)),
                                               g.bit_and(operands[1], c.k(n, sign - 1))};
    const AluWord<G> best = apply_float(c, op, std::span<const AluWord<G>>(magnitudes));
    const AluWord<G> product_sign = g.bit_and(g.bit_xor(operands[0], operands[1]), c.k(n, sign));
    return g.ite(g.eq(best, c.k(n, sign - 1)), best, g.bit_xor(best, product_sign));
  }
  if (c.in.type == Type::F64 && c.in.mod.approx && c.in.mod.ftz) {
    const std::array<AluWord<G>, 1> upper{upper_half_of_double(c, operands[0])};
    return upper_half_of_double(c, apply_float(c, op, std::span<const AluWord<G>>(upper)));
  }
  const AluWord<G> value = apply_float(c, op, operands);
  if (c.in.op == Opcode::Div && c.in.mod.approx)
    return approximate_quotient(c, operands[0], operands[1], value);
  return c.in.mod.relu ? rectify(c, value) : value;
}

template <class G>
void float_arithmetic(const Context<G>& c) {
  std::vector<AluWord<G>> operands;
  for (std::size_t i = 0; i < c.in.sources.size(); ++i) operands.push_back(c.src(i));
  if (!is_half_pair(c.in.type)) return c.out(float_element(c, std::span<const AluWord<G>>(operands)));
  const auto element = [&](int h) {
    std::vector<AluWord<G>> halves;
    for (const AluWord<G>& operand : operands) halves.push_back(c.half(operand, h));
    return float_element(c, std::span<const AluWord<G>>(halves));
  };
  c.out(c.concat2(element(1), element(0)));
}

template <class G>
AluWord<G> compare_elements(const Context<G>& c, FloatCode code, FloatFormat format, AluWord<G> a,
                            AluWord<G> b) {
  FloatOp op;
  op.code = code;
  op.operand = format;
  op.result = FloatFormat::Pred;
  op.ftz = c.in.mod.ftz;
  const std::array<AluWord<G>, 2> operands{a, b};
  return apply_float(c, op, std::span<const AluWord<G>>(operands));
}

template <class G>
AluWord<G> combine_with_predicate(const Context<G>& c, AluWord<G> outcome);

// What set writes for true: 1.0 in a float destination, all ones in an integer one; 0 for false.
template <class G>
AluWord<G> set_element(const Context<G>& c, AluWord<G> outcome, int bits) {
  std::uint64_t truth = ~0ull;
  if (c.in.type == Type::F32) truth = 0x3f800000;
  if (c.in.type == Type::F16 || c.in.type == Type::F16x2) truth = 0x3c00;
  if (c.in.type == Type::BF16 || c.in.type == Type::BF16x2) truth = 0x3f80;
  return c.g.ite(outcome, c.k(bits, truth), c.k(bits, 0));
}

template <class G>
void set_result(const Context<G>& c, AluWord<G> outcome) {
  c.out(set_element(c, outcome, c.bits()));
}

// setp and set on floats. On a pair of halves, setp gives the low half's outcome first and the high half's
// second.
template <class G>
void compare_floats(const Context<G>& c, Type type) {
  const FloatCode code = *float_code_of(c.in.mod.compare);
  const FloatFormat format = format_of_type(type);
  const auto a = c.src(0), b = c.src(1);
  if (is_half_pair(type)) {
    const auto outcome = [&](int h) {
      return combine_with_predicate(c, compare_elements(c, code, format, c.half(a, h), c.half(b, h)));
    };
    if (c.in.op == Opcode::Set) {
      return c.out(c.concat2(set_element(c, outcome(1), 16), set_element(c, outcome(0), 16)));
    }
    c.out(outcome(0));
    if (c.in.destinations.size() > 1) c.out(outcome(1));
    return;
  }
  const auto outcome = compare_elements(c, code, format, a, b);
  const auto joined = combine_with_predicate(c, outcome);
  if (c.in.op == Opcode::Set) return set_result(c, joined);
  c.out(joined);
  if (c.in.destinations.size() > 1) c.out(combine_with_predicate(c, c.g.bit_not(outcome)));
}

// slct: the first operand where the third is not negative. -0.0 is not negative, NaN selects the second.
template <class G>
void select_by_sign(const Context<G>& c) {
  const auto selector = c.src(2);
  const auto first = c.in.source_type == Type::F32
                         ? compare_elements(c, FloatCode::Ge, FloatFormat::F32, selector, c.k(32, 0))
                         : c.g.bit_not(c.is_negative(selector));
  c.out(c.g.ite(first, c.src(0), c.src(1)));
}

template <class G>
void copy_sign(const Context<G>& c) {
  const int n = c.bits();
  const std::uint64_t sign = 1ull << (n - 1);
  c.out(c.g.bit_or(c.g.bit_and(c.src(0), c.k(n, sign)), c.g.bit_and(c.src(1), c.k(n, sign - 1))));
}

// testp. Zero counts as normal (PTX ISA, testp).
template <class G>
void test_property(const Context<G>& c) {
  G& g = c.g;
  const int n = c.bits(), fraction_bits = n == 64 ? 52 : 23;
  const auto a = c.src(0);
  const auto exponent = g.extract(a, n - 2, fraction_bits), fraction = g.extract(a, fraction_bits - 1, 0);
  const auto top = g.eq(exponent, c.ones(n - 1 - fraction_bits)), whole = c.is_zero(fraction);
  const auto subnormal = g.bit_and(c.is_zero(exponent), g.bit_not(whole));
  switch (c.in.mod.test) {
    case TestOp::Finite:
      return c.out(g.bit_not(top));
    case TestOp::Infinite:
      return c.out(g.bit_and(top, whole));
    case TestOp::Number:
      return c.out(g.bit_not(g.bit_and(top, g.bit_not(whole))));
    case TestOp::NotANumber:
      return c.out(g.bit_and(top, g.bit_not(whole)));
    case TestOp::Subnormal:
      return c.out(subnormal);
    case TestOp::Normal:
    case TestOp::None:
      break;
  }
  c.out(g.bit_and(g.bit_not(top), g.bit_not(subnormal)));
}

// cvt.rna.tf32: 10 bits of the fraction are kept, rounded to nearest, halves away from zero; the others are
// 0. Overflow carries into infinity; a NaN is canonical, as for every conversion from f32.
template <class G>
void convert_to_tf32(const Context<G>& c) {
  G& g = c.g;
  const auto a = c.src(0), magnitude = g.bit_and(a, c.k(32, 0x7fffffff)), infinity = c.k(32, 0x7f800000);
  const auto rounded = g.bit_and(g.add(a, c.k(32, 0x1000)), c.k(32, ~0x1fffull));
  const auto number = g.ite(g.eq(magnitude, infinity), a, rounded);
  c.out(g.ite(g.ult(infinity, magnitude), c.k(32, 0x7fffffff), number));
}

// cvt with a float on either side. A pair of halves is made from two floats, the first one going to the upper
// half.
template <class G>
void convert_float(const Context<G>& c) {
  const Type from = c.in.source_type, to = c.in.type;
  if (to == Type::TF32) return convert_to_tf32(c);
  FloatOp op;
  op.operand = format_of_type(from);
  op.result = format_of_type(to);
  op.rounding = rounding_of(c.in.mod.rounding);
  op.ftz = c.in.mod.ftz;
  op.saturate = c.in.mod.sat && is_float(to);  // conversion to an integer clamps in any case
  if (is_float(from) && is_float(to)) {
    op.code = FloatCode::Cvt;
  } else if (is_float(from)) {
    op.code = is_signed(to) ? FloatCode::ToSigned : FloatCode::ToUnsigned;
  } else {
    op.code = is_signed(from) ? FloatCode::FromSigned : FloatCode::FromUnsigned;
  }
  const auto one = [&](std::size_t i) {
    const std::array<AluWord<G>, 1> operand{c.src(i)};
    const AluWord<G> value = apply_float(c, op, std::span<const AluWord<G>>(operand));
    return c.in.mod.relu ? rectify(c, value) : value;
  };
  c.out(c.in.sources.size() == 2 ? c.concat2(one(0), one(1)) : one(0));
}

}  // namespace alu
}  // namespace warpproof
