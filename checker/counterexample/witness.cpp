#include "checker/counterexample/witness.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "checker/counterexample/dynamic_shared.h"
#include "src/base/random_seed.h"
#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

// All of this is counted, so that a verdict does not depend on how busy the machine is.
constexpr int kTrials = 24;  // of each block size
constexpr int kTrialsOfManySizes = 6;
constexpr int kTrialsOfFixedNumbers = 2;
constexpr int kTrialsBeforeLargeGrid = 4;
constexpr int kTrialsOfGrids = 6;                 // of all blocks of a launch
constexpr std::uint64_t kSteps = 400'000;         // warp instructions of one run
// A run that goes on for longer has drawn a large number for the end of a loop; another one ends sooner.
constexpr std::uint64_t kQuickSteps = 40'000;
constexpr int kQuickTrials = 8, kTrialsBeforeSmallNumbers = 4;
constexpr std::uint64_t kManySteps = 20'000'000;  // of the last ones, where runs came to no end
constexpr std::uint64_t kMostSteps = 60'000'000;  // of all runs
constexpr std::uint64_t kMostStepsForBroken = 400'000;
const auto kMostWorkForBroken = effort::seconds(0.5);
constexpr std::uint64_t kMostBlocks = 8;      // of a grid that runs as a whole
constexpr std::uint64_t kMostParameterBytes = 512;
constexpr std::array kKinds = {Words::Small,  Words::Zero, Words::Floats, Words::Sparse,
                               Words::Signed, Words::Rows, Words::Offsets};

constexpr const char* kGoesOn = "threads were still going on here when the run was stopped";

bool is_free(const InputShape& shape, std::uint32_t parameter) {
  return !shape.fixed.contains(parameter) && !shape.pointers.contains(parameter);
}

}  // namespace

WitnessSearch::WitnessSearch(const WitnessQuestion& question)
    : q_(question), numbers_(compared_numbers(question.program)), began_(Clock::now()), until_(began_ + effort::seconds(question.seconds)) {
  if (question.more_numbers_of == nullptr) return;
  const auto more = compared_numbers(*question.more_numbers_of);
  numbers_.insert(numbers_.end(), more.begin(), more.end());
}

bool WitnessSearch::search() {
  std::vector<std::array<std::uint32_t, 3>> blocks;
  for (const std::uint32_t n : q_.sizes) blocks.push_back({n, 1, 1});
  if (blocks.empty()) blocks.push_back(q_.launch.block);
  return std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) { return at_block(block); });
}

