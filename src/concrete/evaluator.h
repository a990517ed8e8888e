// The concrete evaluator: runs one block of one launch with given inputs and judges every rule that concerns
// one execution. Every counterexample is replayed here.
//
// Schedule (the symbolic executor follows the same one, so that dynamic occurrences correspond)
//   The position of a lane is its stack of (function, block). Positions are ordered by the blocks' indices in
//   the weak topological order of their function (src/cfg), the outermost frame first; a lane inside a call
//   comes before one that stands at the same call. A step takes the runnable lanes at the least position, of
//   the whole block (lanes at a trivial exit of the kernel first), and executes that basic block for all of
//   them, instruction by instruction, warp by warp. A rendezvous makes its lanes wait; whatever can fire
//   fires at once (spec/rendezvous.h, spec/barrier.h). From sm_70 on, a lane that was passed over very often
//   goes ahead for a while, so that a lock between lanes is let go of.
//
// How it runs: scalar instructions are vector kernels over 32 lanes (lane_program.h) as long as their
// operands are defined; a whole warp that meets at a collective with a full mask goes on at once, and through
// blocks that touch no memory by itself (control/fast_runs.h). Everything else takes the general way, with the
// same outcome.
//
// Undefined values carry a taint with the place they come from. Using one (branch, guard, address, mask, lane
// operand, barrier operand, divisor, store to global or shared memory, atomic operand, vote, match or redux
// operand) is value.tainted-use, and raises the rule of the origin to an error. The run goes on with the
// concrete bits; an undefined value is 0.
//
// Races are those of this run (race_monitor.h, grid_race_monitor.h). Not judged here: mask.from-activemask.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/base/effort.h"
#include "src/concrete/cells.h"
#include "src/machine/finding.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof {

// Allocations by number (src/machine/address_map.h).
class AllocationSet {
 public:
  void insert(std::uint32_t allocation) {
    if (allocation < 64) {
      first_ |= 1ull << allocation;
    } else {
      others_.insert(allocation);
    }
  }
  bool contains(std::uint32_t allocation) const {
    return allocation < 64 ? (first_ >> allocation & 1) != 0 : others_.contains(allocation);
  }
  AllocationSet& operator|=(const AllocationSet& more) {
    first_ |= more.first_;
    others_.insert(more.others_.begin(), more.others_.end());
    return *this;
  }

 private:
  std::uint64_t first_ = 0;  // a bit each: an access of every lane asks
  std::set<std::uint32_t> others_;
};

// Bytes of memory at an offset in an allocation (ids: src/machine/address_map.h).
struct MemoryCells {
  std::uint32_t allocation = 0;
  std::uint64_t offset = 0;
  std::vector<std::uint8_t> bytes;
};

inline constexpr std::uint64_t kUnknownExtent = ~0ull;

class ChangeObserver;
class LoopObserver;
class Observer;

struct RunInputs {
  // Bytes of each parameter of the kernel, in order; missing bytes are 0. Pointers are allocation_base() plus
  // offset.
  std::vector<std::vector<std::uint8_t>> params;
  // For a device function run as the root, by thread: bytes of each of its parameters.
  std::vector<std::vector<std::vector<std::uint8_t>>> per_lane_params;
  // Contents of global and constant memory; the rest is 0, module variables start with their initialisers.
  std::vector<MemoryCells> memory;
  // Outcomes of activemask: [warp][n] is, for the n-th activemask that the warp executes, a group number for
  // each lane. Lanes of one group see each other. Missing entries: all lanes at the position are one group.
  std::vector<std::vector<std::array<std::uint8_t, 32>>> activemask_groups;
  // Special registers that are the same for the whole block but not known (smid, envreg and the like), with
  // the operand's index. Missing: 0.
  std::map<std::pair<Special, std::uint32_t>, std::uint64_t> block_specials;
  // By thread: what its readings of clocks, timers and performance counters give, of whichever of them, in
  // the order in which it makes them. Missing: a counter.
  std::map<std::uint32_t, std::vector<std::uint64_t>> clocks;
  // Bytes of each kernel parameter's allocation. When given, accesses are judged: memory.out-of-bounds,
  // memory.misaligned. Else they are taken to be good, as the static checker does. Module variables have the
  // size that they declare.
  std::optional<std::vector<std::uint64_t>> extents;
  // Only accesses out of bounds are errors, and integer division by zero gives no undefined value; what has
  // no known size (kUnknownExtent, memory that loaded pointers point at) is taken to be large enough.
  bool only_bounds = false;
  // Beside bounds, what `run` judges too: misaligned accesses and integer division by zero.
  bool also_alignment_and_division = false;
  bool notes_real_domains = false;  // RunResult::real_domains
  bool notes_real_sums = false;     // there, of sums and products too
  // Without extents, or where only bounds are judged: places whose accesses are judged memory.misaligned, as
  // the static checker asks.
  std::set<std::uint32_t> judged_alignment;
};

