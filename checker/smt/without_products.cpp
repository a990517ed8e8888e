#include "checker/smt/without_products.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "checker/smt/product_sums.h"
#include "src/base/effort.h"

namespace warpproof {

namespace {

constexpr unsigned kAtOnceMs = 1;
constexpr unsigned kOfStridesMs = 100;
constexpr std::size_t kMostCases = 16;
constexpr std::uint64_t kOfIntegers = 1ull << 63 | 1;  // which leaves more open than words do
constexpr std::size_t kMostOfAFact = 32;  // variables; a fact with more of them is about a whole warp

// The predicate, or what it is in each case of its largest disjunction: a few small questions are less than one large one.
std::vector<std::vector<Term>> cases_of(TermGraph& g, Term predicate) {
  const std::vector<Term> conjuncts = g.conjuncts(predicate);
  std::size_t at = conjuncts.size();
  std::vector<Term> otherwise;
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    const std::vector<Term> cases = g.conjuncts(g.lnot(conjuncts[i]));
    if (cases.size() <= std::max<std::size_t>(otherwise.size(), 1) || cases.size() > kMostCases) continue;
    at = i;
    otherwise = cases;
  }
  if (at == conjuncts.size()) return {conjuncts};
  std::vector<std::vector<Term>> out;
  for (const Term t : otherwise) {
    std::vector<Term> one = conjuncts;
    one[at] = g.lnot(t);
    if (!g.is_false(g.conj(one))) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

WithoutProducts::WithoutProducts(TermGraph& graph, const SolverOptions& options)
    : g(graph), known_(options.known), solver_(graph, options), alone_(graph, options), put_(graph) {}

void WithoutProducts::assume(Term predicate) { assumed_.push_back(predicate); }

// False: there is nothing to ask.
bool WithoutProducts::prepare(Term predicate) {
  const bool has_products = replace_products(predicate) || strided_.contains(predicate.id);
  if (!(takes_multiples_ ? has_multiples(predicate) : has_products)) return false;
  for (const Term assumption : assumed_) {
    replace_products(assumption);
    know(put_(assumption));
  }
  assumed_.clear();
  for (const Term fact : std::exchange(facts_of_tiles_, {})) {
    replace_products(fact, false);
    know(put_(fact));
  }
  take_limits();
  return sizes_.empty() || !size_limits_.empty();
}

bool WithoutProducts::excludes(Term predicate, unsigned budget_ms, bool by_integers) {
  if (!prepare(predicate)) return false;
  if (!changed_.contains(predicate.id)) return excluded_by_integers(put_(predicate), std::min(budget_ms, kOfStridesMs));
  // A model that is at hand, or found at once, is an answer.
  const Term query[] = {put_(predicate)};
  solver_.set_budget_ms(by_integers ? kAtOnceMs : budget_ms);
  const Answer at_once = solver_.check(query);
  if (at_once != Answer::Unknown || !by_integers) return at_once == Answer::Unsat;
  const auto until = effort::Clock::now() + std::chrono::milliseconds(budget_ms);
  const auto left = [&] {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(until - effort::Clock::now()).count();
    return static_cast<unsigned>(std::max<std::int64_t>(ms, 0));
  };
  const std::vector<std::vector<Term>> cases = cases_of(g, query[0]);
  bool possible = false;
  const auto excluded = [&](const std::vector<Term>& one) {
    const OverIntegers answer = ask_alone(one, left() / 2);
    possible = answer == OverIntegers::Possible;
    return answer == OverIntegers::Excluded;
  };
  if (std::all_of(cases.begin(), cases.end(), excluded)) return true;
  if (left() == 0) return false;
  // What else is known seldom makes a difference then.
  solver_.set_budget_ms(possible ? std::min(left(), budget_ms / 4) : left());
  return solver_.check(query) == Answer::Unsat;
}

// What has no products is asked by its bits elsewhere.
bool WithoutProducts::excluded_by_integers(Term predicate, unsigned budget_ms) {
  const std::vector<std::vector<Term>> cases = cases_of(g, predicate);
  const auto each_ms = std::max(1u, budget_ms / static_cast<unsigned>(std::max<std::size_t>(cases.size(), 1)));
  return std::all_of(cases.begin(), cases.end(), [&](const std::vector<Term>& one) {
    return ask_alone(one, each_ms) == OverIntegers::Excluded;
  });
}

// By those facts only that speak of nothing but its own variables and of products. What is known of lanes that it does not
// speak of is a lot, shares sizes with it, and is seldom of use.
OverIntegers WithoutProducts::ask_alone(std::vector<Term> query, unsigned budget_ms, Facts facts) {
  std::unordered_set<std::uint32_t> own;
  for (const Term v : collect_leaves(g, query).variables) own.insert(v.id);
  for (const Term v : sizes_) own.insert(v.id);  // of which a product is assumed to fit
  const std::size_t asked = query.size();
  for (const Fact& fact : facts_) {
    if (fact.is_of_rows && facts != Facts::All) continue;
    const auto is_own = [&](Term v) { return own.contains(v.id) || (facts != Facts::Near && made_.contains(v.id)); };
    if (fact.variables.size() <= kMostOfAFact && std::all_of(fact.variables.begin(), fact.variables.end(), is_own))
      query.push_back(fact.term);
  }
  const OverIntegers answer = ask_integers(query, budget_ms);
  if (answer != OverIntegers::Unknown || query.size() == facts_.size() + asked) return answer;
  alone_.set_budget_ms(budget_ms / 2);  // for what is none of integers
  return alone_.check(query) == Answer::Unsat ? OverIntegers::Excluded : OverIntegers::Unknown;
}

// A question that was answered before, or for which as much effort was not enough, is not asked again.
OverIntegers WithoutProducts::ask_integers(std::span<const Term> query, unsigned budget_ms) {
  const std::vector<Term> order = topological_order(g, query);
  auto form = known_ ? KnownAnswers::form_of(g, query, order) : std::nullopt;
  if (!form) return ask_over_integers(g, query, budget_ms);
  form->push_back(kOfIntegers);
  const std::chrono::milliseconds effort(budget_ms);
  if (const auto known = known_->find(*form, effort))
    return *known == Answer::Unsat ? OverIntegers::Excluded
           : *known == Answer::Sat ? OverIntegers::Possible
                                   : OverIntegers::Unknown;
  const OverIntegers answer = ask_over_integers(g, query, budget_ms);
  known_->note(std::move(*form),
               answer == OverIntegers::Excluded   ? Answer::Unsat
               : answer == OverIntegers::Possible ? Answer::Sat
                                                  : Answer::Unknown,
               effort);
  return answer;
}

// False: there are none.
bool WithoutProducts::replace_products(Term root, bool is_asked) {
  const Term roots[] = {root};
  const std::vector<Term> order = topological_order(g, roots);
  const auto gathered_alone = products::gathered_alone(g, order);
  for (const Term part : order) note_comparison(part, is_asked);
  for (const Term part : order) {
    if (gathered_alone.contains(part.id)) {
      changed_.insert(part.id);
      continue;
    }
    if (!seen_.insert(part.id).second) continue;
    note_tiles(part);
    note_multiples(part);
    const auto stand_in = replaced(part);
    if (stand_in) put_.map(part, *stand_in);
    const auto operands = g.operands(part);
    if (g.kind(part) == Kind::Eq) compare_rows(part);
    if (stand_in ||
        std::any_of(operands.begin(), operands.end(), [&](Term o) { return changed_.contains(o.id); }))
      changed_.insert(part.id);
    if (products::is_stride(g, part) || std::any_of(operands.begin(), operands.end(), [&](Term o) { return strided_.contains(o.id); }))
      strided_.insert(part.id);
    if (std::any_of(operands.begin(), operands.end(), [&](Term o) { return multiplied_.contains(o.id); })) multiplied_.insert(part.id);
  }
  return changed_.contains(root.id);
}

// Operands have been dealt with.
std::optional<Term> WithoutProducts::replaced(Term part) {
  const Kind kind = g.kind(part);
  const auto operands = g.operands(part);
  const int width = g.width(part);
  const auto is_unknown = [&](Term t) { return !g.is_const(t); };
  switch (kind) {
    case Kind::Mul:
      if (std::count_if(operands.begin(), operands.end(), is_unknown) < 2) return std::nullopt;
      return g.mul(g.constant(width, products::monomial(g, part).constant), product(products::monomial(g, part).factors, width));
    case Kind::Add:
      return gathered(part);
    case Kind::MulHiU:
      if (!is_unknown(operands[0]) || !is_unknown(operands[1])) return std::nullopt;
      return width == 32 ? g.extract(exact(put_(operands[0]), put_(operands[1])), 63, 32) : unknown(width);
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem: {
      if (!is_unknown(operands[1])) return std::nullopt;
      if (width != 32) return unknown(width);
      const Term a = put_(operands[0]), b = put_(operands[1]), zero = g.constant(width, 0);
      const Division of = divided(a, b);
      const Term out = kind == Kind::UDiv || kind == Kind::SDiv ? of.quotient : of.remainder;
      if (kind == Kind::UDiv || kind == Kind::URem) return out;
      return g.ite(g.land(g.sle(zero, a), g.sle(zero, b)), out, unknown(width));
    }
    default:
      return std::nullopt;
  }
}

// A word of 32 bits that the factor is, where it is not negative.
std::optional<Term> WithoutProducts::narrow(Term factor) {
  if (g.width(factor) == 32) return factor;
  if (g.unsigned_range(factor).second >> 32 == 0) return g.extract(factor, 31, 0);
  if (g.kind(factor) != Kind::SExt || g.width(g.operands(factor)[0]) > 32) return std::nullopt;
  return g.sext(g.operands(factor)[0], 32);
}

Term WithoutProducts::product(std::vector<Term> factors, int width) {
  for (Term& f : factors) f = put_(f);
  if ((width != 32 && width != 64) || factors.size() != 2) return unknown(width);
  const auto a = narrow(factors[0]), b = narrow(factors[1]);
  if (!a || !b) return unknown(width);
  const Term whole = exact(*a, *b);
  if (width == 32) {
    may_wrap_.insert(std::minmax(*a, *b));
    bound_by_lengths(*a, *b, whole);
    const Term low = g.extract(whole, 31, 0);
    stand_ins_.emplace(low, StandIn{{*a, *b}, whole, g.truth(true)});
    return low;
  }
  const Term positive = g.land(g.eq(factors[0], g.zext(*a, 64)), g.eq(factors[1], g.zext(*b, 64)));
  const Term either = g.ite(positive, whole, unknown(width));
  stand_ins_.emplace(either, StandIn{{*a, *b}, whole, positive});
  return either;
}

// 4 * cols + 32 * cols * y is 4 * cols * (1 + 8 * y), and z * rows * cols + y * cols is (z * rows + y) * cols: the form in which
// it is compared with other products. The sum is the same word either way.
std::optional<Term> WithoutProducts::gathered(Term sum) {
  const auto how = products::gathering(g, sum);
  if (!how) return std::nullopt;
  const int width = g.width(sum);
  std::uint64_t divisor = 0;
  std::vector<std::pair<std::uint64_t, Term>> inside;
  Term rest = g.constant(width, 0);
  for (const Term o : g.operands(sum)) {
    products::Monomial m = products::monomial(g, o);
    const auto at = std::find(m.factors.begin(), m.factors.end(), how->common);
    if (at == m.factors.end() || m.factors.size() > products::kMostFactors) {
      rest = g.add(rest, put_(o));
      continue;
    }
    m.factors.erase(at);
    // Bytes are counted in 64 bits, so that the size of an element divides them; elements in 32, by the row as it is compared.
    divisor = width == 32 ? 1 : std::gcd(divisor, m.constant);
    inside.emplace_back(m.constant, std::accumulate(m.factors.begin(), m.factors.end(), g.constant(width, 1),
                                                    [&](Term x, Term y) { return g.mul(x, y); }));
  }
  Term other = g.constant(width, 0);
  for (const auto& [constant, factor] : inside)
    other = g.add(other, g.mul(g.constant(width, constant / divisor), factor));
  if (how->is_of_three) {
    replace_products(other);
  } else if (g.unsigned_range(other).second >> 31 != 0 && !compared_.contains(other)) {
    return std::nullopt;  // a difference, say; not k + t of (k + t) * n where k + t < n is asked
  }
  return g.add(rest, g.mul(g.constant(width, divisor), product({other, how->common}, width)));
}

// The product of two words of 32 bits, and what is known of it.
Term WithoutProducts::exact(Term a, Term b) {
  const Pair factors = std::minmax(a, b);
  const auto known = products_.find(factors);
  if (known != products_.end()) return known->second;
  const Term whole = unknown(64);
  const auto [low_a, high_a] = g.unsigned_range(a);
  const auto [low_b, high_b] = g.unsigned_range(b);
  g.set_range(whole, low_a * low_b, high_a * high_b);
  const Term zero = g.constant(64, 0), one = g.constant(64, 1);
  for (const auto& [x, y] : {Pair(a, b), Pair(b, a)}) {
    const Term wide = g.zext(x, 64), other = g.zext(y, 64);
    know(g.implies(g.eq(wide, zero), g.eq(whole, zero)));
    know(g.implies(g.ule(one, wide), g.ule(other, whole)));
  }
  if (takes_multiples_) bound_by_small_factor(a, b, whole);
  const auto fits = [&](Term t) { return g.ult(t, g.constant(32, 1u << 31)); };
  know(g.implies(g.land(fits(a), fits(b)), g.ult(whole, g.constant(64, 1ull << 62))));
  products_.emplace(factors, whole);
  for (const auto& [other, term] : products_) compare(factors, other);
  return whole;
}

// A factor is less than the power of two after it: whether the product fits a word. Where it is taken to fit, the shifts
// would only be dear.
void WithoutProducts::bound_by_lengths(Term a, Term b, Term whole) {
  if (!sizes_.empty() || !bounded_.insert(whole.id).second) return;
  for (const auto& [x, y] : {Pair(a, b), Pair(b, a)}) {
    const Term length = g.sub(g.constant(64, 32), g.zext(g.clz(x), 64));
    solver_.assume(g.ule(whole, g.shl(g.zext(y, 64), length)));
  }
}

// Of products with a common factor the one with the larger other factor is larger, by the common one at
// least.
void WithoutProducts::compare(const Pair& p, const Pair& q) {
  if (p == q) return;
  const auto less = [&](Term x, Term z, Term common, Term xc, Term zc) {
    know(g.implies(g.ult(x, z), g.ule(g.add(xc, g.zext(common, 64)), zc)));
  };
  for (const auto& [x, c] : {p, Pair(p.second, p.first)}) {
    for (const auto& [z, d] : {q, Pair(q.second, q.first)}) {
      if (c != d) continue;
      const Term xc = products_.at(p), zc = products_.at(q);
      less(x, z, c, xc, zc);
      less(z, x, c, zc, xc);
      know(g.implies(g.eq(x, z), g.eq(xc, zc)));
    }
  }
}

// a = quotient * b + remainder, but for b = 0 (see term.h).
WithoutProducts::Division WithoutProducts::divided(Term a, Term b) {
  const auto [it, fresh] = divisions_.try_emplace({a, b});
  if (!fresh) return it->second;
  const Division of{unknown(32), unknown(32)};
  it->second = of;
  const Term some = g.ult(g.constant(32, 0), b);
  const Term below = exact(of.quotient, b);
  know(g.implies(some, g.ult(of.remainder, b)));
  know(g.implies(some, g.ule(of.quotient, a)));
  know(g.implies(some, g.eq(g.add(below, g.zext(of.remainder, 64)), g.zext(a, 64))));
  return of;
}

void WithoutProducts::know(Term fact, bool is_of_rows) {
  if (g.is_true(fact)) return;
  solver_.assume(fact);
  for (const Term part : g.conjuncts(fact)) {
    const Term root[] = {part};
    Leaves leaves = collect_leaves(g, root);
    if (leaves.reads.empty()) facts_.push_back({part, std::move(leaves.variables), is_of_rows});
  }
}

Term WithoutProducts::unknown(int width) {
  const Term out = g.var(width, "stand-in");
  made_.insert(out.id);
  return out;
}

}  // namespace warpproof
