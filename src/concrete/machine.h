// One run of one block: the state of the evaluator. Internal to src/concrete; evaluator.h is the interface.
//
// The member functions are split over files by concern: machine.cpp (schedule and control flow),
// machine_scalar.cpp (registers, taint, scalar instructions), machine_memory.cpp, machine_async.cpp,
// machine_call.cpp, machine_collective.cpp, machine_barrier.cpp, machine_reuse.cpp, machine_standstill.cpp,
// machine_livelock.cpp, machine_loops.cpp, machine_observed.cpp.
#pragma once

#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/cfg/cfg.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/grid_race_monitor.h"
#include "src/concrete/lane_program.h"
#include "src/concrete/observer.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/read_only_monitor.h"
#include "src/concrete/report.h"
#include "src/concrete/run_queue.h"
#include "src/concrete/vector_domain.h"
#include "src/machine/address_map.h"
#include "src/machine/barrier_sites.h"
#include "src/machine/collective.h"
#include "src/machine/copy_halves.h"
#include "src/machine/outside_calls.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

// Calls f(lane) for each lane of the mask, lowest first.
template <class F>
void for_each_lane(LaneMask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(std::countr_zero(mask));
}

// What does not change between runs.
struct Setup {
  const Program& program;
  std::uint32_t root;
  Launch launch;
  Layout layout;
  std::vector<std::unique_ptr<FunctionGraph>> owned_graphs;
  std::vector<const FunctionGraph*> graphs;  // by function; null where unreachable
  std::string too_large;                     // why a function could not be analysed, empty if all could
  std::vector<LaneProgram> lanes;            // by function; empty where unreachable
  bool synchronises =
      false;              // by fences, or accesses that release or acquire, which the race monitor follows
  std::uint32_t commuting_update = 0;  // the one kind that there is; RunOptions::orders
  bool reads_only = false;  // some load is a read-only one (ld.global.nc, ldu)
  bool may_spin = false;  // lanes may wait in a loop for what others do (machine_livelock.cpp)
};

// The registers of one function at one call depth of one warp, a value for each lane.
struct Bank {
  std::uint32_t function = 0;
  const LaneProgram* lanes = nullptr;  // says where each register is
  std::vector<Line> registers;
  // By register, then the carry flag and LaneProgram::nothing(): lanes that wrote a defined value, and an
  // undefined one.
  std::vector<LaneMask> defined, tainted;
  std::vector<OriginId> origins;  // [register * 32 + lane], empty until something is tainted
  std::byte* slot(std::uint32_t reg);
  void load(std::uint32_t reg, LaneVector& out) const;
  void store(std::uint32_t reg, LaneMask mask, const LaneVector& word);  // of the register's width
  CellMemory params{false};           // the function's .param variables: lane * param_size + offset
  std::vector<std::uint32_t>
      iterations;  // [loop * 32 + lane]: how often the lane came back to the loop's head
};

// An operand's value in each lane. `origin` is set for tainted lanes only.
struct Read {
  LaneVector word;
  LaneMask tainted = 0;
  std::array<OriginId, kLanes> origin;
  Read() {}
};

// A lane that waits at a rendezvous, with its operands.
struct Wait {
  PositionId position = kNoPosition;
  std::uint32_t function = 0, instruction = 0;
  bool at_barrier = false;
  std::uint32_t mask = 0;      // member mask
  std::uint64_t value = 0;     // data or predicate operand
  std::uint32_t b = 0, c = 0;  // shfl
  OriginId value_origin = 0;
  std::uint32_t barrier = 0;
};

struct Warp {
  LaneMask exists = 0, exited = 0, halted = 0, waiting = 0;
  LaneMask informed = 0;  // have accessed memory that is not their own, or met others
  LaneMask spinning = 0;  // for ever, as machine_livelock.cpp found out
  LaneMask at_grid_barrier = 0;  // have come to the grid's barrier and not met their block there yet
  std::array<Wait, kLanes> waits;
  std::vector<std::vector<std::unique_ptr<Bank>>> banks;  // [call depth], one for each function seen there
  std::size_t activemasks = 0;                            // executed so far

