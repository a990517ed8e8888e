#include "checker/counterexample/random_runs.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/simpler_inputs.h"
#include "src/base/effort.h"
#include "src/base/random_seed.h"
#include "src/machine/address_map.h"
#include "src/machine/outside_calls.h"

namespace warpproof::counterexample {

namespace {

constexpr int kTrials = 64;  // of each block size
constexpr int kTrialsOfManySizes = 12;
constexpr std::uint64_t kLargestArgument = 0xffff;
constexpr int kNumbersEvery = 4;   // trials of which one has numbers that the program compares with
constexpr int kScheduleEvery = 1;  // trials of which one also runs under another schedule, where that matters
constexpr int kSimplerRuns = 400;  // to make the inputs of a violating run smaller
constexpr std::uint64_t kMostSteps = 400'000;  // warp instructions of one run
// Under a random schedule threads may wait for what never comes: it gets some times the steps of the
// canonical one, and this many where that has no end.
constexpr std::uint64_t kMoreSteps = 16, kStepsWithoutEnd = 10'000;
constexpr std::uint64_t kMoreThanOthers = 4;
constexpr std::uint64_t kMostParameterBytes = 512;
constexpr std::uint64_t kFewSteps = 40'000;  // of a run that looks for pointers, or is in a large grid
constexpr int kTrialsOfLargeGrids = 6;
constexpr int kTrialsOfOneBlock = 12, kTrialsOfMoreBlocks = 8;
constexpr std::uint32_t kMoreBlocks = 3;
constexpr int kTrialsAtGridBarrier = 12;
constexpr std::chrono::milliseconds kForGridBarrier{200};
constexpr std::uint64_t kMostBlocks = 64;         // of a grid that runs as a whole
constexpr std::uint64_t kMostThreads = 1u << 15;  // of all of them
constexpr std::array kKinds = {Words::Small,  Words::Signed, Words::Floats,
                               Words::Sparse, Words::Rows,   Words::Offsets};
constexpr int kZerosEvery = 12;  // runs

// Without races the schedule decides only what atomics return, whom activemask and elect find, and what is
// read while others may write it.
bool schedule_matters(const Program& program) {
  const auto is_open = [](const Instruction& in) {
    return in.op == Opcode::Activemask || in.op == Opcode::Elect ||
           (in.op == Opcode::Atom && !in.destinations.empty()) || (in.op == Opcode::Ld && in.mod.is_volatile);
  };
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [&](const Function& f) { return std::any_of(f.code.begin(), f.code.end(), is_open); });
}

bool reads_size_of_grid(const Program& program) {
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [](const Function& f) { return std::any_of(f.code.begin(), f.code.end(), reads_grid_size); });
}

// Do threads come to the barrier of the grid? One block alone waits there without end.
bool meets_at_grid_barrier(const Program& program) {
  const auto meets = [](const Instruction& in) {
    return in.op == Opcode::Call && outside_call(in.name) == OutsideCall::GridMeeting;
  };
  return std::any_of(program.functions.begin(), program.functions.end(),
                     [&](const Function& f) { return std::any_of(f.code.begin(), f.code.end(), meets); });
}

class Search {
 public:
  explicit Search(const RunQuestion& q)
      : q_(q), kernel_(q.program.functions[q.root]), deadline_(q.deadline), schedules_(schedule_matters(q.program)), meets_(meets_at_grid_barrier(q.program)) {
    const auto& grid = q.launch.grid;
    const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
    const std::uint64_t threads = blocks <= kMostBlocks ? blocks * q.launch.threads() : 0;
    granted_.conditions = q.assumptions;
    granted_.any_grid = q.any_grid;
    granted_.judges_bounds = q.bounds != nullptr;
    // Where the launch alone makes an address no multiple, or a divisor zero, a proof finds it.
    runs_grid_ = q.whole_grid && blocks > 1 && blocks <= kMostBlocks && threads <= kMostThreads;
    // Runs of one block leave it what it may take, out of what all have.
    if (asks_about_grid_barrier()) {
      const auto left = std::max(deadline_ - effort::Clock::now(), effort::Clock::duration::zero());
      deadline_ -= std::min<effort::Clock::duration>(kForGridBarrier, left / 2);
    }
  }

