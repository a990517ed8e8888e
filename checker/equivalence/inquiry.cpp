#include "checker/equivalence/inquiry.h"

#include <algorithm>

#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostSolverTerms = 300'000;  // of one; the solver's memory is not bounded else

}  // namespace

SolverOptions Inquiry::solver_options() const {
  SolverOptions o;
  const double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
  o.budget_ms = static_cast<unsigned>(std::clamp(left * 1000, 1.0, most_seconds_ * 1000));
  return o;
}

Answer Inquiry::ask(std::vector<Term> query, SmtModel* model) {
  if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); }))
    return Answer::Unsat;
  if (out_of_time() || !use_solver_) return Answer::Unknown;
  if (topological_order(graph_, query).size() > kMostSolverTerms) {
    reason_ = "too large for the solver";
    return Answer::Unknown;
  }
  const auto begin = std::chrono::steady_clock::now();
  Solver solver(graph_, solver_options());
  for (const Term t : assumptions_) solver.assume(t);
  const Answer answer = solver.check(query, model);
  reason_ = solver.reason();
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

}  // namespace warpproof::equivalence
