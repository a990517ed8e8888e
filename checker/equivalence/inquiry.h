// The solver, asked about two executions.
#pragma once

#include <string>
#include <vector>

#include "checker/smt/solver.h"
#include "src/base/effort.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class Inquiry {
 public:
  using Clock = effort::Clock;
  // `most_seconds`: for one question.
  Inquiry(TermGraph& graph, bool use_solver, Clock::time_point deadline, double most_seconds = 20)
      : graph_(graph), use_solver_(use_solver), deadline_(deadline), most_seconds_(most_seconds) {}

  // What holds for all inputs.
  std::vector<Term>& assumptions() { return assumptions_; }
  // Is there an input for which all of these hold? Unknown where it is too large, or past the deadline.
  Answer ask(std::vector<Term> query, SmtModel* model = nullptr);
  bool surely_equal(Term a, Term b) { return ask({graph_.lnot(graph_.eq(a, b))}) == Answer::Unsat; }
  bool out_of_time() const { return Clock::now() > deadline_; }
  // Why the last answer was Unknown.
  const std::string& reason() const { return reason_; }
  double seconds() const { return seconds_; }

 private:
  SolverOptions solver_options() const;

  TermGraph& graph_;
  const bool use_solver_;
  const Clock::time_point deadline_;
  const double most_seconds_;
  std::vector<Term> assumptions_;
  std::string reason_;
  double seconds_ = 0;
};

}  // namespace warpproof::equivalence
