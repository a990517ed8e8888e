// Masks whose bits are known predicates: what ballots, match.any and activemask return. Lanes of one class
// have one mask, the first lane of a mask is one of its bits, and counts of some of the bits of a mask
// compare like the bits that only one of them has.
#include <algorithm>
#include <vector>

#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;

// Classes: bit u of one mask says "P(u) and key(u) = a", of the other "P(u) and key(u) = b". Both hold of the
// same u only when a = b, and then the masks are one; else they are equal only when no bit that differs is
// set. Recognised where some u has the key a or b itself, since that shows the term a = b.
bool Impl::eq_classes(const Terms& pa, const Terms& pb, Term& out) {
  if (pa.size() != pb.size() || pa.size() < 3) return false;
  const auto literals = [&](Term t) {
    if (kind(t) != Kind::And) return std::vector<Term>{t};
    std::vector<Term> all(operands(t).begin(), operands(t).end());
    std::sort(all.begin(), all.end());
    return all;
  };
  struct Pair {
    Term x, y;  // the literals in which two bits differ; id 0 for none
  };
  SmallVector<Pair, 32> differing;
  Term same_class{};
  Terms none;  // of the differing bits
  for (std::size_t i = 0; i < pa.size(); ++i) {
    if (pa[i] == pb[i]) continue;
    if (width(pa[i]) != 1 || width(pb[i]) != 1 || is_const(pa[i]) || is_const(pb[i])) return false;
    const std::vector<Term> la = literals(pa[i]), lb = literals(pb[i]);
    std::vector<Term> only_a, only_b;
    std::set_difference(la.begin(), la.end(), lb.begin(), lb.end(), std::back_inserter(only_a));
    std::set_difference(lb.begin(), lb.end(), la.begin(), la.end(), std::back_inserter(only_b));
    if (only_a.size() > 1 || only_b.size() > 1) return false;
    const Pair p{only_a.empty() ? Term{} : only_a[0], only_b.empty() ? Term{} : only_b[0]};
    for (const Term t : {p.x, p.y}) {
      if (t.id != 0 && (kind(t) != Kind::Eq || is_const(operand(t, 1)))) return false;
    }
    if (p.x.id == 0 || p.y.id == 0) {
      const Term e = p.x.id == 0 ? p.y : p.x;
      if (same_class.id != 0 && same_class != e) return false;
      same_class = e;
    } else {
      differing.push_back(p);
    }
    none.push_back(lnot(pa[i]));
    none.push_back(lnot(pb[i]));
  }
  if (same_class.id == 0) return false;
  const Term a = operand(same_class, 0), b = operand(same_class, 1);
  for (const Pair& p : differing) {
    const auto key_besides = [&](Term equation, Term side) {
      const Term x = operand(equation, 0), y = operand(equation, 1);
      return x == side ? y : y == side ? x : Term{};
    };
    const Term with_a = key_besides(p.x, a), with_b = key_besides(p.x, b);
    const bool straight = with_a.id != 0 && with_a == key_besides(p.y, b);
    const bool crossed = with_b.id != 0 && with_b == key_besides(p.y, a);
    if (!straight && !crossed) return false;
  }
  out = lor(same_class, conj({none.data(), none.size()}));
  return true;
}

// The bits of a mask, most significant first. False where some are not known one by one.
bool Impl::mask_bits(Term t, Terms& bits) {
  Terms parts;
  if (!view_parts(t, parts)) return false;
  bits.clear();
  for (const Term p : parts) {
    if (width(p) > 1 && !is_const(p)) return false;
    for (int i = width(p); i-- > 0;) bits.push_back(bit(p, i));
  }
  return true;
}

// x where t is x & -x; id 0 where it is not.
Term Impl::lowest_set_of(Term t) {
  if (kind(t) != Kind::And || operands(t).size() != 2) return {};
  for (int i = 0; i < 2; ++i) {
    const Term x = operand(t, i), minus = operand(t, 1 - i);
    if (kind(minus) != Kind::Mul || operands(minus).size() != 2) continue;
    if (operand(minus, 0) == x && is_const(operand(minus, 1), mask_of(width(t)))) return x;
  }
  return {};
}

// x & -x, where a mask x has bits that are known to be set, which makes a sum of its negation: kept in the form
// that lowest_set_of() sees.
bool Impl::lowest_set_bit(Term x, Term minus, Term& out) {
  if (kind(x) != Kind::Concat || (kind(minus) != Kind::Add && kind(minus) != Kind::Mul)) return false;
  const int w = width(x);
  const Term most = constant(w, mask_of(w));
  if (mul(x, most) != minus) return false;
  const Term negated = intern(Kind::Mul, w, 0, {x, most});
  out = x < negated ? intern(Kind::And, w, 0, {x, negated}) : intern(Kind::And, w, 0, {negated, x});
  return true;
}

