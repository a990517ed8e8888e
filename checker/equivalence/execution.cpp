#include "checker/equivalence/execution.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/counterexample/counterexample.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/equivalence/clean_run.h"
#include "checker/equivalence/matching.h"

namespace warpproof::equivalence {

using symbolic::Input;

namespace {

SolverOptions quick_solver() {
  SolverOptions o;
  o.budget_ms = 5000;
  return o;
}

}  // namespace

Execution::Execution(TermGraph& graph, symbolic::SharedInputs& inputs, const Side& side,
                     const EquivalenceOptions& options, const std::array<std::uint32_t, 3>& block,
                     const Matching& matching, bool is_b, const ExecutionLoops& loops,
                     Clock::time_point deadline)
    : side_(side),
      options_(options),
      deadline_(deadline),
      compares_loops_(loops.comparison != nullptr),
      solver_(graph, quick_solver()),
      executor_(
          *side.program, side.function, graph,
          [&] {
            auto o = executor_options(block, inputs, deadline);
            o.fixed_parameters = is_b ? matching.fixed_b : matching.fixed_a;
            if (is_b) o.parameter_numbers = matching.numbers;
            o.conditions =
                is_b ? matching.conditions_of_b(options.check.assumptions) : options.check.assumptions;
            for (const auto& [quantity, f] : matching.facts) {
              launch::Quantity q = quantity;
              if (is_b) q.index = matching.allocation_in_b(q.index);
              o.facts[q] = f;
            }
            o.unroll = loops.unroll;
            o.stop_at_open_loops = loops.stop;
            o.plans = loops.plans;
            o.comparison = loops.comparison;
            o.near_accesses = loops.near;
            return o;
          }(),
          [this](Term t) { return infeasible(t); }) {}

symbolic::ExecutorOptions Execution::executor_options(const std::array<std::uint32_t, 3>& block,
                                                      symbolic::SharedInputs& inputs,
                                                      Clock::time_point deadline) const {
  const CheckOptions& check = options_.check;
  symbolic::ExecutorOptions o;
  o.shape.block = block;
  o.shape.grid = check.grid;
  o.shape.dynamic_shared = check.dynamic_shared.value_or(0);
  o.shape.dynamic_shared_is_open =
      counterexample::dynamic_shared_is_open(*side_.program, side_.function, check.dynamic_shared);
  o.shape.warp_size = check.warp_size;
  o.target = spec::Target{check.target_sm ? *check.target_sm : side_.program->target_sm};
  o.policies = check.policies;
  o.cuda_source = side_.cuda_source;
  o.out_of_time = [deadline] { return Clock::now() > deadline; };
  o.shared_inputs = &inputs;
  return o;
}

bool Execution::infeasible(Term t) {
  for (; assumed_ < executor_.record().assumptions.size(); ++assumed_)
    solver_.assume(executor_.record().assumptions[assumed_]);
  if (Clock::now() > deadline_) return false;
  const Term query[] = {t};
  return solver_.check(query) == Answer::Unsat;
}

std::vector<Term> Execution::open_choices() const {
  std::vector<Term> out;
  for (const Input& input : executor_.record().inputs) {
    if (input.kind == Input::Kind::Choice || input.kind == Input::Kind::Group) out.push_back(input.term);
  }
  return out;
}

std::vector<std::pair<Term, std::string>> Execution::open_orders(TermGraph& graph) const {
  using spec::Rule;
  std::vector<std::pair<Term, std::string>> out;
  for (const symbolic::Obligation& o : executor_.record().obligations.all()) {
    const bool order = o.rule == Rule::Race || o.rule == Rule::RaceMixedSize ||
                       o.rule == Rule::StoreSameInstruction || o.rule == Rule::MemoryImplicitWarpSync ||
                       o.rule == Rule::MemoryCollectiveAsFence;
    // Two stores of one value leave that value in either order.
    if (!order || o.message.starts_with("of one value")) continue;
    if (compares_loops_ && o.level == spec::Level::Error) continue;
    out.emplace_back(
        graph.disj(o.violated),
        fmt::format("{}: the contents of memory depend on the order of threads", spec::rule_id(o.rule)));
  }
  return out;
}

bool Execution::uses_dynamic_shared() const {
  const auto& variables = side_.program->variables;
  return std::any_of(variables.begin(), variables.end(),
                     [](const Variable& v) { return v.space == Space::Shared && v.is_extern; });
}

bool Execution::takes_no_dynamic_shared() const {
  return counterexample::takes_none(*side_.program, side_.function, options_.check.dynamic_shared);
}

std::string Execution::parameter_name(std::uint32_t index) const {
  const auto& names = side_.parameter_names;
  const auto& parameters = side_.program->functions[side_.function].parameters;
  if (pointing_part(index).index < parameters.size()) return counterexample::buffer_name(names, index);
  const std::size_t variable = index - parameters.size();
  const auto& variables = executor_.layout().allocation_variable;
  return variable < variables.size() ? side_.program->variables[variables[variable]].name
                                     : fmt::format("allocation {}", index);
}

Launch Execution::launch() const {
  Launch launch;
  const symbolic::Shape& shape = executor_.shape();
  launch.block = shape.block;
  launch.grid = shape.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
  launch.dynamic_shared = dynamic_shared_of_run(side_, options_.check);
  launch.warp_size = shape.warp_size;
  launch.target_sm = options_.check.target_sm ? *options_.check.target_sm : side_.program->target_sm;
  launch.policies = options_.check.policies;
  launch.cuda_source = side_.cuda_source;
  launch.max_steps = replay_steps(launch);
  return launch;
}

}  // namespace warpproof::equivalence
