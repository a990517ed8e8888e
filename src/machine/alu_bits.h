// Logic, shifts, and instructions on bit fields and bytes. Included through alu.h.
// Source: PTX ISA 9.x, 9.7.1 (bfe to szext, fns) and 9.7.8 (logic and shift), and prmt.
#pragma once

#include <algorithm>

#include "src/machine/alu_context.h"

namespace warpproof::alu {

// An unsigned 32-bit amount as an n-bit one, values above n cut to n.
template <class G>
AluWord<G> clamp_amount(const Context<G>& c, AluWord<G> amount, int n) {
  G& g = c.g;
  if (n >= 32) return g.zext(amount, n);
  return g.extract(g.ite(g.ult(c.k(32, n), amount), c.k(32, n), amount), n - 1, 0);
}

template <class G>
void shift(const Context<G>& c, bool left) {
  const auto a = c.src(0), amount = clamp_amount(c, c.src(1), c.bits());
  c.out(left ? c.g.shl(a, amount) : c.sign() ? c.g.ashr(a, amount) : c.g.lshr(a, amount));
}

// The double word {b, a} shifted; the left form keeps its upper half, the right form its lower half.
template <class G>
void funnel_shift(const Context<G>& c) {
  G& g = c.g;
  const auto amount = c.src(2);
  const auto by =
      c.in.mod.wrap ? g.bit_and(amount, c.k(32, 31)) : g.ite(g.ult(c.k(32, 32), amount), c.k(32, 32), amount);
  const auto both = c.concat2(c.src(1), c.src(0)), wide = g.zext(by, 64);
  c.out(c.in.mod.left ? g.extract(g.shl(both, wide), 63, 32) : g.extract(g.lshr(both, wide), 31, 0));
}

// n ones at the bottom, for a length word of n bits.
template <class G>
AluWord<G> low_ones(const Context<G>& c, AluWord<G> length) {
  const int n = c.g.width(length);
  return c.g.sub(c.g.shl(c.k(n, 1), length), c.k(n, 1));
}

template <class G>
void bit_field_extract(const Context<G>& c) {
  G& g = c.g;
  const int n = c.bits();
  const auto a = c.src(0);
  const auto position = g.zext(g.extract(c.src(1), 7, 0), n), length = g.zext(g.extract(c.src(2), 7, 0), n);
  const auto field = low_ones(c, length);
  const auto low = g.bit_and(g.lshr(a, position), field);
  if (!c.sign()) return c.out(low);
  // Bits above the field, and those beyond the top of a, repeat the field's top bit (or a's).
  const auto last = g.sub(g.add(position, length), c.k(n, 1)), top = c.k(n, n - 1);
  const auto sign_bit = g.bit(g.lshr(a, g.ite(g.ult(top, last), top, last)), 0);
  const auto set = g.bit_and(g.bit_not(c.is_zero(length)), sign_bit);
  const auto filled = g.bit_or(low, g.bit_not(g.bit_and(field, g.lshr(c.ones(n), position))));
  c.out(g.ite(set, filled, low));
}

template <class G>
void bit_field_insert(const Context<G>& c) {
  G& g = c.g;
  const int n = c.bits();
  const auto position = g.zext(g.extract(c.src(2), 7, 0), n), length = g.zext(g.extract(c.src(3), 7, 0), n);
  const auto mask = g.shl(low_ones(c, length), position);
  const auto inserted = g.bit_and(g.shl(c.src(0), position), mask);
  c.out(g.bit_or(inserted, g.bit_and(c.src(1), g.bit_not(mask))));
}

template <class G>
void find_highest_bit(const Context<G>& c) {
  G& g = c.g;
  const int n = c.bits();
  auto a = c.src(0);
  if (c.sign()) a = g.ite(c.is_negative(a), g.bit_not(a), a);
  const auto leading = fit_word(g, g.clz(a), 32, false);
  const auto found = c.in.mod.shiftamt ? leading : g.sub(c.k(32, n - 1), leading);
  c.out(g.ite(c.is_zero(a), c.ones(32), found));
}

template <class G>
void bit_mask(const Context<G>& c) {
  G& g = c.g;
  const auto a = c.src(0), b = c.src(1), low5 = c.k(32, 31), width = c.k(32, 32);
  const auto start = g.bit_and(a, low5), sum = g.add(start, g.bit_and(b, low5));
  auto from = g.shl(c.ones(32), start);
  auto above = g.shl(c.ones(32), sum);  // 0 already where the sum is 32 or more
  if (!c.in.mod.wrap) {
    const auto a_over = g.ule(width, a), b_over = g.ule(width, b);
    from = g.ite(a_over, c.k(32, 0), from);
    above = g.ite(g.bit_or(a_over, b_over), c.k(32, 0), above);
  }
  c.out(g.bit_and(from, g.bit_not(above)));
}

template <class G>
void sign_or_zero_extend(const Context<G>& c) {
  G& g = c.g;
  const auto a = c.src(0), b = c.src(1), low5 = c.k(32, 31);
  const auto length = g.bit_and(b, low5);
  const auto too_large = c.in.mod.clamp ? g.ule(c.k(32, 32), b) : c.k(1, 0);
  const auto mask = g.ite(too_large, c.k(32, 0), g.shl(c.ones(32), length));
  const auto kept = g.bit_and(a, g.bit_not(mask));
  if (!c.sign()) return c.out(kept);
  const auto position = g.bit_and(g.sub(length, c.k(32, 1)), low5);
  const auto none = g.bit_or(c.is_zero(length), too_large);
  const auto set = g.bit_and(g.bit_not(none), g.bit(g.lshr(a, position), 0));
  c.out(g.ite(set, g.bit_or(kept, mask), kept));
}

// The position of the n-th set bit counted from `base`, upwards for a positive n, downwards for a negative
// one; bit `base` itself for 0; all ones when there is none.
template <class G>
void find_nth_set(const Context<G>& c) {
  G& g = c.g;
  const auto mask = c.src(0), base = c.src(1), n = c.src(2), one = c.k(32, 1);
  const auto search = [&](bool up) {
    const auto wanted = g.sub(up ? n : g.neg(n), one);
    auto result = c.ones(32), count = c.k(32, 0);
    for (int i = 0; i < 32; ++i) {
      const int p = up ? i : 31 - i;
      const auto at = c.k(32, p);
      const auto set = g.bit_and(g.bit(mask, p), up ? g.ule(base, at) : g.ule(at, base));
      result = g.ite(g.bit_and(set, g.eq(count, wanted)), at, result);
      count = g.add(count, g.zext(set, 32));
    }
    return result;
  };
  const auto here = g.bit_and(g.bit(g.lshr(mask, base), 0), g.ult(base, c.k(32, 32)));
  const auto zero_case = g.ite(here, base, c.ones(32));
  // A base beyond the mask has no defined meaning (PTX ISA: values above 31 are undefined); nothing is found
  // then.
  const auto in_range = g.ult(base, c.k(32, 32));
  const auto found = g.ite(c.is_zero(n), zero_case, g.ite(c.is_negative(n), search(false), search(true)));
  c.out(g.ite(in_range, found, c.ones(32)));
}

// A two-input function given by its table over (b, c), bit 2b + c.
template <class G>
AluWord<G> two_input_logic(const Context<G>& ctx, unsigned table, AluWord<G> b, AluWord<G> c) {
  G& g = ctx.g;
  const int n = g.width(b);
  switch (table & 15) {
    case 0x0:
      return ctx.k(n, 0);
    case 0x1:
      return g.bit_not(g.bit_or(b, c));
    case 0x2:
      return g.bit_and(g.bit_not(b), c);
    case 0x3:
      return g.bit_not(b);
    case 0x4:
      return g.bit_and(b, g.bit_not(c));
    case 0x5:
      return g.bit_not(c);
    case 0x6:
      return g.bit_xor(b, c);
    case 0x7:
      return g.bit_not(g.bit_and(b, c));
    case 0x8:
      return g.bit_and(b, c);
    case 0x9:
      return g.bit_not(g.bit_xor(b, c));
    case 0xa:
      return c;
    case 0xb:
      return g.bit_or(g.bit_not(b), c);
    case 0xc:
      return b;
    case 0xd:
      return g.bit_or(b, g.bit_not(c));
    case 0xe:
      return g.bit_or(b, c);
    default:
      return ctx.ones(n);
  }
}

// lop3: table bit 4a + 2b + c. Split on a, so that common functions come out as one or two operations.
template <class G>
void three_input_logic(const Context<G>& ctx) {
  G& g = ctx.g;
  const unsigned when_set = (ctx.in.mod.lut >> 4) & 15, when_clear = ctx.in.mod.lut & 15;
  const auto a = ctx.src(0), b = ctx.src(1), c = ctx.src(2);
  const auto high = two_input_logic(ctx, when_set, b, c), low = two_input_logic(ctx, when_clear, b, c);
  if (when_set == when_clear) return ctx.out(low);
  if (when_set == (~when_clear & 15u)) return ctx.out(g.bit_xor(a, low));
  if (when_clear == 0) return ctx.out(g.bit_and(a, high));
  if (when_set == 15) return ctx.out(g.bit_or(a, low));
  if (when_set == 0) return ctx.out(g.bit_and(g.bit_not(a), low));
  if (when_clear == 15) return ctx.out(g.bit_or(g.bit_not(a), high));
  ctx.out(g.bit_or(g.bit_and(a, high), g.bit_and(g.bit_not(a), low)));
}

// Which byte of {b, a} goes to byte i, for the modes that take two selector bits.
constexpr int permute_source(PermuteMode mode, int selector, int i) {
  switch (mode) {
    case PermuteMode::F4e:
      return selector + i;
    case PermuteMode::B4e:
      return (selector - i) & 7;
    case PermuteMode::Rc8:
      return selector;
    case PermuteMode::Ecl:
      return std::max(selector, i);
    case PermuteMode::Ecr:
      return std::min(selector, i);
    case PermuteMode::Rc16:
      return (selector & 1) * 2 + (i & 1);
    case PermuteMode::Default:
      break;
  }
  return i;
}

template <class G>
void permute_bytes(const Context<G>& c) {
  G& g = c.g;
  const auto bytes = c.concat2(c.src(1), c.src(0)), selector = c.src(2);
  std::vector<AluWord<G>> picked;  // most significant first
  for (int i = 3; i >= 0; --i) {
    if (c.in.mod.permute == PermuteMode::Default) {
      const auto index = g.extract(selector, 4 * i + 2, 4 * i);
      const auto by = g.shl(g.zext(index, 64), c.k(64, 3));
      const auto byte = g.extract(g.lshr(bytes, by), 7, 0);
      picked.push_back(g.ite(g.bit(selector, 4 * i + 3), g.sext(g.bit(byte, 7), 8), byte));
    } else {
      auto byte = c.byte(bytes, permute_source(c.in.mod.permute, 0, i));
      for (int s = 1; s < 4; ++s) {
        const auto chosen = g.eq(g.extract(selector, 1, 0), c.k(2, s));
        byte = g.ite(chosen, c.byte(bytes, permute_source(c.in.mod.permute, s, i)), byte);
      }
      picked.push_back(byte);
    }
  }
  c.out(g.concat(std::span<const AluWord<G>>(picked)));
}

}  // namespace warpproof::alu