// t = how far the first set bit is from an end of a mask: Clz of the mask x, or of x & -x. The value of t is
// values[i] for the first i whose bit is set, and values.back() if none is.
bool Impl::first_set(Term t, Terms& bits, SmallVector<u64, 33>& values) {
  if (kind(t) != Kind::Clz) return false;
  const u64 w = static_cast<u64>(width(t));
  const Term mask = lowest_set_of(operand(t, 0));
  if (!mask_bits(mask.id == 0 ? operand(t, 0) : mask, bits)) return false;
  values.clear();
  for (u64 i = 0; i < w; ++i) values.push_back(mask.id == 0 ? i : w - 1 - i);
  values.push_back(w);
  if (mask.id != 0) std::reverse(bits.begin(), bits.end());
  return true;
}

// Clz = k: where the bits are known, one of them is set and none before it.
Term Impl::eq_first_set(Term clz, u64 k) {
  Terms bits;
  SmallVector<u64, 33> values;
  if (!first_set(clz, bits, values)) return intern(Kind::Eq, 1, 0, {clz, constant(width(clz), k)});
  Terms all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == bits.size() && values[i] != k) return truth(false);
    if (i < bits.size()) all.push_back(values[i] == k ? bits[i] : lnot(bits[i]));
    if (values[i] == k) break;
  }
  return conj({all.data(), all.size()});
}

// Of another width, with the same value: below zeros, or without bits that are all 0.
Term Impl::without_width(Term t) {
  while (true) {
    const bool low_part = kind(t) == Kind::Extract && node(t).aux == 0;
    if (kind(t) != Kind::ZExt && !(low_part && facts(operand(t, 0)).high <= mask_of(width(t)))) return t;
    t = operand(t, 0);
  }
}

// The bits that a count counts, sorted.
bool Impl::counted_bits(Term t, Terms& bits) {
  t = without_width(t);
  bits.clear();
  if (width(t) == 1) {
    bits.push_back(t);
    return true;
  }
  if (kind(t) != Kind::Popc || !mask_bits(operand(t, 0), bits)) return false;
  std::sort(bits.begin(), bits.end());
  return true;
}

// Whether one count counts some of the bits of the other; `rest` holds those that only one counts.
bool Impl::nested_counts(Term a, Term b, Terms& rest, bool& a_is_part) {
  Terms bits_a, bits_b;
  if (!counted_bits(a, bits_a) || !counted_bits(b, bits_b)) return false;
  a_is_part = bits_a.size() <= bits_b.size();
  const Terms& part = a_is_part ? bits_a : bits_b;
  const Terms& whole = a_is_part ? bits_b : bits_a;
  if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end())) return false;
  rest.clear();
  std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(), std::back_inserter(rest));
  return true;
}

// In a sum, a count less a count of some of its bits is a count of the others.
void Impl::cancel_counts(Linear& sum, int w) {
  const auto counts = [&](Term t) { return kind(without_width(t)) == Kind::Popc; };
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    for (std::size_t j = i + 1; j < sum.parts.size(); ++j) {
      const auto x = sum.parts[i], y = sum.parts[j];
      const bool opposite = ((x.coefficient + y.coefficient) & mask_of(w)) == 0;
      Terms rest;
      bool x_is_part = false;
      if (!opposite || (!counts(x.atom) && !counts(y.atom)) || !nested_counts(x.atom, y.atom, rest, x_is_part))
        continue;
      if (rest.size() > static_cast<std::size_t>(w)) continue;
      Linear reduced;
      reduced.constant = sum.constant;
      for (std::size_t k = 0; k < sum.parts.size(); ++k) {
        if (k != i && k != j) reduced.parts.push_back(sum.parts[k]);
      }
      if (!rest.empty()) {
        const Term count = zext(popc(concat({rest.data(), rest.size()})), w);
        accumulate(reduced, count, x_is_part ? y.coefficient : x.coefficient, w);
      }
      normalise(reduced, w);
      sum = reduced;
      return cancel_counts(sum, w);
    }
  }
}

// No wrap-around, whatever the values: all coefficients count as positive.
bool Impl::sum_fits(const Linear& sum, int w) {
  unsigned __int128 most = sum.constant & mask_of(w);
  for (const auto& p : sum.parts) {
    most += static_cast<unsigned __int128>(p.coefficient) * facts(p.atom).high;
    if (most > mask_of(w)) return false;
  }
  return true;
}

}  // namespace warpproof