bool WitnessSearch::at_block(const std::array<std::uint32_t, 3>& block) {
  const Function& kernel = q_.program.functions[q_.root];
  std::uint64_t bytes = 0;
  for (const std::uint32_t p : kernel.parameters) bytes += q_.program.variables[p].size;
  Launch launch = q_.launch;
  launch.block = block;
  launch.max_steps = kSteps;
  if (q_.any_grid && !choose_any_grid(q_.assumptions, launch)) return false;
  if (q_.dynamic_shared_is_open && has_dynamic_shared(q_.program)) launch.dynamic_shared = kMostSharedBytes;
  const auto conditions = conditions_for(q_.assumptions, launch);
  if (!conditions || bytes > kMostParameterBytes) return false;
  Random random(random_seed::of(1));
  const int trials = q_.sizes.size() > 1 ? kTrialsOfManySizes : kTrials;
  if (!kernel.is_entry) {
    Evaluator machine(q_.program, q_.root, launch);
    for (int trial = 0; trial < trials && may_go_on(); ++trial) {
      if (try_once(machine, launch, lane_inputs(launch, random), false)) return true;
    }
    return false;
  }
  // The first block of the launch, the last one, and one of a larger grid.
  std::vector<Launch> launches{launch};
  if (q_.any_grid && (q_.assumptions == nullptr || q_.assumptions->empty())) {
    launches.push_back(launch);
    launches.back().grid = {3, 1, 1};
    launches.back().ctaid = {2, 0, 0};
  } else if (launch.grid != std::array<std::uint32_t, 3>{1, 1, 1}) {
    launches.push_back(launch);
    for (std::size_t axis = 0; axis < 3; ++axis) launches.back().ctaid[axis] = launch.grid[axis] - 1;
  }
  InputShape shape{q_.program, q_.root, launch.threads(), {}, q_.fixed, *conditions, launch};
  std::vector<std::unique_ptr<Evaluator>> quick_machines, machines;
  for (Launch l : launches) {
    machines.push_back(std::make_unique<Evaluator>(q_.program, q_.root, l));
    l.max_steps = kQuickSteps;
    quick_machines.push_back(std::make_unique<Evaluator>(q_.program, q_.root, l));
  }
  const Clock::time_point enough = Clock::now() + (until_ - Clock::now()) / 4;
  find_pointers(shape, random, [&](int trial) -> AllocationSet {
    if (!tells_pointers_by_runs() || Clock::now() >= enough) return {};
    const Words kind = kKinds[static_cast<std::size_t>(trial) % kKinds.size()];
    RunResult result = quick_machines[0]->run(random_inputs(shape, random, kind));
    steps_ += result.steps;
    return result.touched;
  });
  shape.overlap = q_.pointers_overlap;
  shape.bounds = q_.bounds;
  const auto drawn = [&](int trial) {
    RunInputs inputs = random_inputs(shape, random, kKinds[static_cast<std::size_t>(trial) % kKinds.size()]);
    if (trial % 2 == 1) plant(shape, random, inputs);
    return inputs;
  };
  const auto run_patiently = [&] {
    Launch long_run = launches[0];
    long_run.max_steps = std::min(kManySteps, steps_within_work());
    Evaluator patient(q_.program, q_.root, long_run);
    for (int trial = 0; trial < 2 && may_go_on(); ++trial) {
      const std::uint64_t before = steps_;
      if (try_once(patient, long_run, drawn(trial), false)) return true;
      if (steps_ - before >= long_run.max_steps) return false;  // nor will the next one end
    }
    return false;
  };
  const auto none_is_free = [&] {
    for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i)
      if (is_free(shape, i)) return false;
    return true;
  };
  // Loops are short where the numbers that they count to are small.
  const auto run_with_small_numbers = [&] {
    for (const std::uint64_t number : {1, 0, 2}) {
      RunInputs inputs = drawn(0);
      make_small(shape, number, inputs);
      if (may_go_on() && try_once(*machines[0], launches[0], std::move(inputs), false)) return true;
    }
    return false;
  };
  for (int trial = 0; trial < trials && may_go_on(); ++trial) {
    if (trial == kTrialsBeforeSmallNumbers && !goes_on_ && runs_came_to_no_end() &&
        (run_with_small_numbers() || in_grid_for_small_numbers(shape, launch, random)))
      return true;
    // Others will not end sooner, where all numbers are what the launch has.
    if (trial == kTrialsOfFixedNumbers && !goes_on_ && none_is_free() && runs_came_to_no_end() && run_patiently()) return true;
    if (trial == kTrialsBeforeLargeGrid && q_.any_grid && runs_came_to_no_end() &&
        in_large_grid(shape, launch, random))
      return true;
    const std::size_t which = static_cast<std::size_t>(trial / 2) % launches.size();
    Evaluator& machine = *(trial < kQuickTrials ? quick_machines : machines)[which];
    if (try_once(machine, launches[which], drawn(trial), false)) return true;
  }
  // Blocks that wait for each other come to an end together.
  std::uint64_t blocks = 1;
  if (q_.any_grid && shape.conditions.all == nullptr) launch.grid = {2, 1, 1};
  for (const std::uint32_t n : launch.grid) blocks *= n;
  Evaluator grid(q_.program, q_.root, launch);
  for (int trial = 0; trial < kTrialsOfGrids && blocks <= kMostBlocks && may_go_on(); ++trial) {
    RunInputs inputs = random_inputs(shape, random, trial % 2 == 0 ? Words::Zero : kKinds[trial]);
    if (try_once(grid, launch, std::move(inputs), true)) return true;
  }
  return !goes_on_ && run_patiently();
}

