// Predicates: conjunction and negation are the only stored connectives (besides xor and choice), so a
// disjunction is a negated conjunction of negations ("clause" below) and each rule is written once.
#include <algorithm>

#include "src/base/effort.h"
#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;

Term Impl::lnot(Term a) {
  if (width(a) != 1) throw std::invalid_argument("a predicate has width 1");
  if (Term known = complement_if_stored(a); known.id != 0) return known;
  // Equal structure up to negation must meet in one node, so the negation moves out of xor and choice when
  // these are built; here only a stored Not is opened (its link is always set).
  Term out = intern(Kind::Not, 1, 0, {a});
  node(a).link = out.id;
  node(out).link = a.id;
  return out;
}

Term Impl::land(Term a, Term b) {
  if (width(a) != 1 || width(b) != 1) throw std::invalid_argument("a predicate has width 1");
  if (a == b) return a;
  if (a.id > b.id) std::swap(a, b);
  if (a.id <= 2) return a.id == 1 ? a : b;  // false, true
  if (node(a).link == b.id) return truth(false);
  const u32 key = cache_key(Kind::And, 1);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  const Term pair[] = {a, b};
  return remember(key, a, b, {}, conj(pair));
}

void Impl::flatten(Kind kind, std::span<const Term> terms, Terms& out) const {
  std::size_t total = 0;
  for (Term t : terms) total += node(t).kind == kind ? node(t).arity : 1;
  for (Term t : terms) {
    const Node& n = node(t);
    const bool open = n.kind == kind &&
                      (n.arity <= kFlattenArity || (total <= kMaxArity && (total - n.arity) * 4 >= n.arity));
    if (open) {
      for (Term x : operands(n)) out.push_back(x);
    } else {
      out.push_back(t);
    }
  }
  effort::spend(effort::Work::Literal, out.size());
}

bool Impl::normalise_literals(Terms& literals) const {
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
    const u32 other = node(t).link;
    if (other != 0 && other < t.id && std::binary_search(literals.begin(), literals.end(), Term{other})) {
      return false;
    }
  }
  return true;
}

// The literals are normalised.
Term Impl::intern_and(std::span<const Term> literals) {
  if (literals.empty()) return truth(true);
  if (literals.size() == 1) return literals[0];
  if (literals.size() <= kMaxArity) return intern(Kind::And, 1, 0, literals);
  Terms groups;
  for (std::size_t i = 0; i < literals.size(); i += kMaxArity) {
    groups.push_back(intern_and(literals.subspan(i, std::min(kMaxArity, literals.size() - i))));
  }
  std::sort(groups.begin(), groups.end());
  return intern_and({groups.data(), groups.size()});
}

Term Impl::conj(std::span<const Term> terms) {
  Terms literals;
  for (Term t : terms) {
    if (width(t) != 1) throw std::invalid_argument("a predicate has width 1");
  }
  flatten(Kind::And, terms, literals);
  if (!normalise_literals(literals)) return truth(false);
  Depth depth(*this);
  for (int round = 0; round < 4 && literals.size() > 1 && !depth.deep(); ++round) {
    bool changed = false;
    if (!simplify_bounds(literals, changed) || !simplify_orders(literals, changed) ||
        !simplify_clauses(literals, changed)) {
      return truth(false);
    }
    if (!changed) break;
    Terms again;
    flatten(Kind::And, {literals.data(), literals.size()}, again);
    literals = again;
    if (!normalise_literals(literals)) return truth(false);
  }
  if (literals.size() == 2 && !depth.deep()) {
    if (Term factored = factor(literals); factored.id != 0) return factored;
  }
  return intern_and({literals.data(), literals.size()});
}

Term Impl::disj(std::span<const Term> terms) {
  std::vector<Term> negated;
  negated.reserve(terms.size());
  for (Term t : terms) negated.push_back(lnot(t));
  return lnot(conj(negated));
}

Term Impl::lxor(Term a, Term b) {
  // Negations move out; equal operands cancel.
  bool negate = false;
  Terms in;
  for (Term t : {a, b}) {
    if (is_not(t)) {
      negate = !negate;
      t = operand(t, 0);
    }
    in.push_back(t);
  }
  Terms flat, out;
  flatten(Kind::Xor, {in.data(), in.size()}, flat);
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
  Term result = out.empty()       ? truth(false)
                : out.size() == 1 ? out[0]
                                  : intern(Kind::Xor, 1, 0, std::span<const Term>(out.data(), out.size()));
  return negate ? lnot(result) : result;
}

Term Impl::assume(Term t, Term c) {
  if (t == c) return truth(true);
  if (width(t) == 1 && node(t).link == c.id) return truth(false);
  const Term opposite = complement_if_stored(c);
  const bool negated = width(t) == 1 && is_not(t);
  Term inner = negated ? operand(t, 0) : t;
  if (kind(inner) == Kind::Ite) {
    auto ops = operands(inner);
    if (ops[0] == c)
      inner = ops[1];
    else if (ops[0] == opposite)
      inner = ops[2];
    else
      return t;
    return negated ? lnot(inner) : inner;
  }
  if (kind(inner) == Kind::And && width(inner) == 1 && node(inner).arity <= kFlattenArity) {
    auto ops = operands(inner);
    if (opposite.id != 0 && std::binary_search(ops.begin(), ops.end(), opposite)) return truth(negated);
    if (!std::binary_search(ops.begin(), ops.end(), c)) return t;
    Terms rest;
    for (Term x : ops) {
      if (x != c) rest.push_back(x);
    }
    inner = intern_and({rest.data(), rest.size()});
    return negated ? lnot(inner) : inner;
  }
  return t;
}

Term Impl::ite_pred(Term c, Term a, Term b) {
  a = assume(a, c);
  b = assume(b, lnot(c));
  // What one of the condition's conjuncts says, the arm need not say again.
  const auto decide = [&](Term arm, Term condition) {
    if (is_const(arm) || kind(condition) != Kind::And || node(condition).arity > kFlattenArity) return arm;
    const int known = literal_value(arm, operands(condition), 2);
    return known < 0 ? arm : truth(known == 1);
  };
  a = decide(a, c);
  b = decide(b, lnot(c));
  if (a == b) return a;
  if (is_const(a)) return value(a) ? lor(c, b) : land(lnot(c), b);
  if (is_const(b)) return value(b) ? lor(lnot(c), a) : land(c, a);
  if (node(a).link == b.id) return lnot(lxor(c, a));
  if (is_not(a)) return lnot(ite(c, operand(a, 0), lnot(b)));
  return intern(Kind::Ite, 1, 0, {c, a, b});
}

}  // namespace warpproof
