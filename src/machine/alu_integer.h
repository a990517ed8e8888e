// Integer arithmetic: add to sad, with carries and saturation. Included through alu.h.
// Source: PTX ISA 9.x, 9.7.1 (integer arithmetic) and 9.7.2 (extended precision).
#pragma once

#include <optional>

#include "spec/carry.h"
#include "src/machine/alu_context.h"

namespace warpproof::alu {

// CC.CF as it comes in, where the instruction reads it.
template <class G>
std::optional<AluWord<G>> incoming_carry(const Context<G>& c) {
  return reads_carry(c.in) ? std::optional<AluWord<G>>(c.carry()) : std::nullopt;
}

template <class G>
void out_with_carry(const Context<G>& c, const spec::WithCarry<AluWord<G>>& result) {
  c.out(result.value);
  if (writes_carry(c.in)) c.out(result.flag);
}

// a + b or a - b clamped to the signed range: overflow happened when the sign is not the one that both
// operands call for, and then the result is the extreme on a's side.
template <class G>
AluWord<G> saturate_signed(const Context<G>& c, AluWord<G> a, AluWord<G> b, AluWord<G> value, bool subtract) {
  G& g = c.g;
  const int n = g.width(a);
  const auto sa = c.is_negative(a), sb = c.is_negative(b), sv = c.is_negative(value);
  const auto operands_allow = subtract ? g.bit_xor(sa, sb) : g.bit_not(g.bit_xor(sa, sb));
  const auto overflow = g.bit_and(operands_allow, g.bit_xor(sa, sv));
  const auto extreme = g.ite(sa, c.k(n, 1ull << (n - 1)), c.k(n, (1ull << (n - 1)) - 1));
  return g.ite(overflow, extreme, value);
}

template <class G>
void add_or_sub(const Context<G>& c, bool subtract) {
  const auto a = c.src(0), b = c.src(1);
  if (c.in.type == Type::U16x2 || c.in.type == Type::S16x2) {
    const auto one = [&](int h) {
      return subtract ? c.g.sub(c.half(a, h), c.half(b, h)) : c.g.add(c.half(a, h), c.half(b, h));
    };
    return c.out(c.concat2(one(1), one(0)));
  }
  if (!reads_carry(c.in) && !writes_carry(c.in)) {
    const auto value = subtract ? c.g.sub(a, b) : c.g.add(a, b);
    return c.out(c.in.mod.sat ? saturate_signed(c, a, b, value, subtract) : value);
  }
  out_with_carry(c, subtract ? spec::subtract_with_carry(c.g, a, b, incoming_carry(c))
                             : spec::add_with_carry(c.g, a, b, incoming_carry(c)));
}

// The product in the form .lo, .hi or .wide asks for; `n` and `2n` bits.
template <class G>
AluWord<G> product(const Context<G>& c, AluWord<G> a, AluWord<G> b) {
  G& g = c.g;
  const int n = g.width(a);
  if (c.in.mod.wide) {
    return c.sign() ? g.mul(g.sext(a, 2 * n), g.sext(b, 2 * n)) : g.mul(g.zext(a, 2 * n), g.zext(b, 2 * n));
  }
  if (c.in.mod.hi) return c.sign() ? g.mulhi_s(a, b) : g.mulhi_u(a, b);
  return g.mul(a, b);
}

template <class G>
void multiply_add(const Context<G>& c) {
  const auto p = product(c, c.src(0), c.src(1));
  const auto addend = c.src(2);
  if (reads_carry(c.in) || writes_carry(c.in))
    return out_with_carry(c, spec::add_with_carry(c.g, p, addend, incoming_carry(c)));
  const auto value = c.g.add(p, addend);
  c.out(c.in.mod.sat ? saturate_signed(c, p, addend, value, false) : value);
}

// The 48-bit product of the low 24 bits: its low 32 bits, or bits 47..16.
template <class G>
AluWord<G> product24(const Context<G>& c) {
  G& g = c.g;
  const auto wide = [&](AluWord<G> word) {
    const auto low = g.extract(word, 23, 0);
    return c.sign() ? g.sext(low, 64) : g.zext(low, 64);
  };
  const auto p = g.mul(wide(c.src(0)), wide(c.src(1)));
  return c.in.mod.hi ? g.extract(p, 47, 16) : g.extract(p, 31, 0);
}

template <class G>
void multiply_add24(const Context<G>& c) {
  const auto p = product24(c), addend = c.src(2), value = c.g.add(p, addend);
  c.out(c.in.mod.sat ? saturate_signed(c, p, addend, value, false) : value);
}

template <class G>
void divide(const Context<G>& c) {
  const auto a = c.src(0), b = c.src(1);
  c.out(c.sign() ? c.g.sdiv(a, b) : c.g.udiv(a, b));
}

template <class G>
void remainder(const Context<G>& c) {
  const auto a = c.src(0), b = c.src(1);
  c.out(c.sign() ? c.g.srem(a, b) : c.g.urem(a, b));
}

template <class G>
AluWord<G> absolute(const Context<G>& c, AluWord<G> a) {
  return c.g.ite(c.is_negative(a), c.g.neg(a), a);
}

template <class G>
void min_or_max(const Context<G>& c, bool maximum) {
  G& g = c.g;
  const auto choose = [&](AluWord<G> a, AluWord<G> b) {
    const auto best = maximum ? g.ite(c.less(a, b, c.sign()), b, a) : g.ite(c.less(b, a, c.sign()), b, a);
    return c.in.mod.relu ? g.ite(c.is_negative(best), c.k(g.width(best), 0), best) : best;
  };
  const auto a = c.src(0), b = c.src(1);
  if (c.in.type == Type::U16x2 || c.in.type == Type::S16x2) {
    return c.out(c.concat2(choose(c.half(a, 1), c.half(b, 1)), choose(c.half(a, 0), c.half(b, 0))));
  }
  c.out(choose(a, b));
}

template <class G>
void sum_of_differences(const Context<G>& c) {
  const auto a = c.src(0), b = c.src(1);
  const auto difference = c.g.ite(c.less(a, b, c.sign()), c.g.sub(b, a), c.g.sub(a, b));
  c.out(c.g.add(c.src(2), difference));
}

// dp4a: four products of bytes; dp2a: two of a's halves with the low or high bytes of b.
template <class G>
void dot_product(const Context<G>& c, bool four) {
  G& g = c.g;
  const auto a = c.src(0), b = c.src(1);
  const auto extend = [&](AluWord<G> w, Type type) {
    return is_signed(type) ? g.sext(w, 32) : g.zext(w, 32);
  };
  auto total = c.src(2);
  for (int i = 0; i < (four ? 4 : 2); ++i) {
    const auto x = four ? c.byte(a, i) : c.half(a, i);
    const auto y = c.byte(b, four ? i : i + (c.in.mod.hi ? 2 : 0));
    total = g.add(total, g.mul(extend(x, c.in.type), extend(y, c.in.source_type)));
  }
  c.out(total);
}

}  // namespace warpproof::alu
