#include "checker/counterexample/kept_assumptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "checker/counterexample/random_inputs.h"
#include "checker/report/add_once.h"
#include "spec/rules.h"
#include "src/base/random_seed.h"
#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

// How far into a buffer of unknown size a run may reach: an index that was read from memory may be anything,
// and is no index of a buffer where it is a float's pattern, say. Grids that are large may well have large
// buffers.
constexpr double kFarthest = 1u << 30, kFarthestForAThread = 64;  // bytes

constexpr std::size_t kDrawsOfOffsets = 16;
constexpr std::size_t kMostTraced = 100'000;  // steps of a run in which an access is looked for

constexpr std::array kKinds = {
    AssumptionKind{"target sm_", Kept::ByConstruction, "runs are judged as that architecture"},
    AssumptionKind{"assumed, with ", Kept::Evaluated, "the same, where parameters are named by the text of the source"},
    AssumptionKind{"assumed: ", Kept::Evaluated, "Assumptions::hold, of the run's launch and parameters"},
    AssumptionKind{"from the launch at ", Kept::Evaluated, "likewise"},
    AssumptionKind{"given: ", Kept::ByConstruction, "runs have these values and this launch"},
    AssumptionKind{"a thread that returns from the function executes nothing else", Kept::ByConstruction, "so it is in a run of the function alone"},
    AssumptionKind{"of a bool: ", Kept::Evaluated, "likewise"},
    AssumptionKind{"from the kernel's cluster: ", Kept::Evaluated, "likewise"},
    AssumptionKind{"assumed at ", Kept::Evaluated,
                   "warpproof::assume ends a run: RunResult::outside_assumptions"},
    AssumptionKind{"the assertion at ", Kept::Evaluated, "an assertion that is assumed ends a run, likewise"},
    AssumptionKind{"no thread reaches the trap at ", Kept::Evaluated, "so does such a trap"},
    AssumptionKind{"a grid has less than 2^31 threads along x", Kept::Evaluated, "of the run's launch"},
    AssumptionKind{
        ") point to different buffers", Kept::Evaluated,
        "pointers are the starts of their windows; RunResult::reaches separates accesses that "
        "leave these, or go far beyond what a buffer may be. Nobody says how large a buffer is otherwise"},
    AssumptionKind{" to no variable of the module (", Kept::Evaluated, "pointers are the starts of windows of their own"},
    AssumptionKind{"accesses stay inside the buffer of ", Kept::Evaluated, "likewise, of one pointer"},
    AssumptionKind{" points to a buffer of its own", Kept::Evaluated, "likewise"},
    AssumptionKind{"are aligned, and reach neither variables of the module nor what other pointers name",
                   Kept::Evaluated, "memory.misaligned is judged; they point into one window"},
    AssumptionKind{" bytes, as accesses through ", Kept::ByConstruction, "buffers of runs begin at multiples of 256 bytes, and a kernel's pointers there"},
    AssumptionKind{"the addresses of accesses are multiples of their size", Kept::Evaluated,
                   "memory.misaligned is judged of every access"},
    AssumptionKind{"matrices of wmma begin, and their lines follow", Kept::Evaluated,
                   "memory.misaligned is judged of their addresses and strides"},
    AssumptionKind{"matrices of wmma of elements of 8 bits or fewer begin at any multiple",
                   Kept::ByConstruction, "a run judges by the same rule (spec/matrix_alignment.h)"},
    AssumptionKind{"accesses to shared memory stay inside it", Kept::Evaluated,
                   "memory.out-of-bounds is judged of shared memory"},
    AssumptionKind{"an index into a variable of the module stays inside it", Kept::Evaluated,
                   "memory.out-of-bounds is judged of each of them"},
    AssumptionKind{"an index into a shared array stays inside that array", Kept::NotEvaluated,
                   "a run shows only who leaves all of them", true},
    AssumptionKind{"an index into a private array stays inside that array", Kept::NotEvaluated,
                   "compilers do not say where a frame's arrays end", true},
    AssumptionKind{"dynamic shared memory is as large as", Kept::ByConstruction, "a run has as much"},
    AssumptionKind{"the launch has 0 bytes of dynamic shared memory", Kept::ByConstruction, "so does a run"},
    AssumptionKind{"no access uses a null pointer", Kept::Evaluated, "RunResult::reaches"},
    AssumptionKind{"is no more than 2147483647, and no factor of it negative, as the number of elements of a buffer",
                   Kept::Evaluated, "likewise", true},
    AssumptionKind{"is no more than 2147483647, as the number of elements of a buffer", Kept::Evaluated,
                   "of a witness: admits(); of models that are replayed: Replays::replayable()", true},
    AssumptionKind{"no integer is divided by zero", Kept::Evaluated, "value.division-by-zero is judged"},
    AssumptionKind{"bytes, no fewer than 0 and no more than 2^39", Kept::Evaluated,
                   "of --size: Assumptions::hold, likewise"},
    AssumptionKind{"%warpid is the number of the warp", Kept::ByConstruction, "so it is on the evaluator"},
    AssumptionKind{"a block stays on one multiprocessor", Kept::ByConstruction,
                   "%smid is one number of a run"},
    AssumptionKind{"initialised variables that no kernel stores to by name keep their values", Kept::ByConstruction,
                   "what is folded from initialisers is no input of a run"},
    AssumptionKind{"shared memory is initialised where it is read after a barrier", Kept::ByConstruction,
                   "of any two threads in place of all, which give no counterexamples"},
    AssumptionKind{"shared memory is initialised where it is read beside atomics", Kept::Evaluated,
                   "value.uninitialised is judged of every read"},
    AssumptionKind{"shared memory that a loop stores to is initialised", Kept::Evaluated,
                   "value.uninitialised is judged of every read"},
    AssumptionKind{
        "different blocks do not race with each other", Kept::NotEvaluated,
        "one block runs, from any contents of memory; where the whole grid runs, such a race is the finding"},
    AssumptionKind{"no block stores to memory that another block reads by a read-only load", Kept::NotEvaluated,
                   "one block runs; where the whole grid runs, such a load is the finding"},
    AssumptionKind{
        "a pointer that was loaded from memory is accessed through no other", Kept::NotEvaluated,
        "which pointers are one, nobody says; where a run leaves what they name it is rejected (stray)"},
    AssumptionKind{"reaches the grid barrier at ", Kept::NotEvaluated, "one block runs"},
    AssumptionKind{" ends (it is proved for any number of iterations, by induction)", Kept::NotEvaluated,
                   "a run has its findings before it ends; those of one that is stopped came up in time"},
    AssumptionKind{"makes so few iterations that no counter of it wraps around", Kept::NotEvaluated,
                   "counters wrap around after more steps than a run has"},
    AssumptionKind{"no counter of the loop at ", Kept::NotEvaluated, "likewise"},
    AssumptionKind{"no iteration of a loop changes a counter by 2^31 or more", Kept::NotEvaluated, "likewise"},
    AssumptionKind{"counters of 64 bits in loops stay below 2^56", Kept::NotEvaluated, "likewise"},
    AssumptionKind{"counters that are only added to do not wrap around", Kept::NotEvaluated,
                   "their values at the start are inputs; which words are such counters a run does not know"},
    AssumptionKind{"is pending for 2^18 iterations of it or more", Kept::NotEvaluated, "more than a run has"},
    AssumptionKind{"is relaxed, as a compare-and-swap checks what it returns", Kept::NotEvaluated,
                   "it is about the memory model, of which a run follows one order"},
    AssumptionKind{" holds bit-fields: its other bits may be unwritten", Kept::NotEvaluated,
                   "PTX does not say which words hold bit-fields"},
    AssumptionKind{"the result does not depend on which lanes an activemask finds converged",
                   Kept::NotEvaluated, "it takes two runs: convergence.h searches for them"},
    // Of comparisons (checker/equivalence). "Different" is said of runs, whatever a proof would have to
    // assume of loops.
    AssumptionKind{"floating point is compared bit for bit", Kept::ByConstruction,
                   "the evaluator makes that choice"},
    AssumptionKind{"signed integers of CUDA C++ wrap around", Kept::ByConstruction, "so they do on the evaluator"},
    AssumptionKind{"products are not fused with the sums that they go into", Kept::ByConstruction,
                   "nor are they on the evaluator"},
    AssumptionKind{
        "floating-point arithmetic is taken over the real numbers", Kept::Evaluated,
        "what differs over the rational numbers too (distinguish.h) is replayed, and nothing else"},
    AssumptionKind{"are compared as numbers, not bit by bit, ", Kept::Evaluated,
                   "so runs are compared (distinguish.h)"},
    AssumptionKind{"over the reals: ", Kept::Evaluated,
                   "likewise; what has no result there separates nothing"},
    AssumptionKind{
        "what depends on the order of atomics is the same for every such order", Kept::NotEvaluated,
        "proofs say it of themselves; runs count where one order is all that there is (one_outcome.h)"},
    AssumptionKind{" iterations each time it is entered: beyond that an index of ", Kept::NotEvaluated,
                   "of proofs only: where the index wraps around in a run, the two do differ", true},
    AssumptionKind{"where loops move an index by a stride that is an input", Kept::NotEvaluated, "likewise", true},
    AssumptionKind{"no access to global memory is 2^31 elements", Kept::Evaluated, "RunResult::reaches"},
    AssumptionKind{"pointers that loops move and compare, and their offsets, do not wrap around",
                   Kept::NotEvaluated,
                   "the windows of the evaluator's pointers are far from the ends of the address space"},
    AssumptionKind{" holds the same in both modules at the start", Kept::ByConstruction,
                   "both runs begin with the same contents"},
    AssumptionKind{" are one variable, as both are used alike", Kept::ByConstruction, "likewise"},
};

