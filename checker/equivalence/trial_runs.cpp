#include "checker/equivalence/trial_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#include "checker/counterexample/aimed_inputs.h"
#include "checker/counterexample/counterexample.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/random_runs.h"
#include "checker/counterexample/simpler_inputs.h"
#include "checker/equivalence/clean_run.h"
#include "checker/equivalence/one_outcome.h"
#include "checker/equivalence/parting.h"
#include "checker/equivalence/whole_launch.h"
#include "src/base/effort.h"
#include "src/base/random_seed.h"
#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

using counterexample::Random;
using counterexample::Words;

constexpr int kTrials = 60;
constexpr int kTrialsOfAProof = 64;
constexpr int kPartOfARun = 6;  // of what is left then, one of so many parts
constexpr std::uint64_t kMostStepsOfARun = 300'000;  // of a block; a grid does not look at the clock in one
constexpr int kSmallerRuns = 300;   // to make the inputs smaller
constexpr int kOpenTrials = 3;      // inputs made smaller though orders show in both for them
constexpr std::size_t kMostValues = 8, kMostInputs = 24;

const Function& function_of(const Side& s) { return s.program->functions[s.function]; }

std::uint64_t size_of(const Side& s, std::uint32_t parameter) {
  return s.program->variables[function_of(s).parameters[parameter]].size;
}

bool is_tried(const Side& s) {
  constexpr std::uint64_t kMostParameterBytes = 512;
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < function_of(s).parameters.size(); ++i) bytes += size_of(s, i);
  return function_of(s).is_entry && bytes <= kMostParameterBytes;
}

// Whether the kernel, or what it calls, computes with floating point.
bool computes_floats(const Side& s) {
  std::set<std::uint32_t> seen{s.function};
  std::vector<std::uint32_t> open{s.function};
  while (!open.empty()) {
    const Function& f = s.program->functions[open.back()];
    open.pop_back();
    for (const Instruction& in : f.code) {
      if (in.type == Type::F32 && in.op != Opcode::Mov) return true;
      if (in.callee >= 0 && seen.insert(static_cast<std::uint32_t>(in.callee)).second)
        open.push_back(static_cast<std::uint32_t>(in.callee));
    }
  }
  return false;
}

class Trials {
 public:
  using Clock = effort::Clock;
  Trials(const Side& a, const Side& b, const Matching& matching, const EquivalenceOptions& options,
         Clock::time_point deadline)
      : a_(a),
        b_(b),
        matching_(matching),
        options_(options),
        deadline_(deadline),
        shape_{*a.program, a.function, launch(a, 0).threads(), {}, matching.fixed_a},
        floats_(computes_floats(a)) {}

  std::optional<Difference> run() {
    find_pointers();
    int open = kOpenTrials;
    for (int trial = 0; trial < kTrials && Clock::now() < deadline_; ++trial) {
      variant_ = static_cast<std::uint32_t>(trial % 3);
      if (!take_conditions()) continue;
      RunInputs inputs = random(trial);
      if (!differs(inputs)) continue;
      // Where the order of threads shows in both, it may not with fewer words.
      const bool decides = one_outcome(inputs);
      if (!decides) any_open_ = true;
      if (!decides && --open < 0) continue;
      RunInputs smaller = inputs;
      counterexample::make_smaller(smaller, kSmallerRuns, deadline_,
                                   [this](const RunInputs& candidate) { return differs(candidate); });
      if (one_outcome(smaller)) return describe(smaller);
      if (decides) return describe(inputs);
    }
    return std::nullopt;
  }
  // Mostly of one block, as proofs follow one.
  std::optional<Difference> run_after_proof() {
    const counterexample::AimedInputs aimed(numbers_of_both());
    ends_soon_ = true;
    find_pointers();
    for (int trial = 0; trial < kTrialsOfAProof && Clock::now() < deadline_; ++trial) {
      variant_ = trial % 8 == 7 ? 1 : 0;
      if (!take_conditions()) continue;
      RunInputs inputs = random(trial);
      if (trial % 2 == 0) {
        aimed.plant(trial / 2, shape_.pointers, inputs);
      } else {
        aimed.aim(trial / 2, shape_.pointers, matching_.fixed_a, random_, inputs);
      }
      if (!counterexample::has_small_products(inputs, shape_.pointers) || !differs(inputs) || !one_outcome(inputs)) continue;
      return describe(inputs);
    }
    return std::nullopt;
  }
  // Runs differed, of which none showed that the kernels do.
  bool any_open() const { return any_open_; }

