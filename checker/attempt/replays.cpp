#include "checker/attempt/replays.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <utility>

#include "checker/counterexample/dynamic_shared.h"
#include "checker/counterexample/nearby_runs.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/replayable.h"
#include "checker/counterexample/simpler_inputs.h"

namespace warpproof {

using symbolic::Obligation;

namespace {

using Clock = Limits::Clock;

// Of errors and of warnings, of which there may be many.
constexpr int kMostSimplerRuns = 300, kMostOfWarning = 60;
constexpr std::chrono::milliseconds kForSimplerRuns{400}, kForWarning{50};
constexpr std::uint64_t kMostReplaySteps = 1'000'000;  // a model may ask for billions of iterations of a loop

bool is_any(const std::vector<bool>& flags) { return std::find(flags.begin(), flags.end(), true) != flags.end(); }

}  // namespace

std::string Replays::may_break_but(const std::string& assumption) {
  return "may be broken, but every run that was found breaks an assumption: " + assumption;
}

std::vector<Term> Replays::replayable() const {
  std::vector<Term> out = counterexample::replayable(f_.graph, f_.executor, f_.wants_exact());
  const std::vector<Term> sizes = f_.questions.facts_of_sizes();
  out.insert(out.end(), sizes.begin(), sizes.end());
  return out;
}

counterexample::Granted Replays::granted() const {
  counterexample::Granted out;
  out.conditions = f_.options.assumed.get();
  out.any_grid = !f_.options.grid;
  out.judges_bounds = f_.executor.bounds() != nullptr;
  // Those that the launch alone decides (symbolic/control/division.h).
  for (const symbolic::Event& e : f_.executor.record().events) {
    if (e.rule == spec::Rule::ValueDivisionByZero) out.judged_division.insert(e.place);
  }
  for (const Obligation& o : f_.executor.record().obligations.all()) {
    if (o.rule == spec::Rule::MemoryMisaligned) out.judged_alignment.insert(o.place);
  }
  return out;
}

Launch Replays::base_launch() const {
  Launch launch;
  const symbolic::Shape& shape = f_.executor.shape();
  launch.block = shape.block;
  launch.grid = shape.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
  launch.dynamic_shared = dynamic_shared_is_open() ? kMostSharedBytes : shape.dynamic_shared;
  launch.warp_size = shape.warp_size;
  launch.target_sm = f_.options.target_sm ? *f_.options.target_sm : f_.program.target_sm;
  launch.policies = f_.options.policies;
  launch.cuda_source = f_.options.cuda_source;
  launch.max_steps = kMostReplaySteps;
  return launch;
}

bool Replays::dynamic_shared_is_open() const {
  return counterexample::dynamic_shared_is_open(f_.program, f_.root, f_.options.dynamic_shared);
}

counterexample::Replay Replays::run(const SmtModel& model) const {
  auto run = counterexample::replay(f_.program, f_.root, f_.graph, f_.executor, model, base_launch(),
                                    f_.options.parameter_names,
                                    counterexample::replay_until(f_.limits.deadline()), true);
  run.dynamic_shared_is_open = dynamic_shared_is_open();
  return run;
}

// Those of `open` that the model violates; all, where it violates none: a candidate is never dropped in
// silence.
void Replays::none_was_shown(const Obligations& open, const std::vector<bool>& violated, const std::string& why) {
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (violated[i] || !is_any(violated)) f_.outcome.not_excluded(*open[i], why);
  }
}

void Replays::not_shown(const Obligations& open, const std::vector<Term>& terms, const SmtModel& model) {
  none_was_shown(open, counterexample::violated_under(f_.graph, f_.executor, terms, model), may_break_but(broken_));
}

std::string Replays::why_not_shown(const counterexample::Replay& run) const {
  if (run.result.outcome == RunResult::Outcome::Unknown)
    return "has a candidate counterexample, but the replay met: " + run.result.unknown;
  if (f_.loops.plans != nullptr)
    return "may be broken in some iteration of a loop; no input was found that does";
  if (!f_.executor.record().approximations.empty()) {
    return "may be broken for some value that the proof leaves open (see the "
           "approximations); no input was found that does";
  }
  return "has a candidate counterexample that does not replay (internal error)";
}

