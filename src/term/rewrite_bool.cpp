#include "src/term/rewrite_bool.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "src/base/effort.h"
#include "src/term/rewrite_bounds.h"
#include "src/term/rewrite_clauses.h"
#include "src/term/rewrite_ite.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static bool normalise_literals(const NodeStore& g, Terms& literals);

Term lnot(NodeStore& g, Term a) {
  if (g.width(a) != 1) throw std::invalid_argument("a predicate has width 1");
  if (Term known = g.complement_if_stored(a); known.id != 0) return known;
  // Equal structure up to negation must meet in one node, so the negation moves out of xor and choice when
  // these are built; here only a stored Not is opened (its link is always set).
  Term out = g.intern(Kind::Not, 1, 0, {a});
  g.link_complements(a, out);
  return out;
}

Term land(NodeStore& g, Term a, Term b) {
  if (g.width(a) != 1 || g.width(b) != 1) throw std::invalid_argument("a predicate has width 1");
  if (a == b) return a;
  if (a.id > b.id) std::swap(a, b);
  if (a.id <= 2) return a.id == 1 ? a : b;  // false, true
  if (g.node(a).link == b.id) return g.truth(false);
  const std::uint32_t key = ResultCache::key(Kind::And, 1);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  const Term pair[] = {a, b};
  return g.results.remember(key, a, b, {}, conj(g, pair));
}

void flatten(const NodeStore& g, Kind kind, std::span<const Term> terms, Terms& out) {
  std::size_t total = 0;
  for (Term t : terms) total += g.node(t).kind == kind ? g.node(t).arity : 1;
  for (Term t : terms) {
    const Node& n = g.node(t);
    const bool open = n.kind == kind &&
                      (n.arity <= kFlattenArity || (total <= kMaxArity && (total - n.arity) * 4 >= n.arity));
    if (open) {
      for (Term x : g.operands(n)) out.push_back(x);
    } else {
      out.push_back(t);
    }
  }
  effort::spend(effort::Work::Literal, out.size());
}

static bool normalise_literals(const NodeStore& g, Terms& literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  std::size_t kept = 0;
  for (Term t : literals) {
    if (t.id == 1) return false;
    if (t.id == 2) continue;
    literals[kept++] = t;
  }
  literals.truncate(kept);
  for (Term t : literals) {
    const std::uint32_t other = g.node(t).link;
    if (other != 0 && other < t.id && std::binary_search(literals.begin(), literals.end(), Term{other})) {
      return false;
    }
  }
  return true;
}

// The literals are normalised.
Term intern_and(NodeStore& g, std::span<const Term> literals) {
  if (literals.empty()) return g.truth(true);
  if (literals.size() == 1) return literals[0];
  if (literals.size() <= kMaxArity) return g.intern(Kind::And, 1, 0, literals);
  Terms groups;
  for (std::size_t i = 0; i < literals.size(); i += kMaxArity) {
    groups.push_back(intern_and(g, literals.subspan(i, std::min(kMaxArity, literals.size() - i))));
  }
  std::sort(groups.begin(), groups.end());
  return intern_and(g, {groups.data(), groups.size()});
}

Term conj(NodeStore& g, std::span<const Term> terms) {
  Terms literals;
  for (Term t : terms) {
    if (g.width(t) != 1) throw std::invalid_argument("a predicate has width 1");
  }
  flatten(g, Kind::And, terms, literals);
  if (!normalise_literals(g, literals)) return g.truth(false);
  Depth depth(g.results);
  for (int round = 0; round < 4 && literals.size() > 1 && !depth.deep(); ++round) {
    bool changed = false;
    if (!simplify_bounds(g, literals, changed) || !simplify_orders(g, literals, changed) ||
        !simplify_clauses(g, literals, changed)) {
      return g.truth(false);
    }
    if (!changed) break;
    Terms again;
    flatten(g, Kind::And, {literals.data(), literals.size()}, again);
    literals = again;
    if (!normalise_literals(g, literals)) return g.truth(false);
  }
  if (literals.size() == 2 && !depth.deep()) {
    if (Term factored = factor(g, literals); factored.id != 0) return factored;
  }
  return intern_and(g, {literals.data(), literals.size()});
}