 private:
  // False: the launch of this variant satisfies what is assumed with no inputs.
  bool take_conditions() {
    if (matching_.conditions->empty()) return true;
    shape_.launch = launch(a_, variant_);
    const std::array<std::uint32_t, 3>& grid = shape_.launch.grid;
    auto [it, fresh] = conditions_.try_emplace(grid);
    if (fresh) it->second = counterexample::conditions_for(matching_.conditions.get(), shape_.launch);
    if (it->second) shape_.conditions = *it->second;
    return it->second.has_value();
  }

  // One block or three, unless a grid was asked for.
  Launch launch(const Side& s, std::uint32_t variant) const {
    const CheckOptions& check = options_.check;
    Launch launch;
    launch.block = matching_.block;
    launch.grid = check.grid.value_or(std::array<std::uint32_t, 3>{variant == 1 ? 3u : 1u, 1, 1});
    launch.dynamic_shared = dynamic_shared_of_run(s, check);
    launch.warp_size = check.warp_size;
    launch.target_sm = check.target_sm ? *check.target_sm : s.program->target_sm;
    launch.policies = check.policies;
    launch.cuda_source = s.cuda_source;
    launch.max_steps = ends_soon_ ? kMostStepsOfARun : replay_steps(launch);
    return launch;
  }

  std::vector<std::uint64_t> numbers_of_both() const {
    std::vector<std::uint64_t> out = counterexample::compared_numbers(*a_.program);
    for (const std::uint64_t number : counterexample::compared_numbers(*b_.program)) {
      if (std::find(out.begin(), out.end(), number) == out.end()) out.push_back(number);
    }
    return out;
  }

  RunResult run_one(const Side& s, const RunInputs& inputs, RunOptions options = {}) const {
    options.until = counterexample::replay_until(deadline_);
    if (ends_soon_ && !options.trace) options.until = Clock::now() + (deadline_ - Clock::now()) / kPartOfARun;
    return run_whole_launch(s, launch(s, variant_), inputs, options);
  }

  RunInputs random(int trial) {
    constexpr Words kIntegers[] = {Words::Small, Words::Signed, Words::Floats, Words::Sparse};
    constexpr Words kFloats[] = {Words::Floats, Words::Floats, Words::Floats, Words::Small};
    RunInputs inputs =
        counterexample::random_inputs(shape_, random_, (floats_ ? kFloats : kIntegers)[trial % 4]);
    counterexample::judge_assumptions(inputs);
    if (trial % 5 != 4) return inputs;
    for (MemoryCells& cells : inputs.memory) {  // words of all bits
      for (auto& byte : cells.bytes) byte = static_cast<std::uint8_t>(random_());
    }
    return inputs;
  }

  // b's parameters from a's.
  RunInputs for_b(const RunInputs& inputs) const {
    RunInputs out = inputs;
    out.params.clear();
    out.memory.clear();
    const auto count = static_cast<std::uint32_t>(function_of(b_).parameters.size());
    for (std::uint32_t j = 0; j < count; ++j) {
      const std::uint32_t i = matching_.number_of_b(j);
      std::vector<std::uint8_t> bytes(size_of(b_, j));
      if (i >= inputs.params.size()) {
        const std::uint64_t value = matching_.fixed_b.contains(j) ? matching_.fixed_b.at(j) : 0;
        std::memcpy(bytes.data(), &value, std::min<std::size_t>(8, bytes.size()));
      } else {
        bytes = inputs.params[i];
      }
      out.params.push_back(std::move(bytes));
    }
    for (const std::uint32_t number : shape_.pointers) {
      const std::uint32_t allocation = matching_.allocation_in_b(number);
      const ParameterPart part = pointing_part(allocation);
      if (part.index >= count) continue;
      const std::uint64_t base = allocation_base(allocation);
      std::memcpy(out.params[part.index].data() + part.offset, &base, 8);
      for (const MemoryCells& cells : inputs.memory) {
        if (cells.allocation == number) out.memory.push_back({allocation, cells.offset, cells.bytes});
      }
    }
    out.extents.reset();  // b may have more parameters
    counterexample::judge_assumptions(out);
    return out;
  }

