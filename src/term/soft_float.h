// Exact binary floating point in integers: unpacking, rounding and the five basic operations for any format
// of up to 53 bits of precision. Knows nothing of PTX; NaN and infinity are the caller's business
// (float_eval.cpp).
#pragma once

#include <bit>
#include <cstdint>

namespace warpproof::soft {

using u64 = std::uint64_t;
using u128 = unsigned __int128;

struct Format {
  int width;
  int precision;  // bits of the significand, the hidden one included
  int exponent_bits;
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int fraction_bits() const { return precision - 1; }
  constexpr u64 sign() const { return 1ull << (width - 1); }
  constexpr u64 infinity() const { return ((1ull << exponent_bits) - 1) << fraction_bits(); }
  constexpr u64 largest() const { return infinity() - 1; }
  constexpr int smallest_quantum() const {
    return 1 - bias() - fraction_bits();
  }  // exponent of the last subnormal bit
  constexpr bool is_nan(u64 v) const { return (v & ~sign()) > infinity(); }
  constexpr bool is_infinite(u64 v) const { return (v & ~sign()) == infinity(); }
  constexpr bool is_zero(u64 v) const { return (v & ~sign()) == 0; }
  constexpr bool is_subnormal(u64 v) const { return !is_zero(v) && (v & infinity()) == 0; }
};

enum class Mode { NearestEven, Zero, Down, Up };

// (-1)^negative * (significand + a positive amount below 1 when inexact) * 2^exponent.
struct Exact {
  bool negative = false;
  u128 significand = 0;
  int exponent = 0;
  bool inexact = false;
};

constexpr int length(u128 v) {
  const u64 high = static_cast<u64>(v >> 64);
  return high ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<u64>(v));
}

constexpr Exact unpack(const Format& f, u64 bits) {
  const u64 fraction = bits & ((1ull << f.fraction_bits()) - 1);
  const int biased = static_cast<int>((bits & f.infinity()) >> f.fraction_bits());
  const bool negative = (bits & f.sign()) != 0;
  if (biased == 0) return {negative, fraction, f.smallest_quantum(), false};
  return {negative, fraction | 1ull << f.fraction_bits(), biased - 1 + f.smallest_quantum(), false};
}

// v / 2^shift rounded to an integer.
constexpr u128 round_shift(const Exact& v, int shift, Mode mode, bool* exact = nullptr) {
  u128 kept = shift >= 128 ? 0 : v.significand >> shift;
  u128 rest = shift >= 128 ? v.significand : v.significand & ((static_cast<u128>(1) << shift) - 1);
  const bool any = rest != 0 || v.inexact;
  if (exact) *exact = !any;
  bool up = false;
  if (mode == Mode::NearestEven && shift > 0 && shift <= 128) {
    const u128 half = static_cast<u128>(1) << (shift - 1);
    up = rest > half || (rest == half && (v.inexact || (kept & 1)));
  }
  if (mode == Mode::Down) up = v.negative && any;
  if (mode == Mode::Up) up = !v.negative && any;
  return kept + up;
}

// Rounds into the format. An inexact value must carry at least two bits more than the format's precision.
constexpr u64 round(const Format& f, const Exact& v, Mode mode) {
  const u64 sign = v.negative ? f.sign() : 0;
  if (v.significand == 0 && !v.inexact) return sign;
  int quantum = v.exponent + length(v.significand) - f.precision;
  if (quantum < f.smallest_quantum()) quantum = f.smallest_quantum();
  u128 m = quantum <= v.exponent ? v.significand << (v.exponent - quantum)
                                 : round_shift(v, quantum - v.exponent, mode);
  if (m >> f.precision) {
    m >>= 1;
    ++quantum;
  }
  if ((m >> f.fraction_bits()) == 0) return sign | static_cast<u64>(m);  // subnormal or zero
  const int biased = quantum - f.smallest_quantum() + 1;
  if (biased >= (1 << f.exponent_bits) - 1) {
    const bool to_infinity =
        mode == Mode::NearestEven || (mode == Mode::Up && !v.negative) || (mode == Mode::Down && v.negative);
    return sign | (to_infinity ? f.infinity() : f.largest());
  }
  return sign | static_cast<u64>(biased) << f.fraction_bits() |
         (static_cast<u64>(m) & ((1ull << f.fraction_bits()) - 1));
}

// Rounded to the format's precision with no lower bound on the exponent, still smaller than every normal
// number: what IEEE 754 calls tininess after rounding.
constexpr bool is_tiny(const Format& f, const Exact& v, Mode mode) {
  int quantum = v.exponent + length(v.significand) - f.precision;
  const bool carries =
      quantum > v.exponent && (round_shift(v, quantum - v.exponent, mode) >> f.precision) != 0;
  return quantum + carries < f.smallest_quantum();
}

// Moves the leading bit to position 125, leaving room for a carry.
constexpr Exact widen(Exact v) {
  if (v.significand == 0) return v;
  const int shift = 126 - length(v.significand);
  v.significand <<= shift;
  v.exponent -= shift;
  return v;
}

// Exact operands of at most 106 bits. The sign of an exact zero depends on the rounding.
constexpr Exact add(Exact a, Exact b, Mode mode) {
  if (a.significand == 0 && b.significand == 0) {
    const bool negative = a.negative == b.negative ? a.negative : mode == Mode::Down;
    return {negative, 0, 0, false};
  }
  if (a.significand == 0) return b;
  if (b.significand == 0) return a;
  a = widen(a);
  b = widen(b);
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
    const Exact t = a;
    a = b;
    b = t;
  }
  const int shift = a.exponent - b.exponent;
  const u128 moved = shift >= 128 ? 0 : b.significand >> shift;
  const bool lost = shift >= 128 || (moved << shift) != b.significand;
  Exact out{a.negative, 0, a.exponent, lost};
  if (a.negative == b.negative) {
    out.significand = a.significand + moved;
  } else {
    out.significand = a.significand - moved - (lost ? 1 : 0);
    if (out.significand == 0 && !lost) out.negative = mode == Mode::Down;
  }
  return out;
}

constexpr Exact multiply(const Exact& a, const Exact& b) {
  return {a.negative != b.negative, a.significand * b.significand, a.exponent + b.exponent, false};
}

// b is not zero.
constexpr Exact divide(Exact a, const Exact& b) {
  if (a.significand == 0) return {a.negative != b.negative, 0, 0, false};
  a = widen(a);
  const u128 q = a.significand / b.significand;
  return {a.negative != b.negative, q, a.exponent - b.exponent, q * b.significand != a.significand};
}

// Not negative.
constexpr Exact square_root(Exact a) {
  if (a.significand == 0) return a;
  a = widen(a);
  if (a.exponent & 1) {
    a.significand <<= 1;
    a.exponent -= 1;
  }
  u128 root = 0, rest = a.significand;
  for (int bit = 126; bit >= 0; bit -= 2) {
    const u128 trial = root + (static_cast<u128>(1) << bit);
    root >>= 1;
    if (rest >= trial) {
      rest -= trial;
      root += static_cast<u128>(1) << bit;
    }
  }
  return {false, root, a.exponent / 2, rest != 0};
}

}  // namespace warpproof::soft