bool breaks_an_assumption(const Granted& granted, const Finding& f) {
  if (f.rule == spec::Rule::MemoryOutOfBounds) return !granted.judges_bounds;
  if (f.rule == spec::Rule::MemoryMisaligned) return !granted.judged_alignment.contains(f.place);
  return f.rule == spec::Rule::ValueDivisionByZero && !granted.judged_division.contains(f.place);
}

bool is_error(const Finding& f) { return f.level == spec::Level::Error; }

// What an access breaks that leaves its buffer, or goes farther than a buffer may be.
std::optional<std::string> broken_by_reach(const Launch& launch, const RunResult::Reach& reach) {
  const double blocks = static_cast<double>(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  const double limit = std::max(kFarthest, kFarthestForAThread * blocks * launch.threads());
  const auto farthest = static_cast<double>(reach.farthest);
  if (reach.stray) return "an access goes outside of every buffer";
  if (farthest <= limit) return std::nullopt;
  return fmt::format("an access is {:.1f} GB from the start of its buffer", farthest / 1e9);
}

void set_numbers(RunInputs& inputs, const std::set<std::uint32_t>& pointers, std::uint8_t value) {
  for (std::uint32_t i = 0; i < inputs.params.size(); ++i) {
    for (std::size_t at = 0; at < inputs.params[i].size(); at += 8) {
      const auto allocation = pointed_allocation({i, static_cast<std::uint32_t>(at)});
      if (allocation && pointers.contains(*allocation)) continue;
      const std::size_t end = std::min(at + 8, inputs.params[i].size());
      std::fill(inputs.params[i].begin() + static_cast<std::ptrdiff_t>(at),
                inputs.params[i].begin() + static_cast<std::ptrdiff_t>(end), std::uint8_t{0});
      inputs.params[i][at] = value;
    }
  }
}

}  // namespace

