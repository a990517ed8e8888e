#include "checker/theorems/prove_z3.h"

#include "checker/smt/solver.h"

namespace warpproof::theorems {

Decide z3_decide(unsigned budget_ms) {
  return [budget_ms](TermGraph& graph, std::span<const Term> terms, std::span<const Term> variables,
                     std::vector<std::uint64_t>& values) {
    SolverOptions options;
    options.budget_ms = budget_ms;
    Solver solver(graph, options);
    SmtModel model;
    switch (solver.check(terms, &model)) {
      case Answer::Unsat:
        return Satisfiable::No;
      case Answer::Unknown:
        return Satisfiable::Unknown;
      case Answer::Sat:
        break;
    }
    // A variable that the question does not mention may take any value.
    for (const Term variable : variables) values.push_back(model.has(variable) ? model.value(variable) : 0);
    return Satisfiable::Yes;
  };
}

std::vector<TheoremResult> prove_all(std::string_view filter, unsigned budget_ms) {
  return prove_all(z3_decide(budget_ms), filter);
}

}  // namespace warpproof::theorems
