#include "checker/attempt/questions.h"

#include <algorithm>

namespace warpproof {

namespace {

// Seconds of effort::Clock.
constexpr double kSlow = 20, kQuick = 5, kQuickOfManySizes = 1.5, kWithoutProducts = 5;

SolverOptions at_most(double budget_seconds, double seconds) {
  SolverOptions o;
  o.budget_ms = static_cast<unsigned>(std::max(1.0, std::min(budget_seconds, seconds) * 1000));
  return o;
}

}  // namespace

Questions::Questions(TermGraph& graph, const Limits& limits, double budget_seconds, bool size_is_open)
    : graph_(graph),
      limits_(limits),
      slow_ms_(at_most(budget_seconds, kSlow).budget_ms),
      quick_ms_(at_most(budget_seconds, size_is_open ? kQuickOfManySizes : kQuick).budget_ms),
      solver_(graph, at_most(budget_seconds, kSlow)),
      quick_(graph, at_most(budget_seconds, size_is_open ? kQuickOfManySizes : kQuick)),
      without_products_(graph, at_most(budget_seconds, kWithoutProducts)) {}

void Questions::take_assumptions(const symbolic::Executor& executor) {
  for (; assumed_products_ < executor.facts_of_products().size(); ++assumed_products_)
    without_products_.assume(executor.facts_of_products()[assumed_products_]);
  for (; assumed_ < executor.assumptions().size(); ++assumed_) {
    const Term assumption = executor.assumptions()[assumed_];
    solver_.assume(assumption);
    quick_.assume(assumption);
    without_products_.assume(assumption);
  }
}

Answer Questions::check(std::span<const Term> query, SmtModel* model, bool quick, unsigned at_most_ms) {
  if (std::any_of(query.begin(), query.end(), [&](Term t) { return graph_.is_false(t); })) return Answer::Unsat;
  if (limits_.over()) return Answer::Unknown;
  ++asked_;
  Solver& solver = quick ? quick_ : solver_;
  solver.set_budget_ms(limits_.time_for(std::min(quick ? quick_ms_ : slow_ms_, at_most_ms)));
  return solver.check(query, model);
}

bool Questions::excluded_without_products(Term t, unsigned at_most_ms) {
  return Limits::Clock::now() < limits_.deadline() && without_products_.excludes(t, limits_.time_for(at_most_ms));
}

}  // namespace warpproof