bool is_taken_for_granted(spec::Rule rule, std::span<const std::string> assumptions) {
  using spec::Rule;
  std::string_view says;
  switch (rule) {
    case Rule::ValueUninitialised:
    case Rule::ValueTaintedUse:
      says = "is initialised";
      break;
    case Rule::MemoryOutOfBounds:
      says = "accesses to shared memory stay inside it";
      break;
    case Rule::MemoryMisaligned:
      says = "the addresses of accesses are multiples of their size";
      break;
    case Rule::ValueDivisionByZero:
      says = "no integer is divided by zero";
      break;
    case Rule::BarrierUnreached:
      says = "reaches the grid barrier at";
      break;
    default:
      return false;
  }
  return std::any_of(assumptions.begin(), assumptions.end(), [&](const std::string& a) { return a.find(says) != std::string::npos; });
}

std::span<const AssumptionKind> assumption_kinds() { return kKinds; }

const AssumptionKind* kind_of_assumption(std::string_view text) {
  const auto it = std::find_if(kKinds.begin(), kKinds.end(), [&](const AssumptionKind& k) {
    return text.find(k.text) != std::string_view::npos;
  });
  return it == kKinds.end() ? nullptr : &*it;
}

void add_assumed(std::vector<std::string>& listed, std::span<const std::string> of_proof) {
  for (const std::string& text : of_proof)
    if (!text.starts_with("given: ") && !text.starts_with("assumed: ")) report::add_once(listed, text);
}

void judge_assumptions(RunInputs& inputs) {
  if (!inputs.extents) inputs.extents.emplace(inputs.params.size(), kUnknownExtent);
  inputs.only_bounds = inputs.also_alignment_and_division = true;
}

std::optional<std::string> broken_by_launch(const Granted& granted, const Launch& launch,
                                            const RunInputs& inputs) {
  if (granted.conditions != nullptr && !satisfies(*granted.conditions, inputs, launch))
    return "the launch does not satisfy " + granted.conditions->text();
  const std::uint64_t along_x = std::uint64_t{launch.grid[0]} * launch.block[0];
  if (granted.any_grid && along_x > launch::kMostThreadsAlongX) return "the grid has 2^31 threads along x or more";
  return std::nullopt;
}

