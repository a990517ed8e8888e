#include "checker/attempt/convergence_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "checker/counterexample/convergence.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/rerun.h"

namespace warpproof {

using symbolic::Obligation;

namespace {

// The effort for it, at most.
constexpr double kShare = 0.05;  // of the whole
constexpr std::chrono::seconds kMost{2};

const Obligation* use_of_activemask(const Followed& followed) {
  const auto& all = followed.executor.record().obligations.all();
  const auto use = std::find_if(all.begin(), all.end(),
                                [](const Obligation& o) { return o.rule == spec::Rule::MaskFromActivemask; });
  return use == all.end() ? nullptr : &*use;
}

// Where the size is a variable: one that is asked for, with several warps where there is such.
std::array<std::uint32_t, 3> block_of_runs(const Followed& followed) {
  const symbolic::Shape& shape = followed.executor.shape();
  const launch::Assumptions* assumed = followed.options.assumed.get();
  std::uint32_t found = 0;
  for (std::uint32_t n = shape.multiple; n <= shape.block[0] && found < 64; n += shape.multiple) {
    if (assumed == nullptr || assumed->allows_block({n, 1, 1}, shape.grid)) found = n;
  }
  return {found == 0 ? shape.multiple : found, 1, 1};
}

}  // namespace

bool wants_convergence_search(const Followed& followed) {
  return use_of_activemask(followed) != nullptr && followed.program.functions[followed.root].is_entry;
}

std::optional<ConvergenceFinding> search_convergence(const Followed& followed, const Replays& replays) {
  using Clock = Limits::Clock;
  Launch launch = replays.base_launch();
  if (followed.executor.numbers().block_size()) launch.block = block_of_runs(followed);
  const auto share = effort::seconds(followed.options.budget_seconds * kShare);
  const auto until = std::min(followed.limits.deadline(), Clock::now() + std::min<Clock::duration>(share, kMost));
  const auto found = counterexample::find_convergence_dependence(
      {followed.program, followed.root, launch, followed.executor.pointers().parameters(),
       followed.executor.fixed_parameters(), until, followed.options.assumed.get()});
  if (!found) return std::nullopt;
  const std::vector<std::string>& names = followed.options.parameter_names;
  counterexample::Replay run{launch, found->inputs, found->apart, {}, {}};
  run.root = followed.root;
  run.dynamic_shared_is_open = replays.dynamic_shared_is_open();
  const auto& pointers = followed.executor.pointers().parameters();
  counterexample::for_each_number(run.inputs, pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
    run.named_inputs.emplace_back(counterexample::parameter_name(names, part), counterexample::value_text(value, 8 * bytes));
  });
  counterexample::name_words(run.inputs.memory, names, run.named_inputs);
  report::Finding f;
  f.rule = spec::Rule::MaskFromActivemask;
  f.level = spec::Level::Error;
  f.place = followed.outcome.place_of(use_of_activemask(followed)->place);
  f.lanes = "all lanes";
  f.message = fmt::format(
      "the result depends on which lanes run converged: with other groups of lanes the contents of {} differ",
      counterexample::buffer_name(names, found->allocation));
  f.replayed = true;
  f.launch = counterexample::launch_text(followed.program, run);
  f.inputs = run.named_inputs;
  // `run` with this flag makes both runs.
  f.rerun = counterexample::rerun_options(followed.program, run, names);
  if (!f.rerun.empty()) f.rerun.push_back("--compare-activemask");
  f.trace = counterexample::to_trace(followed.program, run, followed.outcome.lines(), names);
  return ConvergenceFinding{std::move(f), launch};
}

}  // namespace warpproof
