// Moves, selections, comparisons of integers, integer conversions and addresses. Included through alu.h.
// Source: PTX ISA 9.x, 9.7.6 (comparison and selection) and 9.7.9 (data movement and conversion).
#pragma once

#include "src/machine/address_map.h"
#include "src/machine/alu_context.h"

namespace warpproof::alu {

// mov of one word, {a, b, ..} into one word (a the least significant part), or one word into {a, b, ..}.
template <class G>
void move(const Context<G>& c) {
  if (c.in.sources.size() > 1) {
    std::vector<AluWord<G>> parts;
    for (std::size_t i = c.in.sources.size(); i-- > 0;) parts.push_back(c.src(i));
    return c.out(c.g.concat(std::span<const AluWord<G>>(parts)));
  }
  const auto a = c.src(0);
  const int count = static_cast<int>(c.in.destinations.size());
  if (count <= 1) return c.out(a);
  const int n = c.bits() / count;
  for (int i = 0; i < count; ++i) c.out(c.g.extract(a, n * i + n - 1, n * i));
}

template <class G>
AluWord<G> compare_integers(const Context<G>& c, AluWord<G> a, AluWord<G> b, Type type) {
  G& g = c.g;
  const bool sign = is_signed(type);
  switch (c.in.mod.compare) {
    case Compare::Eq:
      return g.eq(a, b);
    case Compare::Ne:
      return g.bit_not(g.eq(a, b));
    case Compare::Lt:
      return c.less(a, b, sign);
    case Compare::Le:
      return g.bit_not(c.less(b, a, sign));
    case Compare::Gt:
      return c.less(b, a, sign);
    case Compare::Ge:
      return g.bit_not(c.less(a, b, sign));
    case Compare::Lo:
      return g.ult(a, b);
    case Compare::Ls:
      return g.bit_not(g.ult(b, a));
    case Compare::Hi:
      return g.ult(b, a);
    default:
      return g.bit_not(g.ult(a, b));  // Hs; alu_supported admits no other
  }
}

// The outcome of a comparison joined with the third operand, when there is one.
template <class G>
AluWord<G> combine_with_predicate(const Context<G>& c, AluWord<G> outcome) {
  switch (c.in.mod.combine) {
    case BoolOp::And:
      return c.g.bit_and(outcome, c.src(2));
    case BoolOp::Or:
      return c.g.bit_or(outcome, c.src(2));
    case BoolOp::Xor:
      return c.g.bit_xor(outcome, c.src(2));
    case BoolOp::None:
      break;
  }
  return outcome;
}

// cvt between integers: through 64 bits, clamped to the destination's range with .sat.
template <class G>
void convert_integer(const Context<G>& c) {
  G& g = c.g;
  const bool from_signed = is_signed(c.in.source_type);
  const int to = bits_of(c.in.type);
  auto x = fit_word(g, c.src(0), 64, from_signed);
  if (c.in.mod.sat) {
    const std::uint64_t top = is_signed(c.in.type) ? (1ull << (to - 1)) - 1
                              : to == 64           ? ~0ull
                                                   : (1ull << to) - 1;
    const std::uint64_t bottom = is_signed(c.in.type) ? 0 - (1ull << (to - 1)) : 0;
    const auto highest = c.k(64, top), lowest = c.k(64, bottom);
    if (from_signed) {
      const auto below = g.slt(x, lowest);
      // An unsigned 64-bit destination has no upper limit that a signed source could pass.
      const auto above = top == ~0ull ? c.k(1, 0) : g.slt(highest, x);
      x = g.ite(below, lowest, g.ite(above, highest, x));
    } else {
      x = g.ite(g.ult(highest, x), highest, x);
    }
  }
  c.out(fit_word(g, x, to, false));
}

// cvt.pack: two integers clamped to the type, the second one in the low bits; two bytes push the third
// operand's up.
template <class G>
void convert_and_pack(const Context<G>& c) {
  G& g = c.g;
  const int n = c.bits();
  const std::uint64_t top = (1ull << (c.sign() ? n - 1 : n)) - 1;
  const auto highest = c.k(32, top), lowest = c.k(32, c.sign() ? 0 - (1ull << (n - 1)) : 0);
  const auto clamped = [&](std::size_t i) {
    const auto x = c.src(i);
    return g.extract(g.ite(g.slt(x, lowest), lowest, g.ite(g.slt(highest, x), highest, x)), n - 1, 0);
  };
  const auto pair = c.concat2(clamped(0), clamped(1));
  c.out(n == 16 ? pair : c.concat2(g.extract(c.src(2), 31 - 2 * n, 0), pair));
}

// cvta.space: to a generic address; cvta.to.space: back.
template <class G>
void convert_address(const Context<G>& c) {
  const auto a = c.src(0), base = c.k(64, window_base(c.in.mod.space));
  c.out(c.in.mod.to ? c.g.sub(a, base) : c.g.add(a, base));
}

template <class G>
void is_in_space(const Context<G>& c) {
  G& g = c.g;
  const auto address = c.src(0), window = g.extract(address, 63, kWindowBits);
  const auto in_window = [&](std::uint64_t w) { return g.eq(window, c.k(64 - kWindowBits, w)); };
  const auto constant = g.eq(g.extract(address, 63, 60), c.k(4, kConstWindows >> (60 - kWindowBits)));
  switch (c.in.mod.space) {
    case Space::Shared:
      return c.out(in_window(kSharedWindow));
    case Space::Local:
      return c.out(in_window(kLocalWindow));
    case Space::Param:
      return c.out(in_window(kParamWindow));
    case Space::Const:
      return c.out(constant);
    default:
      break;
  }
  const auto elsewhere = g.bit_or(g.bit_or(in_window(kSharedWindow), in_window(kLocalWindow)),
                                  g.bit_or(in_window(kParamWindow), constant));
  c.out(g.bit_not(elsewhere));
}

}  // namespace warpproof::alu
