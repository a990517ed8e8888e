#include "checker/smt/solver.h"

#include <algorithm>
#include <stdexcept>

#include "checker/smt/solver_impl.h"
#include "src/base/effort.h"
#include "src/term/term_forms.h"
#include "src/term/traverse.h"

namespace warpproof {

Support support_of(const Leaves& leaves, const TermGraph& graph) {
  Support out;
  for (Term v : leaves.variables) out.keys.insert(Support::of_variable(v));
  for (Term r : leaves.reads) out.keys.insert(Support::of_allocation(graph.aux(r)));
  return out;
}

namespace {

using Clock = effort::Clock;

constexpr std::uint64_t kQuickBudget = 300'000;      // term evaluations before Z3
constexpr std::uint64_t kClimbBudget = 3'000'000;    // likewise, from a model at hand
constexpr std::size_t kManyCases = 8;                // of a disjunction: one may be easier than all
constexpr std::size_t kRecentModels = 4;
constexpr std::uint64_t kLargeEnough = 1024;  // for a size

}  // namespace

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

namespace {

// A conjunct that fixes a variable: v, !v, v = constant.
bool pins(const TermGraph& graph, Term conjunct, Term& variable, std::uint64_t& value) {
  const bool negated = graph.kind(conjunct) == Kind::Not;
  variable = negated ? graph.operands(conjunct)[0] : conjunct;
  value = !negated;
  if (graph.kind(variable) == Kind::Var) return true;
  if (negated || graph.kind(conjunct) != Kind::Eq) return false;
  variable = graph.operands(conjunct)[0];
  const Term other = graph.operands(conjunct)[1];
  if (graph.kind(variable) != Kind::Var || !graph.is_const(other)) return false;
  value = graph.value(other);
  return true;
}

}  // namespace

void Solver::Impl::assume(Term predicate) {
  if (graph.width(predicate) != 1) throw std::invalid_argument("an assumption has width 1");
  for (Term t : graph.conjuncts(predicate)) {
    if (graph.is_true(t) || !assumed.insert(t.id).second) continue;
    if (graph.is_false(t)) contradiction = true;
    const Term root[] = {t};
    assumptions.push_back({t, support_of(collect_leaves(graph, root), graph)});
    base.reset();
  }
}

// The assertions' conjuncts and every assumption that shares a variable or an allocation with them,
// transitively.
std::vector<Term> Solver::Impl::relevant(std::span<const Term> assertions,
                                         std::vector<const Assumption*>& unrelated) {
  std::vector<Term> out;
  std::unordered_set<std::uint32_t> seen;
  auto take = [&](Term t) {
    if (!graph.is_true(t) && seen.insert(t.id).second) out.push_back(t);
  };
  for (Term a : assertions) {
    for (Term t : graph.conjuncts(a)) take(t);
  }
  Support support = support_of(collect_leaves(graph, out), graph);
  for (const Assumption& a : assumptions) unrelated.push_back(&a);
  for (bool grew = true; grew;) {
    grew = false;
    std::vector<const Assumption*> rest;
    for (const Assumption* a : unrelated) {
      if (!a->support.keys.empty() && !a->support.meets(support)) {
        rest.push_back(a);
        continue;
      }
      take(a->term);
      support.join(a->support);
      grew = true;
    }
    unrelated.swap(rest);
  }
  return out;
}

Answer Solver::Impl::check(std::span<const Term> assertions, SmtModel* model) {
  const auto start = std::chrono::steady_clock::now();
  deadline = Clock::now() + std::chrono::milliseconds(options.budget_ms);
  reason.clear();
  model_wanted = model != nullptr;
  SmtModel scratch;
  Answer answer = Answer::Unknown;
  try {
    answer = decide(assertions, scratch);
  } catch (const z3::exception& e) {
    backend.reset();
    answer = unknown(std::string("Z3: ") + e.msg());
  } catch (const std::bad_alloc&) {
    backend.reset();
    answer = unknown("out of memory");
  } catch (const TermLimit& e) {
    answer = unknown(e.what());
  }
  ++stats.queries;
  ++(answer == Answer::Sat ? stats.sat : answer == Answer::Unsat ? stats.unsat : stats.unknown);
  stats.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (answer == Answer::Sat && model) *model = std::move(scratch);
  return answer;
}

Answer Solver::Impl::decide(std::span<const Term> assertions, SmtModel& model) {
  for (Term t : assertions) {
    if (graph.width(t) != 1) throw std::invalid_argument("an assertion has width 1");
  }
  if (contradiction || graph.is_false(graph.conj(assertions))) {
    ++stats.folded;
    return Answer::Unsat;
  }
  std::vector<const Assumption*> unrelated;
  const std::vector<Term> predicates = relevant(assertions, unrelated);
  const Answer answer = solve(predicates, model);
  return answer == Answer::Sat ? complete(unrelated, model) : answer;
}

// Adds values for the assumptions that have nothing to do with the assertions. They hold together or not at
// all independently of the query, so one model of all assumptions serves every query.
Answer Solver::Impl::complete(const std::vector<const Assumption*>& unrelated, SmtModel& model) {
  if (unrelated.empty()) return Answer::Sat;
  if (!base) {
    std::vector<Term> all;
    for (const Assumption& a : assumptions) all.push_back(a.term);
    SmtModel found;
    const Answer answer = solve(all, found);
    if (answer == Answer::Unsat) contradiction = true;
    if (answer == Answer::Unknown) reason = "the assumptions could not be satisfied: " + reason;
    if (answer != Answer::Sat) return answer;
    base = std::move(found);
  }
  Support open;
  for (const Assumption* a : unrelated) open.join(a->support);
  for (const auto& [id, value] : base->values) {
    if (open.keys.contains(Support::of_variable(Term{id}))) model.values[id] = value;
  }
  for (const auto& cell : base->cells) {
    if (open.keys.contains(Support::of_allocation(cell.allocation))) model.cells.push_back(cell);
  }
  model.approximate = model.approximate || base->approximate;
  return Answer::Sat;
}

namespace {

// Is the term, or what it negates, one that no conjunction or disjunction makes up?
bool is_literal(const TermGraph& graph, Term t, Term& atom, bool& holds) {
  holds = graph.kind(t) != Kind::Not;
  atom = holds ? t : graph.operands(t)[0];
  const Kind kind = graph.kind(atom);
  return kind != Kind::And && kind != Kind::Or && kind != Kind::Not && !graph.is_const(atom);
}

}  // namespace

// Simplifies the predicates together: variables that one of them fixes are replaced in the others by their
// value, and so are comparisons. False when they contradict each other. A comparison stays itself a predicate,
// so nothing that it says is lost. Where a model is asked for, it is to be a small one, which Z3 gives sooner for
// comparisons that are as they were.
bool Solver::Impl::propagate(std::vector<Term>& predicates,
                             std::unordered_map<std::uint32_t, std::uint64_t>& pinned) {
  for (int pass = 0; pass < 5; ++pass) {
    const Term together = graph.conj(predicates);
    if (graph.is_false(together)) return false;
    predicates = graph.conjuncts(together);
    if (graph.is_true(together)) predicates.clear();
    Substitute values(graph), comparisons(graph);
    std::vector<Term> literals, rest;
    bool any_pinned = false;
    for (Term t : predicates) {
      Term variable, atom;
      std::uint64_t value = 0;
      bool holds = false;
      if (pins(graph, t, variable, value)) {
        if (pinned.try_emplace(variable.id, value).first->second != value) return false;
        any_pinned = true;
        values.map(variable, graph.constant(graph.width(variable), value));
        comparisons.map(variable, graph.constant(graph.width(variable), value));
      } else if (!model_wanted && is_literal(graph, t, atom, holds)) {
        comparisons.map(atom, graph.constant(1, holds));
        literals.push_back(t);
      } else {
        rest.push_back(t);
      }
    }
    bool changed = any_pinned;
    for (Term& t : literals) {
      if (any_pinned) t = values(t);
    }
    for (Term& t : rest) {
      const Term before = t;
      t = comparisons(t);
      changed = changed || before != t;
    }
    predicates = std::move(literals);
    predicates.insert(predicates.end(), rest.begin(), rest.end());
    if (!changed) break;
  }
  return !graph.is_false(graph.conj(predicates));
}

Answer Solver::Impl::solve(const std::vector<Term>& predicates, SmtModel& model) {
  // Z3 sees what simplification leaves; search and the check of models keep the predicates as they were
  // given.
  Query q;
  q.simplified = predicates;
  if (!propagate(q.simplified, q.pinned)) {
    ++stats.folded;
    return Answer::Unsat;
  }
  q.order = topological_order(graph, q.simplified);
  // What was a contradiction in another pass over the kernel is not tried out before it is asked again.
  return unless_known(q.simplified, q.order, [&] { return search_and_ask(q, predicates, model); });
}

// Cheap tries, then the core, then the whole of it by Z3.
Answer Solver::Impl::search_and_ask(Query& q, const std::vector<Term>& predicates, SmtModel& model) {
  AssignmentSearch search(graph, predicates, options.seed);
  for (const auto& [id, value] : q.pinned) search.pin(Term{id}, value);
  const auto remember = [&] {
    recent.push_front(model);
    if (recent.size() > kRecentModels) recent.pop_back();
    return Answer::Sat;
  };
  // Questions come in rows: what answers one often answers the next. A model that is asked for is to be a
  // small one.
  for (std::size_t i = 0; i < recent.size() && !model_wanted; ++i) {
    SmtModel known = recent[i];
    if (!search.validate(known)) continue;
    ++stats.searched;
    model = std::move(known);
    return Answer::Sat;
  }
  if (search.quick(kQuickBudget, model)) {
    ++stats.searched;
    return remember();
  }
  if (const auto answer = model_wanted ? std::nullopt : by_core(q, search, model))
    return *answer == Answer::Sat ? remember() : *answer;
  // Many conditions that each leave much open are satisfied one after the other.
  if (!model_wanted &&
      search.from_model(recent.empty() ? SmtModel{} : recent.front(), kClimbBudget, deadline, model)) {
    ++stats.searched;
    return remember();
  }
  if (!model_wanted && satisfy_soon(q, search, model)) return remember();
  if (const Answer answer = attempt(FloatEncoding::Uninterpreted, q, search, model);
      answer != Answer::Unknown) {
    return answer == Answer::Sat ? remember() : answer;
  }
  // A time-out leaves no candidate to start from, and a caller that only waits for Unsat is not kept waiting.
  if (!q.candidate) {
    const bool found = model_wanted && search.from_model({}, kSearchBudget, deadline, model);
    return found ? Answer::Sat : Answer::Unknown;
  }
  return refine(q, search, model);
}

// Puts equals for equals: a predicate a = b stays, and in the others the younger of the two becomes the
// older. Masks of lanes that belong to one group become one term so.
void Solver::Impl::use_equations(std::vector<Term>& predicates) {
  constexpr std::size_t kMostEquations = 16;
  std::size_t used = 0;
  for (std::size_t i = 0; i < predicates.size() && used < kMostEquations; ++i) {
    const bool negated = graph.kind(predicates[i]) == Kind::Not;
    const Term t = negated ? graph.operands(predicates[i])[0] : predicates[i];
    const auto operands = graph.operands(t);
    if (operands.size() != 2) continue;
    Term older = operands[0], younger = operands[1];
    if (older.id > younger.id || graph.is_const(younger)) std::swap(older, younger);
    if (graph.is_const(younger)) continue;
    if (graph.kind(t) == Kind::Xor && graph.width(t) == 1) {
      if (!negated) older = graph.lnot(older);
    } else if (graph.kind(t) != Kind::Eq || negated) {
      continue;
    }
    if (graph.width(younger) > 1) {  // x + c = y says what x is
      const auto [rest, constant] = split_constant(graph, younger);
      if (constant != 0 && !graph.is_const(rest) && rest.id > older.id) {
        younger = rest;
        older = graph.sub(older, graph.constant(graph.width(older), constant));
      }
    }
    ++used;
    Substitute substitute(graph);
    substitute.map(younger, older);
    for (std::size_t k = 0; k < predicates.size(); ++k) {
      if (k != i) predicates[k] = substitute(predicates[k]);
    }
  }
}

// The predicate that is a disjunction of the most cases; the cases' negations.
std::optional<std::size_t> Solver::Impl::largest_split(const std::vector<Term>& predicates,
                                                       std::vector<Term>& negated_cases) {
  std::optional<std::size_t> split;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    std::vector<Term> negated = graph.conjuncts(graph.lnot(predicates[i]));
    if (negated.size() <= std::max<std::size_t>(negated_cases.size(), 1)) continue;
    split = i;
    negated_cases = std::move(negated);
  }
  return split;
}

