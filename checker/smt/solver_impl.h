// What Solver is made of: shared by solver.cpp (which questions to ask) and ask_z3.cpp (asking them).
#pragma once

#include <z3++.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "checker/smt/search.h"
#include "checker/smt/solver.h"
#include "checker/smt/translate.h"
#include "src/base/effort.h"
#include "src/term/traverse.h"

namespace warpproof {

inline constexpr std::uint64_t kSearchBudget = 20'000'000;  // term evaluations after Z3

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

Support support_of(const Leaves& leaves, const TermGraph& graph);

struct Solver::Impl {
  using Clock = effort::Clock;

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

  // What `ask` says, but a contradiction of one form is asked once.
  template <class Ask>
  Answer unless_known(const std::vector<Term>& predicates, const std::vector<Term>& order, const Ask& ask) {
    auto form = options.known != nullptr ? KnownAnswers::form_of(graph, predicates, order) : std::nullopt;
    if (form && options.known->find(*form, {}) == Answer::Unsat) return Answer::Unsat;
    const Answer answer = ask();
    if (form && answer == Answer::Unsat) options.known->note(std::move(*form), answer, {});
    return answer;
  }
  Answer solve(const std::vector<Term>& predicates, SmtModel& model);
  Answer search_and_ask(Query& q, const std::vector<Term>& predicates, SmtModel& model);
  Answer attempt(FloatEncoding floats, Query& q, AssignmentSearch& search, SmtModel& model);
  std::size_t extend(const std::vector<Term>& left_out, SmtModel& model);
  std::optional<Answer> by_core(const Query& q, AssignmentSearch& search, SmtModel& model);
  Answer refine(Query& q, AssignmentSearch& search, SmtModel& model);
  bool propagate(std::vector<Term>& predicates, std::unordered_map<std::uint32_t, std::uint64_t>& pinned);
  enum class Strategy { Standard, BitBlast, Smt, Bits };
  // A strategy and its share of the effort that is left, in eighths.
  using Turn = std::pair<Strategy, unsigned>;
  Answer ask_z3_now(FloatEncoding floats, const std::vector<Term>& predicates, const std::vector<Term>& order,
                    SmtModel& candidate, const std::vector<Turn>& turns);
  Answer ask_z3_here(FloatEncoding floats, const std::vector<Term>& predicates,
                     const std::vector<Term>& order, SmtModel& candidate, const std::vector<Turn>& turns);
  Answer ask_z3(FloatEncoding floats, const std::vector<Term>& predicates, const std::vector<Term>& order,
                SmtModel& candidate, const std::vector<Turn>& turns);
  void use_equations(std::vector<Term>& predicates);
  std::optional<std::size_t> largest_split(const std::vector<Term>& predicates,
                                           std::vector<Term>& negated_cases);
  std::vector<Term> variables_of_products(std::span<const Term> predicates);
  bool satisfy_soon(const Query& q, AssignmentSearch& search, SmtModel& model);
  bool counts_in_cases(const Query& q);
  bool refute_by_cases(const std::vector<Term>& predicates, Clock::time_point until, int depth,
                       Strategy strategy);
  // `terms`: of the query.
  z3::solver make_solver(Strategy strategy, const Translator& t, std::size_t terms);
  static std::uint64_t units_of_resource(Strategy strategy);
  z3::check_result run_z3(Strategy strategy, Clock::duration most, const Translator& translate, std::size_t terms,
                          const z3::expr_vector& asserted, std::optional<z3::model>& found);
  void assert_ranges(const std::vector<Term>& order, Translator& translate, z3::expr_vector& asserted);
  void read_model(const z3::model& m, Translator& t, const std::vector<Term>& order, SmtModel& out);
  Answer complete(const std::vector<const Assumption*>& unrelated, SmtModel& model);
  Answer unknown(const std::string& why) {
    reason = why;
    return Answer::Unknown;
  }
  static std::string out_of_effort() { return "the effort for one question is used up"; }

  TermGraph& graph;
  SolverOptions options;
  std::unique_ptr<Backend> backend;
  std::vector<Assumption> assumptions;
  std::unordered_set<std::uint32_t> assumed;
  bool contradiction = false;
  std::optional<SmtModel> base;  // satisfies all assumptions
  std::deque<SmtModel> recent;   // of queries before, the latest first
  SmtStats stats;
  std::string reason;
  bool model_wanted = false;
  Clock::time_point deadline;
};

}  // namespace warpproof
