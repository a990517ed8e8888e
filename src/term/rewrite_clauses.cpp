#include "src/term/rewrite_clauses.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "src/base/effort.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_bounds.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static bool decide_choices(NodeStore& g, Terms& literals);

namespace {

constexpr std::size_t kMaxLiterals =
    256;  // beyond this a conjunction is only sorted and searched for complements
constexpr std::size_t kMaxPairs = 12;  // clauses compared with each other

bool contains(std::span<const Term> sorted, Term t) {
  return t.id != 0 && std::binary_search(sorted.begin(), sorted.end(), t);
}

void difference(const Terms& a, const Terms& b, Terms& out) {
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
}

void erase_all(Terms& from, std::span<const Term> sorted_what) {
  from.erase(std::remove_if(from.begin(), from.end(), [&](Term t) { return contains(sorted_what, t); }),
             from.end());
}

struct Clause {
  Terms set;
  bool dropped = false;
  bool changed = false;
};
using Clauses = std::vector<Clause>;

}  // namespace

// 1 true, 0 false, -1 unknown, given that every literal of `assumed` (sorted) holds.
int literal_value(const NodeStore& g, Term t, std::span<const Term> assumed, int depth) {
  if (t.id <= 2) return t.id == 2;
  effort::spend(effort::Work::Literal);
  if (contains(assumed, t)) return 1;
  if (contains(assumed, g.complement_if_stored(t))) return 0;
  if (depth == 0) return -1;
  const bool negated = g.is_not(t);
  const Term inner = negated ? g.operand(t, 0) : t;
  if (g.kind(inner) != Kind::And || g.node(inner).arity > kFlattenArity) return -1;
  bool all_true = true;
  for (Term x : g.operands(inner)) {
    const int v = literal_value(g, x, assumed, depth - 1);
    if (v == 0) return negated;
    all_true = all_true && v == 1;
  }
  return all_true ? !negated : -1;
}

namespace {

// One resolution step: `b` minus `a` is a single literal whose complement (or, for a nested clause, whose
// parts) `a` holds; those parts of `a` are then idle. Returns whether `a` shrank.
bool resolve(const NodeStore& g, Clause& a, const Terms& only_a, const Terms& only_b) {
  if (only_b.size() != 1) return false;
  const Term m = only_b[0];
  if (Term opposite = g.complement_if_stored(m); contains({only_a.data(), only_a.size()}, opposite)) {
    const Term what[] = {opposite};
    erase_all(a.set, what);
    return true;
  }
  if (!g.is_not(m) || g.kind(g.operand(m, 0)) != Kind::And) return false;
  auto inner = g.operands(g.operand(m, 0));
  if (!std::includes(only_a.begin(), only_a.end(), inner.begin(), inner.end())) return false;
  erase_all(a.set, inner);
  return true;
}

// Every literal of `to` follows from a single literal of `from`.
bool covers(const NodeStore& g, const Terms& from, const Terms& to) {
  if (from.size() > 4 || to.size() > 4) return to.empty();
  return std::all_of(to.begin(), to.end(), [&](Term t) {
    return std::any_of(from.begin(), from.end(), [&](Term f) { return literal_entails(g, f, t); });
  });
}

void compare(const NodeStore& g, Clause& a, Clause& b) {
  for (int round = 0; round < 4; ++round) {
    effort::spend(effort::Work::Visit, a.set.size() + b.set.size());
    Terms only_a, only_b;
    difference(a.set, b.set, only_a);
    difference(b.set, a.set, only_b);
    if (covers(g, only_b, only_a)) {  // And(b) -> And(a), so the clause of a implies the clause of b
      b.dropped = true;
      return;
    }
    if (covers(g, only_a, only_b)) {
      a.dropped = true;
      return;
    }
    if (resolve(g, a, only_a, only_b)) {
      a.changed = true;
    } else if (resolve(g, b, only_b, only_a)) {
      b.changed = true;
    } else {
      return;
    }
  }
}

void compare_all(const NodeStore& g, Clauses& clauses) {
  if (clauses.size() > kMaxPairs) return;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    for (std::size_t j = i + 1; j < clauses.size() && !clauses[i].dropped; ++j) {
      if (!clauses[i].dropped && !clauses[j].dropped) compare(g, clauses[i], clauses[j]);
    }
  }
}

}  // namespace