bool WitnessSearch::may_go_on() const { return steps_ < kMostSteps && Clock::now() < until_; }

// As many as the work that is left suffices for, if they cost what those before did.
std::uint64_t WitnessSearch::steps_within_work() const {
  const Clock::time_point now = Clock::now();
  if (now >= until_ || steps_ == 0) return kSteps;
  const double share = static_cast<double>((until_ - now).count()) /
                       static_cast<double>(std::max<Clock::rep>(1, (now - began_).count()));
  return static_cast<std::uint64_t>(static_cast<double>(steps_) * share) + kSteps;
}

bool WitnessSearch::runs_came_to_no_end() const {
  return std::any_of(obstacles_.begin(), obstacles_.end(),
                     [](const auto& o) { return o.first.text == kGoesOn; });
}

// A loop whose step is the number of threads of the grid ends soon where that is large.
bool WitnessSearch::in_large_grid(InputShape shape, Launch launch, Random& random) {
  if (launch.grid[0] >= kLargeGrid) return false;
  launch.grid[0] = kLargeGrid;
  launch.ctaid = {1, 0, 0};
  const auto conditions = conditions_for(q_.assumptions, launch);
  if (!conditions) return false;
  shape.conditions = *conditions;
  shape.launch = launch;
  Evaluator machine(q_.program, q_.root, launch);
  for (int trial = 0; trial < kTrialsOfGrids && may_go_on(); ++trial) {
    if (try_once(machine, launch, random_inputs(shape, random, kKinds[static_cast<std::size_t>(trial)]),
                 false))
      return true;
  }
  return false;
}

// Of a grid of `total / n` blocks a thread may have n iterations: few where there are many blocks, of which one is run.
bool WitnessSearch::in_grid_for_small_numbers(const InputShape& shape, Launch launch, Random& random) {
  if (!q_.any_grid || q_.assumptions == nullptr) return false;
  const Function& kernel = q_.program.functions[q_.root];
  for (const std::uint64_t number : {1, 2, 16}) {
    std::map<std::uint32_t, std::uint64_t> fixed;
    for (std::uint32_t axis = 0; axis < launch.grid.size(); ++axis) {
      for (const launch::Quantity& q : q_.assumptions->related_to_grid(axis))
        if (q_.program.variables[kernel.parameters[q.index]].size == q.bytes()) fixed.emplace(q.index, number);
    }
    launch::Values values;
    const launch::LaunchSpace any_grid{launch.block, 1, 1024, std::nullopt};
    if (fixed.empty() || q_.assumptions->with_fixed(fixed).find(any_grid, &values) != launch::Assumptions::Answer::Satisfied) continue;
    launch.grid = {1, 1, 1};
    launch.ctaid = {0, 0, 0};
    for (const auto& [q, value] : values)
      if (q.kind == launch::Quantity::Kind::GridSize) launch.grid[q.index] = static_cast<std::uint32_t>(value);
    const auto conditions = conditions_for(q_.assumptions, launch);
    if (!conditions) continue;
    InputShape small = shape;
    small.conditions = *conditions;
    small.launch = launch;
    small.fixed.insert(fixed.begin(), fixed.end());
    Evaluator machine(q_.program, q_.root, launch);
    for (const Words kind : {kKinds[0], kKinds[1]})
      if (may_go_on() && try_once(machine, launch, random_inputs(small, random, kind), false)) return true;
  }
  return false;
}

