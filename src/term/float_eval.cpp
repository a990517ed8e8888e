#include "src/term/float_eval.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/term/bits.h"
#include "src/term/soft_float.h"

namespace warpproof {
namespace {

using soft::Exact;
using soft::Format;
using soft::Mode;
using u64 = std::uint64_t;
using u128 = unsigned __int128;

constexpr Format kF16{16, 11, 5}, kBF16{16, 8, 8}, kF32{32, 24, 8}, kF64{64, 53, 11};

const Format& format_of(FloatFormat f) {
  switch (f) {
    case FloatFormat::F16:
      return kF16;
    case FloatFormat::BF16:
      return kBF16;
    case FloatFormat::F32:
      return kF32;
    case FloatFormat::F64:
      return kF64;
    default:
      throw std::invalid_argument("float_eval: not a floating-point format");
  }
}

Mode mode_of(FloatRounding r) {
  switch (r) {
    case FloatRounding::Rz:
    case FloatRounding::Rzi:
      return Mode::Zero;
    case FloatRounding::Rm:
    case FloatRounding::Rmi:
      return Mode::Down;
    case FloatRounding::Rp:
    case FloatRounding::Rpi:
      return Mode::Up;
    default:
      return Mode::NearestEven;
  }
}

// PTX fixes the NaN that single and half precision produce. For f64 it leaves payload and sign open (an H200
// keeps the payload of the last NaN operand); ours is the pattern that the hardware generates from numbers.
u64 canonical_nan(const Format& f) { return f.width == 64 ? 0xfff8000000000000ull : f.sign() - 1; }

u64 flush(const Format& f, u64 v) { return f.is_subnormal(v) ? v & f.sign() : v; }

u64 saturate(const Format& f, u64 v) {
  if (f.is_nan(v) || (v & f.sign())) return 0;
  const u64 one = static_cast<u64>(f.bias()) << f.fraction_bits();
  return std::min(v, one);
}

// How a result is rounded. With .ftz a result that is tiny after rounding becomes 0 even where rounding to a
// multiple of the smallest subnormal would give the smallest normal number (seen on an H200 for mul, fma and
// div).
struct Result {
  Mode mode;
  bool flush_tiny;
};

u64 finish(const Format& f, const Exact& v, Result r) {
  if (r.flush_tiny && soft::is_tiny(f, v, r.mode)) return v.negative ? f.sign() : 0;
  return soft::round(f, v, r.mode);
}

u64 add(const Format& f, u64 a, u64 b, Result r) {
  if (f.is_infinite(a) && f.is_infinite(b)) return a == b ? a : canonical_nan(f);
  if (f.is_infinite(a)) return a;
  if (f.is_infinite(b)) return b;
  return finish(f, soft::add(soft::unpack(f, a), soft::unpack(f, b), r.mode), r);
}

u64 multiply(const Format& f, u64 a, u64 b, Result r) {
  const u64 sign = (a ^ b) & f.sign();
  if (f.is_infinite(a) || f.is_infinite(b)) {
    return f.is_zero(a) || f.is_zero(b) ? canonical_nan(f) : sign | f.infinity();
  }
  return finish(f, soft::multiply(soft::unpack(f, a), soft::unpack(f, b)), r);
}

u64 divide(const Format& f, u64 a, u64 b, Result r) {
  const u64 sign = (a ^ b) & f.sign();
  if (f.is_infinite(a)) return f.is_infinite(b) ? canonical_nan(f) : sign | f.infinity();
  if (f.is_infinite(b)) return sign;
  if (f.is_zero(b)) return f.is_zero(a) ? canonical_nan(f) : sign | f.infinity();
  return finish(f, soft::divide(soft::unpack(f, a), soft::unpack(f, b)), r);
}

u64 fused(const Format& f, u64 a, u64 b, u64 c, Result r) {
  const u64 sign = (a ^ b) & f.sign();
  if (f.is_infinite(a) || f.is_infinite(b)) {
    if (f.is_zero(a) || f.is_zero(b)) return canonical_nan(f);
    return f.is_infinite(c) && (c & f.sign()) != sign ? canonical_nan(f) : sign | f.infinity();
  }
  if (f.is_infinite(c)) return c;
  const Exact product = soft::multiply(soft::unpack(f, a), soft::unpack(f, b));
  return finish(f, soft::add(product, soft::unpack(f, c), r.mode), r);
}

u64 square_root(const Format& f, u64 a, Result r) {
  if (f.is_zero(a)) return a;
  if (a & f.sign()) return canonical_nan(f);
  if (f.is_infinite(a)) return a;
  return finish(f, soft::square_root(soft::unpack(f, a)), r);
}

// The value as a key that orders like the numbers, -0 below +0.
u64 order_key(const Format& f, u64 v) { return v & f.sign() ? ~v & mask_of(f.width) : v | f.sign(); }

u64 min_max(const Format& f, const FloatOp& op, u64 a, u64 b) {
  if (f.is_nan(a) || f.is_nan(b)) {
    if (op.nan || (f.is_nan(a) && f.is_nan(b))) return canonical_nan(f);
    return f.is_nan(a) ? b : a;
  }
  const bool a_less = order_key(f, a) < order_key(f, b);
  return a_less == (op.code == FloatCode::Min) ? a : b;
}

bool compare(const Format& f, FloatCode code, u64 a, u64 b) {
  const bool nan = f.is_nan(a) || f.is_nan(b);
  if (code == FloatCode::Num || code == FloatCode::Nan) return nan == (code == FloatCode::Nan);
  if (nan) return code >= FloatCode::Equ;
  const bool zeros = f.is_zero(a) && f.is_zero(b);
  const bool equal = a == b || zeros, less = !zeros && order_key(f, a) < order_key(f, b);
  switch (code) {
    case FloatCode::Eq:
    case FloatCode::Equ:
      return equal;
    case FloatCode::Ne:
    case FloatCode::Neu:
      return !equal;
    case FloatCode::Lt:
    case FloatCode::Ltu:
      return less;
    case FloatCode::Le:
    case FloatCode::Leu:
      return less || equal;
    case FloatCode::Gt:
    case FloatCode::Gtu:
      return !less && !equal;
    default:
      return !less;
  }
}

// The magnitude of the value rounded to an integer; `huge` when it needs more than 64 bits.
u128 integral_magnitude(const Exact& v, Mode mode, bool& huge) {
  huge = false;
  if (v.significand == 0) return 0;
  if (v.exponent >= 0) {
    huge = soft::length(v.significand) + v.exponent > 64;
    return huge ? 0 : v.significand << v.exponent;
  }
  return soft::round_shift(v, -v.exponent, mode);
}

u64 to_integral(const Format& f, u64 a, Mode mode) {
  const Exact v = soft::unpack(f, a);
  if (f.is_infinite(a) || v.exponent >= 0) return a;
  bool huge;
  return soft::round(f, {v.negative, integral_magnitude(v, mode, huge), 0, false}, mode);
}

u64 to_integer(const Format& f, const FloatOp& op, u64 a) {
  const int w = format_width(op.result);
  const bool is_signed = op.code == FloatCode::ToSigned;
  if (f.is_nan(a)) return f.width == 64 || w == 64 ? sign_bit_of(w) : 0;
  const Exact v = soft::unpack(f, a);
  const u64 largest = is_signed ? mask_of(w - 1) : mask_of(w);
  const u128 most_negative = is_signed ? sign_bit_of(w) : 0;
  bool huge = f.is_infinite(a);
  const u128 magnitude = huge ? 0 : integral_magnitude(v, mode_of(op.rounding), huge);
  if (v.negative) {
    const u64 clamped = static_cast<u64>(huge || magnitude > most_negative ? most_negative : magnitude);
    return (0 - clamped) & mask_of(w);
  }
  return huge || magnitude > largest ? largest : static_cast<u64>(magnitude);
}

u64 from_integer(const Format& f, const FloatOp& op, u64 a) {
  const int w = format_width(op.operand);
  const bool negative = op.code == FloatCode::FromSigned && (a & sign_bit_of(w));
  const u64 magnitude = negative ? (0 - a) & mask_of(w) : a;
  return soft::round(f, {negative, magnitude, 0, false}, mode_of(op.rounding));
}

double to_double(const Format& f, u64 a) {
  if (f.is_nan(a)) return std::nan("");
  if (f.is_infinite(a)) return a & f.sign() ? -INFINITY : INFINITY;
  return std::bit_cast<double>(soft::round(kF64, soft::unpack(f, a), Mode::NearestEven));
}

u64 from_double(const Format& f, double v, Mode mode) {
  const u64 bits = std::bit_cast<u64>(v);
  if (kF64.is_nan(bits)) return canonical_nan(f);
  if (kF64.is_infinite(bits)) return (std::signbit(v) ? f.sign() : 0) | f.infinity();
  return soft::round(f, soft::unpack(kF64, bits), mode);
}

u64 transcendental(const Format& f, const FloatOp& op, u64 a) {
  const double x = to_double(f, a);
  double y = 0;
  switch (op.code) {
    case FloatCode::Rsqrt:
      y = 1.0 / std::sqrt(x);
      break;
    case FloatCode::Ex2:
      y = std::exp2(x);
      break;
    case FloatCode::Lg2:
      y = std::log2(x);
      break;
    case FloatCode::Sin:
      y = std::sin(x);
      break;
    case FloatCode::Cos:
      y = std::cos(x);
      break;
    default:
      y = std::tanh(x);
      break;
  }
  return from_double(f, y, mode_of(op.rounding));
}

// Round to nearest of f32 and f64 is what the host computes too, only faster.
bool native(const FloatOp& op, std::span<const u64> in, u64& out) {
  if (op.rounding != FloatRounding::Rn) return false;
  auto compute = [&](auto zero) {
    using T = decltype(zero);
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, u64>;
    auto arg = [&](std::size_t i) { return std::bit_cast<T>(static_cast<Bits>(in[i])); };
    T r{};
    switch (op.code) {
      case FloatCode::Add:
        r = arg(0) + arg(1);
        break;
      case FloatCode::Sub:
        r = arg(0) - arg(1);
        break;
      case FloatCode::Mul:
        r = arg(0) * arg(1);
        break;
      case FloatCode::Div:
        r = arg(0) / arg(1);
        break;
      case FloatCode::Fma:
        r = std::fma(arg(0), arg(1), arg(2));
        break;
      case FloatCode::Sqrt:
        r = std::sqrt(arg(0));
        break;
      default:
        return false;
    }
    if (std::isnan(r)) return false;
    out = std::bit_cast<Bits>(r);
    return true;
  };
  if (op.operand == FloatFormat::F32) return compute(0.0f);
  return op.operand == FloatFormat::F64 && compute(0.0);
}

u64 arithmetic(const Format& f, const FloatOp& op, bool flushes, std::span<const u64> in) {
  const Result r{mode_of(op.rounding), flushes};
  if (op.code == FloatCode::Min || op.code == FloatCode::Max) return min_max(f, op, in[0], in[1]);
  if (op.code == FloatCode::Neg) return in[0] ^ f.sign();
  if (op.code == FloatCode::Abs) return in[0] & ~f.sign();
  if (op.code == FloatCode::Copysign) return (in[0] & f.sign()) | (in[1] & ~f.sign());
  if (std::any_of(in.begin(), in.end(), [&](u64 v) { return f.is_nan(v); })) return canonical_nan(f);
  u64 out;
  const u64 smallest_normal = 1ull << f.fraction_bits();
  if (native(op, in, out) && !(flushes && (out & ~f.sign()) <= smallest_normal)) return out;
  switch (op.code) {
    case FloatCode::Add:
      return add(f, in[0], in[1], r);
    case FloatCode::Sub:
      return add(f, in[0], in[1] ^ f.sign(), r);
    case FloatCode::Mul:
      return multiply(f, in[0], in[1], r);
    case FloatCode::Div:
      return divide(f, in[0], in[1], r);
    case FloatCode::Fma:
      return fused(f, in[0], in[1], in[2], r);
    case FloatCode::Sqrt:
      return square_root(f, in[0], r);
    case FloatCode::Rcp:
      return divide(f, static_cast<u64>(f.bias()) << f.fraction_bits(), in[0], r);
    default:
      return transcendental(f, op, in[0]);
  }
}

u64 convert(const FloatOp& op, u64 a) {
  const Format& from = format_of(op.operand);
  const Format& to = format_of(op.result);
  if (from.is_nan(a)) return canonical_nan(to);
  const bool integral = op.rounding >= FloatRounding::Rni;
  if (integral) a = to_integral(from, a, mode_of(op.rounding));
  if (from.is_infinite(a)) return (a & from.sign() ? to.sign() : 0) | to.infinity();
  return soft::round(to, soft::unpack(from, a), mode_of(op.rounding));
}

}  // namespace

std::uint64_t float_eval(std::uint64_t packed_op, std::span<const std::uint64_t> operands) {
  const FloatOp op = FloatOp::unpack(packed_op);
  if (operands.size() != op.arity()) throw std::invalid_argument("float_eval: wrong number of operands");
  // .ftz of a conversion concerns its f32 side only (PTX ISA, cvt); f64 has no .ftz. An H200 does not flush
  // the f32 source of a conversion to f16 (.rm and .rp round a subnormal away from zero), nor do we.
  auto flushes = [&](FloatFormat f) {
    return op.ftz && (f == FloatFormat::F32 ||
                      (!op.is_conversion() && (f == FloatFormat::F16 || f == FloatFormat::BF16)));
  };
  u64 in[3] = {0, 0, 0};
  std::copy(operands.begin(), operands.end(), in);
  if (flushes(op.operand) && !(op.code == FloatCode::Cvt && op.result == FloatFormat::F16)) {
    for (u64& v : in) v = flush(format_of(op.operand), v);
  }
  const std::span<const u64> args(in, operands.size());
  if (op.is_comparison()) return compare(format_of(op.operand), op.code, in[0], in[1]);
  if (op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned) {
    return to_integer(format_of(op.operand), op, in[0]);
  }
  const Format& f = format_of(op.result);
  u64 out;
  if (op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned) {
    out = from_integer(f, op, in[0]);
  } else if (op.code == FloatCode::Cvt) {
    out = convert(op, in[0]);
  } else {
    if (op.operand != op.result)
      throw std::invalid_argument("float_eval: formats of operand and result differ");
    out = arithmetic(f, op, flushes(op.result), args);
  }
  if (flushes(op.result)) out = flush(f, out);
  return op.saturate ? saturate(f, out) : out;
}

}  // namespace warpproof
