#include "checker/equivalence/clean_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/counterexample/dynamic_shared.h"
#include "spec/rules.h"
#include "src/program/matrix.h"

namespace warpproof::equivalence {

counterexample::Granted taken_for_granted(const Matching& matching, const CheckOptions& check, bool in_b) {
  counterexample::Granted out;
  if (!in_b && !matching.conditions->empty()) out.conditions = matching.conditions.get();
  out.any_grid = !check.grid;
  return out;
}

std::uint64_t dynamic_shared_of_run(const Side& side, const CheckOptions& check) {
  return counterexample::dynamic_shared_is_open(*side.program, side.function, check.dynamic_shared)
             ? kMostSharedBytes
             : check.dynamic_shared.value_or(0);
}

std::string why_not_clean(const counterexample::Granted& granted, const Launch& launch, const RunInputs& inputs,
                          const RunResult& result) {
  if (result.outcome == RunResult::Outcome::Unknown) return "met " + result.unknown;
  if (result.outcome == RunResult::Outcome::Standstill) return "came to a standstill";
  if (result.outside_assumptions) return "assumes what does not hold";
  for (const Approximation& a : result.approximations) {
    if (is_product_of_reals(a.name))
      return fmt::format("rounds sums of products ({}) in an order that is open", a.name);
  }
  if (const auto broken = counterexample::broken_by_run(granted, launch, inputs, result))
    return "breaks an assumption: " + *broken;
  for (const Finding& f : result.findings) {
    if (f.level == spec::Level::Error) return fmt::format("broke {}", spec::rule_id(f.rule));
  }
  return {};
}

}  // namespace warpproof::equivalence