  std::optional<Replay> run() {
    if (!kernel_.is_entry || !is_of_few_parameters()) return std::nullopt;
    std::vector<std::array<std::uint32_t, 3>> blocks;
    for (const std::uint32_t n : q_.sizes) blocks.push_back({n, 1, 1});
    if (blocks.empty()) blocks.push_back(q_.launch.block);
    const int trials = blocks.size() == 1 ? kTrials : kTrialsOfManySizes;
    for (const auto& block : blocks) {
      if (auto found = at_block(block, trials)) return found;
    }
    return at_grid_barrier(blocks.front());
  }

 private:
  // How inputs are run.
  struct Way {
    bool whole_grid = false;
    std::optional<std::uint64_t> schedule = std::nullopt;
    std::uint64_t most_steps = kMostSteps;
  };

  bool in_time() const { return effort::Clock::now() < deadline_; }

  std::uint64_t size_of(std::size_t parameter) const {
    return q_.program.variables[kernel_.parameters[parameter]].size;
  }

  bool is_of_few_parameters() const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) bytes += size_of(i);
    return bytes <= kMostParameterBytes;
  }

  bool asks_about_grid_barrier() const { return meets_ && q_.any_grid && !q_.whole_grid; }

  // Where any grid is asked for: whether all blocks of a small one come to the barrier of the grid. Races between
  // blocks are not looked for: that takes a launch whose grid is known.
  std::optional<Replay> at_grid_barrier(const std::array<std::uint32_t, 3>& block) {
    if (!asks_about_grid_barrier()) return std::nullopt;
    runs_grid_ = only_barrier_ = true;
    deadline_ = q_.deadline;
    std::optional<Replay> found;
    for (const std::uint32_t blocks : {2u, 3u}) {
      if (!found) found = at_block(block, kTrialsAtGridBarrier, blocks);
    }
    runs_grid_ = only_barrier_ = false;
    return found;
  }

  // `blocks`: of the grid; 0: as the launch has it.
  std::optional<Replay> at_block(const std::array<std::uint32_t, 3>& block, int trials,
                                 std::uint32_t blocks = 0) {
    Launch launch = q_.launch;
    launch.block = block;
    launch.max_steps = blocks == 0 ? kMostSteps : kFewSteps;
    if (!q_.whole_grid && !choose_any_grid(q_.assumptions, launch)) return std::nullopt;
    if (blocks != 0) launch.grid[0] = blocks;
    const auto conditions = conditions_for(q_.assumptions, launch);
    if (!conditions) return std::nullopt;
    Evaluator machine(q_.program, q_.root, launch);
    InputShape shape{q_.program, q_.root, launch.threads(), {}, q_.fixed, *conditions, launch};
    Random random(random_seed::of(1));
    find_pointers(machine, shape, random);
    // A loop whose step is the number of threads of the grid ends soon where that is large.
    if (!some_ended_ && reads_size_ && blocks == 0 && q_.any_grid && !q_.whole_grid) {
      if (auto found = at_block(block, kTrialsOfLargeGrids, kLargeGrid)) return found;
    }
    leaves_always_.reset();
    granted_.judges_bounds = q_.bounds != nullptr;
    shape.overlap = q_.pointers_overlap;
    shape.bounds = q_.bounds;
    std::uint64_t longest = 0, most_steps = kMostSteps;
    // Parameters that grow with the grid are small where it has one block.
    const bool tries_more = q_.any_grid && !q_.whole_grid && blocks == 0 && launch.grid[0] == 1 && q_.assumptions != nullptr &&
                            q_.assumptions->relate_grid(0);
    for (int trial = 0; trial < trials && in_time(); ++trial) {
      if (trial == kTrialsOfOneBlock && tries_more) {
        if (auto found = at_block(block, kTrialsOfMoreBlocks, kMoreBlocks)) return found;
      }
      RunInputs drawn = random_inputs(shape, random, words_of(trial));
      judge_assumptions(drawn);
      if (trial % kNumbersEvery == 1)
        plant_numbers(drawn, shape.pointers, numbers_, random_seed::of(static_cast<std::uint64_t>(trial)));
      std::uint64_t steps = 0;  // of the canonical schedule
      for (Way way : ways(trial)) {
        if (!way.whole_grid) way.most_steps = way.schedule ? steps : most_steps;
        RunInputs inputs = drawn;
        if (way.whole_grid) clear_counters(inputs);
        Evaluator::GridResult result = run_while_it_counts(machine, launch, inputs, way);
        look_for_what_counts(machine, launch, way, inputs, result);
        if (!way.schedule && !way.whole_grid) {
          const bool ended = result.run.outcome == RunResult::Outcome::Finished;
          steps = kStepsWithoutEnd + (ended ? kMoreSteps * result.run.steps : 0);
          // One that does not end is dear, and the next ones are as long as those that did at most.
          if (ended) longest = std::max(longest, result.run.steps);
          const bool was_short = result.run.steps < most_steps;  // see run_while_it_counts()
          if (result.run.unknown == kStepLimit && !was_short) most_steps = std::max(kFewSteps, kMoreThanOthers * longest);
        }
        if (const Finding* error = error_of(launch, inputs, result.run, way)) {
          const Finding wanted = *error;
          const auto still = [&](const RunInputs& candidate) {
            RunInputs sized = candidate;  // with the sizes of buffers that go with its numbers
            set_bounds(q_.bounds, sized, launch);
            const Evaluator::GridResult smaller = run_once(machine, sized, way, false);
            return error_of(launch, sized, smaller.run, way) != nullptr && shows(launch, smaller.run, wanted);
          };
          const auto is_free = [&](std::uint32_t i) { return !q_.fixed.contains(i); };
          make_simpler(inputs, shape.pointers, is_free, simplest_values(q_.program, q_.root), kSimplerRuns, deadline_, still);
          set_bounds(q_.bounds, inputs, launch);
          return as_replay(machine, launch, shape, way, std::move(inputs));
        }
      }
    }
    return std::nullopt;
  }

  // Nothing counts that a run does after it has broken an assumption: only where it has not does it go on for long.
  Evaluator::GridResult run_while_it_counts(Evaluator& machine, const Launch& launch, const RunInputs& inputs, Way way) const {
    if (way.whole_grid || way.schedule || way.most_steps <= kFewSteps) return run_once(machine, inputs, way, false);
    const std::uint64_t most = way.most_steps;
    way.most_steps = kFewSteps;
    Evaluator::GridResult begin = run_once(machine, inputs, way, false);
    if (begin.run.unknown != kStepLimit || broken_by_run(granted_, launch, inputs, begin.run)) return begin;
    way.most_steps = most;
    return run_once(machine, inputs, way, false);
  }

  // Locks and counters begin at zero, as a rule. Besides, zeros are what is equal: texts that match, keys that compare.
  Words words_of(int trial) const {
    if ((schedules_ && trial == 0) || trial % kZerosEvery == static_cast<int>(kKinds.size())) return Words::Zero;
    return kKinds[static_cast<std::size_t>(trial) % kKinds.size()];
  }

  // Those by which blocks count each other or wait for each other always do: from another start the first
  // block would take itself for the last, or wait for ever.
  void clear_counters(RunInputs& inputs) const {
    for (MemoryCells& m : inputs.memory) {
      if (counters_.contains(m.allocation)) std::fill(m.bytes.begin(), m.bytes.end(), std::uint8_t{0});
    }
  }

  std::vector<Way> ways(int trial) const {
    const bool runs_block = !only_barrier_ && !(meets_ && runs_grid_);
    std::vector<Way> out;
    if (runs_block) out.push_back({});
    if (runs_grid_) out.push_back({true});
    if (schedules_ && trial % kScheduleEvery == 0) {
      const std::uint64_t schedule = random_seed::of(static_cast<std::uint64_t>(trial + 1));
      if (runs_block) out.push_back({false, schedule});
      if (runs_grid_) out.push_back({true, schedule});
    }
    return out;
  }

  Evaluator::GridResult run_once(Evaluator& machine, const RunInputs& inputs, const Way& way,
                                 bool trace) const {
    RunOptions options;
    options.random_schedule = way.schedule;
    options.max_steps = way.most_steps;
    options.trace = trace;
    options.races = !only_barrier_;
    if (way.whole_grid) {
      if (!trace) options.until = deadline_;
      return machine.run_grid(inputs, options);
    }
    Evaluator::GridResult out;
    out.run = machine.run(inputs, options);
    return out;
  }

  // Where a thread finds an assumption false depends on the schedule: the canonical one decides what counts,
  // and of blocks none that one of them leaves what is assumed.
  const Finding* error_of(const Launch& launch, const RunInputs& inputs, const RunResult& result,
                          const Way& way) const {
    if (result.outside_assumptions && (way.schedule || way.whole_grid)) return nullptr;
    // Of several blocks it is not kept which of them came first.
    if (way.whole_grid && findings_that_count(granted_, launch, result) < result.findings.size())
      return nullptr;
    return error_that_counts(granted_, launch, inputs, result);
  }

  // The error among those that count; others may come before it.
  bool shows(const Launch& launch, const RunResult& result, const Finding& wanted) const {
    const auto end = result.findings.begin() + static_cast<std::ptrdiff_t>(findings_that_count(granted_, launch, result));
    return std::any_of(result.findings.begin(), end, [&](const Finding& f) {
      return f.level == spec::Level::Error && f.rule == wanted.rule && f.place == wanted.place;
    });
  }

  // An error that does not count: either nothing but the launch makes the run break the assumption, or the error may
  // be there without what does in some buffer, such as indices that are patterns of floats.
  void look_for_what_counts(Evaluator& machine, const Launch& launch, const Way& way, RunInputs& inputs,
                            Evaluator::GridResult& result) {
    const auto counts = [&](const RunInputs& in, const RunResult& run) {
      return error_of(launch, in, run, way) != nullptr;
    };
    if (!has_error(result.run) || counts(inputs, result.run)) return;
    if (!leaves_always_ && !way.whole_grid && result.run.has(spec::Rule::MemoryOutOfBounds)) {
      Replay run;
      run.launch = launch;
      run.inputs = inputs;
      run.result = result.run;
      run.root = q_.root;
      leaves_always_ = leaves_known_memory_always(q_.program, granted_, run);
      granted_.judges_bounds = granted_.judges_bounds || *leaves_always_;
    }
    for (std::size_t b = 0; b < inputs.memory.size() && in_time() && !counts(inputs, result.run); ++b) {
      RunInputs candidate = inputs;
      auto& bytes = candidate.memory[b].bytes;
      std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
      Evaluator::GridResult other = run_once(machine, candidate, way, false);
      if (!counts(candidate, other.run)) continue;
      inputs = std::move(candidate);
      result = std::move(other);
    }
  }

  void find_pointers(Evaluator& machine, InputShape& shape, Random& random) {
    counterexample::find_pointers(shape, random, [&](int trial) -> AllocationSet {
      if (!in_time()) return {};
      RunInputs inputs = random_inputs(shape, random, trial == 0 ? words_of(0) : kKinds[0]);
      if (runs_grid_) clear_counters(inputs);
      const RunResult result = run_once(machine, inputs, {runs_grid_, {}, kFewSteps}, false).run;
      some_ended_ = some_ended_ || result.unknown != kStepLimit;
      counters_ |= result.strong;
      return result.touched;
    });
  }

  Replay as_replay(Evaluator& machine, const Launch& launch, const InputShape& shape, const Way& way,
              RunInputs inputs) const {
    Replay out;
    out.launch = launch;
    out.root = q_.root;
    out.dynamic_shared_is_open = q_.dynamic_shared_is_open;
    out.schedule = way.schedule;
    out.whole_grid = way.whole_grid;
    for (const std::uint32_t p : shape.overlap ? shape.pointers : std::set<std::uint32_t>()) {
      const ParameterPart part = pointing_part(p);
      std::uint64_t address = 0;
      std::memcpy(&address, inputs.params[part.index].data() + part.offset, 8);
      if (classify(address).allocation == kCommonAllocation)
        out.named_inputs.emplace_back(buffer_name(q_.parameter_names, p), place_in_memory(address));
    }
    for_each_number(inputs, shape.pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
      out.named_inputs.emplace_back(parameter_name(q_.parameter_names, part), value_text(value, 8 * bytes));
    });
    name_words(inputs.memory, q_.parameter_names, out.named_inputs);
    out.inputs = std::move(inputs);
    Evaluator::GridResult result = run_once(machine, out.inputs, way, true);
    out.result = std::move(result.run);
    out.finding_block = std::move(result.finding_block);
    out.trace_block = std::move(result.trace_block);
    out.is_between_blocks = std::move(result.is_between_blocks);
    keep_what_counts(granted_, out);
    return out;
  }

  const RunQuestion& q_;
  const Function& kernel_;
  effort::Clock::time_point deadline_;
  const bool schedules_;
  const bool meets_;           // at the barrier of the grid
  const bool reads_size_ = reads_size_of_grid(q_.program);
  bool runs_grid_ = false;
  bool only_barrier_ = false;  // runs_grid_, but races are not of interest
  bool some_ended_ = false;  // of the runs that look for pointers
  Granted granted_;
  std::optional<bool> leaves_always_;  // leaves_known_memory_always() of this block
  const std::vector<std::uint64_t> numbers_ = compared_numbers(q_.program);
  AllocationSet counters_;  // those whose words atomics or volatile accesses were seen to reach
};

}  // namespace

