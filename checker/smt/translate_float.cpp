// Floating-point operations for Z3. Each exact encoding follows src/term/float_eval.cpp; where it cannot (a
// result that .ftz may or may not flush) it leaves both results open, which keeps Unsat a proof, and the
// model check decides.
#include "checker/smt/translate_float.h"

#include "src/term/bits.h"
#include "src/term/float_eval.h"

namespace warpproof {
namespace {

struct Layout {
  unsigned exponent, significand;  // significand counts the hidden bit
  int width() const { return static_cast<int>(exponent + significand); }
  std::uint64_t infinity() const { return mask_of(static_cast<int>(exponent)) << (significand - 1); }
  std::uint64_t smallest_normal() const { return 1ull << (significand - 1); }
  std::uint64_t one() const { return mask_of(static_cast<int>(exponent) - 1) << (significand - 1); }
  std::uint64_t nan() const { return width() == 64 ? 0xfff8000000000000ull : mask_of(width() - 1); }
};

Layout layout(FloatFormat f) {
  switch (f) {
    case FloatFormat::F16:
      return {5, 11};
    case FloatFormat::BF16:
      return {8, 8};
    case FloatFormat::F32:
      return {8, 24};
    case FloatFormat::F64:
      return {11, 53};
    default:
      throw z3::exception("translate: not a floating-point format");
  }
}

bool flushes(const FloatOp& op, FloatFormat f) {
  const bool half = f == FloatFormat::F16 || f == FloatFormat::BF16;
  return op.ftz && (f == FloatFormat::F32 || (!op.is_conversion() && half));
}

}  // namespace

z3::sort FloatTranslator::float_sort(FloatFormat f) {
  const Layout l = layout(f);
  return context_.fpa_sort(l.exponent, l.significand);
}

z3::expr FloatTranslator::as_float(FloatFormat f, const z3::expr& bits) {
  return z3::expr(context_, Z3_mk_fpa_to_fp_bv(context_, bits, float_sort(f)));
}

// Z3 leaves the bits of NaN open; ours are canonical.
z3::expr FloatTranslator::as_bits(FloatFormat f, const z3::expr& value) {
  const z3::expr bits(context_, Z3_mk_fpa_to_ieee_bv(context_, value));
  const z3::expr nan(context_, Z3_mk_fpa_is_nan(context_, value));
  const Layout l = layout(f);
  return z3::ite(nan, number(l.nan(), l.width()), bits);
}

z3::expr FloatTranslator::is_nan(FloatFormat f, const z3::expr& bits) {
  const Layout l = layout(f);
  return z3::ugt(bits & number(mask_of(l.width() - 1), l.width()), number(l.infinity(), l.width()));
}

z3::expr FloatTranslator::is_zero(FloatFormat f, const z3::expr& bits) {
  const int w = layout(f).width();
  return (bits & number(mask_of(w - 1), w)) == number(0, w);
}

z3::expr FloatTranslator::flush(FloatFormat f, const z3::expr& bits) {
  const Layout l = layout(f);
  const int w = l.width();
  const z3::expr small = (bits & number(l.infinity(), w)) == number(0, w);
  return z3::ite(small, bits & number(sign_bit_of(w), w), bits);
}

z3::expr FloatTranslator::order_key(FloatFormat f, const z3::expr& bits) {
  const int w = layout(f).width();
  const z3::expr sign = number(sign_bit_of(w), w);
  return z3::ite((bits & sign) == number(0, w), bits | sign, ~bits);
}

z3::expr FloatTranslator::rounding(FloatRounding r) {
  switch (r) {
    case FloatRounding::Rz:
    case FloatRounding::Rzi:
      return {context_, Z3_mk_fpa_round_toward_zero(context_)};
    case FloatRounding::Rm:
    case FloatRounding::Rmi:
      return {context_, Z3_mk_fpa_round_toward_negative(context_)};
    case FloatRounding::Rp:
    case FloatRounding::Rpi:
      return {context_, Z3_mk_fpa_round_toward_positive(context_)};
    default:
      return {context_, Z3_mk_fpa_round_nearest_ties_to_even(context_)};
  }
}

z3::expr FloatTranslator::compare(const FloatOp& op, const z3::expr& a, const z3::expr& b) {
  const FloatFormat f = op.operand;
  const z3::expr number_pair = !is_nan(f, a) && !is_nan(f, b);
  const z3::expr zeros = is_zero(f, a) && is_zero(f, b);
  const z3::expr equal = a == b || zeros;
  const z3::expr less = !zeros && z3::ult(order_key(f, a), order_key(f, b));
  switch (op.code) {
    case FloatCode::Eq:
      return number_pair && equal;
    case FloatCode::Ne:
      return number_pair && !equal;
    case FloatCode::Lt:
      return number_pair && less;
    case FloatCode::Le:
      return number_pair && (less || equal);
    case FloatCode::Gt:
      return number_pair && !less && !equal;
    case FloatCode::Ge:
      return number_pair && !less;
    case FloatCode::Equ:
      return !number_pair || equal;
    case FloatCode::Neu:
      return !number_pair || !equal;
    case FloatCode::Ltu:
      return !number_pair || less;
    case FloatCode::Leu:
      return !number_pair || less || equal;
    case FloatCode::Gtu:
      return !number_pair || (!less && !equal);
    case FloatCode::Geu:
      return !number_pair || !less;
    case FloatCode::Num:
      return number_pair;
    default:
      return !number_pair;
  }
}

z3::expr FloatTranslator::min_max(const FloatOp& op, const z3::expr& a, const z3::expr& b) {
  const FloatFormat f = op.operand;
  const Layout l = layout(f);
  const z3::expr a_less = z3::ult(order_key(f, a), order_key(f, b));
  const z3::expr chosen = op.code == FloatCode::Min ? z3::ite(a_less, a, b) : z3::ite(a_less, b, a);
  const z3::expr nan_a = is_nan(f, a), nan_b = is_nan(f, b), nan = number(l.nan(), l.width());
  if (op.nan) return z3::ite(nan_a || nan_b, nan, chosen);
  return z3::ite(nan_a && nan_b, nan, z3::ite(nan_a, b, z3::ite(nan_b, a, chosen)));
}

// .ftz and .sat of a result. `flush_choice`: the result was rounded to a normal number that hardware may have
// flushed.
z3::expr FloatTranslator::finish(const FloatOp& op, z3::expr bits, bool flush_choice) {
  const Layout l = layout(op.result);
  const int w = l.width();
  if (flushes(op, op.result)) {
    bits = flush(op.result, bits);
    if (flush_choice) {
      const z3::expr open = context_.bool_const(("flushed" + std::to_string(fresh_++)).c_str());
      const z3::expr edge = (bits & number(mask_of(w - 1), w)) == number(l.smallest_normal(), w);
      bits = z3::ite(edge && open, bits & number(sign_bit_of(w), w), bits);
    }
  }
  if (!op.saturate) return bits;
  const z3::expr negative = (bits & number(sign_bit_of(w), w)) != number(0, w);
  const z3::expr one = number(l.one(), w);
  return z3::ite(negative || is_nan(op.result, bits), number(0, w), z3::ite(z3::ugt(bits, one), one, bits));
}

z3::expr FloatTranslator::operator()(std::uint64_t packed, const Exprs& raw, bool is_open) {
  const FloatOp op = FloatOp::unpack(packed);
  Exprs in = raw;
  const bool flush_inputs =
      flushes(op, op.operand) && !(op.code == FloatCode::Cvt && op.result == FloatFormat::F16);
  if (flush_inputs) {
    for (z3::expr& e : in) e = flush(op.operand, e);
  }
  if (op.is_comparison()) return compare(op, in[0], in[1]);
  const int w = op.operand_width();
  switch (op.code) {
    case FloatCode::Min:
    case FloatCode::Max:
      return finish(op, min_max(op, in[0], in[1]), false);
    case FloatCode::Neg:
      return finish(op, in[0] ^ number(sign_bit_of(w), w), false);
    case FloatCode::Abs:
      return finish(op, in[0] & number(mask_of(w - 1), w), false);
    case FloatCode::Copysign:
      return finish(op, (in[0] & number(sign_bit_of(w), w)) | (in[1] & number(mask_of(w - 1), w)), false);
    default:
      break;
  }
  if (is_open) return uninterpreted(op, packed, raw);
  return float_theory(op, in);
}

z3::expr FloatTranslator::uninterpreted(const FloatOp& op, std::uint64_t packed, const Exprs& in) {
  z3::sort_vector domain(context_);
  z3::expr_vector arguments(context_);
  for (const z3::expr& e : in) {
    domain.push_back(e.get_sort());
    arguments.push_back(e);
  }
  const z3::sort range = context_.bv_sort(static_cast<unsigned>(op.result_width()));
  return context_.function(("f" + std::to_string(packed)).c_str(), domain, range)(arguments);
}

z3::expr FloatTranslator::float_theory(FloatOp op, Exprs in) {
  const bool integral = op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned ||
                        (op.code == FloatCode::Cvt && op.rounding >= FloatRounding::Rni);
  if (integral && op.operand == FloatFormat::BF16) {
    // Z3 4.8.12 fails on rounding to an integral value where the exponent is as wide as the significand. bf16
    // is the upper half of f32, and rounding there gives the same number.
    op.operand = FloatFormat::F32;
    in[0] = z3::concat(in[0], number(0, 16));
  }
  if (op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned) return to_integer(op, in[0]);
  const z3::expr mode = rounding(op.rounding);
  if (op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned) {
    const z3::sort to = float_sort(op.result);
    const Z3_ast v = op.code == FloatCode::FromSigned ? Z3_mk_fpa_to_fp_signed(context_, mode, in[0], to)
                                                      : Z3_mk_fpa_to_fp_unsigned(context_, mode, in[0], to);
    return finish(op, as_bits(op.result, z3::expr(context_, v)), false);
  }
  if (op.code == FloatCode::Cvt) {
    z3::expr v = as_float(op.operand, in[0]);
    if (op.rounding >= FloatRounding::Rni)
      v = z3::expr(context_, Z3_mk_fpa_round_to_integral(context_, mode, v));
    if (op.operand != op.result)
      v = z3::expr(context_, Z3_mk_fpa_to_fp_float(context_, mode, v, float_sort(op.result)));
    return finish(op, as_bits(op.result, v), false);
  }
  return finish(op, as_bits(op.result, float_arithmetic(op, in)), true);
}

z3::expr FloatTranslator::float_arithmetic(const FloatOp& op, const Exprs& in) {
  const z3::expr mode = rounding(op.rounding);
  std::vector<z3::expr> v;
  for (const z3::expr& e : in) v.push_back(as_float(op.operand, e));
  auto make = [&](Z3_ast a) { return z3::expr(context_, a); };
  switch (op.code) {
    case FloatCode::Add:
      return make(Z3_mk_fpa_add(context_, mode, v[0], v[1]));
    case FloatCode::Sub:
      return make(Z3_mk_fpa_sub(context_, mode, v[0], v[1]));
    case FloatCode::Mul:
      return make(Z3_mk_fpa_mul(context_, mode, v[0], v[1]));
    case FloatCode::Div:
      return make(Z3_mk_fpa_div(context_, mode, v[0], v[1]));
    case FloatCode::Fma:
      return make(Z3_mk_fpa_fma(context_, mode, v[0], v[1], v[2]));
    case FloatCode::Sqrt:
      return make(Z3_mk_fpa_sqrt(context_, mode, v[0]));
    case FloatCode::Rcp: {
      const Layout l = layout(op.operand);
      return make(Z3_mk_fpa_div(context_, mode, as_float(op.operand, number(l.one(), l.width())), v[0]));
    }
    default:
      throw z3::exception("translate: operation without an exact encoding");
  }
}

// Z3 leaves out-of-range conversions open, so the clamping is explicit.
z3::expr FloatTranslator::to_integer(const FloatOp& op, const z3::expr& in) {
  const FloatFormat f = op.operand;
  const Layout l = layout(f);
  const int w = format_width(op.result);
  const bool is_signed = op.code == FloatCode::ToSigned;
  const z3::expr value = as_float(f, in);
  const z3::expr whole(context_, Z3_mk_fpa_round_to_integral(context_, rounding(op.rounding), value));
  const z3::expr whole_bits = as_bits(f, whole);
  const z3::expr negative = (in & number(sign_bit_of(l.width()), l.width())) != number(0, l.width());
  const z3::expr magnitude = whole_bits & number(mask_of(l.width() - 1), l.width());
  // 2^n as a bit pattern of the format; infinity when the format ends below it.
  const int bias = static_cast<int>(mask_of(static_cast<int>(l.exponent) - 1));
  auto power = [&](int n) {
    const std::uint64_t bits =
        n > bias ? l.infinity() : static_cast<std::uint64_t>(n + bias) << (l.significand - 1);
    return number(bits, l.width());
  };
  const int top = is_signed ? w - 1 : w;
  const std::uint64_t largest = mask_of(top), smallest = is_signed ? sign_bit_of(w) : 0;
  const z3::expr too_large = z3::uge(magnitude, power(top));
  const z3::expr too_small = is_signed ? too_large : magnitude != number(0, l.width());
  // The integer itself: the significand moved to where the exponent says.
  const unsigned fraction = l.significand - 1, wide = static_cast<unsigned>(w) + l.significand;
  const z3::expr exponent = z3::lshr(magnitude, number(fraction, l.width()));
  const z3::expr digits = (magnitude & number(mask_of(static_cast<int>(fraction)), l.width())) |
                          number(1ull << fraction, l.width());
  auto widen = [&](const z3::expr& e) {
    const unsigned have = e.get_sort().bv_size();
    return have < wide ? z3::zext(e, wide - have) : e.extract(wide - 1, 0);
  };
  const z3::expr shift = widen(exponent - number(static_cast<std::uint64_t>(bias), l.width()));
  const z3::expr moved =
      z3::shl(widen(digits), shift).extract(fraction + static_cast<unsigned>(w) - 1, fraction);
  const z3::expr value_bits = z3::ite(magnitude == number(0, l.width()), number(0, w), moved);
  const z3::expr inside = z3::ite(negative, -value_bits, value_bits);
  const std::uint64_t nan_result = f == FloatFormat::F64 || w == 64 ? sign_bit_of(w) : 0;
  const z3::expr below = z3::ite(too_small, number(smallest, w), inside);
  const z3::expr above = z3::ite(too_large, number(largest, w), inside);
  return z3::ite(is_nan(f, in), number(nan_result, w), z3::ite(negative, below, above));
}

}  // namespace warpproof