struct RunOptions {
  bool trace = false;
  Observer* observer = nullptr;  // with `trace`: hears of every step, in place of RunResult::trace (observer.h)
  LoopObserver* loops = nullptr;  // of a run of one block: hears of iterations (loop_observer.h)
  ChangeObserver* changes = nullptr;  // of a run of one block: hears of stores (change_observer.h)
  bool trace_instructions = false;  // with `trace`: every instruction, not only events
  std::size_t max_trace = 2000;     // steps kept
  bool races = true;                // looks for races (race_monitor.h)
  // Judges whether the order in which threads ran may show in what the run leaves, instead of whether they
  // race: RunResult::order_shows.
  bool orders = false;
  // The run is stopped then, a grid at some time after it, with what it found so far and "out of effort" as
  // RunResult::unknown.
  std::optional<effort::Clock::time_point> until = std::nullopt;
  std::optional<std::uint64_t> max_steps = std::nullopt;  // of a block, instead of the launch's
  // Instead of the canonical schedule: at every step some lanes at some position go on, as a generator with
  // this seed has it, each for one basic block, or up to an access by which threads tell each other
  // something.
  std::optional<std::uint64_t> random_schedule;
};

// One event worth showing: a rendezvous, a branch whose lanes part, a finding, a lane that stops.
struct TraceStep {
  // Arrive: at a barrier, without waiting. Access: one of the two that the finding after it is about.
  enum class Kind : std::uint8_t {
    Wait,
    Fire,
    Branch,
    Finding,
    Halt,
    Standstill,
    Instruction,
    Arrive,
    Access
  };
  Kind kind = Kind::Wait;
  std::uint32_t place = 0;                      // index into Program::places
  std::uint32_t function = 0, instruction = 0;  // the instruction, for its text
  std::uint32_t warp = 0;
  LaneSet lanes;           // of that warp, those that take part
  std::uint32_t mask = 0;  // Wait: the member mask of these lanes; Fire: of the first of them
  LaneSet waiting_for;     // Wait: lanes of the mask that are not here yet; Branch: those that jump
  std::vector<std::uint64_t> values;  // Fire: first result of each lane, by lane (0 for others); may be empty
  // Finding, Standstill: the message; at a barrier its operands (" 2, 96 threads"), empty for barrier 0 of
  // all threads; Wait at a collective: what stands in place of the mask, empty: nothing does; Access: what it
  // does.
  std::string text;
  std::optional<std::uint32_t> barrier = {};    // the block barrier that it is about
  std::optional<std::uint32_t> parameter = {};  // Access: whose buffer `text` goes on to name
  std::vector<std::uint32_t> callers = {};      // Access: places of the calls around it, innermost first
  // Fire of a shuffle: the lane that each lane reads, -1 for others; lanes whose source does not take part, or is not
  // named by their mask.
  std::vector<std::int8_t> sources = {};
  LaneSet missing_sources = {};
};

// Lanes of one warp that wait together, and why they wait for the next ones of a chain.
struct StuckGroup {
  std::uint32_t place = 0;
  std::uint32_t block = 0, warp = 0;  // block: number in the grid
  LaneSet lanes;
  std::string at;  // "shfl.sync.down, mask 0xffffffff"; "has exited" and the like at the end of a chain
};

struct ThreadResult {
  std::vector<std::uint8_t> bytes;  // the result variables of a device function, one after the other
  bool tainted = false;
};

// An approximate instruction (src/machine/approximation.h), as "sin.approx.f32".
struct Approximation {
  std::string name;
  std::string_view error;  // what the manual allows
  auto operator<=>(const Approximation&) const = default;
};

// RunResult::unknown of a run that did not end within RunOptions::max_steps.
inline constexpr const char* kStepLimit = "step limit";

