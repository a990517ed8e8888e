// Z3 asked once, and what is done about a model that only uninterpreted arithmetic allows.
#include "checker/smt/solver.h"

#include <algorithm>
#include <stdexcept>

#include "checker/smt/core.h"
#include "checker/smt/solver_impl.h"
#include "src/base/effort.h"
#include "src/term/traverse.h"

namespace warpproof {

// Z3 once. Sat when its model stands the check; a model that does not becomes the candidate.
Answer Solver::Impl::attempt(FloatEncoding floats, Query& q, AssignmentSearch& search, SmtModel& model) {
  SmtModel found;
  Answer answer = Answer::Unknown;
  if (floats == FloatEncoding::Exact) {
    answer = ask_z3(floats, q.simplified, q.order, found, {{Strategy::Standard, 8}});
  } else {
    const auto part = [&](double share) {
      return Clock::now() + std::chrono::duration_cast<Clock::duration>(share * (deadline - Clock::now()));
    };
    const bool by_cases = counts_in_cases(q);
    if (by_cases && refute_by_cases(q.simplified, part(0.7), 1, Strategy::Bits)) return Answer::Unsat;
    answer = ask_z3(floats, q.simplified, q.order, found, {{Strategy::Standard, 1}});
    if (answer == Answer::Unknown) {
      if (!by_cases && refute_by_cases(q.simplified, part(0.33), 1, Strategy::Standard)) return Answer::Unsat;
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

Solver::Solver(TermGraph& graph, SolverOptions options) : impl_(std::make_unique<Impl>(graph, options)) {}
Solver::~Solver() = default;
void Solver::set_budget_ms(unsigned budget_ms) { impl_->options.budget_ms = budget_ms; }
void Solver::assume(Term predicate) { impl_->assume(predicate); }

}  // namespace warpproof