Replays::Replayed Replays::explain(Obligations& open, const std::vector<Term>& terms, const SmtModel& model) {
  counterexample::Replay run = this->run(model);
  const launch::Assumptions* assumed = f_.options.assumed.get();
  counterexample::Granted granted = this->granted();
  const bool in_scope = assumed == nullptr || counterexample::satisfies(*assumed, run.inputs, run.launch);
  if (in_scope && counterexample::leaves_known_memory_always(f_.program, granted, run)) granted.judges_bounds = true;
  auto broken = counterexample::keep_what_counts(granted, run);
  bool error = counterexample::has_error(run.result);
  if (in_scope && !error) {
    if (auto near = run_nearby(run, granted)) {
      run = std::move(*near);
      error = true;
    }
  }
  if (!error && broken) {
    broken_ = std::move(*broken);
    return Replayed::Broken;
  }
  const std::vector<bool> violated = counterexample::violated_under(f_.graph, f_.executor, terms, model);
  if (!error) {
    none_was_shown(open, violated, why_not_shown(run));
    return Replayed::Failed;
  }
  keep_errors(granted, std::move(run));
  Obligations rest;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!violated[i]) rest.push_back(open[i]);
  }
  const bool progress_made = rest.size() < open.size();
  open = std::move(rest);
  return progress_made ? Replayed::Explained : Replayed::Failed;
}

// Of a run that breaks a rule and counts.
void Replays::keep_errors(const counterexample::Granted& granted, counterexample::Replay run) {
  Wanted wanted;
  for (const Finding& f : run.result.findings) {
    if (f.level == spec::Level::Error) wanted.insert({f.rule, f.place});
  }
  simplify(granted, wanted, spec::Level::Error, run);
  if (!example_) example_ = run;
  for (auto& f : counterexample::to_findings(f_.program, run, f_.outcome.lines(), f_.options.parameter_names))
    f_.outcome.keep(std::move(f));
}

// A model gives numbers that nobody would choose, more blocks than the one that is shown, and words that do not matter. What
// is left shows the same findings, each at its place, in a run that counts: `granted` decides that of each run anew.
// Buffers have the sizes that go with the numbers.
void Replays::simplify(const counterexample::Granted& granted, const Wanted& wanted, spec::Level level,
                       counterexample::Replay& run) const {
  if (run.whole_grid || !f_.program.functions[f_.root].is_entry) return;
  const bool is_error = level == spec::Level::Error;
  const auto most = is_error ? kForSimplerRuns : kForWarning;
  const auto until = std::min(counterexample::replay_until(f_.limits.deadline()), Clock::now() + most);
  const launch::Assumptions* const assumed = f_.options.assumed.get();
  const bool has_sizes = f_.executor.bounds() != nullptr && !f_.executor.bounds()->sizes.empty();
  // The run of another launch or other inputs, made again; nothing where it is none of a launch that is asked for.
  const auto made_again = [&](Evaluator& machine, counterexample::Replay out, const RunInputs& inputs,
                              bool trace) -> std::optional<counterexample::Replay> {
    if (assumed != nullptr && !counterexample::satisfies(*assumed, inputs, out.launch)) return std::nullopt;
    out.inputs = inputs;
    if (has_sizes) counterexample::set_bounds(f_.executor.bounds(), out.inputs, out.launch);
    RunOptions options;
    options.trace = trace;
    options.random_schedule = out.schedule;
    options.until = until + most;
    out.result = machine.run(out.inputs, options);
    counterexample::keep_what_counts(granted, out);
    return out;
  };
  const auto shows_all = [&](const std::optional<counterexample::Replay>& again) {
    return again && std::all_of(wanted.begin(), wanted.end(), [&](const auto& key) {
             return std::any_of(again->result.findings.begin(), again->result.findings.end(), [&](const Finding& f) {
               return f.level == level && f.rule == key.first && f.place == key.second;
             });
           });
  };
  // A grid of no more blocks than it takes; and of the first one alone, which reads the words that matter where it looks first.
  const auto try_grid = [&](const std::array<std::uint32_t, 3>& block, const RunInputs& inputs) {
    counterexample::Replay fewer_blocks = run;
    fewer_blocks.launch.ctaid = block;
    for (std::size_t axis = 0; axis < 3; ++axis) fewer_blocks.launch.grid[axis] = block[axis] + 1;
    if (f_.options.grid || fewer_blocks.launch.grid == run.launch.grid) return;
    Evaluator other(f_.program, f_.root, fewer_blocks.launch);
    auto found = made_again(other, fewer_blocks, inputs, true);
    if (shows_all(found)) run = std::move(*found);
  };
  try_grid(run.launch.ctaid, run.inputs);
  if (run.launch.ctaid != std::array<std::uint32_t, 3>{}) {
    RunInputs in_front = run.inputs;
    for (MemoryCells& cells : in_front.memory) cells.offset = 0;
    try_grid({}, in_front);
  }
  Evaluator machine(f_.program, f_.root, run.launch);
  const auto still = [&](const RunInputs& inputs) { return shows_all(made_again(machine, run, inputs, false)); };
  const std::set<std::uint32_t> pointers = f_.executor.pointers().buffers();
  const auto is_free = [&](std::uint32_t i) { return !f_.executor.fixed_parameters().contains(i); };
  RunInputs inputs = run.inputs;
  counterexample::make_simpler(inputs, pointers, is_free, counterexample::simplest_values(f_.program, f_.root),
                              is_error ? kMostSimplerRuns : kMostOfWarning, until, still);
  auto found = made_again(machine, run, inputs, true);
  if (!shows_all(found)) return;  // the effort is at its end
  counterexample::Replay& simpler = *found;
  simpler.named_inputs.clear();
  counterexample::for_each_number(inputs, pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
    simpler.named_inputs.emplace_back(counterexample::parameter_name(f_.options.parameter_names, part),
                                      counterexample::value_text(value, 8 * bytes));
  });
  simpler.named_scalars = simpler.named_inputs.size();
  counterexample::name_words(inputs.memory, f_.options.parameter_names, simpler.named_inputs);
  run = std::move(simpler);
}

