#include "checker/smt/solver.h"

#include <z3++.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>
#include <unordered_set>

#include "checker/smt/apart.h"
#include "checker/smt/search.h"
#include "checker/smt/translate.h"
#include "src/term/traverse.h"

namespace warpproof {
namespace {

using Clock = std::chrono::steady_clock;

// Everything an assertion depends on: variables by term id, allocations.
struct Support {
  std::set<std::uint64_t> keys;

  static std::uint64_t of_variable(Term v) { return v.id; }
  static std::uint64_t of_allocation(std::uint64_t a) { return a | 1ull << 40; }
  bool meets(const Support& o) const {
    const Support& small = keys.size() < o.keys.size() ? *this : o;
    const Support& large = keys.size() < o.keys.size() ? o : *this;
    return std::any_of(small.keys.begin(), small.keys.end(),
                       [&](std::uint64_t k) { return large.keys.contains(k); });
  }
  void join(const Support& o) { keys.insert(o.keys.begin(), o.keys.end()); }
};

Support support_of(const Leaves& leaves, const TermGraph& graph) {
  Support out;
  for (Term v : leaves.variables) out.keys.insert(Support::of_variable(v));
  for (Term r : leaves.reads) out.keys.insert(Support::of_allocation(graph.aux(r)));
  return out;
}

constexpr std::size_t kMostTermsHere = 2'000;            // of a query to Z3 within this process
constexpr auto kGrace = std::chrono::milliseconds(500);  // for Z3 to see that its time is over
constexpr std::uint64_t kQuickBudget = 300'000;          // term evaluations before Z3
constexpr std::uint64_t kSearchBudget = 20'000'000;      // after it

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

struct Solver::Impl {
  struct Assumption {
    Term term;
    Support support;
  };

  // Z3's side, made anew after an error in it.
  struct Backend {
    Backend(TermGraph& graph)
        : uninterpreted(context, graph, FloatEncoding::Uninterpreted),
          exact(context, graph, FloatEncoding::Exact) {}
    z3::context context;
    Translator uninterpreted, exact;
  };

  Impl(TermGraph& g, SolverOptions o) : graph(g), options(o) {}

  void assume(Term t);
  Answer check(std::span<const Term> assertions, SmtModel* model);
  Answer decide(std::span<const Term> assertions, SmtModel& model);
  std::vector<Term> relevant(std::span<const Term> assertions, std::vector<const Assumption*>& unrelated);
  struct Query {
    std::vector<Term> simplified;                             // without the fixed variables
    std::unordered_map<std::uint32_t, std::uint64_t> pinned;  // their values
    std::vector<Term> order;                                  // all terms of `simplified`
    std::optional<SmtModel> candidate;                        // satisfies Z3's view
  };

  Answer solve(const std::vector<Term>& predicates, SmtModel& model);
  Answer attempt(FloatEncoding floats, Query& q, AssignmentSearch& search, SmtModel& model);
  Answer refine(Query& q, AssignmentSearch& search, SmtModel& model);
  bool propagate(std::vector<Term>& predicates, std::unordered_map<std::uint32_t, std::uint64_t>& pinned);
  enum class Strategy { Standard, BitBlast, Smt, FloatBits };
  // A strategy and its share of the time that is left, in eighths.
  using Turn = std::pair<Strategy, unsigned>;
  Answer ask_z3_here(FloatEncoding floats, const std::vector<Term>& predicates,
                     const std::vector<Term>& order, SmtModel& candidate, const std::vector<Turn>& turns);
  Answer ask_z3(FloatEncoding floats, const std::vector<Term>& predicates, const std::vector<Term>& order,
                SmtModel& candidate, const std::vector<Turn>& turns);
  void use_equations(std::vector<Term>& predicates);
  bool refute_by_cases(const std::vector<Term>& predicates, Clock::time_point until, int depth);
  z3::solver make_solver(Strategy strategy, const Translator& t);
  z3::check_result run_z3(Strategy strategy, unsigned milliseconds, const Translator& translate,
                          const z3::expr_vector& asserted, std::optional<z3::model>& found);
  void assert_ranges(const std::vector<Term>& order, Translator& translate, z3::expr_vector& asserted);
  void read_model(const z3::model& m, Translator& t, const std::vector<Term>& order, SmtModel& out);
  Answer complete(const std::vector<const Assumption*>& unrelated, SmtModel& model);
  Answer unknown(const std::string& why) {
    reason = why;
    return Answer::Unknown;
  }
  std::string out_of_time() const {
    return "time limit of " + std::to_string(options.timeout_ms) + " ms reached";
  }
  unsigned remaining_ms() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return left > 0 ? static_cast<unsigned>(left) : 0;
  }