  void find_pointers() {
    counterexample::find_pointers(shape_, random_, [&](int trial) -> AllocationSet {
      if (Clock::now() >= deadline_) return {};
      const RunInputs inputs = random(trial);
      AllocationSet touched = run_one(a_, inputs).touched;
      const AllocationSet in_b = run_one(b_, for_b(inputs)).touched;
      for (const std::uint32_t p : shape_.pointers) {
        if (in_b.contains(matching_.allocation_in_b(p))) touched.insert(p);
      }
      return touched;
    });
  }

  using Cell = std::pair<std::uint32_t, std::uint64_t>;  // a's parameter, offset of a word

  // Words of the pointers' buffers that differ between two runs.
  std::vector<Cell> compare(const CellMemory& x, bool x_is_b, const CellMemory& y, bool y_is_b,
                            std::size_t most) const {
    const auto base = [&](std::uint32_t i, bool in_b) {
      return allocation_base(in_b ? matching_.allocation_in_b(i) : i);
    };
    std::vector<Cell> out;
    for (const std::uint32_t i : shape_.pointers) {
      std::set<std::uint64_t> pages;
      const auto collect = [&](const CellMemory& memory, std::uint64_t from) {
        const Location wanted = classify(Space::Global, from);
        for (const std::uint64_t page : memory.pages()) {
          const Location here = classify(Space::Global, page);
          if (here.space == wanted.space && here.allocation == wanted.allocation) pages.insert(page - from);
        }
      };
      collect(x, base(i, x_is_b));
      collect(y, base(i, y_is_b));
      for (const std::uint64_t page : pages) {
        for (std::uint64_t at = page; at < page + CellMemory::kPageSize && out.size() < most; at += 4) {
          if (x.read(base(i, x_is_b) + at, 4).bits != y.read(base(i, y_is_b) + at, 4).bits)
            out.emplace_back(i, at);
        }
      }
    }
    return out;
  }

  bool differs(const RunInputs& inputs) const {
    const RunInputs of_b = for_b(inputs);
    const RunResult x = run_one(a_, inputs);
    if (!is_clean(inputs, x, false)) return false;
    const RunResult y = run_one(b_, of_b);
    if (!is_clean(of_b, y, true)) return false;
    // What is left by a launch that failed, nobody may look at.
    if (x.halted_at || y.halted_at) return x.halted_at.has_value() != y.halted_at.has_value();
    return !compare(x.global, false, y.global, true, 1).empty();
  }

  bool is_clean(const RunInputs& inputs, const RunResult& result, bool in_b) const {
    const auto granted = taken_for_granted(matching_, options_.check, in_b);
    return why_not_clean(granted, launch(in_b ? b_ : a_, variant_), inputs, result).empty();
  }

  // Does one of the two leave the same in any order of its threads? Then what the other one leaves, and it
  // does not, tells them apart.
  bool one_outcome(const RunInputs& inputs) const {
    const auto until = counterexample::replay_until(deadline_);
    return has_one_outcome(a_, launch(a_, variant_), inputs, until) ||
           has_one_outcome(b_, launch(b_, variant_), for_b(inputs), until);
  }

  Type type_of(std::uint32_t i) const { return a_.program->variables[function_of(a_).parameters[i]].element; }

  std::string name_of(std::uint32_t allocation) const {
    return counterexample::buffer_name(a_.parameter_names, allocation);
  }

