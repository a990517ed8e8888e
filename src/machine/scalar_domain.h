// The plainest value domain: one integer a word, one bool a predicate. For the evaluator's reference and for
// tests; the fast evaluator has a domain of its own (src/concrete).
//
// A word keeps its bits above N clear. A predicate holds a bool and does not convert to one: read `.value`.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "spec/value_domain.h"

namespace warpproof {

template <int N>
struct ScalarWord {
  static_assert(N >= 1 && N <= 64);
  static constexpr std::uint64_t kMask = N == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << N) - 1;
  std::uint64_t value = 0;  // zero-extended
  bool operator==(const ScalarWord&) const = default;
};

struct ScalarPred {
  bool value = false;
  bool operator==(const ScalarPred&) const = default;
};

struct ScalarDomain {
  template <int N>
  using Word = ScalarWord<N>;
  using Pred = ScalarPred;

  template <int N>
  Word<N> constant(std::uint64_t v) {
    return {v & Word<N>::kMask};
  }
  Pred truth(bool b) { return {b}; }
  std::optional<bool> known(Pred p) { return p.value; }

  template <int N>
  Word<N> add(Word<N> a, Word<N> b) {
    return constant<N>(a.value + b.value);
  }
  template <int N>
  Word<N> sub(Word<N> a, Word<N> b) {
    return constant<N>(a.value - b.value);
  }
  template <int N>
  Word<N> mul(Word<N> a, Word<N> b) {
    return constant<N>(a.value * b.value);
  }
  template <int N>
  Word<N> neg(Word<N> a) {
    return constant<N>(0 - a.value);
  }

  template <int N>
  Word<N> bit_and(Word<N> a, Word<N> b) {
    return {a.value & b.value};
  }
  template <int N>
  Word<N> bit_or(Word<N> a, Word<N> b) {
    return {a.value | b.value};
  }
  template <int N>
  Word<N> bit_xor(Word<N> a, Word<N> b) {
    return {a.value ^ b.value};
  }
  template <int N>
  Word<N> bit_not(Word<N> a) {
    return constant<N>(~a.value);
  }
  template <int N>
  Word<N> shl(Word<N> a, Word<N> amount) {
    return amount.value >= N ? Word<N>{0} : constant<N>(a.value << amount.value);
  }
  template <int N>
  Word<N> lshr(Word<N> a, Word<N> amount) {
    return amount.value >= N ? Word<N>{0} : Word<N>{a.value >> amount.value};
  }
  template <int N>
  Word<N> ashr(Word<N> a, Word<N> amount) {
    const std::uint64_t by = amount.value >= N ? N - 1 : amount.value;
    return constant<N>(static_cast<std::uint64_t>(signed_value(a) >> by));
  }
  template <int N>
  Word<N> popc(Word<N> a) {
    return constant<N>(static_cast<std::uint64_t>(std::popcount(a.value)));
  }

  template <int M, int N>
  Word<M> zext(Word<N> a) {
    static_assert(M >= N);
    return {a.value};
  }
  template <int M, int N>
  Word<M> sext(Word<N> a) {
    static_assert(M >= N);
    return constant<M>(static_cast<std::uint64_t>(signed_value(a)));
  }
  template <int HI, int LO, int N>
  Word<HI - LO + 1> extract(Word<N> a) {
    static_assert(0 <= LO && LO <= HI && HI < N);
    return constant<HI - LO + 1>(a.value >> LO);
  }

  template <int N>
  Pred eq(Word<N> a, Word<N> b) {
    return {a.value == b.value};
  }
  template <int N>
  Pred ult(Word<N> a, Word<N> b) {
    return {a.value < b.value};
  }
  template <int N>
  Pred ule(Word<N> a, Word<N> b) {
    return {a.value <= b.value};
  }
  template <int N>
  Pred slt(Word<N> a, Word<N> b) {
    return {signed_value(a) < signed_value(b)};
  }
  template <int N>
  Pred sle(Word<N> a, Word<N> b) {
    return {signed_value(a) <= signed_value(b)};
  }
  // Bit `index` of a; false from N on.
  template <int N>
  Pred bit(Word<N> a, unsigned index) {
    return {index < N && ((a.value >> index) & 1) != 0};
  }

  Pred land(Pred a, Pred b) { return {a.value && b.value}; }
  Pred lor(Pred a, Pred b) { return {a.value || b.value}; }
  Pred lnot(Pred a) { return {!a.value}; }
  template <int N>
  Word<N> select(Pred c, Word<N> a, Word<N> b) {
    return c.value ? a : b;
  }
  Pred select(Pred c, Pred a, Pred b) { return c.value ? a : b; }

  template <int N>
  Word<N> from_bits(const Pred* p, unsigned count) {
    std::uint64_t v = 0;
    for (unsigned i = 0; i < count && i < N; ++i) v |= std::uint64_t{p[i].value} << i;
    return {v};
  }

 private:
  template <int N>
  static std::int64_t signed_value(Word<N> a) {
    return static_cast<std::int64_t>(a.value << (64 - N)) >> (64 - N);
  }
};

static_assert(spec::ValueDomain<ScalarDomain>);

}  // namespace warpproof