// Variables to fix so that no product or quotient of unknowns is left, which Z3 is slow at: of each the ones
// that have the fewest values.
std::vector<Term> Solver::Impl::variables_of_products(std::span<const Term> predicates) {
  std::vector<Term> out;
  const auto values_of = [&](Term t) {
    const auto [low, high] = graph.unsigned_range(t);
    return high - low;
  };
  for (const Term t : topological_order(graph, predicates)) {
    const Kind kind = graph.kind(t);
    const bool divides = kind == Kind::UDiv || kind == Kind::URem || kind == Kind::SDiv || kind == Kind::SRem;
    if (kind != Kind::Mul && !divides) continue;
    std::vector<Term> factors;
    for (const Term o : graph.operands(t)) {
      if (!graph.is_const(o)) factors.push_back(o);
    }
    if (divides) {
      factors = {graph.operands(t)[1]};
      if (graph.is_const(factors.front())) continue;
    } else {
      std::stable_sort(factors.begin(), factors.end(),
                       [&](Term x, Term y) { return values_of(x) < values_of(y); });
      if (!factors.empty()) factors.pop_back();
    }
    for (const Term v : collect_leaves(graph, factors).variables) {
      if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
    }
  }
  return out;
}

// What is satisfied by many inputs is shown sooner by looking at a few of them only: "some lane may be
// missing" by the first lane or the last one, what depends on sizes of the launch by some of these.
bool Solver::Impl::satisfy_soon(const Query& q, AssignmentSearch& search, SmtModel& model) {
  std::vector<Term> cases;
  const std::size_t largest = largest_split(q.simplified, cases).value_or(0);
  const bool split = cases.size() >= kManyCases;
  std::vector<std::vector<Term>> questions{q.simplified};
  if (split) {
    questions.push_back(q.simplified);
    questions[0][largest] = graph.lnot(cases.front());
    questions[1][largest] = graph.lnot(cases.back());
  }
  const auto whole = deadline;
  for (const auto& question : questions) {
    const std::vector<Term> variables = variables_of_products(question);
    if (!split && variables.empty()) return false;
    for (const bool large : {true, false}) {
      std::vector<Term> query = question;
      for (const Term v : variables) {
        const auto [low, high] = graph.unsigned_range(v);
        const std::uint64_t value =
            large ? std::max(low, std::min(high, kLargeEnough) & ~graph.zero_bits(v)) : low;
        query.push_back(graph.eq(v, graph.constant(graph.width(v), value)));
      }
      auto pinned = q.pinned;
      if (propagate(query, pinned)) {
        SmtModel found;
        deadline = Clock::now() + (whole - Clock::now()) / 16;
        const Answer answer = ask_z3(FloatEncoding::Uninterpreted, query, topological_order(graph, query),
                                     found, {{Strategy::Standard, 8}});
        deadline = whole;
        for (const auto& [id, value] : pinned) found.values[id] = value;
        if (answer == Answer::Sat && search.validate(found)) {
          model = std::move(found);
          return true;
        }
      }
      if (variables.empty()) break;
    }
  }
  return false;
}