  void list_inputs(const RunInputs& inputs, Difference& out) const {
    counterexample::for_each_number(
        inputs, shape_.pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
          if (value == 0) return;
          const bool is_real = type_of(part.index) == Type::F32 || type_of(part.index) == Type::F64;
          out.inputs.emplace_back(counterexample::parameter_name(a_.parameter_names, part),
                                  value_text(value, bytes, is_real));
        });
    const Launch at = launch(a_, variant_);
    if (!options_.check.grid && at.grid[0] > 1)
      out.inputs.emplace_back("gridDim.x", fmt::format("{}", at.grid[0]));
    std::size_t more = 0;
    for (const MemoryCells& cells : inputs.memory) {
      for (std::size_t k = 0; k + 4 <= cells.bytes.size(); k += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, cells.bytes.data() + k, 4);
        if (word == 0) continue;
        if (out.inputs.size() >= kMostInputs) {
          ++more;
          continue;
        }
        out.inputs.emplace_back(fmt::format("{}[byte {}]", name_of(cells.allocation), k),
                                value_text(word, 4, floats_));
      }
    }
    if (more > 0) out.inputs.emplace_back("..", fmt::format("{} more", more));
  }

  Difference describe(const RunInputs& inputs) const {
    RunOptions trace;
    trace.trace = true;
    const RunResult x = run_one(a_, inputs, trace), y = run_one(b_, for_b(inputs), trace);
    Difference out;
    const bool failed = x.halted_at || y.halted_at;
    const auto cells = failed ? std::vector<Cell>() : compare(x.global, false, y.global, true, 10'000);
    if (failed) {
      const auto text = [](const RunResult& r) { return std::string(r.halted_at ? "yes" : "no"); };
      out.values.push_back({"a thread traps or fails an assertion", text(x), text(y), {}, {}});
    }
    for (const auto& [i, at] : cells) {
      if (out.values.size() >= kMostValues) break;
      const std::uint64_t left = x.global.read(allocation_base(i) + at, 4).bits;
      const std::uint64_t right = y.global.read(allocation_base(matching_.allocation_in_b(i)) + at, 4).bits;
      out.values.push_back({fmt::format("{}[byte {}]", name_of(i), at),
                            value_text(left, 4, floats_),
                            value_text(right, 4, floats_),
                            {},
                            {}});
    }
    out.more_values = failed ? 0 : cells.size() - out.values.size();
    list_inputs(inputs, out);
    counterexample::SourceLines lines;
    find_parting(a_, x, b_, y, floats_, lines, out);
    return out;
  }

  const Side &a_, &b_;
  const Matching& matching_;
  const EquivalenceOptions& options_;
  const Clock::time_point deadline_;
  counterexample::InputShape shape_;
  std::map<std::array<std::uint32_t, 3>, std::optional<counterexample::InputConditions>>
      conditions_;  // by grid
  const bool floats_;
  std::uint32_t variant_ = 0;
  bool any_open_ = false;
  bool ends_soon_ = false;  // a run gets a part of the time that is left
  Random random_{random_seed::of(3)};
};

}  // namespace

std::optional<Difference> find_differing_run(const Side& a, const Side& b, const Matching& matching,
                                             const EquivalenceOptions& options,
                                             effort::Clock::time_point deadline,
                                             bool& any_open) {
  if (!is_tried(a) || !is_tried(b)) return std::nullopt;
  Trials trials(a, b, matching, options, deadline);
  auto found = trials.run();
  any_open = trials.any_open();
  return found;
}

std::optional<Difference> find_overlooked_run(const Side& a, const Side& b, const Matching& matching,
                                              const EquivalenceOptions& options, effort::Clock::time_point deadline,
                                              const std::vector<std::string>& assumptions) {
  // A run that makes more iterations than the proof assumes shows nothing.
  if (!is_tried(a) || !is_tried(b) || counterexample::limits_numbers(assumptions)) return std::nullopt;
  return Trials(a, b, matching, options, deadline).run_after_proof();
}

}  // namespace warpproof::equivalence