// Replaces choices whose condition is another literal.
static bool decide_choices(NodeStore& g, Terms& literals) {
  bool any = false;
  Terms out(literals);
  for (Term& t : out) {
    const Term inner = g.is_not(t) ? g.operand(t, 0) : t;
    if (g.kind(inner) != Kind::Ite) continue;
    const int v = literal_value(g, g.operand(inner, 0), {literals.data(), literals.size()}, 0);
    if (v < 0) continue;
    const Term arm = g.operand(inner, v ? 1 : 2);
    t = g.is_not(t) ? lnot(g, arm) : arm;
    any = true;
  }
  if (any) {
    std::sort(out.begin(), out.end());
    literals = out;
  }
  return any;
}

bool simplify_clauses(NodeStore& g, Terms& literals, bool& changed) {
  if (literals.size() > kMaxLiterals) return true;
  if (decide_choices(g, literals)) {
    changed = true;
    return true;  // the caller sorts again and comes back
  }
  Terms units;
  Clauses clauses;
  for (Term t : literals) {
    const bool is_clause =
        g.is_not(t) && g.kind(g.operand(t, 0)) == Kind::And && g.node(g.operand(t, 0)).arity <= kFlattenArity;
    if (!is_clause) {
      units.push_back(t);
      continue;
    }
    Clause c;
    auto ops = g.operands(g.operand(t, 0));
    c.set.assign(ops.begin(), ops.end());
    clauses.push_back(std::move(c));
  }
  if (clauses.empty()) return true;
  for (Clause& c : clauses) {
    Terms kept;
    for (Term x : c.set) {
      // Other clauses are literals like any other; a clause is never part of its own members.
      const int v = literal_value(g, x, {literals.data(), literals.size()}, 2);
      if (v == 0) c.dropped = true;
      if (v < 0) kept.push_back(x);
    }
    if (c.dropped) continue;
    if (kept.empty()) return false;
    if (kept.size() != c.set.size()) {
      c.set = kept;
      c.changed = true;
    }
  }
  compare_all(g, clauses);
  bool any = false;
  for (const Clause& c : clauses) any = any || c.dropped || c.changed;
  if (!any) return true;
  changed = true;
  literals = units;
  for (const Clause& c : clauses) {
    if (!c.dropped) literals.push_back(lnot(g, intern_and(g, {c.set.data(), c.set.size()})));
  }
  std::sort(literals.begin(), literals.end());
  return std::find(literals.begin(), literals.end(), Term{1}) == literals.end();
}

// Or(And(d, r1), And(d, r2)) becomes And(d, Or(r1, r2)): the guard of an enclosing branch stays a conjunct.
Term factor(NodeStore& g, const Terms& literals) {
  Terms sets[2];
  for (int i = 0; i < 2; ++i) {
    if (!g.is_not(literals[i]) || g.kind(g.operand(literals[i], 0)) != Kind::And) return {};
    auto ops = g.operands(g.operand(literals[i], 0));
    if (ops.size() > kFlattenArity) return {};
    sets[i].assign(ops.begin(), ops.end());
  }
  Terms common, rest[2];
  std::set_intersection(sets[0].begin(), sets[0].end(), sets[1].begin(), sets[1].end(),
                        std::back_inserter(common));
  if (common.empty()) return {};
  difference(sets[0], sets[1], rest[0]);
  difference(sets[1], sets[0], rest[1]);
  if (rest[0].empty() || rest[1].empty()) return {};
  Term sides[2];
  for (int i = 0; i < 2; ++i) sides[i] = lnot(g, intern_and(g, {rest[i].data(), rest[i].size()}));
  common.push_back(lnot(g, conj(g, sides)));
  return lnot(g, conj(g, {common.data(), common.size()}));
}

}  // namespace warpproof::rewrite