  LaneMask live() const { return exists & ~exited & ~halted; }
};

// The unfinished generation of one of the block's sixteen barriers.
struct BarrierState {
  bool active = false;
  std::vector<LaneMask> arrived, waiting, predicate;  // by warp; arrived includes waiting
  std::vector<PositionId> site;                       // by thread, of the arrival
  std::vector<std::uint8_t> aligned;                  // by thread
  std::vector<std::uint64_t> time;                    // by thread, of the arrival (Machine::barrier_time_)
  std::optional<std::uint32_t> count;                 // of the first arrival; none when anyone comes without
  std::uint32_t first_place = 0;
  std::set<spec::BarrierOp> ops;
  // What threads that arrived without waiting knew then (race_monitor.h), by thread.
  std::map<std::uint32_t, RaceMonitor::Clock> released;
  std::map<std::uint32_t, OriginId> undefined;  // threads whose predicate was undefined
};

// A complete generation of a barrier to which later arrivals there must be related (machine_reuse.cpp). Times
// are those of Machine::barrier_time_, by thread; 0 is never.
struct Generation {
  std::vector<std::uint64_t> arrived;  // when its participants arrived
  std::vector<std::uint64_t> knows;    // since when a thread knows that it is complete
  bool counted = false;
  bool one_warp = false;  // its count is one warp, which came whole
  std::uint32_t place = 0;
};

// Where each lane of a full warp reads, for operands that a shuffle had lately.
struct alignas(kSlotAlignment) ShuffleSources {
  std::array<std::uint32_t, kLanes> from, b, c;
  LaneMask in_range = 0;
  bool is_filled = false;
  bool is_plain = false;  // no rule about the operands has anything to say
};

// What a shuffle reads and writes; one that it does not write is LaneProgram::nothing().
struct ShuffleRegisters {
  std::uint32_t value = 0, first = 0, second = 0;
};

// A shuffle of immediate operands under the full mask about which no rule has anything to say, once its value
// is defined.
struct FixedShuffle {
  bool is_fixed = false;
  ShuffleRegisters registers;
  std::size_t sources = 0;  // number of its ShuffleSources
};

// Thrown to end the run with outcome Unknown.
struct Stop {
  std::string what;
  std::uint32_t place;
};

// Thrown to end the run where what a kernel assumes does not hold.
struct OutsideAssumptions {
  std::uint32_t place = 0;
};

// Thrown where a thread's assertion or trap ends the launch.
struct LaunchEnded {};

bool synchronises(const Setup& setup);
bool reads_only(const Setup& setup);
bool judges_read_only(const Setup& setup, const RunOptions& options);
// A number for what those atomics on integers do to a word that commute and whose results nothing reads; 0
// where they do not all do the same (two kinds on one word do not commute with each other), or there is none.
std::uint32_t commuting_update(const Setup& setup);
// A loop reads memory in order to see what others store meanwhile.
bool may_spin(const Setup& setup);

// The contents of global and constant memory when a launch starts.
void load_memory(const Setup& setup, const RunInputs& inputs, CellMemory& global);

class Machine {
 public:
  // `launch` is setup.launch with the block's own ctaid; `global` outlives the machine and holds the launch's
  // global and constant memory. `between` hears what the block does there, null: nobody does. `read_only` is
  // that of all blocks, null: the block has its own.
  Machine(const Setup& setup, const Launch& launch, const RunInputs& inputs, const RunOptions& options,
          CellMemory& global, GridRaceMonitor* between = nullptr, ReadOnlyMonitor* read_only = nullptr);