Term disj(NodeStore& g, std::span<const Term> terms) {
  std::vector<Term> negated;
  negated.reserve(terms.size());
  for (Term t : terms) negated.push_back(lnot(g, t));
  return lnot(g, conj(g, negated));
}

Term lxor(NodeStore& g, Term a, Term b) {
  // Negations move out; equal operands cancel.
  bool negate = false;
  Terms in;
  for (Term t : {a, b}) {
    if (g.is_not(t)) {
      negate = !negate;
      t = g.operand(t, 0);
    }
    in.push_back(t);
  }
  Terms flat, out;
  flatten(g, Kind::Xor, {in.data(), in.size()}, flat);
  std::sort(flat.begin(), flat.end());
  for (Term t : flat) {
    if (t.id <= 2) {
      negate ^= t.id == 2;
    } else if (!out.empty() && out.back() == t) {
      out.pop_back();
    } else {
      out.push_back(t);
    }
  }
  Term result = out.empty()       ? g.truth(false)
                : out.size() == 1 ? out[0]
                                  : g.intern(Kind::Xor, 1, 0, std::span<const Term>(out.data(), out.size()));
  return negate ? lnot(g, result) : result;
}

Term assume(NodeStore& g, Term t, Term c) {
  if (t == c) return g.truth(true);
  if (g.width(t) == 1 && g.node(t).link == c.id) return g.truth(false);
  const Term opposite = g.complement_if_stored(c);
  const bool negated = g.width(t) == 1 && g.is_not(t);
  Term inner = negated ? g.operand(t, 0) : t;
  if (g.kind(inner) == Kind::Ite) {
    auto ops = g.operands(inner);
    if (ops[0] == c)
      inner = ops[1];
    else if (ops[0] == opposite)
      inner = ops[2];
    else
      return t;
    return negated ? lnot(g, inner) : inner;
  }
  if (g.kind(inner) == Kind::And && g.width(inner) == 1 && g.node(inner).arity <= kFlattenArity) {
    auto ops = g.operands(inner);
    if (opposite.id != 0 && std::binary_search(ops.begin(), ops.end(), opposite)) return g.truth(negated);
    if (!std::binary_search(ops.begin(), ops.end(), c)) return t;
    Terms rest;
    for (Term x : ops) {
      if (x != c) rest.push_back(x);
    }
    inner = intern_and(g, {rest.data(), rest.size()});
    return negated ? lnot(g, inner) : inner;
  }
  return t;
}

Term ite_pred(NodeStore& g, Term c, Term a, Term b) {
  a = assume(g, a, c);
  b = assume(g, b, lnot(g, c));
  // What one of the condition's conjuncts says, the arm need not say again.
  const auto decide = [&](Term arm, Term condition) {
    if (g.is_const(arm) || g.kind(condition) != Kind::And || g.node(condition).arity > kFlattenArity)
      return arm;
    const int known = literal_value(g, arm, g.operands(condition), 2);
    return known < 0 ? arm : g.truth(known == 1);
  };
  a = decide(a, c);
  b = decide(b, lnot(g, c));
  if (a == b) return a;
  if (g.is_const(a)) return g.value(a) ? lor(g, c, b) : land(g, lnot(g, c), b);
  if (g.is_const(b)) return g.value(b) ? lor(g, lnot(g, c), a) : land(g, c, a);
  if (g.node(a).link == b.id) return lnot(g, lxor(g, c, a));
  if (g.is_not(a)) return lnot(g, ite(g, c, g.operand(a, 0), lnot(g, b)));
  return g.intern(Kind::Ite, 1, 0, {c, a, b});
}

}  // namespace warpproof::rewrite
