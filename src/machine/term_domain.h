// The symbolic value domain: words and predicates are handles into a term graph, which rewrites as it builds.
//
// Word<N> holds a term of width N, Pred one of width 1. A default-constructed value names no particular term
// and must be assigned before it is used. Builders may throw TermLimit (src/term/term.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "spec/value_domain.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof {

template <int N>
struct TermWord {
  static_assert(N >= 1 && N <= 64);
  Term t;
  bool operator==(const TermWord&) const = default;
};

struct TermPred {
  Term t;
  bool operator==(const TermPred&) const = default;
};

struct TermDomain {
  TermGraph& g;

  template <int N>
  using Word = TermWord<N>;
  using Pred = TermPred;

  template <int N>
  Word<N> constant(std::uint64_t v) {
    return {g.constant(N, v & (N == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (N % 64)) - 1))};
  }
  Pred truth(bool b) { return {g.truth(b)}; }
  std::optional<bool> known(Pred p) {
    if (g.is_true(p.t)) return true;
    if (g.is_false(p.t)) return false;
    return std::nullopt;
  }

  template <int N>
  Word<N> add(Word<N> a, Word<N> b) {
    return {g.add(a.t, b.t)};
  }
  template <int N>
  Word<N> sub(Word<N> a, Word<N> b) {
    return {g.sub(a.t, b.t)};
  }
  template <int N>
  Word<N> mul(Word<N> a, Word<N> b) {
    return {g.mul(a.t, b.t)};
  }
  template <int N>
  Word<N> neg(Word<N> a) {
    return {g.neg(a.t)};
  }

  template <int N>
  Word<N> bit_and(Word<N> a, Word<N> b) {
    return {g.bit_and(a.t, b.t)};
  }
  template <int N>
  Word<N> bit_or(Word<N> a, Word<N> b) {
    return {g.bit_or(a.t, b.t)};
  }
  template <int N>
  Word<N> bit_xor(Word<N> a, Word<N> b) {
    return {g.bit_xor(a.t, b.t)};
  }
  template <int N>
  Word<N> bit_not(Word<N> a) {
    return {g.bit_not(a.t)};
  }
  template <int N>
  Word<N> shl(Word<N> a, Word<N> amount) {
    return {g.shl(a.t, amount.t)};
  }
  template <int N>
  Word<N> lshr(Word<N> a, Word<N> amount) {
    return {g.lshr(a.t, amount.t)};
  }
  template <int N>
  Word<N> ashr(Word<N> a, Word<N> amount) {
    return {g.ashr(a.t, amount.t)};
  }
  template <int N>
  Word<N> popc(Word<N> a) {
    return {g.popc(a.t)};
  }

  template <int M, int N>
  Word<M> zext(Word<N> a) {
    static_assert(M >= N);
    return {g.zext(a.t, M)};
  }
  template <int M, int N>
  Word<M> sext(Word<N> a) {
    static_assert(M >= N);
    return {g.sext(a.t, M)};
  }
  template <int HI, int LO, int N>
  Word<HI - LO + 1> extract(Word<N> a) {
    static_assert(0 <= LO && LO <= HI && HI < N);
    return {g.extract(a.t, HI, LO)};
  }

  template <int N>
  Pred eq(Word<N> a, Word<N> b) {
    return {g.eq(a.t, b.t)};
  }
  // Equalities between terms that the condition holds are used to rewrite one side into the other: masks made by
  // match.any differ only in whose key they compare with.
  template <int N>
  Pred eq_given(Pred given, Word<N> a, Word<N> b) {
    if (a.t == b.t || g.is_const(given.t)) return eq(a, b);
    const bool conjunction = g.kind(given.t) == Kind::And;
    const std::span<const Term> operands = g.operands(given.t);
    const std::vector<Term> literals = conjunction ? std::vector<Term>(operands.begin(), operands.end()) : std::vector<Term>{given.t};
    for (const Term literal : literals) {
      if (g.kind(literal) != Kind::Eq) continue;
      const Term left = g.operands(literal)[0], right = g.operands(literal)[1];
      if (g.is_const(left) || g.is_const(right)) continue;
      Substitute put(g);
      put.map(left, right);
      a.t = put(a.t);
      b.t = put(b.t);
    }
    return eq(a, b);
  }
  template <int N>
  Pred ult(Word<N> a, Word<N> b) {
    return {g.ult(a.t, b.t)};
  }
  template <int N>
  Pred ule(Word<N> a, Word<N> b) {
    return {g.ule(a.t, b.t)};
  }
  template <int N>
  Pred slt(Word<N> a, Word<N> b) {
    return {g.slt(a.t, b.t)};
  }
  template <int N>
  Pred sle(Word<N> a, Word<N> b) {
    return {g.sle(a.t, b.t)};
  }
  // Bit `index` of a; false from N on.
  template <int N>
  Pred bit(Word<N> a, unsigned index) {
    return index < N ? Pred{g.bit(a.t, static_cast<int>(index))} : truth(false);
  }

  Pred land(Pred a, Pred b) { return {g.land(a.t, b.t)}; }
  Pred lor(Pred a, Pred b) { return {g.lor(a.t, b.t)}; }
  Pred lnot(Pred a) { return {g.lnot(a.t)}; }
  template <int N>
  Word<N> select(Pred c, Word<N> a, Word<N> b) {
    return {g.ite(c.t, a.t, b.t)};
  }
  Pred select(Pred c, Pred a, Pred b) { return {g.ite(c.t, a.t, b.t)}; }

  // A concatenation of predicates, so that a bit of the word is the predicate again.
  template <int N>
  Word<N> from_bits(const Pred* p, unsigned count) {
    std::array<Term, N> most_significant_first;
    for (unsigned i = 0; i < N; ++i) {
      most_significant_first[N - 1 - i] = i < count ? p[i].t : g.truth(false);
    }
    return {g.concat(most_significant_first)};
  }
};

static_assert(spec::ValueDomain<TermDomain>);

}  // namespace warpproof
