#include "src/term/rewrite_masks.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "src/term/linear.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static bool mask_bits(NodeStore& g, Term t, Terms& bits);
static Term without_width(NodeStore& g, Term t);

// Classes: bit u of one mask says "P(u) and key(u) = a", of the other "P(u) and key(u) = b". Both hold of the
// same u only when a = b, and then the masks are one; else they are equal only when no bit that differs is
// set. Recognised where some u has the key a or b itself, since that shows the term a = b.
bool eq_classes(NodeStore& g, const Terms& pa, const Terms& pb, Term& out) {
  if (pa.size() != pb.size() || pa.size() < 3) return false;
  const auto literals = [&](Term t) {
    if (g.kind(t) != Kind::And) return std::vector<Term>{t};
    std::vector<Term> all(g.operands(t).begin(), g.operands(t).end());
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
    if (g.width(pa[i]) != 1 || g.width(pb[i]) != 1 || g.is_const(pa[i]) || g.is_const(pb[i])) return false;
    const std::vector<Term> la = literals(pa[i]), lb = literals(pb[i]);
    std::vector<Term> only_a, only_b;
    std::set_difference(la.begin(), la.end(), lb.begin(), lb.end(), std::back_inserter(only_a));
    std::set_difference(lb.begin(), lb.end(), la.begin(), la.end(), std::back_inserter(only_b));
    if (only_a.size() > 1 || only_b.size() > 1) return false;
    const Pair p{only_a.empty() ? Term{} : only_a[0], only_b.empty() ? Term{} : only_b[0]};
    for (const Term t : {p.x, p.y}) {
      if (t.id != 0 && (g.kind(t) != Kind::Eq || g.is_const(g.operand(t, 1)))) return false;
    }
    if (p.x.id == 0 || p.y.id == 0) {
      const Term e = p.x.id == 0 ? p.y : p.x;
      if (same_class.id != 0 && same_class != e) return false;
      same_class = e;
    } else {
      differing.push_back(p);
    }
    none.push_back(lnot(g, pa[i]));
    none.push_back(lnot(g, pb[i]));
  }
  if (same_class.id == 0) return false;
  const Term a = g.operand(same_class, 0), b = g.operand(same_class, 1);
  for (const Pair& p : differing) {
    const auto key_besides = [&](Term equation, Term side) {
      const Term x = g.operand(equation, 0), y = g.operand(equation, 1);
      return x == side ? y : y == side ? x : Term{};
    };
    const Term with_a = key_besides(p.x, a), with_b = key_besides(p.x, b);
    const bool straight = with_a.id != 0 && with_a == key_besides(p.y, b);
    const bool crossed = with_b.id != 0 && with_b == key_besides(p.y, a);
    if (!straight && !crossed) return false;
  }
  out = lor(g, same_class, conj(g, {none.data(), none.size()}));
  return true;
}

// The bits of a mask, most significant first. False where some are not known one by one.
static bool mask_bits(NodeStore& g, Term t, Terms& bits) {
  Terms parts;
  if (!view_parts(g, t, parts)) return false;
  bits.clear();
  for (const Term p : parts) {
    if (g.width(p) > 1 && !g.is_const(p)) return false;
    for (int i = g.width(p); i-- > 0;) bits.push_back(bit(g, p, i));
  }
  return true;
}

// x where t is x & -x; id 0 where it is not.
Term lowest_set_of(NodeStore& g, Term t) {
  if (g.kind(t) != Kind::And || g.operands(t).size() != 2) return {};
  for (int i = 0; i < 2; ++i) {
    const Term x = g.operand(t, i), minus = g.operand(t, 1 - i);
    if (g.kind(minus) != Kind::Mul || g.operands(minus).size() != 2) continue;
    if (g.operand(minus, 0) == x && g.is_const(g.operand(minus, 1), mask_of(g.width(t)))) return x;
  }
  return {};
}

// x & -x, where a mask x has bits that are known to be set, which makes a sum of its negation: kept in the form
// that lowest_set_of(g, ) sees.
bool lowest_set_bit(NodeStore& g, Term x, Term minus, Term& out) {
  if (g.kind(x) != Kind::Concat || (g.kind(minus) != Kind::Add && g.kind(minus) != Kind::Mul)) return false;
  const int w = g.width(x);
  const Term most = g.constant(w, mask_of(w));
  if (mul(g, x, most) != minus) return false;
  const Term negated = g.intern(Kind::Mul, w, 0, {x, most});
  out = x < negated ? g.intern(Kind::And, w, 0, {x, negated}) : g.intern(Kind::And, w, 0, {negated, x});
  return true;
}