  // Runs at most `limit` basic blocks; false when there is nothing left to run.
  bool run_some(std::uint64_t limit);
  // Ends the run with an unknown outcome.
  void stop(const std::string& why);
  // What came of it, once run_some() is false. Leaves the machine empty.
  RunResult finish();

 private:
  // machine.cpp
  void load_inputs();
  void stop_run(const Stop& stop);
  void start_lanes();
  bool step();
  void run_block(PositionId position, const Group& group);
  void execute(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void perform(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  bool run_fast(PositionId position, const Group& group, std::uint32_t first);
  bool decide_fast(const Instruction& in, const Bank& bank, LaneMask mask, LaneMask& taken) const;
  void branch(const Instruction& in, const Block& block, const Group& group);
  void enter(PositionId position, std::uint32_t warp, LaneMask lanes);
  void advance(PositionId from, std::uint32_t block, std::uint32_t warp, LaneMask lanes);
  void advance(PositionId from, std::uint32_t warp, LaneMask lanes);
  void exit_lanes(std::uint32_t warp, LaneMask lanes);
  void note_informed(const Group& group);
  void judge_stop(const Group& group, bool asserts);
  void halt_lanes(std::uint32_t warp, LaneMask lanes, const std::string& why);
  void settle();
  const Function& function_at(PositionId p) const {
    return setup_.program.functions[positions_.at(p).function];
  }
  const Instruction& instruction_at(PositionId p) const;
  std::uint32_t place_of(PositionId p) const;
  void count_step(std::uint32_t place);
  [[noreturn]] void end_without_end(std::uint32_t place, const std::string& message, const std::string& what);
  std::uint32_t warp_index(const Warp& warp) const {
    return static_cast<std::uint32_t>(&warp - warps_.data());
  }
  std::uint32_t thread_of(std::uint32_t warp, int lane) const {
    return warp * static_cast<std::uint32_t>(launch_.warp_size) + static_cast<std::uint32_t>(lane);
  }

  // machine_scalar.cpp
  Bank& bank_of(std::uint32_t warp, PositionId position);
  void load_register(const Bank& bank, std::uint32_t reg, LaneMask mask, std::uint32_t place, Read& out);
  void read_operand(const Instruction& in, const Operand& operand, int width, const Warp& warp,
                    const Bank& bank, LaneMask mask, Read& out);
  void store_register(Bank& bank, std::uint32_t reg, LaneMask mask, const LaneVector& word, LaneMask tainted,
                      const std::array<OriginId, kLanes>& origin);
  void write_destination(const Instruction& in, std::size_t index, Bank& bank, LaneMask mask,
                         const LaneVector& word, bool sign, LaneMask tainted,
                         const std::array<OriginId, kLanes>& origin);
  bool load_defined(const Bank& bank, const Operand& operand, LaneMask mask, LaneVector& word) const;
  void note_approximation(const Instruction& in);
  void require_supported(const Instruction& in, std::uint32_t function);
  void scalar(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  LaneMask zero_divisors(const Instruction& in, LaneMask mask, LaneMask tainted,
                         std::array<OriginId, kLanes>& origin);
  void note_real_domain(const Instruction& in, LaneMask mask);
  void note_real_sum(const Instruction& in, LaneMask mask);
  void taint_of_result(const Instruction& in, LaneMask mask, LaneMask& tainted,
                       std::array<OriginId, kLanes>& origin);
  LaneMask guard_mask(const Instruction& in, Warp& warp, const Bank& bank, LaneMask mask);
  LaneVector special_register(const Operand& operand, int width, const Warp& warp, LaneMask mask);
  std::uint64_t read_clock(std::uint32_t thread);
  void report_use(const Read& read, LaneMask mask, const Instruction& in, const Warp& warp,
                  const char* as_what);
  std::uint64_t variable_address(std::uint32_t variable) const;

  // machine_memory.cpp
  struct Accessed {
    CellMemory* memory = nullptr;
    std::uint64_t address = 0;
    Space space = Space::Global;
  };
  void memory(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void addresses_of(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                    std::array<std::uint64_t, kLanes>& out);
  bool judges_alignment(const Instruction& in) const;
  LaneMask judge_access(const Instruction& in, const Warp& warp, const Bank& bank, LaneMask mask,
                        const std::array<std::uint64_t, kLanes>& at, std::uint64_t bytes);
  std::uint64_t room_at(const Instruction& in, const Bank& bank, const Location& where) const;
  Location judged_location(const Instruction& in, std::uint64_t address) const;
  std::string describe_address(const Location& where) const;
  Accessed locate(const Instruction& in, const Warp& warp, Bank& bank, int lane, std::uint64_t address);
  void note_reach(const Location& where, std::uint64_t bytes);
  void load(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask, LaneMask bad,
            const std::array<std::uint64_t, kLanes>& at);
  bool is_beside_written(const Accessed& a) const;
  bool is_padded(const Accessed& a, int bytes) const;
  bool is_unwritten(const CellMemory::Value& value) const;
  void store(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
             const std::array<std::uint64_t, kLanes>& at);
  void atomic(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
              const std::array<std::uint64_t, kLanes>& at);
  void note_access(const Instruction& in, const Warp& warp, int lane, const Accessed& a,
                   RaceMonitor::Kind kind, int bytes, std::uint64_t value);
  void note_between(const Instruction& in, AccessKind kind, std::uint32_t thread, std::uint64_t address, int bytes,
                    std::uint64_t value);
  void note_read_only(const Instruction& in, AccessKind kind, std::uint32_t thread, std::uint64_t address,
                      int bytes);
  void report_read_only(const ReadOnlyMonitor::Access& load, const ReadOnlyMonitor::Access& store, bool load_is_later);
  using Numbers = std::array<std::uint64_t, kLanes>;  // by lane
  const Numbers& executions(std::uint32_t warp);
  Numbers stores_of(std::uint32_t warp, LaneMask mask);
  bool is_in_one_iteration(std::uint32_t warp);
  void note_fence(const Instruction& in, std::uint32_t warp, LaneMask mask);
  void note_strong(const Instruction& in, std::uint32_t thread, const Accessed& a, bool reads, bool writes);
  AccessKind without_atomicity(const Instruction& in, AccessKind kind) const;
  void report_race(spec::Rule rule, const RaceMonitor::Access& earlier, const RaceMonitor::Access& later,
                   bool equal_values);
  void trace_access(const RaceMonitor::Access& access);
  std::string describe_shared(std::uint64_t offset) const;
  std::vector<RelatedPlace> calls_from_elsewhere(PositionId position, std::uint32_t place) const;
  void order_barrier(const BarrierState& fired);
  void order_collective(const Instruction& in, std::uint32_t warp, LaneMask participants);
  RaceMonitor::Clock left_behind(std::uint32_t warp, LaneMask mask);
  void check_same_address(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                          const std::array<std::uint64_t, kLanes>& at, const Numbers& stores,
                          std::uint64_t bytes,
                          const std::function<std::uint64_t(int lane, std::uint64_t i)>& byte_of);

  // machine_async.cpp
  struct AsyncCopy {
    Accessed to, from;
    std::uint32_t copied = 0, read = 0;  // bytes
    std::uint32_t group = 0;             // commits before it
    bool is_made = false;                // it has taken place
  };
  struct ThreadCopies {
    std::uint32_t commits = 0;
    std::vector<AsyncCopy> pending;
  };
  void async_copy(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  const CopyHalves& halves_of(const Instruction& in);
  std::array<std::uint32_t, kLanes> source_sizes(const Instruction& in, const Warp& warp, const Bank& bank,
                                                 LaneMask mask);
  void issue_copies(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void note_copy(const CopyHalves& halves, const Warp& warp, int lane, const AsyncCopy& copy);
  void make_copy(const AsyncCopy& copy);
  void wait_for_copies(std::uint32_t thread, std::uint32_t may_be_pending);
  void leave_copies(std::uint32_t warp, LaneMask lanes);
  bool copies_are_pending() const;

  // machine_fast.cpp
  bool run_ahead(PositionId position, Group& group);
  bool run_ahead(PositionId position, std::uint32_t w);
  void run_fast(const LaneProgram& lanes, const std::vector<Instruction>& code, std::uint32_t first,
                std::uint32_t count, std::uint32_t w, Bank& bank, LaneMask mask);
  bool run_segment(const LaneProgram& lanes, std::uint32_t first, Bank& bank, LaneMask mask);
  bool may_run_ahead(PositionId position);
  bool is_whole(std::uint32_t w, LaneMask mask) const;
  bool collective_at_once(const Instruction& in, std::uint32_t instruction, std::uint32_t w, Bank& bank);
  bool may_act_at_once(const Instruction& in) const;
  std::optional<ShuffleRegisters> shuffle_registers(const Instruction& in, const Bank& bank) const;
  bool exchange(const ShuffleRegisters& at, const ShuffleSources& sources, Bank& bank) const;
  bool shuffle_at_once(const Instruction& in, std::uint32_t instruction, Bank& bank);
  const FixedShuffle& fixed_shuffle(std::uint32_t function, std::uint32_t instruction, const Bank& bank);
  FixedShuffle judge_fixed(const Instruction& in, std::uint32_t instruction, const Bank& bank);
  bool run_fixed(const FixedShuffle& shuffle, std::uint32_t w, Bank& bank);
  bool combine_at_once(const Instruction& in, Bank& bank);
  bool row_at_once(const Instruction& in, const Warp& warp, Bank& bank, LaneMask mask);
  void note_row(const Instruction& in, const Warp& warp, const CellMemory* memory, std::uint64_t start,
                int bytes, const void* words);
  CellMemory* row_memory(const Instruction& in, const Bank& bank, std::uint64_t start, std::uint64_t bytes);
  const std::uint32_t* uniform_words(const Operand& operand, const Bank& bank,
                                     std::array<std::uint32_t, kLanes>& immediate) const;
  ShuffleSources& recent_sources(std::uint32_t function, std::uint32_t instruction, std::uint32_t b);
  void find_sources(const Instruction& in, const std::uint32_t* b, const std::uint32_t* c,
                    ShuffleSources& out) const;

  // machine_call.cpp
  void call(const Instruction& in, PositionId position, const Group& group);
  void judge_claim(const Instruction& in, OutsideCall kind, PositionId position, const Group& group);
  void call_external(const Instruction& in, PositionId position, const Group& group);
  void return_from(PositionId position, const Group& group);
  void copy_param(Bank& from, std::uint32_t from_variable, Bank& to, std::uint32_t to_variable, int lane);
  void reset_frame(Bank& bank, std::uint32_t warp, PositionId position, LaneMask mask);
  std::uint64_t local_base(PositionId position) const;
  void take_results(std::uint32_t warp, LaneMask lanes, Bank& bank);

  // machine_collective.cpp
  void arrive_at_collective(const Instruction& in, PositionId position, const Group& group);
  void read_collective(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask, PositionId position);
  void judge_operands(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  static std::vector<LaneMask> by_mask(const Warp& warp, LaneMask lanes);
  struct OddOperands {
    LaneMask width = 0, offset = 0, ignored = 0;
  };
  void note_odd_operands(const Instruction& in, int lane, std::uint32_t b, std::uint32_t c,
                         OddOperands& out) const;
  LaneMask drop_outsiders(const Instruction& in, Warp& warp, LaneMask mask);
  void wait_for_others(const Instruction& in, Warp& warp, LaneMask mask);
  void collective_pre70(const Instruction& in, Warp& warp, LaneMask mask);
  void activemask(const Instruction& in, PositionId position, Warp& warp, LaneMask mask);
  bool meets(const Wait& a, const Wait& b) const;
  bool fire_one(std::uint32_t warp);
  void fire(std::uint32_t warp, LaneMask participants);
  struct Outcome;
  void compute(const Instruction& in, const Warp& warp, LaneMask participants, Outcome& out);
  void compute_shuffle(const Instruction& in, const Warp& warp, LaneMask participants, Outcome& out);
  void commit(std::uint32_t warp, LaneMask participants, const Outcome& out);
  void trace_firing(const Instruction& in, const Warp& warp, std::uint32_t w, LaneMask participants,
                    std::vector<std::uint64_t> values);
  void note_points(const Warp& warp, LaneMask participants);
  LaneMask excused(const Warp& warp) const;
  const Instruction& instruction_of(const Wait& wait) const {
    return setup_.program.functions[wait.function].code[wait.instruction];
  }

  // machine_matrix.cpp
  void fire_aligned(std::uint32_t warp, LaneMask participants);
  void judge_whole_warp(const Instruction& in, std::uint32_t warp, LaneMask participants);
  void matrix_rows(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void matrix_product(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void judge_same_operands(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);

  // machine_barrier.cpp
  void arrive_at_barrier(const Instruction& in, PositionId position, const Group& group);
  void barrier_arrival(const Instruction& in, PositionId position, Warp& warp, int lane, std::uint32_t id,
                       std::optional<std::uint32_t> count, bool predicate, OriginId undefined,
                       LaneMask together);
  void trace_arrival(const Instruction& in, PositionId position, std::uint32_t warp, LaneMask arriving,
                     const LaneVector& id, const LaneVector* count);
  bool fire_barrier(std::uint32_t id);
  std::vector<spec::BarrierThread<ScalarDomain>> threads_at(const BarrierState& state) const;
  bool barrier_complete(const BarrierState& state) const;
  std::vector<LaneMask> warps_of_generation(const BarrierState& state) const;
  void complete_barrier(std::uint32_t id);
  void judge_alignment(const BarrierState& state, std::uint32_t id);
  void judge_sites(const BarrierState& state);
  void judge_grid_barrier(const BarrierState& state);
  void note_exited_lanes(const Instruction& in, const Warp& warp, std::uint32_t w, LaneMask participants);
  void note_exited_threads(const BarrierState& state);
  void barrier_results(const BarrierState& state);

  // machine_random.cpp
  bool random_step();
  Group may_go(std::size_t chosen) const;
  bool arrives_whole(PositionId position) const;
  void choose_held();
  int elected(std::uint64_t mask, LaneMask participants) const;

  // machine_reuse.cpp
  std::uint32_t counted_threads(std::optional<std::uint32_t> count) const;
  void check_reuse(std::uint32_t id, std::optional<std::uint32_t> count, const Instruction& in,
                   std::uint32_t warp, int lane);
  bool is_of_one_warp(const BarrierState& fired) const;
  void judge_overfull(std::uint32_t id, const BarrierState& fired, const BarrierState& rest);
  std::uint32_t place_of_generation(const BarrierState& fired) const;
  bool tells(const BarrierState& fired, const Generation& generation) const;
  void note_generation(std::uint32_t id, const BarrierState& fired);

  // machine_bypass.cpp
  // How often a lane has repeated each loop that it is in, by depth of the call and number of the loop.
  using Iterations = std::map<std::pair<int, std::size_t>, std::uint32_t>;
  using ByIterations = std::map<Iterations, Group>;
  Iterations iterations_at(PositionId position, std::uint32_t warp, int lane);
  void note_passing(PositionId position, const Group& group);
  void note_blocked(PositionId site, const Group& group);
  void forget_generation(const BarrierState& fired);
  void judge_bypass(PositionId site, const Iterations& there, const Group& waiting, PositionId position,
                    const Iterations& here, const Group& passing);

  // machine_loops.cpp
  void pass_loop_head(PositionId position, std::uint32_t from, std::uint32_t to, std::uint32_t warp, Bank& bank,
                      LaneMask lanes);
  int number_of_loop(PositionId head);
  void tell_loop_head(PositionId head, std::uint32_t warp, const Bank& bank, LaneMask lanes, bool again);
  void tell_going_on(PositionId position);

  // machine_livelock.cpp
  struct StandingPlace {
    PositionId position;
    Group group;
    bool operator==(const StandingPlace&) const = default;
  };
  struct Standing;
  bool spins_for_ever();
  Standing standing() const;
  std::vector<StandingPlace> places() const;
  bool came_back() const;
  bool passed_over(const std::vector<StandingPlace>& standing);
  bool waiting_lanes_hold_it() const;
  void note_moving(const Group& group);
  void note_spin_access(const Instruction& in, const Accessed& a, RaceMonitor::Kind kind, int bytes);
  void note_change(const Accessed& a, int bytes, std::uint32_t thread);
  void watch_memory(bool watch);
  void stop_looking();

  // machine_standstill.cpp
  void standstill();
  std::vector<LaneMask> held_by_halted() const;
  int furthest_behind(const Warp& warp, LaneMask lanes) const;
  bool explain_collective(std::uint32_t warp, LaneMask ignored);
  void explain_barrier(std::uint32_t id, const std::vector<LaneMask>& ignored);
  std::string describe_lanes(const Warp& warp, LaneMask lanes) const;
  void find_stuck();

  // Calls f(depth of the call, number of the loop, iterations by lane) for each loop that the warp's lanes at
  // this position are in.
  template <class F>
  void for_each_loop_at(PositionId position, std::uint32_t warp, F f) {
    for (PositionId p = position; p != kNoPosition; p = positions_.at(p).caller) {
      const Positions::Node node = positions_.at(p);
      const FunctionGraph& graph = *setup_.graphs[node.function];
      for (std::size_t i = 0; i < graph.loops.size(); ++i) {
        if (!graph.in_loop_of_head(graph.loops[i].head, static_cast<int>(node.block))) continue;
        f(node.depth, i, bank_of(warp, p).iterations.data() + i * kLanes);
      }
    }
  }

  // machine_observed.cpp
  std::vector<WarpSnapshot> snapshot() const;
  void tell_written(const Instruction& in, const Bank& bank, LaneMask mask);
  void tell_access(const Accessed& a, RaceMonitor::Kind kind, int bytes, int lane, std::uint64_t value);
  void add_sources(const Instruction& in, const Warp& warp, LaneMask participants, TraceStep& step) const;

  void trace(TraceStep step);
  bool tracing() const { return options_.trace && result_.trace.size() < options_.max_trace; }
  bool report(spec::Rule rule, std::uint32_t place, std::uint32_t warp, LaneMask lanes, std::string message,
              std::vector<RelatedPlace> related = {});

  const Setup& setup_;
  const Launch launch_;
  const RunInputs& inputs_;
  const RunOptions& options_;
  CellMemory& global_;
  Report report_;
  std::optional<std::mt19937_64> random_;
  std::vector<bool> held_;      // warps that stand still, under a random schedule; empty: none
  std::size_t hold_steps_ = 0;  // for how long still
  bool stopped_ = false;
  Positions positions_;
  RunResult result_;
  VectorDomain domain_;

  // Who goes on. While all that can are in one place, that is `alone_` (when alone_is_set_) and the
  // queues are empty.
  RunQueue running_, leaving_;  // leaving_: at a trivial exit
  RunQueue::Entry alone_;
  bool alone_is_set_ = false;
  void spill_alone();

  // Fairness: how long each group has stood still, counted in choices between groups.
  static constexpr std::uint64_t kPatience = 10'000, kPatienceCheck = 1'000, kFavouredSteps = 64;
  std::size_t choose_fairly();
  std::uint64_t schedule_time_ = 0, favoured_steps_ = 0;
  std::uint32_t favoured_warp_ = 0;
  int favoured_lane_ = 0;

  // Looking for lanes that spin for ever.
  static constexpr std::uint64_t kFirstLook = 4096, kShortLook = 256;  // warp instructions
  std::uint64_t look_for_ = kFirstLook;
  std::shared_ptr<Standing> standing_;  // what the run may come back to; null while nobody looks
  std::uint64_t next_look_ = ~0ull;     // by result_.steps
  std::map<std::pair<std::uint64_t, int>, bool> spun_on_;        // address and bytes; is in shared memory
  std::unordered_map<std::uint64_t, std::uint32_t> changed_by_;  // global addresses, and the thread

  bool holds_barrier_ = false;  // the kernel does
  bool counts_iterations_ =
      false;  // iterations of loops matter: to barriers, and to who executes what together
  std::vector<int> loop_numbers_;  // by position of their heads, of RunOptions::loops
  std::vector<Warp> warps_;
  std::array<BarrierState, spec::kBarrierIds> barriers_;
  // The barrier that the finding under report is about.
  std::optional<std::uint32_t> traced_barrier_;
  std::uint64_t barrier_time_ = 0;                                // counts arrivals and completions
  std::map<std::uint32_t, std::vector<Generation>> generations_;  // by barrier, the latest last
  BarrierSites sites_;
  std::map<PositionId, ByIterations>
      passed_;  // places past a barrier, with those who came there since they last met
  std::map<PositionId, ByIterations> blocked_;  // aligned barriers without a count, with those who wait there
  std::set<std::pair<PositionId, PositionId>> bypassed_;
  bool unsettled_ = false;  // something happened that may let a rendezvous fire

  RaceMonitor races_;
  GridRaceMonitor* between_;            // other blocks and this one
  ReadOnlyMonitor own_read_only_;
  ReadOnlyMonitor* read_only_;          // null: nothing is to be judged
  std::uint32_t block_ = 0;             // the number of this one
  std::uint64_t race_instruction_ = 0;  // of the memory instruction under execution
  // What executions() found for one of them.
  std::uint64_t executions_of_ = 0;
  Numbers executions_{};

  std::vector<ThreadCopies> copies_;                      // by thread; empty until one is issued
  std::map<const Instruction*, CopyHalves> copy_halves_;  // of cp.async
  std::optional<std::uint32_t> pending_group_;            // of the asynchronous copy whose accesses are noted

  CellMemory shared_{false};
  CellMemory kernel_params_{true};
  std::uint64_t kernel_param_bytes_ = 0;
  std::vector<std::unique_ptr<CellMemory>> local_;  // by thread
  std::map<std::uint32_t, std::size_t> clock_readings_;  // by thread
  std::uint64_t special_counter_ = 0;

  // The instruction under execution, and scratch space for it.
  Group stepping_;  // of a step that started with all lanes in one place
  PositionId current_ = kNoPosition;
  std::uint32_t current_instruction_ = 0;
  std::vector<Read> reads_;
  std::vector<LaneVector> words_, results_;
  std::vector<Line> temporaries_;                            // of fast instructions
  std::vector<std::vector<std::uint32_t>> shuffle_numbers_;  // by function and instruction, from 1
  static constexpr std::size_t kRecentShuffles = 8;          // of one instruction
  std::vector<ShuffleSources> shuffle_sources_;
  std::vector<std::vector<std::uint32_t>> fixed_numbers_;  // by function and instruction, from 1
  std::vector<FixedShuffle> fixed_shuffles_;
  const LaneKernel permute_ = lane_kernels().moves[static_cast<std::size_t>(LaneMove::Permute)].full;
  std::vector<std::vector<bool>> supported_;  // by function and instruction
};

}  // namespace warpproof::concrete
