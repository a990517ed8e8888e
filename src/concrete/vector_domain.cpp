#include "src/concrete/vector_domain.h"

#include "src/term/float_eval.h"

namespace warpproof {
namespace {

constexpr std::uint64_t mask_for(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

constexpr std::int64_t as_signed(std::uint64_t value, int width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

// A predicate as a vector of 0 and 1, so that rare operations on predicates share the loops of words.
LaneVector spread(const LaneVector& a) {
  if (a.width != 1) return a;
  LaneVector out(64);
  for (int i = 0; i < kLanes; ++i) out.lane[i] = (a.mask >> i) & 1;
  return out;
}

LaneVector gather_bits(const std::array<std::uint64_t, kLanes>& lane) {
  LaneVector out(1);
  for (int i = 0; i < kLanes; ++i) out.mask |= static_cast<std::uint32_t>(lane[i] & 1) << i;
  return out;
}

// f on each lane; the result is cut to `width` bits.
template <class F>
LaneVector map1(const LaneVector& a, int width, F f) {
  if (a.width == 1) {
    LaneVector wide = spread(a);
    wide.width = 2;
    return map1(wide, width, f);
  }
  const std::uint64_t keep = mask_for(width);
  LaneVector out(width);
  for (int i = 0; i < kLanes; ++i) out.lane[i] = f(a.lane[i]) & keep;
  return width == 1 ? gather_bits(out.lane) : out;
}

template <class F>
LaneVector map2(const LaneVector& a, const LaneVector& b, int width, F f) {
  if (a.width == 1) {
    LaneVector x = spread(a), y = spread(b);
    return map2(x, y, width, f);
  }
  const std::uint64_t keep = mask_for(width);
  LaneVector out(width);
  for (int i = 0; i < kLanes; ++i) out.lane[i] = f(a.lane[i], b.lane[i]) & keep;
  return width == 1 ? gather_bits(out.lane) : out;
}

// Like map2, for active lanes only; the others are 0.
template <class F>
LaneVector map2_active(const LaneVector& a, const LaneVector& b, std::uint32_t active, F f) {
  const std::uint64_t keep = mask_for(a.width);
  LaneVector out(a.width == 1 ? 1 : a.width);
  if (a.width > 1) out.lane.fill(0);
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    out.set(i, f(a.at(i), b.at(i)) & keep);
  }
  return out;
}

}  // namespace

using Word = VectorDomain::Word;

Word VectorDomain::constant(int width, std::uint64_t value) {
  Word out(width);
  if (width == 1) {
    out.mask = (value & 1) ? ~0u : 0u;
  } else {
    out.lane.fill(value & mask_for(width));
  }
  return out;
}

Word VectorDomain::add(const Word& a, const Word& b) {
  return map2(a, b, a.width, [](std::uint64_t x, std::uint64_t y) { return x + y; });
}

Word VectorDomain::sub(const Word& a, const Word& b) {
  return map2(a, b, a.width, [](std::uint64_t x, std::uint64_t y) { return x - y; });
}

Word VectorDomain::neg(const Word& a) {
  return map1(a, a.width, [](std::uint64_t x) { return 0 - x; });
}

Word VectorDomain::mul(const Word& a, const Word& b) {
  return map2(a, b, a.width, [](std::uint64_t x, std::uint64_t y) { return x * y; });
}

Word VectorDomain::udiv(const Word& a, const Word& b) {
  return map2_active(a, b, active, [](std::uint64_t x, std::uint64_t y) { return y == 0 ? ~0ull : x / y; });
}

Word VectorDomain::urem(const Word& a, const Word& b) {
  return map2_active(a, b, active, [](std::uint64_t x, std::uint64_t y) { return y == 0 ? x : x % y; });
}

Word VectorDomain::sdiv(const Word& a, const Word& b) {
  const int n = a.width;
  return map2_active(a, b, active, [n](std::uint64_t x, std::uint64_t y) -> std::uint64_t {
    const std::int64_t s = as_signed(x, n), t = as_signed(y, n);
    if (t == 0) return s < 0 ? 1 : ~0ull;
    if (t == -1) return 0 - x;  // the one quotient that may overflow
    return static_cast<std::uint64_t>(s / t);
  });
}

Word VectorDomain::srem(const Word& a, const Word& b) {
  const int n = a.width;
  return map2_active(a, b, active, [n](std::uint64_t x, std::uint64_t y) -> std::uint64_t {
    const std::int64_t s = as_signed(x, n), t = as_signed(y, n);
    if (t == 0) return x;
    if (t == -1) return 0;
    return static_cast<std::uint64_t>(s % t);
  });
}

Word VectorDomain::mulhi_u(const Word& a, const Word& b) {
  const int n = a.width;
  return map2(a, b, n, [n](std::uint64_t x, std::uint64_t y) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(x) * y) >> n);
  });
}