// Are there parameters of which only a run shows whether they are pointers?
bool WitnessSearch::tells_pointers_by_runs() const {
  const auto& parameters = q_.program.functions[q_.root].parameters;
  return std::any_of(parameters.begin(), parameters.end(), [&](std::uint32_t p) {
    const Variable& variable = q_.program.variables[p];
    return variable.size >= 8 && (variable.size > 8 || variable.holds == Variable::Holds::Anything);
  });
}

bool WitnessSearch::try_run(const Launch& launch, RunInputs inputs) {
  Evaluator machine(q_.program, q_.root, launch);
  return try_once(machine, launch, std::move(inputs), false);
}

bool WitnessSearch::try_once(Evaluator& machine, const Launch& launch, RunInputs inputs, bool whole_grid) {
  set_bounds(q_.bounds, inputs, launch);
  if (!inputs.extents) inputs.extents.emplace(inputs.params.size(), kUnknownExtent);
  inputs.only_bounds = inputs.also_alignment_and_division = true;
  inputs.notes_real_domains = q_.real_results;
  inputs.notes_real_sums = q_.real_sums;
  ++runs_;
  if (q_.assumptions != nullptr && !satisfies(*q_.assumptions, inputs, launch)) {
    ++obstacles_[{"the launch is not one that is asked for"}];
    return false;
  }
  const RunResult result = whole_grid ? machine.run_grid(inputs).run : machine.run(inputs);
  steps_ += result.steps;
  note_broken(result, launch, inputs);
  if (goes_on_) return broken_.contains(wanted_);
  auto obstacle = judge(result);
  if (!obstacle && q_.admits && !q_.admits(launch, inputs))
    obstacle = {"what else is assumed below leaves the run out"};
  if (obstacle) ++obstacles_[*obstacle];
  return !obstacle;
}

std::optional<Obstacle> WitnessSearch::judge(const RunResult& r) const {
  if (r.outside_assumptions) return Obstacle{"a thread finds the assumption here false", r.outside_place};
  const auto error = std::find_if(r.findings.begin(), r.findings.end(),
                                  [](const Finding& f) { return f.level == spec::Level::Error; });
  if (error != r.findings.end())
    return Obstacle{std::string(spec::rule_id(error->rule)) + ": " + error->message, error->place};
  if (r.halted_at) return Obstacle{"a thread stops here, at a trap or an assertion", r.halted_at};
  if (r.outcome == RunResult::Outcome::Unknown) {
    const bool endless = r.unknown == kStepLimit;
    return Obstacle{endless ? kGoesOn : "the run met what the evaluator does not know (" + r.unknown + ")",
                    r.unknown_place};
  }
  if (r.outcome == RunResult::Outcome::Standstill) return Obstacle{"threads wait for ever"};
  if (r.stray && !q_.loads_pointers) return Obstacle{"an access goes through a pointer that names no buffer"};
  if (q_.zero_divides_nothing && r.divided_by_zero_at)
    return Obstacle{"an integer is divided by zero", r.divided_by_zero_at};
  for (const auto& [place, inside] : r.real_domains) {
    if (!inside) return Obstacle{"what every thread computes here has no result over the reals", place};
  }
  return std::nullopt;
}

void WitnessSearch::note_broken(const RunResult& result, const Launch& launch, const RunInputs& inputs) {
  if (result.outside_assumptions || result.stray) return;
  for (const spec::Rule rule : {spec::Rule::MemoryOutOfBounds, spec::Rule::MemoryMisaligned}) {
    const Finding* f = result.find(rule);
    const bool counts = f != nullptr && (rule == spec::Rule::MemoryMisaligned ||
                                         f->message.find("shared memory") != std::string::npos);
    if (counts) broken_.try_emplace(rule, Broken{f->message, f->place, launch, inputs});
  }
}