// Shows that predicates contradict each other by showing it for each case of one that is a disjunction: "some
// lane may be missing" is hard where each lane by itself is easy, since within a case much more folds.
bool Solver::Impl::refute_by_cases(const std::vector<Term>& predicates, Clock::time_point until, int depth,
                                   Strategy strategy) {
  std::vector<Term> cases;
  const auto split = largest_split(predicates, cases);
  bool deeper = false;  // cases of this predicate are too hard as a whole
  for (const Term negated : cases) {
    if (Clock::now() >= until) return false;
    std::vector<Term> query = predicates;
    query[*split] = graph.lnot(negated);
    std::unordered_map<std::uint32_t, std::uint64_t> pinned;
    if (!propagate(query, pinned)) continue;
    use_equations(query);
    if (!propagate(query, pinned)) continue;
    if (deeper && refute_by_cases(query, until, depth - 1, strategy)) continue;
    const auto whole = deadline;
    deadline = depth == 0 ? until : std::min(until, Clock::now() + (until - Clock::now()) / 8);
    SmtModel unused;
    const Answer answer =
        ask_z3(FloatEncoding::Uninterpreted, query, topological_order(graph, query), unused, {{strategy, 8}});
    deadline = whole;
    if (answer == Answer::Unsat) continue;
    if (answer == Answer::Sat || depth == 0 || deeper) return false;
    deeper = true;
    if (!refute_by_cases(query, until, depth - 1, strategy)) return false;
  }
  return split.has_value();
}

// Which lane has which rank: Z3 counts for one rank at a time far sooner than for all at once.
bool Solver::Impl::counts_in_cases(const Query& q) {
  std::vector<Term> cases;
  return std::any_of(q.order.begin(), q.order.end(), [&](Term t) { return graph.kind(t) == Kind::Popc; }) &&
         largest_split(q.simplified, cases) && cases.size() >= kManyCases;
}

Answer Solver::check(std::span<const Term> assertions, SmtModel* model) {
  return impl_->check(assertions, model);
}
std::string Solver::reason() const { return impl_->reason; }
const SmtStats& Solver::stats() const { return impl_->stats; }

}  // namespace warpproof