Word VectorDomain::mulhi_s(const Word& a, const Word& b) {
  const int n = a.width;
  return map2(a, b, n, [n](std::uint64_t x, std::uint64_t y) {
    return static_cast<std::uint64_t>((static_cast<__int128>(as_signed(x, n)) * as_signed(y, n)) >> n);
  });
}

Word VectorDomain::bit_and(const Word& a, const Word& b) {
  if (a.width == 1) return predicate(a.mask & b.mask);
  return map2(a, b, a.width, [](std::uint64_t x, std::uint64_t y) { return x & y; });
}

Word VectorDomain::bit_or(const Word& a, const Word& b) {
  if (a.width == 1) return predicate(a.mask | b.mask);
  return map2(a, b, a.width, [](std::uint64_t x, std::uint64_t y) { return x | y; });
}

Word VectorDomain::bit_xor(const Word& a, const Word& b) {
  if (a.width == 1) return predicate(a.mask ^ b.mask);
  return map2(a, b, a.width, [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
}

Word VectorDomain::bit_not(const Word& a) {
  if (a.width == 1) return predicate(~a.mask);
  return map1(a, a.width, [](std::uint64_t x) { return ~x; });
}

Word VectorDomain::shl(const Word& a, const Word& amount) {
  const auto n = static_cast<std::uint64_t>(a.width);
  return map2(a, amount, a.width,
              [n](std::uint64_t x, std::uint64_t by) { return by >= n ? 0 : x << (by & 63); });
}

Word VectorDomain::lshr(const Word& a, const Word& amount) {
  const auto n = static_cast<std::uint64_t>(a.width);
  return map2(a, amount, a.width,
              [n](std::uint64_t x, std::uint64_t by) { return by >= n ? 0 : x >> (by & 63); });
}

Word VectorDomain::ashr(const Word& a, const Word& amount) {
  const int n = a.width;
  return map2(a, amount, n, [n](std::uint64_t x, std::uint64_t by) {
    const std::uint64_t clamped = by >= static_cast<std::uint64_t>(n) ? n - 1 : by;
    return static_cast<std::uint64_t>(as_signed(x, n) >> clamped);
  });
}

Word VectorDomain::popc(const Word& a) {
  if (a.width == 1) return a;
  return map1(a, a.width, [](std::uint64_t x) { return static_cast<std::uint64_t>(std::popcount(x)); });
}

Word VectorDomain::clz(const Word& a) {
  if (a.width == 1) return predicate(~a.mask);
  const int n = a.width;
  return map1(a, n,
              [n](std::uint64_t x) { return static_cast<std::uint64_t>(std::countl_zero(x) - (64 - n)); });
}

Word VectorDomain::brev(const Word& a) {
  if (a.width == 1) return a;
  const int n = a.width;
  return map1(a, n, [n](std::uint64_t x) {
    x = ((x >> 1) & 0x5555555555555555ull) | ((x & 0x5555555555555555ull) << 1);
    x = ((x >> 2) & 0x3333333333333333ull) | ((x & 0x3333333333333333ull) << 2);
    x = ((x >> 4) & 0x0f0f0f0f0f0f0f0full) | ((x & 0x0f0f0f0f0f0f0f0full) << 4);
    return __builtin_bswap64(x) >> (64 - n);
  });
}

Word VectorDomain::extract(const Word& a, int high, int low) {
  if (a.width == 1) return a;
  return map1(a, high - low + 1, [low](std::uint64_t x) { return x >> low; });
}

Word VectorDomain::zext(const Word& a, int width) {
  if (a.width == width) return a;
  Word out = spread(a);
  out.width = width;
  return out;
}

Word VectorDomain::sext(const Word& a, int width) {
  if (a.width == width) return a;
  const int from = a.width;
  return map1(a, width, [from](std::uint64_t x) { return static_cast<std::uint64_t>(as_signed(x, from)); });
}

Word VectorDomain::concat(std::span<const Word> parts) {
  if (parts.size() == 1) return parts[0];
  int width = 0;
  for (const Word& part : parts) width += part.width;
  Word out(width);
  out.lane.fill(0);
  for (const Word& part : parts) {
    const int by = part.width;
    if (by == 1) {
      for (int i = 0; i < kLanes; ++i) out.lane[i] = out.lane[i] << 1 | ((part.mask >> i) & 1);
    } else {
      for (int i = 0; i < kLanes; ++i) out.lane[i] = (by == 64 ? 0 : out.lane[i] << by) | part.lane[i];
    }
  }
  return out;
}

Word VectorDomain::eq(const Word& a, const Word& b) {
  if (a.width == 1) return predicate(~(a.mask ^ b.mask));
  return map2(a, b, 1, [](std::uint64_t x, std::uint64_t y) { return std::uint64_t{x == y}; });
}

Word VectorDomain::ult(const Word& a, const Word& b) {
  if (a.width == 1) return predicate(~a.mask & b.mask);
  return map2(a, b, 1, [](std::uint64_t x, std::uint64_t y) { return std::uint64_t{x < y}; });
}

Word VectorDomain::ule(const Word& a, const Word& b) { return bit_not(ult(b, a)); }

Word VectorDomain::slt(const Word& a, const Word& b) {
  if (a.width == 1) return predicate(a.mask & ~b.mask);  // one signed bit: 1 is -1
  const int shift = 64 - a.width;
  return map2(a, b, 1, [shift](std::uint64_t x, std::uint64_t y) {
    return std::uint64_t{static_cast<std::int64_t>(x << shift) < static_cast<std::int64_t>(y << shift)};
  });
}

Word VectorDomain::sle(const Word& a, const Word& b) { return bit_not(slt(b, a)); }

Word VectorDomain::ite(const Word& condition, const Word& a, const Word& b) {
  if (condition.mask == ~0u) return a;
  if (condition.mask == 0) return b;
  if (a.width == 1) return predicate((condition.mask & a.mask) | (~condition.mask & b.mask));
  Word out(a.width);
  for (int i = 0; i < kLanes; ++i) {
    const std::uint64_t choose = 0 - static_cast<std::uint64_t>((condition.mask >> i) & 1);
    out.lane[i] = (a.lane[i] & choose) | (b.lane[i] & ~choose);
  }
  return out;
}

Word VectorDomain::float_op(std::uint64_t packed_op, int result_width, std::span<const Word> operands) {
  Word out(result_width);
  if (result_width > 1) out.lane.fill(0);
  std::array<std::uint64_t, 4> values{};
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    for (std::size_t k = 0; k < operands.size(); ++k) values[k] = operands[k].at(i);
    out.set(i, float_eval(packed_op, std::span<const std::uint64_t>(values.data(), operands.size())));
  }
  return out;
}

}  // namespace warpproof
