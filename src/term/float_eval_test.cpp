// Special cases by name, and the soft arithmetic against the host's hardware in all rounding modes.
#include "src/term/float_eval.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>

#include "src/term/float_samples.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;

u64 eval(FloatOp op, std::initializer_list<u64> in) { return float_eval(op.pack(), {in.begin(), in.size()}); }

FloatOp f32(FloatCode code, FloatRounding r = FloatRounding::Rn) {
  return {code, FloatFormat::F32, FloatFormat::F32, r};
}

struct HostRounding {
  explicit HostRounding(FloatRounding r) {
    const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[static_cast<int>(r)]);
  }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
};

// Volatile operands keep the compiler from folding under its own rounding mode.
template <class T, class Bits>
Bits host(FloatCode code, const T (&args)[3]) {
  volatile T a = args[0], b = args[1], c = args[2], r = 0;
  switch (code) {
    case FloatCode::Add:
      r = a + b;
      break;
    case FloatCode::Sub:
      r = a - b;
      break;
    case FloatCode::Mul:
      r = a * b;
      break;
    case FloatCode::Div:
      r = a / b;
      break;
    case FloatCode::Fma:
      r = std::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
      break;
    default:
      r = std::sqrt(static_cast<T>(a));
      break;
  }
  const T out = r;
  return std::bit_cast<Bits>(out);
}

template <class T, class Bits>
void compare_with_host(FloatFormat format, FloatRounding rounding) {
  for (FloatCode code :
       {FloatCode::Add, FloatCode::Sub, FloatCode::Mul, FloatCode::Div, FloatCode::Fma, FloatCode::Sqrt}) {
    const FloatOp op{code, format, format, rounding};
    for (u64 i = 0; i < 40000; ++i) {
      const u64 in[] = {float_operand(op, i, 0), float_operand(op, i, 1), float_operand(op, i, 2)};
      const u64 ours = float_eval(op.pack(), {in, op.arity()});
      T args[3];
      for (int k = 0; k < 3; ++k) args[k] = std::bit_cast<T>(static_cast<Bits>(in[k]));
      HostRounding scope(rounding);
      const Bits theirs = host<T, Bits>(code, args);
      const bool both_nan =
          std::isnan(std::bit_cast<T>(theirs)) && std::isnan(std::bit_cast<T>(static_cast<Bits>(ours)));
      if (!both_nan && ours != theirs) {
        FAIL(op.str() << " " << std::hex << in[0] << " " << in[1] << " " << in[2] << ": " << ours << " host "
                      << theirs);
      }
    }
  }
}

}  // namespace

TEST_CASE("basic operations agree with the host in every rounding mode") {
  for (int r = 0; r < 4; ++r) {
    compare_with_host<float, std::uint32_t>(FloatFormat::F32, static_cast<FloatRounding>(r));
    compare_with_host<double, u64>(FloatFormat::F64, static_cast<FloatRounding>(r));
  }
}

TEST_CASE("f16 addition agrees with exact double arithmetic for all pairs of a sample row") {
  // f16 sums are exact in double, and one conversion rounds them.
  const FloatOp add{FloatCode::Add, FloatFormat::F16, FloatFormat::F16};
  const FloatOp widen{FloatCode::Cvt, FloatFormat::F16, FloatFormat::F64};
  const FloatOp narrow{FloatCode::Cvt, FloatFormat::F64, FloatFormat::F16};
  for (u64 a = 0; a < 0x10000; a += 257) {
    for (u64 b = 0; b < 0x10000; b += 63) {
      const double exact = std::bit_cast<double>(eval(widen, {a})) + std::bit_cast<double>(eval(widen, {b}));
      const u64 expected = eval(narrow, {std::bit_cast<u64>(exact)});
      if (eval(add, {a, b}) != expected) FAIL(std::hex << a << " " << b);
    }
  }
}

TEST_CASE("NaN results of single precision are canonical") {
  const u64 payload = 0x7fc12345, inf = 0x7f800000;
  CHECK(eval(f32(FloatCode::Add), {payload, 0}) == 0x7fffffff);
  CHECK(eval(f32(FloatCode::Add), {inf, inf | 0x80000000}) == 0x7fffffff);
  CHECK(eval(f32(FloatCode::Mul), {inf, 0}) == 0x7fffffff);
  CHECK(eval(f32(FloatCode::Fma), {inf, 0, payload}) == 0x7fffffff);
  CHECK(eval(f32(FloatCode::Sqrt), {0xbf800000}) == 0x7fffffff);
  CHECK(eval(f32(FloatCode::Sqrt), {0x80000000}) == 0x80000000);
}