std::optional<counterexample::Replay> Replays::run_nearby(const counterexample::Replay& run,
                                                          const counterexample::Granted& granted) {
  if (!f_.program.functions[f_.root].is_entry || run.result.outside_assumptions || nearby_left_.count() <= 0)
    return std::nullopt;
  const auto start = Clock::now();
  auto found = counterexample::find_violating_run_near(
      f_.program, f_.root, run, f_.executor.pointers().buffers(), granted, f_.options.parameter_names,
      std::min(f_.limits.deadline(), start + nearby_left_));
  nearby_left_ -= Clock::now() - start;
  return found;
}

bool Replays::shows(const Obligation& o, const SmtModel& model) {
  counterexample::Replay run = this->run(model);
  const launch::Assumptions* assumed = f_.options.assumed.get();
  const bool in_scope = assumed == nullptr || counterexample::satisfies(*assumed, run.inputs, run.launch);
  counterexample::keep_what_counts(granted(), run);
  // Where nothing else is wrong it may break a rule that the attempt only assumed to be kept, as that shared memory is initialised.
  if (in_scope && f_.outcome.errors() == 0 && counterexample::has_error(run.result)) keep_errors(granted(), run);
  const auto place = f_.outcome.place_of(o.place);
  // One level of the rule: that of the first finding.
  Wanted wanted;
  spec::Level level = spec::Level::Error;
  for (const Finding& f : run.result.findings) {
    const auto at = f_.outcome.place_of(f.place);
    if (f.level == spec::Level::Error || f.rule != o.rule || at.line != place.line || at.file != place.file) continue;
    if (wanted.empty()) level = f.level;
    if (f.level == level) wanted.insert({f.rule, f.place});
  }
  if (!wanted.empty()) simplify(granted(), wanted, level, run);
  bool shown = false;
  for (auto& f : counterexample::to_findings(f_.program, run, f_.outcome.lines(), f_.options.parameter_names)) {
    if (f.level == spec::Level::Error || f.rule != o.rule) continue;
    shown = shown || (f.place.line == place.line && f.place.file == place.file);
    f_.outcome.keep(std::move(f));
  }
  return shown;
}

}  // namespace warpproof