void WitnessSearch::look_for_broken(spec::Rule rule) {
  if (broken_.contains(rule)) return;
  goes_on_ = true;
  wanted_ = rule;
  steps_ = kMostSteps - kMostStepsForBroken;
  began_ = Clock::now();
  until_ = began_ + kMostWorkForBroken;
  search();
  goes_on_ = false;
}

Obstacle WitnessSearch::obstacle() const {
  const auto most = std::max_element(obstacles_.begin(), obstacles_.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == obstacles_.end() ? Obstacle{"no inputs could be drawn"} : most->first;
}

bool WitnessSearch::only_went_on() const {
  return steps_ >= kSteps && !obstacles_.empty() && std::all_of(obstacles_.begin(), obstacles_.end(), [](const auto& o) { return o.first.text == kGoesOn; });
}

// Scalars and words of buffers that the program looks for.
void WitnessSearch::plant(InputShape& shape, Random& random, RunInputs& inputs) const {
  if (numbers_.empty()) return;
  const auto number = [&] { return numbers_[random() % numbers_.size()]; };
  RunInputs before = inputs;
  for (std::uint32_t i = 0; i < inputs.params.size(); ++i) {
    if (!is_free(shape, i) || inputs.params[i].size() > 8 || random() % 2 == 0) continue;
    const std::uint64_t value = number() + random() % 3 - 1;
    std::memcpy(inputs.params[i].data(), &value, inputs.params[i].size());
  }
  if (shape.conditions.all != nullptr && !satisfies(*shape.conditions.all, inputs, shape.launch))
    inputs = std::move(before);
  for (MemoryCells& m : inputs.memory) {
    const std::size_t size = std::size_t{1} << random() % 4, among = 1 + random() % 8;
    for (std::size_t at = 0; at + size <= m.bytes.size(); at += size) {
      if (random() % among != 0) continue;
      const std::uint64_t value = number();
      std::memcpy(m.bytes.data() + at, &value, size);
    }
  }
}

// Of a device function: values of each lane, or the same ones where there are conditions.
RunInputs WitnessSearch::lane_inputs(const Launch& launch, Random& random) const {
  const Function& f = q_.program.functions[q_.root];
  const auto conditions = conditions_for(q_.assumptions, launch);
  RunInputs inputs;
  const bool floats = random() % 2 == 0;
  for (std::uint32_t lane = 0; lane < launch.threads(); ++lane) {
    std::vector<std::vector<std::uint8_t>> own;
    const std::vector<std::uint8_t> words = random_words(random, floats ? Words::Floats : Words::Small);
    for (std::uint32_t i = 0; i < f.parameters.size(); ++i) {
      const Variable& variable = q_.program.variables[f.parameters[i]];
      std::vector<std::uint8_t> bytes(variable.size);
      for (std::size_t at = 0; at < bytes.size(); at += 4) {
        const std::size_t from = 4 * (random() % kFilledWords);
        std::memcpy(bytes.data() + at, words.data() + from, std::min<std::size_t>(4, bytes.size() - at));
      }
      std::optional<std::uint64_t> value;
      if (variable.size == 8 && variable.holds != Variable::Holds::Number) {
        if (variable.holds == Variable::Holds::Pointer || random() % 2 == 0) value = allocation_base(i);
      }
      if (const auto it = q_.fixed.find(i); it != q_.fixed.end()) value = it->second;
      if (value) std::memcpy(bytes.data(), &*value, std::min<std::size_t>(8, bytes.size()));
      if (conditions) {
        for (const auto& [q, v] : conditions->witness) {
          if (q.kind == launch::Quantity::Kind::Parameter && q.index == i && q.offset() + q.bytes() <= bytes.size())
            std::memcpy(bytes.data() + q.offset(), &v, q.bytes());
        }
      }
      own.push_back(std::move(bytes));
    }
    inputs.per_lane_params.push_back(std::move(own));
  }
  inputs.params.resize(f.parameters.size());
  return inputs;
}

}  // namespace warpproof::counterexample