  TermGraph& graph;
  SolverOptions options;
  std::unique_ptr<Backend> backend;
  std::vector<Assumption> assumptions;
  std::unordered_set<std::uint32_t> assumed;
  bool contradiction = false;
  std::optional<SmtModel> base;  // satisfies all assumptions
  SmtStats stats;
  std::string reason;
  bool model_wanted = false;
  Clock::time_point deadline;
};

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
  const auto start = Clock::now();
  deadline = start + std::chrono::milliseconds(options.timeout_ms);
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
  stats.seconds += std::chrono::duration<double>(Clock::now() - start).count();
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

// Simplifies the predicates together: variables that one of them fixes are replaced in the others by their
// value. False when they contradict each other.
bool Solver::Impl::propagate(std::vector<Term>& predicates,
                             std::unordered_map<std::uint32_t, std::uint64_t>& pinned) {
  for (int round = 0; round < 5; ++round) {
    const Term together = graph.conj(predicates);
    if (graph.is_false(together)) return false;
    predicates = graph.conjuncts(together);
    if (graph.is_true(together)) predicates.clear();
    Substitute substitute(graph);
    std::vector<Term> rest;
    for (Term t : predicates) {
      Term variable;
      std::uint64_t value = 0;
      if (pins(graph, t, variable, value)) {
        if (pinned.try_emplace(variable.id, value).first->second != value) return false;
        substitute.map(variable, graph.constant(graph.width(variable), value));
      } else {
        rest.push_back(t);
      }
    }
    const bool done = rest.size() == predicates.size();
    predicates = rest;
    if (done) break;
    for (Term& t : predicates) t = substitute(t);
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
  AssignmentSearch search(graph, predicates, options.seed);
  for (const auto& [id, value] : q.pinned) search.pin(Term{id}, value);
  if (search.quick(kQuickBudget, model)) {
    ++stats.searched;
    return Answer::Sat;
  }
  q.order = topological_order(graph, q.simplified);
  if (const Answer answer = attempt(FloatEncoding::Uninterpreted, q, search, model);
      answer != Answer::Unknown) {
    return answer;
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
      const auto [rest, constant] = graph.split_constant(younger);
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

// Shows that predicates contradict each other by showing it for each case of one that is a disjunction: "some
// lane may be missing" is hard where each lane by itself is easy, since within a case much more folds.
bool Solver::Impl::refute_by_cases(const std::vector<Term>& predicates, Clock::time_point until, int depth) {
  std::size_t split = predicates.size();
  std::vector<Term> cases;
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    std::vector<Term> negated = graph.conjuncts(graph.lnot(predicates[i]));
    if (negated.size() <= std::max<std::size_t>(cases.size(), 1)) continue;
    split = i;
    cases = std::move(negated);
  }
  bool deeper = false;  // cases of this predicate are too hard as a whole
  for (const Term negated : cases) {
    if (Clock::now() >= until) return false;
    std::vector<Term> query = predicates;
    query[split] = graph.lnot(negated);
    std::unordered_map<std::uint32_t, std::uint64_t> pinned;
    if (!propagate(query, pinned)) continue;
    use_equations(query);
    if (!propagate(query, pinned)) continue;
    if (deeper && refute_by_cases(query, until, depth - 1)) continue;
    const auto whole = deadline;
    deadline = depth == 0 ? until : std::min(until, Clock::now() + (until - Clock::now()) / 8);
    SmtModel unused;
    const Answer answer = ask_z3(FloatEncoding::Uninterpreted, query, topological_order(graph, query), unused,
                                 {{Strategy::Standard, 8}});
    deadline = whole;
    if (answer == Answer::Unsat) continue;
    if (answer == Answer::Sat || depth == 0 || deeper) return false;
    deeper = true;
    if (!refute_by_cases(query, until, depth - 1)) return false;
  }
  return split < predicates.size();
}

// Z3 once. Sat when its model stands the check; a model that does not becomes the candidate.
Answer Solver::Impl::attempt(FloatEncoding floats, Query& q, AssignmentSearch& search, SmtModel& model) {
  SmtModel found;
  Answer answer = Answer::Unknown;
  if (floats == FloatEncoding::Exact) {
    answer = ask_z3(floats, q.simplified, q.order, found, {{Strategy::Standard, 8}});
  } else {
    answer = ask_z3(floats, q.simplified, q.order, found, {{Strategy::Standard, 1}});
    if (answer == Answer::Unknown) {
      if (refute_by_cases(q.simplified, Clock::now() + (deadline - Clock::now()) / 3, 1))
        return Answer::Unsat;
      answer = ask_z3(floats, q.simplified, q.order, found,
                      {{Strategy::BitBlast, 1},
                       {Strategy::Smt, 1},
                       {Strategy::Standard, 2},
                       {Strategy::BitBlast, 2},
                       {Strategy::Smt, 8}});
    }
  }
  if (answer != Answer::Sat) return answer;
  for (const auto& [id, value] : q.pinned) found.values[id] = value;
  q.candidate = found;
  if (!search.validate(found)) return unknown("a model could not be confirmed");
  model = std::move(found);
  return Answer::Sat;
}

// A candidate that only uninterpreted arithmetic allows: nearby values, then the exact theory, then a wider
// search.
Answer Solver::Impl::refine(Query& q, AssignmentSearch& search, SmtModel& model) {
  if (search.from_model(*q.candidate, kSearchBudget / 10, deadline, model)) return Answer::Sat;
  const bool floats =
      std::any_of(q.order.begin(), q.order.end(), [&](Term t) { return graph.kind(t) == Kind::Float; });
  if (floats) {
    const Answer exact = attempt(FloatEncoding::Exact, q, search, model);
    if (exact != Answer::Unknown) return exact;
  }
  const std::string why = reason;
  if (search.from_model(*q.candidate, kSearchBudget, deadline, model)) return Answer::Sat;
  return unknown(floats ? "floating-point model could not be confirmed: " + why : why);
}

// Z3's ways to solve a query. On the corpus each of the first three was more than ten times faster than the
// others on some queries, so they take turns.
z3::solver Solver::Impl::make_solver(Strategy strategy, const Translator& t) {
  z3::context& c = backend->context;
  auto tactic = [&](const char* name) { return z3::tactic(c, name); };
  auto prepared = [&] {
    return tactic("simplify") & tactic("propagate-values") & tactic("solve-eqs") & tactic("elim-uncnstr");
  };
  switch (strategy) {
    case Strategy::Standard:
      if (t.uses_float_theory()) return t.uses_functions() ? z3::solver(c) : z3::solver(c, "QF_FPBV");
      return z3::solver(c, t.uses_functions() ? "QF_UFBV" : "QF_BV");
    case Strategy::BitBlast:
      return (prepared() & tactic("ackermannize_bv") & tactic("simplify") & tactic("max-bv-sharing") &
              tactic("bit-blast") & tactic("sat"))
          .mk_solver();
    case Strategy::FloatBits:
      return (tactic("simplify") & tactic("propagate-values") & tactic("fpa2bv") &
              tactic("propagate-values") & tactic("ackermannize_bv") & tactic("simplify") &
              tactic("bit-blast") & tactic("sat"))
          .mk_solver();
    case Strategy::Smt:
      break;
  }
  return (prepared() & tactic("smt")).mk_solver();
}

// One strategy for at most this long. Errors inside Z3 count as not knowing.
z3::check_result Solver::Impl::run_z3(Strategy strategy, unsigned milliseconds, const Translator& translate,
                                      const z3::expr_vector& asserted, std::optional<z3::model>& found) {
  try {
    z3::solver solver = make_solver(strategy, translate);
    z3::params p(backend->context);
    p.set("timeout", std::max(1u, milliseconds));
    if (options.seed != 0) p.set("random_seed", options.seed);
    solver.set(p);
    for (unsigned i = 0; i < asserted.size(); ++i) solver.add(asserted[static_cast<int>(i)]);
    const z3::check_result result = solver.check();
    if (result == z3::sat) found = solver.get_model();
    if (result == z3::unknown) reason = solver.reason_unknown();
    return result;
  } catch (const z3::exception& e) {
    reason = e.msg();
    return z3::unknown;
  }
}

namespace {

// An answer, its reason and its model as bytes.
std::string packed(Answer answer, const SmtModel& model, const std::string& reason) {
  std::vector<std::uint64_t> words{static_cast<std::uint64_t>(answer), model.values.size(),
                                   model.cells.size()};
  for (const auto& [id, value] : model.values) words.insert(words.end(), {id, value});
  for (const SmtModel::Cell& c : model.cells)
    words.insert(words.end(), {c.allocation, c.offset, static_cast<std::uint64_t>(c.bytes), c.value});
  std::string out(words.size() * sizeof words[0], '\0');
  std::memcpy(out.data(), words.data(), out.size());
  return out + reason;
}

Answer unpack(const std::string& bytes, SmtModel& model, std::string& reason) {
  std::size_t at = 0;
  const auto next = [&] {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    at += sizeof word;
    return word;
  };
  const auto answer = static_cast<Answer>(next());
  const std::uint64_t values = next(), cells = next();
  for (std::uint64_t i = 0; i < values; ++i) {
    const auto id = static_cast<std::uint32_t>(next());
    model.values[id] = next();
  }
  for (std::uint64_t i = 0; i < cells; ++i) {
    SmtModel::Cell c{};
    c.allocation = static_cast<std::uint32_t>(next());
    c.offset = next();
    c.bytes = static_cast<int>(next());
    c.value = next();
    model.cells.push_back(c);
  }
  reason = bytes.substr(at);
  return answer;
}

}  // namespace

// What may be hard for Z3, in a process of its own (apart.h).
Answer Solver::Impl::ask_z3(FloatEncoding floats, const std::vector<Term>& predicates,
                            const std::vector<Term>& order, SmtModel& candidate,
                            const std::vector<Turn>& turns) {
  const bool computes_floats =
      floats == FloatEncoding::Exact &&
      std::any_of(order.begin(), order.end(), [&](Term t) { return graph.kind(t) == Kind::Float; });
  if (!computes_floats && order.size() <= kMostTermsHere)
    return ask_z3_here(floats, predicates, order, candidate, turns);
  const auto result = run_apart(
      [&] {
        SmtModel model;
        const Answer answer = ask_z3_here(floats, predicates, order, model, turns);
        return packed(answer, model, reason);
      },
      deadline + kGrace);
  if (result.outcome == ApartResult::Outcome::Finished) return unpack(result.bytes, candidate, reason);
  return unknown(result.outcome == ApartResult::Outcome::OutOfTime ? out_of_time()
                                                                   : "Z3 ran out of memory or failed");
}

Answer Solver::Impl::ask_z3_here(FloatEncoding floats, const std::vector<Term>& predicates,
                                 const std::vector<Term>& order, SmtModel& candidate,
                                 const std::vector<Turn>& turns) {
  if (remaining_ms() == 0) return unknown(out_of_time());
  if (!backend) {
    if (options.memory_mb != 0)
      Z3_global_param_set("memory_max_size", std::to_string(options.memory_mb).c_str());
    backend = std::make_unique<Backend>(graph);
  }
  Translator& translate = floats == FloatEncoding::Exact ? backend->exact : backend->uninterpreted;
  translate.prepare(order);
  z3::expr_vector asserted(backend->context);
  for (Term t : predicates) asserted.push_back(translate(t));
  assert_ranges(order, translate, asserted);

  const std::vector<Turn> of_floats = {{Strategy::FloatBits, 4}, {Strategy::Standard, 8}};
  const unsigned whole = remaining_ms();
  for (const auto& [strategy, eighths] : translate.uses_float_theory() ? of_floats : turns) {
    const unsigned left = remaining_ms();
    if (left == 0) break;
    std::optional<z3::model> found;
    const z3::check_result result =
        run_z3(strategy, std::min(left, whole / 8 * eighths + 1), translate, asserted, found);
    if (result == z3::unsat) return Answer::Unsat;
    if (result != z3::sat) continue;
    read_model(*found, translate, order, candidate);
    return Answer::Sat;
  }
  const bool time = remaining_ms() == 0 || reason == "timeout" || reason == "canceled";
  return unknown(time ? out_of_time() : "Z3: " + reason);
}

// The ranges of variables are part of the assumptions (TermGraph::set_range).
void Solver::Impl::assert_ranges(const std::vector<Term>& order, Translator& translate,
                                 z3::expr_vector& asserted) {
  for (Term v : order) {
    const int w = graph.width(v);
    if (graph.kind(v) != Kind::Var || w == 1) continue;
    const auto [low, high] = graph.unsigned_range(v);
    const z3::expr x = translate(v);
    const auto bits = static_cast<unsigned>(w);
    if (low != 0) asserted.push_back(z3::uge(x, backend->context.bv_val(low, bits)));
    if (high != (w == 64 ? ~0ull : (1ull << w) - 1)) {
      asserted.push_back(z3::ule(x, backend->context.bv_val(high, bits)));
    }
    // Those above the range follow from it.
    const std::uint64_t zeros = graph.zero_bits(v), zero = zeros & ~(zeros + 1);
    if (zero != 0 && (high & zero) == 0 && low != high) {
      asserted.push_back((x & backend->context.bv_val(zero, bits)) == backend->context.bv_val(0, bits));
    }
  }
}

void Solver::Impl::read_model(const z3::model& m, Translator& translate, const std::vector<Term>& order,
                              SmtModel& out) {
  auto value = [&](const z3::expr& e) -> std::uint64_t {
    const z3::expr v = m.eval(e, true);
    if (v.is_bool()) return v.is_true();
    std::uint64_t n = 0;
    return v.is_numeral_u64(n) ? n : 0;
  };
  for (Term t : order) {
    if (graph.kind(t) == Kind::Var) out.values[t.id] = value(translate.known(t));
    if (graph.kind(t) != Kind::Read) continue;
    const std::uint64_t offset = value(translate.known(graph.operands(t)[0]));
    out.cells.push_back(
        {static_cast<std::uint32_t>(graph.aux(t)), offset, graph.width(t) / 8, value(translate.known(t))});
  }
}

Solver::Solver(TermGraph& graph, SolverOptions options) : impl_(std::make_unique<Impl>(graph, options)) {}
Solver::~Solver() = default;
void Solver::set_timeout_ms(unsigned timeout_ms) { impl_->options.timeout_ms = timeout_ms; }
void Solver::assume(Term predicate) { impl_->assume(predicate); }
Answer Solver::check(std::span<const Term> assertions, SmtModel* model) {
  return impl_->check(assertions, model);
}
std::string Solver::reason() const { return impl_->reason; }
const SmtStats& Solver::stats() const { return impl_->stats; }

}  // namespace warpproof