// t = how far the first set bit is from an end of a mask: Clz of the mask x, or of x & -x. The value of t is
// values[i] for the first i whose bit is set, and values.back() if none is.
bool first_set(NodeStore& g, Term t, Terms& bits, SmallVector<u64, 33>& values) {
  if (g.kind(t) != Kind::Clz) return false;
  const u64 w = static_cast<u64>(g.width(t));
  const Term mask = lowest_set_of(g, g.operand(t, 0));
  if (!mask_bits(g, mask.id == 0 ? g.operand(t, 0) : mask, bits)) return false;
  values.clear();
  for (u64 i = 0; i < w; ++i) values.push_back(mask.id == 0 ? i : w - 1 - i);
  values.push_back(w);
  if (mask.id != 0) std::reverse(bits.begin(), bits.end());
  return true;
}

// Clz = k: where the bits are known, one of them is set and none before it.
Term eq_first_set(NodeStore& g, Term clz, u64 k) {
  Terms bits;
  SmallVector<u64, 33> values;
  if (!first_set(g, clz, bits, values)) return g.intern(Kind::Eq, 1, 0, {clz, g.constant(g.width(clz), k)});
  Terms all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == bits.size() && values[i] != k) return g.truth(false);
    if (i < bits.size()) all.push_back(values[i] == k ? bits[i] : lnot(g, bits[i]));
    if (values[i] == k) break;
  }
  return conj(g, {all.data(), all.size()});
}

// Of another width, with the same value: below zeros, or without bits that are all 0.
static Term without_width(NodeStore& g, Term t) {
  while (true) {
    const bool low_part = g.kind(t) == Kind::Extract && g.node(t).aux == 0;
    if (g.kind(t) != Kind::ZExt && !(low_part && g.facts(g.operand(t, 0)).high <= mask_of(g.width(t))))
      return t;
    t = g.operand(t, 0);
  }
}

// The bits that a count counts, sorted.
bool counted_bits(NodeStore& g, Term t, Terms& bits) {
  t = without_width(g, t);
  bits.clear();
  if (g.width(t) == 1) {
    bits.push_back(t);
    return true;
  }
  if (g.kind(t) != Kind::Popc || !mask_bits(g, g.operand(t, 0), bits)) return false;
  std::sort(bits.begin(), bits.end());
  return true;
}

// Whether one count counts some of the bits of the other; `rest` holds those that only one counts.
bool nested_counts(NodeStore& g, Term a, Term b, Terms& rest, bool& a_is_part) {
  Terms bits_a, bits_b;
  if (!counted_bits(g, a, bits_a) || !counted_bits(g, b, bits_b)) return false;
  a_is_part = bits_a.size() <= bits_b.size();
  const Terms& part = a_is_part ? bits_a : bits_b;
  const Terms& whole = a_is_part ? bits_b : bits_a;
  if (!std::includes(whole.begin(), whole.end(), part.begin(), part.end())) return false;
  rest.clear();
  std::set_difference(whole.begin(), whole.end(), part.begin(), part.end(), std::back_inserter(rest));
  return true;
}

// In a sum, a count less a count of some of its bits is a count of the others.
void cancel_counts(NodeStore& g, Linear& sum, int w) {
  const auto counts = [&](Term t) { return g.kind(without_width(g, t)) == Kind::Popc; };
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    for (std::size_t j = i + 1; j < sum.parts.size(); ++j) {
      const auto x = sum.parts[i], y = sum.parts[j];
      const bool opposite = ((x.coefficient + y.coefficient) & mask_of(w)) == 0;
      Terms rest;
      bool x_is_part = false;
      if (!opposite || (!counts(x.atom) && !counts(y.atom)) ||
          !nested_counts(g, x.atom, y.atom, rest, x_is_part))
        continue;
      if (rest.size() > static_cast<std::size_t>(w)) continue;
      Linear reduced;
      reduced.constant = sum.constant;
      for (std::size_t k = 0; k < sum.parts.size(); ++k) {
        if (k != i && k != j) reduced.parts.push_back(sum.parts[k]);
      }
      if (!rest.empty()) {
        const Term count = zext(g, popc(g, concat(g, {rest.data(), rest.size()})), w);
        accumulate(g, reduced, count, x_is_part ? y.coefficient : x.coefficient, w);
      }
      normalise(reduced, w);
      sum = reduced;
      return cancel_counts(g, sum, w);
    }
  }
}

}  // namespace warpproof::rewrite