std::size_t findings_that_count(const Granted& granted, const Launch& launch, const RunResult& result,
                                std::string* why) {
  const auto& all = result.findings;
  const auto first =
      std::find_if(all.begin(), all.end(), [&](const Finding& f) { return breaks_an_assumption(granted, f); });
  auto count = static_cast<std::size_t>(first - all.begin());
  std::string reason = first != all.end() ? first->message : "";
  for (const RunResult::Reach& reach : result.reaches) {
    if (reach.findings >= count) continue;
    if (auto broken = broken_by_reach(launch, reach)) {
      count = reach.findings;
      reason = std::move(*broken);
    }
  }
  if (why != nullptr) *why = std::move(reason);
  return count;
}

std::optional<std::string> broken_by_run(const Granted& granted, const Launch& launch, const RunInputs& inputs,
                                         const RunResult& result) {
  if (auto broken = broken_by_launch(granted, launch, inputs)) return broken;
  for (const Finding& f : result.findings) {
    if (breaks_an_assumption(granted, f)) return f.message;
  }
  for (const RunResult::Reach& reach : result.reaches) {
    if (auto broken = broken_by_reach(launch, reach)) return broken;
  }
  return std::nullopt;
}

const Finding* error_that_counts(const Granted& granted, const Launch& launch, const RunInputs& inputs,
                                 const RunResult& result) {
  const auto end =
      result.findings.begin() + static_cast<std::ptrdiff_t>(findings_that_count(granted, launch, result));
  const auto error = std::find_if(result.findings.begin(), end, is_error);
  return error == end || broken_by_launch(granted, launch, inputs) ? nullptr : &*error;
}

bool has_error(const RunResult& result) {
  return std::any_of(result.findings.begin(), result.findings.end(), is_error);
}

bool leaves_known_memory_always(const Program& program, const Granted& granted, const Replay& replay) {
  const auto leaves = [](const RunResult& result) { return result.has(spec::Rule::MemoryOutOfBounds); };
  if (granted.judges_bounds || replay.whole_grid || !leaves(replay.result) ||
      !program.functions[replay.root].is_entry)
    return false;
  Evaluator machine(program, replay.root, replay.launch);
  RunInputs unjudged = replay.inputs;
  unjudged.extents.reset();
  unjudged.only_bounds = unjudged.also_alignment_and_division = false;
  if (!has_error(machine.run(unjudged))) return false;
  const std::uint32_t at = replay.result.find(spec::Rule::MemoryOutOfBounds)->place;
  std::set<std::uint32_t> pointers;
  for (const ParameterPart part : possible_pointers(program, replay.root)) {
    std::uint64_t value = 0;
    std::memcpy(&value, replay.inputs.params[part.index].data() + part.offset, 8);
    if (const auto allocation = pointed_allocation(part); allocation && classify(value).allocation != kNoAllocation)
      pointers.insert(*allocation);
  }
  RunOptions options;
  options.trace = options.trace_instructions = true;
  options.max_trace = kMostTraced;
  // Does a run make the access, and stay inside?
  const auto stays_inside = [&](const RunResult& result) {
    return !leaves(result) && std::any_of(result.trace.begin(), result.trace.end(), [&](const TraceStep& step) {
      return step.kind == TraceStep::Kind::Instruction && step.place == at;
    });
  };
  Random random(random_seed::of(1));
  // Words that go up by little are what offsets of rows are, and few of those that are drawn stay inside.
  std::vector<Words> kinds{Words::Zero, Words::Small, Words::Signed, Words::Rows};
  kinds.insert(kinds.end(), kDrawsOfOffsets, Words::Offsets);
  for (const int numbers : {-1, 0, 1}) {  // as they are, or all of them that
    for (const Words words : kinds) {
      RunInputs inputs = replay.inputs;
      std::erase_if(inputs.memory, [](const MemoryCells& cells) { return cells.allocation < kLoadedAllocations; });
      for (const std::uint32_t p : pointers) inputs.memory.push_back({p, 0, random_words(random, words)});
      if (numbers >= 0) set_numbers(inputs, pointers, static_cast<std::uint8_t>(numbers));
      if (broken_by_launch(granted, replay.launch, inputs)) continue;
      if (stays_inside(machine.run(inputs, options))) return false;
    }
  }
  return true;
}

std::optional<std::string> keep_what_counts(const Granted& granted, Replay& replay) {
  std::vector<Finding>& findings = replay.result.findings;
  const bool had_errors = has_error(replay.result);
  std::string why;
  std::size_t count = findings_that_count(granted, replay.launch, replay.result, &why);
  // Of several blocks it is not kept which of them came first.
  if (replay.whole_grid && count < findings.size()) count = 0;
  if (const auto broken = broken_by_launch(granted, replay.launch, replay.inputs)) {
    why = *broken;
    count = 0;
  }
  findings.resize(count);
  if (replay.whole_grid) {
    replay.finding_block.resize(count);
    replay.is_between_blocks.resize(count);
  }
  if (!had_errors || has_error(replay.result)) return std::nullopt;
  return why;
}

}  // namespace warpproof::counterexample