std::vector<std::uint64_t> compared_numbers(const Program& program) {
  std::set<std::uint64_t> out;
  for (const Function& f : program.functions) {
    for (const Instruction& in : f.code) {
      // -1, which is often what a word holds that is free.
      if (in.op == Opcode::Atom && in.mod.reduce == ReduceOp::Cas) out.insert(0xffffffff);
      if (in.op != Opcode::Setp && in.op != Opcode::Mov && in.op != Opcode::St) continue;
      const std::uint64_t largest = in.op == Opcode::Setp ? ~0ull : kLargestArgument;
      for (const Operand& o : in.sources)
        if (o.kind == Operand::Kind::Immediate && o.bits > 8 && o.bits <= largest) out.insert(o.bits);
    }
  }
  return {out.begin(), out.end()};
}

void plant_numbers(RunInputs& inputs, const std::set<std::uint32_t>& buffers,
                   const std::vector<std::uint64_t>& numbers, std::uint64_t seed) {
  if (numbers.empty()) return;
  Random random(seed);
  for (MemoryCells& m : inputs.memory) {
    const std::size_t size = std::size_t{1} << random() % 4, among = 2 + random() % 60;
    for (std::size_t at = 0; buffers.contains(m.allocation) && at + size <= m.bytes.size(); at += size) {
      if (random() % among == 0) std::memcpy(m.bytes.data() + at, &numbers[random() % numbers.size()], size);
    }
  }
}

std::optional<Replay> find_violating_run(const RunQuestion& question) { return Search(question).run(); }

}  // namespace warpproof::counterexample
