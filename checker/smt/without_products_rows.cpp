// Rows and columns of row-major indexes (see without_products.h).
#include <algorithm>
#include <chrono>

#include "checker/smt/without_products.h"
#include "src/base/effort.h"

namespace warpproof {

namespace {

constexpr int kMostLevels = 8;  // layers of rows of columns are two

}  // namespace

// Elements of one row-major index are one: y * w + a = z * w + b has y = z and a = b where |a - b| < w and nothing
// wraps around. With d = a - b: the products and d are less than a quarter of what the words count, in absolute terms
// (half, where they have 32 bits), so that y * w + d = z * w also as integers; then (z - y) * w = d, and |d| < w. All that
// this needs is in the fact's premise, so that the fact holds whatever the numbers are.
void WithoutProducts::compare_rows(Term equality) {
  const Term left = put_(g.operands(equality)[0]), right = put_(g.operands(equality)[1]);
  const int width = g.width(left);
  if (width != 32 && width != 64) return;
  const auto addends = [&](const Term& t) {
    return g.kind(t) == Kind::Add ? g.operands(t) : std::span<const Term>(&t, 1);
  };
  const auto row = [&](Term y, Term z, Term w, const StandIn& p, const StandIn& q, Term a, Term b) {
    const Term most = g.constant(64, width == 32 ? 1ull << 31 : 1ull << 62), zero = g.constant(width, 0);
    const Term length = width == 32 ? w : g.zext(w, 64), d = g.sub(a, b);
    Rows rows{.equality = g.eq(left, right),
              .premises = {p.exact, q.exact, g.ult(p.whole, most), g.ult(q.whole, most), g.slt(zero, length),
                           g.slt(d, length), g.slt(g.neg(length), d)},
              .same_row = g.eq(y, z),
              .same_column = g.eq(d, zero)};
    know(g.implies(g.land(g.conj(rows.premises), rows.equality), g.land(rows.same_row, rows.same_column)), true);
    const std::size_t before = rows_.size();
    if (g.kind(rows.same_row) == Kind::Eq) compare_rows(rows.same_row);  // of a volume: layers of rows
    rows.has_layers = rows_.size() > before;
    rows_.push_back(std::move(rows));
  };
  for (const Term s : addends(left)) {
    const auto p = stand_ins_.find(s);
    for (const Term t : p == stand_ins_.end() ? std::span<const Term>() : addends(right)) {
      const auto q = stand_ins_.find(t);
      if (q == stand_ins_.end()) continue;
      for (const auto& [y, w] : {p->second.factors, Pair(p->second.factors.second, p->second.factors.first)}) {
        for (const auto& [z, v] : {q->second.factors, Pair(q->second.factors.second, q->second.factors.first)}) {
          if (w == v && y != z) row(y, z, w, p->second, q->second, g.sub(left, s), g.sub(right, t));
        }
      }
    }
  }
}

const WithoutProducts::Rows* WithoutProducts::rows_of(const std::vector<Term>& conjuncts) const {
  const auto it = std::find_if(rows_.begin(), rows_.end(), [&](const Rows& rows) {
    return std::find(conjuncts.begin(), conjuncts.end(), rows.equality) != conjuncts.end();
  });
  return it == rows_.end() ? nullptr : &*it;
}

bool WithoutProducts::has_volumes(Term predicate) {
  if (!replace_products(predicate)) return false;
  const Rows* const rows = rows_of(g.conjuncts(put_(predicate)));
  return rows != nullptr && rows->has_layers;
}

bool WithoutProducts::excludes_by_rows(Term predicate, unsigned budget_ms) {
  if (!has_volumes(predicate) || !prepare(predicate)) return false;
  std::vector<Term> conjuncts = g.conjuncts(put_(predicate));
  const auto until = effort::Clock::now() + std::chrono::milliseconds(budget_ms);
  const auto asked = [&](std::vector<Term> query, Term also, unsigned most_ms, Facts facts) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - effort::Clock::now()).count();
    query.push_back(also);
    return left > 0 && ask_alone(query, std::min<unsigned>(most_ms, left), facts) == OverIntegers::Excluded;
  };
  const auto excluded = [&](Term also) {
    return g.is_false(also) || asked(near(also, conjuncts), also, budget_ms / 16, Facts::Near) ||
           asked(conjuncts, also, budget_ms / 2, Facts::NoRows);
  };
  int levels = 0;
  while (const Rows* const rows = rows_of(conjuncts)) {
    if (levels++ == kMostLevels) return false;
    // Without the equality, as it is about to be replaced. What follows from less follows from more.
    std::erase(conjuncts, rows->equality);
    if (!std::all_of(rows->premises.begin(), rows->premises.end(), [&](Term premise) { return excluded(g.lnot(premise)); }))
      return false;
    conjuncts.push_back(rows->same_row);
    conjuncts.push_back(rows->same_column);
    const Term all = g.conj(conjuncts);
    if (g.is_false(all)) return true;
    conjuncts = g.conjuncts(all);
  }
  return asked(conjuncts, g.truth(true), budget_ms / 2, Facts::NoRows);
}

// Those of the conjuncts that speak of the same variables as the term, or of what else is said of these. Sizes do not count: they
// are in most of them.
std::vector<Term> WithoutProducts::near(Term term, std::span<const Term> conjuncts) {
  const auto variables = [&](Term t) {
    const Term root[] = {t};
    return collect_leaves(g, root).variables;
  };
  std::set<Term> own, around, of_sizes;
  for (const Term size : sizes_)
    for (const Term v : variables(size)) of_sizes.insert(v);
  for (const Term v : variables(term)) own.insert(v);
  around = own;
  for (const Term t : conjuncts) {
    const std::vector<Term> of_it = variables(t);
    if (std::any_of(of_it.begin(), of_it.end(), [&](Term v) { return own.contains(v) && !of_sizes.contains(v); }))
      around.insert(of_it.begin(), of_it.end());
  }
  std::vector<Term> out;
  for (const Term t : conjuncts) {
    const std::vector<Term> of_it = variables(t);
    if (std::all_of(of_it.begin(), of_it.end(), [&](Term v) { return around.contains(v); })) out.push_back(t);
  }
  return out;
}

}  // namespace warpproof
