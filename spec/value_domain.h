// What a value is, for every reader of the specification.
//
// Each instruction of spec/ is one function template over a value domain D. A domain supplies machine words
// of a fixed width, predicates, and the operations below; the concrete domain computes with integers, the
// symbolic one builds terms, and both execute the same text.
//
// Two rules keep the readings equal:
//  * names carry the sign: ult/slt, lshr/ashr, zext/sext. There is no operator<.
//  * a Pred never converts to bool. A choice on a value is select(cond, a, b); an `if` on one does not
//  compile.
//
// Shapes and units: Word<N> is N bits wide, 1 <= N <= 64, bit 0 the least significant. Lane indices count
// from 0. Shift amounts are unsigned; an amount of N or more gives 0 (shl, lshr) or copies of the sign bit
// (ashr), as PTX shifts do (PTX ISA 9.x, sections shl and shr: amounts above the width are clamped to the
// width).
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

namespace warpproof::spec {

template <class D>
concept ValueDomain = std::semiregular<typename D::template Word<32>> && std::semiregular<typename D::Pred> &&
    requires(D& d, typename D::template Word<32> w, typename D::template Word<5> n, typename D::Pred p,
             std::uint64_t literal) {
  // Literals. Bits above the width are dropped.
  { d.template constant<32>(literal) } -> std::same_as<typename D::template Word<32>>;
  { d.truth(true) } -> std::same_as<typename D::Pred>;

  // Arithmetic modulo 2^N.
  { d.add(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.sub(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.mul(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.neg(w) } -> std::same_as<typename D::template Word<32>>;

  // Bitwise operations and shifts.
  { d.bit_and(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.bit_or(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.bit_xor(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.bit_not(w) } -> std::same_as<typename D::template Word<32>>;
  { d.shl(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.lshr(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.ashr(w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.popc(w) } -> std::same_as<typename D::template Word<32>>;

  // Widths. extract<HI, LO> keeps bits HI..LO.
  { d.template zext<32>(n) } -> std::same_as<typename D::template Word<32>>;
  { d.template sext<32>(n) } -> std::same_as<typename D::template Word<32>>;
  { d.template extract<4, 0>(w) } -> std::same_as<typename D::template Word<5>>;

  // Comparisons, and the bit at a fixed position as a predicate.
  { d.eq(w, w) } -> std::same_as<typename D::Pred>;
  { d.ult(w, w) } -> std::same_as<typename D::Pred>;
  { d.ule(w, w) } -> std::same_as<typename D::Pred>;
  { d.slt(w, w) } -> std::same_as<typename D::Pred>;
  { d.sle(w, w) } -> std::same_as<typename D::Pred>;
  { d.bit(w, 3u) } -> std::same_as<typename D::Pred>;

  // Logic and choice.
  { d.land(p, p) } -> std::same_as<typename D::Pred>;
  { d.lor(p, p) } -> std::same_as<typename D::Pred>;
  { d.lnot(p) } -> std::same_as<typename D::Pred>;
  { d.select(p, w, w) } -> std::same_as<typename D::template Word<32>>;
  { d.select(p, p, p) } -> std::same_as<typename D::Pred>;

  // A word whose bit i is p[i], for i < N; missing high bits are 0. `p` points at `count` predicates.
  { d.template from_bits<32>(&p, 32u) } -> std::same_as<typename D::template Word<32>>;
};

// Shorthands that let the clauses of spec/ read like the manuals.
template <class D, int N>
using Word = typename D::template Word<N>;
template <class D>
using Pred = typename D::Pred;

// literal<8>(d, 3) is the 8-bit word 3.
template <int N, ValueDomain D>
Word<D, N> literal(D& d, std::uint64_t value) {
  return d.template constant<N>(value);
}

// Zero extension to N bits; `bits<HI, LO>` cuts a field, written c[HI:LO] in the PTX manual.
template <int N, ValueDomain D, class W>
Word<D, N> zext(D& d, W w) {
  return d.template zext<N>(w);
}
template <int HI, int LO, ValueDomain D, class W>
Word<D, HI - LO + 1> bits(D& d, W w) {
  return d.template extract<HI, LO>(w);
}

// What a domain already knows about a predicate, or nothing. A domain may offer `known`; it is a shortcut
// only: a definition uses it to skip work whose outcome is fixed, never to choose between two meanings.
template <ValueDomain D>
std::optional<bool> known(D& d, Pred<D> p) {
  if constexpr (requires {
                  { d.known(p) } -> std::same_as<std::optional<bool>>;
                }) {
    return d.known(p);
  } else {
    return std::nullopt;
  }
}

template <ValueDomain D>
Pred<D> implies(D& d, Pred<D> a, Pred<D> b) {
  return d.lor(d.lnot(a), b);
}

// a == b where `given` holds; anything where it does not. A domain may know a cheaper form under the condition.
template <ValueDomain D, class W>
Pred<D> eq_given(D& d, Pred<D> given, W a, W b) {
  if constexpr (requires { d.eq_given(given, a, b); }) {
    return d.eq_given(given, a, b);
  } else {
    return d.eq(a, b);
  }
}

}  // namespace warpproof::spec