TEST_CASE("min and max prefer numbers to NaN unless .NaN, and order the zeros") {
  FloatOp min = f32(FloatCode::Min), max = f32(FloatCode::Max);
  const u64 nan = 0x7fc00001, one = 0x3f800000, minus_zero = 0x80000000;
  CHECK(eval(min, {nan, one}) == one);
  CHECK(eval(max, {one, nan}) == one);
  CHECK(eval(min, {nan, nan}) == 0x7fffffff);
  CHECK(eval(min, {0, minus_zero}) == minus_zero);
  CHECK(eval(max, {minus_zero, 0}) == 0);
  min.nan = true;
  CHECK(eval(min, {nan, one}) == 0x7fffffff);
}

TEST_CASE("flushing and saturation") {
  FloatOp add = f32(FloatCode::Add);
  add.ftz = true;
  CHECK(eval(add, {1, 0}) == 0);
  CHECK(eval(add, {0x80000001, 0x80000000}) == 0x80000000);
  CHECK(eval(add, {0x00800000, 0x80800001}) == 0x80000000);
  FloatOp saturated = f32(FloatCode::Add);
  saturated.saturate = true;
  CHECK(eval(saturated, {0x40000000, 0}) == 0x3f800000);
  CHECK(eval(saturated, {0xbf800000, 0}) == 0);
  CHECK(eval(saturated, {0x7fc00000, 0}) == 0);
}

TEST_CASE("float to integer clamps, and NaN depends on the widths") {
  auto to = [](FloatCode code, FloatFormat from, FloatFormat result, FloatRounding r, u64 v) {
    return eval({code, from, result, r}, {v});
  };
  const auto S = FloatCode::ToSigned, U = FloatCode::ToUnsigned;
  const auto F32 = FloatFormat::F32, F64 = FloatFormat::F64, I8 = FloatFormat::I8, I32 = FloatFormat::I32,
             I64 = FloatFormat::I64;
  const u64 nan = 0x7fc00000, nan64 = 0x7ff8000000000000;
  CHECK(to(S, F32, I32, FloatRounding::Rzi, 0x4f800000) == 0x7fffffff);  // 2^32
  CHECK(to(S, F32, I32, FloatRounding::Rzi, 0xcf800000) == 0x80000000);  // -2^32
  CHECK(to(U, F32, I32, FloatRounding::Rzi, 0xbf800000) == 0);           // -1
  CHECK(to(S, F32, I8, FloatRounding::Rni, 0x43480000) == 127);          // 200
  CHECK(to(S, F32, I32, FloatRounding::Rni, 0x40200000) == 2);           // 2.5
  CHECK(to(S, F32, I32, FloatRounding::Rpi, 0x40200000) == 3);
  CHECK(to(S, F32, I32, FloatRounding::Rmi, 0xc0200000) == 0xfffffffd);
  CHECK(to(S, F32, I32, FloatRounding::Rzi, nan) == 0);
  CHECK(to(S, F64, I32, FloatRounding::Rzi, nan64) == 0x80000000);
  CHECK(to(U, F32, I64, FloatRounding::Rzi, nan) == 0x8000000000000000);
}

TEST_CASE("comparisons are ordered or unordered by name") {
  const u64 nan = 0x7fc00000, one = 0x3f800000, minus_zero = 0x80000000;
  auto compare = [](FloatCode code, u64 a, u64 b) {
    return eval({code, FloatFormat::F32, FloatFormat::Pred}, {a, b});
  };
  CHECK(compare(FloatCode::Eq, 0, minus_zero) == 1);
  CHECK(compare(FloatCode::Lt, minus_zero, 0) == 0);
  CHECK(compare(FloatCode::Ne, nan, one) == 0);
  CHECK(compare(FloatCode::Neu, nan, one) == 1);
  CHECK(compare(FloatCode::Ltu, nan, one) == 1);
  CHECK(compare(FloatCode::Ge, one, one) == 1);
  CHECK(compare(FloatCode::Num, nan, one) == 0);
  CHECK(compare(FloatCode::Nan, nan, one) == 1);
}

TEST_CASE("approximate operations are close and say that they are approximate") {
  FloatOp ex2 = f32(FloatCode::Ex2);
  CHECK(float_is_approximate(ex2.pack()));
  CHECK_FALSE(float_is_approximate(f32(FloatCode::Div).pack()));
  CHECK(eval(ex2, {0x40400000}) == 0x41000000);                    // 2^3
  CHECK(eval(f32(FloatCode::Lg2), {0x41000000}) == 0x40400000);    // log2 8
  CHECK(eval(f32(FloatCode::Rsqrt), {0x40800000}) == 0x3f000000);  // 1/sqrt 4
  CHECK(eval(f32(FloatCode::Lg2), {0}) == 0xff800000);
  CHECK(eval(f32(FloatCode::Tanh), {0x7f800000}) == 0x3f800000);
}

TEST_CASE("wrong shapes are rejected") {
  CHECK_THROWS_AS(eval(f32(FloatCode::Add), {0}), std::invalid_argument);
  CHECK_THROWS_AS(eval({FloatCode::Add, FloatFormat::F32, FloatFormat::F16}, {0, 0}), std::invalid_argument);
}

}  // namespace warpproof