struct RunResult {
  enum class Outcome : std::uint8_t { Finished, Standstill, Unknown };
  Outcome outcome = Outcome::Finished;
  std::string unknown;  // Unknown: what has no meaning here, by name
  std::uint32_t unknown_place = 0;
  std::vector<Finding> findings;  // in the order in which they came up; one rule at one place is one finding
  std::set<std::size_t> between_blocks;  // findings, by number, that take what another block did
  std::vector<TraceStep> trace;
  // Standstill: lanes that wait for each other; each waits for the next, the last for the first. When
  // `stuck_in_cycle` is false the last one is not coming, and waits for nobody.
  std::vector<StuckGroup> stuck;
  bool stuck_in_cycle = false;
  // Standstill: a place in the loop that some lanes stay in for ever, for what waiting lanes are to store.
  std::optional<std::uint32_t> spins_at;
  std::uint64_t steps = 0;                 // warp instructions
  std::vector<ThreadResult> results;       // of a device function, by thread
  std::set<Approximation> approximations;  // instructions that ran and whose results are bounded only
  CellMemory global;                       // global and constant memory at the end, by generic address
  AllocationSet touched;                   // what was read or written, as far as parameters point at it
  AllocationSet strong;                    // and what was so atomically or by a volatile access
  // A thread found a warpproof::assume false: the run ended there, and counts up to there only.
  bool outside_assumptions = false;
  std::uint32_t outside_place = 0;  // of that assumption, index into Program::places
  // A failing assertion or a trap that is judged (policies assert, trap) ended the launch.
  bool launch_ended = false;
  std::optional<std::uint32_t> halted_at;  // where a thread trapped or failed an assertion, the first of them
  // RunOptions::orders: two accesses to one byte, one of them a store, that no barrier orders, atomic or not;
  // but for updates of integers that commute and return nothing, and stores of one value. Without any, every
  // other order of the same threads, barrier by barrier, does the same (a program without races has one
  // outcome), as long as nothing else is read that the schedule decides.
  bool order_shows = false;
  // Where an integer was divided by zero first, whether or not that was judged, and the result used.
  std::optional<std::uint32_t> divided_by_zero_at;
  // RunInputs::notes_real_domains: places of floating-point quotients, roots and logarithms that threads came
  // to. Does one of them have an operand there of which there is a real result (no divisor 0, no root of a
  // negative number, no logarithm of what is not positive)? With notes_real_sums also places of sums and products:
  // does one of them get a number there, not NaN?
  std::map<std::uint32_t, bool> real_domains;
  bool stray = false;  // global memory outside every allocation, or far from its start, was accessed
  // How far accesses to global memory reached while there were so many findings, one entry for each number of
  // them with an access, in order: the greatest distance from the start of an allocation, in bytes (not of
  // memory that loaded pointers point at, which the inputs lay out), and whether one went astray. Of several blocks:
  // all findings are after all accesses.
  struct Reach {
    std::size_t findings = 0;
    std::uint64_t farthest = 0;
    bool stray = false;
  };
  std::vector<Reach> reaches;
  std::uint64_t shared_end = 0;  // of the last byte of shared memory that was accessed
  std::vector<std::size_t> activemasks;  // by warp of the one block that ran: how many of them it executed

  bool has(spec::Rule rule) const;
  const Finding* find(spec::Rule rule) const;  // the first of that rule, or null
};

// Runs the block `launch.ctaid` of kernel (or device function) `root` of the program, an index into its
// functions. Throws std::invalid_argument for a launch that makes no sense (no threads, a bad warp size, root
// without a body).
class Evaluator {
 public:
  Evaluator(const Program& program, std::uint32_t root, const Launch& launch);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;

  // May be called again with other inputs; runs are independent.
  RunResult run(const RunInputs& inputs, const RunOptions& options = {});

  // Runs every block of `launch.grid` on one global memory: on all processors where no block touches what
  // another one writes, else one at a time, with the same outcome. Blocks start in order; one that spins for
  // long lets the others go ahead, so that blocks may wait for each other. With a random schedule up to 16
  // blocks interleave. Findings of all blocks are joined; `finding_block` says in which one each came up
  // first. Races between blocks in global memory (grid_race_monitor.h) are findings of the block whose access
  // came second.
  struct GridResult {
    RunResult run;
    std::vector<std::uint32_t> finding_block;  // by finding
    std::vector<bool> is_between_blocks;       // by finding
    std::vector<std::uint32_t> trace_block;    // by trace step
    std::uint32_t blocks = 0;                  // run to their end, or to a standstill
  };
  GridResult run_grid(const RunInputs& inputs, const RunOptions& options = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace warpproof
