// Symbolic execution of one block: every thread, every input, every path at once.
//
// A strand is a set of threads at one position (a stack of function and block), with a guard a thread: the
// condition on the inputs under which that thread is there. A branch splits a strand by guards; strands that
// reach one position merge there, values being chosen by guard, so paths are never enumerated. The strand at
// the least position (weak topological order) runs first, which makes strands meet at post-dominators and
// loops finish before what follows.
//
// A rendezvous parks its strand. It fires for the lanes of which spec/rendezvous.h says that nothing holds
// them back; a lane that still waits when nothing can run or fire breaks the rule that says why (src/concrete
// has the same model, lane by lane, and replays what is found here).
//
// Soundness: whatever could not be followed exactly is recorded in Unknown (the verdict cannot be "proved")
// or in `approximations` (an over-approximation by a fresh value: a proof stands, a counterexample must
// replay).
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/claims/claims.h"
#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/context.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/interval.h"
#include "checker/symbolic/iteration_vector.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/local_memory.h"
#include "checker/symbolic/loop_comparison.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/near.h"
#include "checker/symbolic/obligation.h"
#include "checker/symbolic/options.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/race.h"
#include "checker/symbolic/race_questions.h"
#include "checker/symbolic/read_only_loads.h"
#include "checker/symbolic/shared_words.h"
#include "spec/barrier.h"
#include "spec/lanes.h"
#include "src/cfg/cfg.h"
#include "src/machine/address_map.h"
#include "src/machine/alu.h"
#include "src/machine/barrier_sites.h"
#include "src/machine/copy_halves.h"
#include "src/machine/term_domain.h"
#include "src/program/program.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

struct Unknown {
  std::string reason;  // "unsupported instruction 'wmma.mma.sync'"
  std::uint32_t place = 0;
  Term condition;  // when it is reached
};

// Of assumed(), where more than the launch decides a divisor.
inline constexpr const char* kNoZeroDivisor = "no integer is divided by zero, beyond what the launch alone decides";

inline constexpr const char* kModerateSteps =
    "no iteration of a loop changes a counter by 2^31 or more (2^63 for 64 bits)";

class Executor {
 public:
  // `infeasible(c)` answers true only when c is proved unsatisfiable under the assumptions.
  Executor(const Program& program, std::uint32_t root, TermGraph& graph, const ExecutorOptions& options,
           std::function<bool(Term)> infeasible);

  void run();

  // Results.
  const Obligations& obligations() const { return obligations_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Term>& assumptions() const { return assumptions_; }
  // Assumptions too, that are no help to a solver which multiplies.
  const std::vector<Term>& facts_of_products() const { return facts_of_products_; }
  const std::set<std::string>& approximations() const { return approximations_; }
  // Too many pairs of accesses to memory of this space to look at all of them.
  std::optional<Space> races_undecided() const { return races_.undecided(); }
  // Too many pairs of a read-only load and a store to look at all of them.
  bool read_only_loads_undecided() const { return read_only_loads_.undecided(); }
  // Global memory was accessed through pointers that were loaded from memory.
  bool uses_loaded_pointers() const { return races_.accessed_anywhere(); }
  // Memory there was changed, of which nothing is kept.
  bool stores_behind_loaded() const { return stores_behind_loaded_; }
  const std::map<std::uint32_t, std::uint64_t>& fixed_parameters() const { return options_.fixed_parameters; }
  // Assumptions in words, beyond the options: "block indices below the grid's size" and the like.
  const std::set<std::string>& assumed() const { return assumed_; }
  const Shape& shape() const { return options_.shape; }
  // Of the conditions, that they hold as they read too (launch::Condition::exact).
  const std::vector<Term>& exact_conditions() const { return exact_conditions_; }
  // Was there an access for which ExecutorOptions::near_accesses says something?
  bool reaches_far() const { return reaches_far_; }
  // Null: accesses out of bounds are not judged.
  const launch::Bounds* bounds() const { return options_.bounds ? &*options_.bounds : nullptr; }
  // That memory held what this execution left there, where other blocks may have stored.
  const std::vector<Term>& as_followed() const { return as_followed_; }
  // Did anything but the presence of threads depend on the block's size?
  bool uses_block_size() const { return uses_block_size_; }
  // Activemask was executed: what lanes see depends on which of them run converged.
  bool uses_activemask() const { return activemask_visits_ > 0; }
  // Which threads are followed, and what the pointers of addresses are.
  const LaunchNumbers& numbers() const { return numbers_; }
  const Pointers& pointers() const { return pointers_; }
  // What is noted of accesses that are taken to stay inside their memory.
  const AccessJudge& accesses() const { return accesses_; }
  // Global memory was written to, so that warps may race there.
  bool writes_global() const { return writes_global_; }
  const Layout& layout() const { return layout_; }
  // Everything was followed to its end. Where it was not, what was found proves nothing.
  bool complete() const { return complete_; }
  // A plan was weakened: nothing that was found counts.
  bool plans_changed() const { return plans_changed_; }
  // It ended at a loop that is to get a plan; some loop without one was cut off.
  bool stopped() const { return stopped_; }
  bool met_open_loop() const { return cut_a_loop_; }
  // Heads of loops that were cut at the bound on unrolling: the first one without a plan, and those whose
  // plan failed.
  const std::set<std::vector<std::uint32_t>>& unbounded_loops() const { return unbounded_loops_; }
  // What was taken to hold of loops that were proved by induction. Where plans_changed() it proves nothing.
  claims::ProofClaims claims() const;
  // What is left at the end. Loads through it see the final state.
  BlockMemory& final_memory() { return memory_; }
  // Shared memory was read of which only the places of its stores are known.
  bool assumes_initialised() const { return memory_.read_forgotten_shared(); }
  // A device function's result by thread: byte offset in the result variables laid end to end -> value of up
  // to eight bytes. Bytes that no return wrote are left out; threads that did not return have undefined
  // values.
  const std::map<std::uint64_t, Value>& returned() const { return returned_; }
  // Some threads return parts of the result that others do not: `returned` is incomplete.
  bool returned_unevenly() const { return returned_unevenly_; }
  // That no thread found a warpproof::assume false, as far as lanes were followed.
  Term in_scope() const { return in_scope_; }
  // Of executions that are compared, so those with shared inputs.
  const OrderTrace& order() const { return order_; }
  // Places of warpproof::assume that were reached.
  std::vector<std::uint32_t> assumed_places() const;
  // Asserts and traps that are assumed not to be reached, by place; true: an assert.
  const std::map<std::uint32_t, bool>& assumed_stops() const { return assumed_stops_; }
  // The condition under which some thread traps or fails an assertion.
  Term trapped() { return ops_.any(trapped_); }
  // The condition under which some thread was not followed to its end: it traps, or it was given up.
  Term not_ended() { return ops_.any(cut_); }

 private:
  struct Frame {
    std::uint32_t function = 0, block = 0;
    std::vector<Value> registers;  // of the function; one more, the last: the carry flag CC.CF
    Value& carry() { return registers.back(); }
  };
  struct LoopVisit {
    int iterations = 0;  // times iteration since the loop was entered
    int undecided = 0;   // of these, iterations whose condition did not fold
    Lanes guard;        // who was at the head last
    Lanes iteration;    // times iteration, by thread (32 bits); of a loop that is not planned
    bool planned = false, begun = false;  // proved by induction; its first iteration has begun
  };
  using LoopIterations = std::map<std::uint64_t, Lanes>;  // the iterations of each loop
  // Threads of one position. `frames` is outermost first.
  struct Strand {
    std::vector<Frame> frames;
    Lanes guard;
    LocalMemory storage;                       // .local and .param bytes
    std::map<std::uint64_t, LoopVisit> loops;  // (depth, loop head) -> loops it is in
    std::uint64_t signalled = 0;               // when one of its threads made its last strong write
    bool informed = false;                     // some thread may know more than parameters and launch values
    Frame& top() { return frames.back(); }
    const Frame& top() const { return frames.back(); }
  };
  using Position =
      std::vector<std::uint32_t>;  // order index, block, function for each frame: compares as said above

  // A strand parked at a rendezvous. The operands were read when it arrived.
  struct Parked {
    Strand strand;        // its guard: who waits
    Value mask, a, b, c;  // member mask; data or predicate; lane operand or barrier id; clamp or count
    const Instruction* instruction = nullptr;
    int barrier_id = -1;  // block barriers: the barrier's number
    std::uint32_t place = 0;
  };

  struct Arrival {  // of bar.arrive, in the generation that is not complete yet
    Lanes guard, count;
    std::uint32_t place = 0;
    std::uint64_t time = 0;  // of the race detector
    bool aligned = false;
    Position at;
  };

  // turn.cpp
  bool polls(std::uint32_t function, std::uint32_t head);
  std::map<Position, Strand>::iterator next_to_run();
  // schedule.cpp: positions, branches, merging, calls.
  Position position_of(const Strand& s) const;
  const FunctionGraph& graph_of(std::uint32_t function) const;
  void enter(Strand s);  // makes a strand runnable at its top block
  void merge_into(Strand& into, const Strand& from);
  // The guards of a branch's two sides add up to the guard before it: the term itself, which simplification
  // of their disjunction may not find again.
  void note_split(const Lanes& whole, const Lanes& one, const Lanes& other);
  Lanes unite(const Lanes& one, const Lanes& other);
  void execute_block(Strand s);
  void branch(Strand s, const Instruction& bra);
  void branch_indexed(Strand s, const Instruction& ins);
  void call(Strand s, const Instruction& ins);
  void leave(Strand s);  // ret of the top frame
  void go_to(Strand s, std::uint32_t block);
  void enter_block(Strand s);
  static std::uint64_t loop_key(const Strand& s, std::uint32_t head) {
    return static_cast<std::uint64_t>(s.frames.size()) << 32 | head;
  }
  bool loop_may_continue(Strand& s, std::uint32_t head);
  std::uint32_t place_of_block(std::uint32_t function, std::uint32_t block) const;
  void exit_threads(const Strand& s);
  void keep_results(const Strand& s);
  // Where the .param variables of a frame live in Strand::storage, and a frame's .local depot.
  static std::uint64_t param_address_base(std::size_t depth) {
    return kParamBase + (static_cast<std::uint64_t>(depth) << 32);
  }
  std::uint64_t param_address(std::size_t depth, std::uint32_t variable) const {
    return param_address_base(depth) + layout_.address[variable];
  }
  std::uint64_t local_base(const Strand& s) const;
  void copy_param(Strand& s, std::uint64_t from, std::uint64_t to, std::uint64_t size, int undefined_event);
  void give_up(const Strand& s, const std::string& reason, std::uint32_t place);

  // induction.cpp: loops that are not unrolled. An iteration begins with any state that the loop's plan
  // allows; when nothing runs in the loop any more, the lanes that would go back are compared with the plan.
  struct Iteration {
    Strand entry, head;           // what came in; what the iteration began with
    std::optional<Strand> latch;  // who comes back
    int serial = 0;               // its own number, and when it began for the race detector
    std::uint64_t began = 0;
    int number = 1;    // a second iteration follows the first, for what races across iterations
    int barriers = 0;  // of the whole block, within the iteration
    std::optional<Term> met = std::nullopt;  // there was another one, of which that is not certain
    std::map<int, std::vector<Arrival>> arrivals;  // pending at the begin
    std::size_t terms = 0;                         // before its first iteration
    std::map<StateCell, Term> strides;             // stand-ins for what is added to cells in each iteration
    Term scope;                                    // before it began
    std::uint32_t loop = 0;                        // compared loops: the number of this visit
    int parent = -1;
    std::map<std::uint32_t, Strand> exits;   // who leaves in this iteration, by block outside
    std::map<int, std::vector<Term>> never;  // by thread: left to be proved
    std::shared_ptr<BlockMemory> before;
    bool disturbed = false;
    // behind_loop.cpp
    std::size_t inputs = 0, assumptions = 0;  // before its first iteration
    std::uint32_t contents = 0;               // of memory, likewise
    std::vector<Strand> left;                 // who waits behind the loop for the round to end
    // iteration_count.cpp
    std::optional<Lanes> count;  // iterations before this one, modulo 2^32
    Lanes quotient, phase;       // count = quotient * modulus + phase, of the first iteration
    std::uint64_t modulus = 1;
    // Asynchronous copies of the first iteration: times of the race detector at its begin and end.
    bool issues = false, commits = false, waits = false, meets = false, jumped = false;
    std::uint64_t begins = 0, ends = 0;
    std::optional<StateCell> counted_by;  // what was taken to number iterations
    std::map<StateCell, bool> moves;      // cells to which each iteration adds one number; true: upwards
    std::set<BlockMemory::Key> accessed;
    std::map<Word, std::uint64_t> words;  // that hold a number when the loop is entered
  };
  Position head_position(const Strand& s, std::size_t depth, std::uint32_t head) const;
  LoopPlan* plan_at(const Position& head) const;
  bool is_in_loop(const Strand& s, const Position& head) const;
  bool loop_is_active(const Position& head) const;
  bool is_occupied(const Position& head) const;
  std::vector<Position> planned_loops(const Strand& s) const;
  void abandon_plan(const Position& head, const std::string& why);
  Strand begin_loop(Strand s, std::uint32_t head);
  Strand begin_iteration(const Position& head, const Lanes& guard);
  void forget_dead_registers(Strand& s) const;
  Value instance(const CellForm& form, const Value& entry, const Lanes& guard, std::uint32_t place,
                 std::optional<Term> stride = std::nullopt, const LoopUnknown* name = nullptr,
                 std::uint32_t loop = 0, const Lanes* count = nullptr);
  Lanes unknowns_for(Grain grain, int width, const Lanes& guard, std::uint32_t place,
                     const LoopUnknown* name = nullptr, std::uint32_t loop = 0);
  Lanes mask_of(const Lanes& guard) const;
  Value read_cell(const Strand& s, const StateCell& cell, std::uint32_t place);
  void write_cell(Strand& s, const StateCell& cell, Value value);
  void leave_early(const Position& head, const Strand& from, const Lanes& away);
  void latch(Strand s, std::uint32_t head);
  void note_exit(const Strand& s, const Position& head, std::uint32_t block);
  // iteration_count.cpp: the number of iterations so far.
  bool counts_iterations() const { return (copy_groups_.used() || some_in_step_) && !compares(); }
  static Grain count_grain(const LoopPlan& plan) { return plan.lanes_part() ? Grain::Block : plan.scope; }
  std::uint64_t count_modulus(const Strand& head, const LoopPlan& plan) const;
  void count_iterations(Iteration& iteration, const LoopPlan& plan, const Lanes& guard, std::uint32_t place);
  Value value_at_count(const CellForm& form, const Value& entry, const Lanes& count);
  bool keeps_count(const CellForm& form, const Value& entry, const Value& head, const Value& back,
                   const Iteration& iteration);
  bool keeps_cycle(const CellForm& form, const StateCell& cell, const Iteration& iteration);
  std::optional<std::uint64_t> value_in_iteration(Term t, int thread, const Iteration& iteration,
                                                  std::uint64_t count);
  std::optional<CellForm> cycle_of(const StateCell& cell, const CellForm& now, const Iteration& iteration);
  void go_on_as_it_is(const Position& at);
  void enter_next_iteration(const Position& at, Strand next);
  bool is_endless(std::uint32_t function, std::uint32_t head) const;
  void finish_loop(const Position& at);
  // own_copies.cpp
  bool copies_are_pending(const Iteration& iteration);
  void note_moves(Iteration& iteration, const LoopPlan& plan);
  std::vector<Term> later_than(const Iteration& iteration, const LoopPlan& plan, const Strand& before,
                               const Strand& later);
  Substitute in_later_iteration(const Iteration& iteration, const LoopPlan& plan, const Leaves& leaves,
                                Substitute copy);
  bool judge_own_copies(const Position& at);
  Term iterations_before(const Iteration& iteration, int thread);
  void assume_iterations_before(const Iteration& iteration);
  // loops_in_step.cpp: loops of different threads, one beside the other.
  bool join(const Position& at);
  void join_or_abandon(const Position& at, const std::string& why);
  void hold(Strand s, const Position& at);
  const Iteration* first_of(const LoopPlan& plan, const Iteration& iteration) const;
  bool may_end_together(const std::set<Position>& together) const;
  bool leave_in_one_iteration(const std::set<Position>& together);
  void judge_steps_of(int id, const std::vector<Parked>& partners);
  bool keep_plans(const std::set<Position>& together);
  void end_together(const std::set<Position>& together);
  bool finish_iterations();
  bool fail_desynchronised_iterations();
  void end_iteration(const Position& head);
  bool keeps_plan(const Position& head, LoopPlan& plan);
  bool keeps_arrivals(const Iteration& iteration);
  bool leaves_together(const Lanes& head, const Lanes& back, Grain grain);
  // loop_claims.cpp
  std::vector<StateCell> cells_of(const LoopPlan& plan, const Iteration& iteration) const;
  bool holds(const CellForm& form, const StateCell& cell, const Iteration& iteration);
  bool is_mask_of(const Value& value, const Lanes& guard);
  bool weaken_cells(const Position& head, LoopPlan& plan);
  std::optional<CellForm> weaker(const LoopPlan& plan, const StateCell& cell, const Iteration& iteration);
  // compared_loop.cpp: loops that are compared with those of another program.
  bool compares() const { return options_.comparison != nullptr; }
  int threads_sharing(Grain grain) const {
    return grain == Grain::Block ? threads_ : grain == Grain::Warp ? warp_size_ : 1;
  }
  void number_loop(const Position& head);
  Strand begin_compared_iteration(const Position& head);
  Iteration* innermost_iteration(const Strand& s);
  Lanes who_goes_on(const Strand& s, const Instruction& bra);
  void take_for_certain(const Strand& s, const Lanes& taken);
  void leave_compared(const Strand& s, const std::vector<Position>& left, std::uint32_t block);
  void end_compared_iteration(const Position& head);
  bool leaves_by_steps(const LoopPlan& plan, const Iteration& iteration, const StateCell& cell,
                       std::uint32_t target);
  CellForm form_after(const LoopPlan& plan, const Iteration& iteration, const StateCell& cell,
                      std::uint32_t target);
  std::vector<StateCell> cells_after(const LoopPlan& plan, const Iteration& iteration,
                                     std::uint32_t target) const;
  void record_iteration(const Position& head, const LoopPlan& plan);
  void go_on_after(const Position& head, const LoopPlan& plan, const Iteration& iteration);
  void note_disturbance(const Strand& s, const BlockMemory::Key& key);
  void report_unfinished_iterations();
  // behind_loop.cpp: who left such a loop.
  bool waits_for_iteration(const Position& head) const;
  void wait_for_iteration(Strand s, const Position& head);
  bool leaves_or_comes_back(const Iteration& iteration);
  // Is each thread of `some` one of `all`, whatever the inputs are? Asks the solver where terms do not tell.
  bool all_take_part(const Lanes& all, const Lanes& some);
  bool accounts_for_all(const Iteration& iteration);
  void change_values(Strand& s, const std::function<void(Value&)>& f);
  std::optional<Leaves> leaves_of_exit(Iteration& iteration);
  std::set<std::uint32_t> same_in_all_iterations(const Iteration& iteration) const;
  std::optional<Substitute> copy_of_iteration(const Iteration& iteration, const Leaves& leaves);
  void copy_facts(const Iteration& iteration, const Leaves& leaves, Substitute& put);
  bool leave_in_copy(const Position& at);
  void release_left(Iteration& iteration);
  bool needs_second_iteration(const LoopPlan& plan) const;
  void note_loop_access(const Strand& s, const BlockMemory::Key& key, bool changes);
  // stride.cpp: counters that all threads move on by the same in each iteration.
  std::optional<Term> stride_of(Iteration& iteration, const StateCell& cell, const CellForm& form);
  std::optional<Term> common_change(const StateCell& cell, const Iteration& iteration);
  bool is_launch_constant(Term t, const Iteration& iteration);
  bool keeps_stride(const StateCell& cell, const CellForm& form, const Iteration& iteration);
  std::uint64_t least_stride(const StateCell& cell, const Iteration& iteration);
  bool passes_block(const StateCell& cell, const Iteration& iteration);
  bool knows_strides(Term t) const;
  bool within_block(Term difference, std::uint64_t factor);
  bool is_size_of_grid(Term t) const;
  bool define_strides(const Position& at, const LoopPlan& plan);
  bool only_shrinks(const StateCell& cell, const CellForm& form, const Iteration& iteration);
  bool only_rises(const StateCell& cell, const Iteration& iteration);
  bool assumes_no_wrap(const Iteration& iteration);
  void assume_not_negative(const Value& entry, const Lanes& head, const Lanes& guard, std::uint32_t place);
  std::string no_counter_wraps(std::uint32_t head) const;
  std::uint64_t most_risen(const Value& entry, std::uint64_t step, const Lanes& guard);
  void assume_later(const Iteration& iteration, const LoopPlan& plan, const Strand& before,
                    const Strand& later);
  bool meets_in_iteration(const Iteration& iteration);
  void bound_steps(const Value& entry, const Lanes& iterations, std::uint64_t step, const Lanes& guard);
  Term stride_facts(const Use& a, const Use& b);
  Term stride_facts(Term a, Term b);
  void note_loop_write(const Strand& s, const std::optional<BlockMemory::Key>& key);
  void note_loop_collective(const Strand& s);
  void note_loop_barrier(const Strand& s);
  void note_inductive_loops();
  claims::LoopClaims claims_of(const Position& head, const LoopPlan& plan) const;  // told_claims.cpp
  std::string why_not_inductive(const Strand& s, std::uint32_t head) const;
  void judge_loops_of(const std::vector<Parked>& partners);

  // scalar.cpp: operands and instructions of one lane.
  Value read(Strand& s, const Operand& o, Type type, std::uint32_t place);
  Lanes special(Strand& s, const Operand& o, int width, std::uint32_t place);
  Lanes read_clock(Strand& s, Special which, int width, std::uint32_t place);
  Lanes variable_address(const Strand& s, std::uint32_t variable, std::uint64_t offset) const;
  void write(Strand& s, const Instruction& ins, const Operand& destination, Value value,
             const Lanes* active = nullptr);
  void execute_alu_instruction(Strand& s, const Instruction& ins);
  Value carry_of(Strand& s, std::uint32_t place);
  Lanes result_taint(const Instruction& ins, const std::vector<Value>& sources, Origins& origins);
  Lanes guard_of(Strand& s, const Instruction& ins);
  int event(spec::Rule rule, std::uint32_t place, bool may_be_padding = false);
  Lanes any_padding(const Strand& s, int width, std::uint32_t place);
  bool comes_from_unwritten(const Origins& origins) const;
  void use(const Lanes& guard, const Value& v, std::uint32_t place, const std::string& how);
  Lanes fresh_choices(const Strand& s, int width, std::uint32_t place, const std::string& what,
                      const std::vector<Term>* canonical = nullptr);
  void load_parameters(Strand& s);
  void note_facts(std::uint32_t index, Term parameter);
  Lanes parameter_chunk(std::uint32_t index, std::uint32_t chunk, int bytes);

  // assume.cpp.
  void assume_conditions();
  // stops.cpp
  void judge_stop(const Strand& s, std::uint32_t place, bool asserts);
  void judge_claim(Strand& s, const Instruction& ins, bool assumes);
  void judge_vacuous_claims();
  void forget_assumed_in(const Position& head);
  Term quantity(const launch::Quantity& q, int thread);

  // locate.cpp: which bytes loads, stores and atomics touch.
  std::vector<Target> resolve(Strand& s, const Instruction& ins, const Lanes& active);
  void assume_facts_of_access(Term broken);
  // access.cpp: loads, stores and atomics.
  std::optional<std::map<std::uint64_t, Lanes>> candidates(const Target& target, int bytes);
  void load(Strand& s, const Instruction& ins);
  void store(Strand& s, const Instruction& ins);
  void atomic(Strand& s, const Instruction& ins);
  // async_copy.cpp
  bool copies_asynchronously() const;
  CopyGroups make_copy_groups();
  void async_copy(Strand& s, const Instruction& ins);
  void issue_copies(Strand& s, const Instruction& ins, const Lanes& active);
  template <class F>
  void copy_word(Strand& s, const CopyHalves& halves, const std::vector<Target>& to,
                 const std::vector<Target>& from, std::uint64_t at, F copies);
  // trace_order.cpp.
  bool traces_order() const { return options_.shared_inputs != nullptr; }
  OrderStep atomic_step(const Instruction& ins, const std::vector<Target>& targets, const Value& b,
                        const Value& c);
  void trace_meeting(const Lanes& arrived, const Lanes& mask, const Instruction& ins);
  void trace_barrier(OrderStep::Kind kind, int id, const Lanes& guard, std::uint32_t place);
  void trace_fence(const Strand& s, const Instruction& ins);
  void trace_strong(const Instruction& ins, Space space);
  void trace_iteration(OrderStep::Kind kind, const Iteration& iteration, std::uint32_t place);
  Term atomic_update(const Instruction& ins, Term old, Term b, Term c);
  Lanes one_for_each_address(const Target& target, const Lanes& bits);
  Value load_from(Strand& s, const Target& target, int bytes, const Instruction& ins);
  // load_of_others.cpp: what other blocks may have stored.
  OtherBlocks::Brings brings(const BlockMemory::Key& key, const Instruction& ins);
  Value load_of_others(Strand& s, const Target& target, const Value& followed, int bytes, const Instruction& ins,
                       OtherBlocks::Brings brings);
  void note_iteration_of_others(const Strand& head, const LoopPlan& plan);
  void store_to(Strand& s, const Target& target, const Value& value, const Instruction& ins);
  // order_through_memory.cpp: what may order accesses without a meeting of threads. note_access: true where a
  // thread may hold a lock.
  static bool synchronises_through_memory(const Program& program);
  RaceDetector::Surroundings surroundings_of_races();
  void set_scope(Term scope);
  HandOver::Iterations serials_of(const Strand& s) const;
  // iterations.cpp
  IterationVector::Of iterations_of(const Strand& s, std::uint32_t place);
  void note_iteration(const Position& head, const LoopVisit& visit, IterationVector::Loop& own);
  std::optional<Lanes> number_of_iteration(Iteration& iteration, const LoopPlan& plan);
  bool counts_as_iterations(const StateCell& cell, const Iteration& iteration, const LoopPlan& plan);
  void note_fence(const Strand& s, const Instruction& ins);
  void note_strong_read(const Strand& s, const Target& target, const Lanes& bits, int bytes,
                        const Instruction& ins);
  void note_store(Strand& s, const Target& target, const Lanes& bits, int bytes, const Instruction& ins);
  void note_update(Strand& s, const Target& target, int bytes, const Value& b, const Value& c,
                   const std::optional<Lanes>& result, const Instruction& ins);
  Value with_field(const Strand& s, Value word, const Instruction& ins);
  void note_store_behind_loaded(Strand& s, const Target& target);
  bool note_access_through_loaded(const Strand& s, const Target& target, AccessKind kind, int bytes,
                                  const Instruction& ins, const Lanes* stored);
  std::optional<Term> room_of(const Strand& s, const Target& target);
  void judge_bounds(const Strand& s, const Target& target, int bytes, std::uint32_t place);
  Target element_of(const Target& whole, std::size_t number, int bytes);
  bool note_access(const Strand& s, const Target& target, AccessKind kind, int bytes, const Instruction& ins,
                   const Lanes* stored);
  Interval::Iterations iterations_now() const;
  // loop_words.cpp: words that hold the same number at the head of a loop in each iteration.
  bool is_met_by_all(const Lanes& guard);
  static bool keeps_any_words(const LoopPlan& plan);
  SharedWords::Known words_at(const Lanes& guard, const LoopPlan& plan);
  bool keeps_words(const Iteration& iteration, LoopPlan& plan);
  void begin_interval_in(const Iteration& iteration, const LoopPlan& plan, const Lanes& guard);
  void mark_float(Term t, Type type);
  Lanes judge_divisor(const Lanes& active, const Value& divisor);
  // read_only_memory.cpp
  ReadOnlyLoads::Surroundings surroundings_of_read_only_loads();
  void note_read_only(const Strand& s, const BlockMemory::Key& key, const Lanes& guard, const Lanes& offset,
                      AccessKind kind, int bytes, const Instruction& ins);
  void judge_read_only_loads();
  void note_race(spec::Rule rule, std::uint32_t earlier, std::uint32_t later, Term condition,
                 bool equal_values);
  void note_meeting_of_all();
  // The condition under which the barrier orders all threads of the block.
  Term order_by_barrier(const Lanes& waited, const std::vector<std::pair<std::uint64_t, Lanes>>& released,
                        Term when, std::optional<Term> count);
  void write_loaded(Strand& s, const Instruction& ins, const Operand& destination, Value value);
  const std::vector<std::uint8_t>* initial_bytes(const Target& target);
  void give_up_threads(const Lanes& guard, const std::string& reason, std::uint32_t place);

  // warp.cpp: collectives.
  // What the firing lanes of all partners bring, by thread of the block.
  struct Exchange {
    Lanes arrived, mask;
    Value a;
  };
  void arrive(Strand s, const Instruction& ins);
  void read_collective_operands(Parked& p, const Instruction& ins);
  void warp_arrive(Strand s, const Instruction& ins);
  void park(const Position& at, Parked p, const Instruction& ins);
  std::uint32_t next_block(const Strand& s) const;
  void write_undefined(Strand& s, const Instruction& ins, int cause);
  void judge_operands(const Parked& p, const Instruction& ins);
  bool derives_from_activemask(const Lanes& mask) const;
  void judge_argument(const Lanes& guard, const Value& a, std::uint32_t place);
  void judge_shuffle_shape(const Parked& p, const Instruction& ins);
  std::vector<Position> partners_of(const Position& at) const;
  Term gone(int thread);  // the lane counts as exited
  std::map<Position, Lanes> may_fire(const std::vector<Position>& partners);
  bool try_fire(const Position& at, bool standstill);
  void fire(const std::map<Position, Lanes>& who);
  void fire_in_lockstep(const Position& at, const Instruction& ins);
  void note_point_mismatch(const std::vector<Parked>& partners, const std::vector<Lanes>& firing);
  void judge_whole_warps(const Lanes& firing, const Parked& parked);
  // exited.cpp
  Term has_left(int thread);
  void note_exited_lanes(const Parked& parked, const Lanes& firing);
  void note_exited_threads(const Lanes& arrived, Term when, std::uint32_t place);
  Exchange collect(const std::vector<Parked>& partners, const std::vector<Lanes>& firing);
  template <int N>
  std::vector<spec::Contribution<TermDomain, N>> contributions(const Exchange& e, int warp);
  template <class F>
  Lanes for_firing(const Lanes& firing, const Lanes& mask, bool shared, int width, F f);
  void finish_collective(Strand& s, const Instruction& ins, const Parked& self, const Exchange& e);
  void finish_elect(Strand& s, const Instruction& ins, const Parked& self, const Exchange& e);
  std::map<std::vector<std::uint32_t>, Term> elected_;  // leaders, by warp, mask and who meets
  struct FirstLane {
    std::vector<Term> bits;   // the first of these that holds
    std::vector<Term> lanes;  // makes this the lane; one more: none holds
  };
  std::optional<FirstLane> first_lane(Term lane);
  void note_choice(Term chosen, const FirstLane& first, const std::vector<TermWord<32>>& values);
  void finish_shuffle(Strand& s, const Instruction& ins, const Parked& self, const Exchange& e);
  // matrix.cpp
  void finish_aligned(Strand& s, const Instruction& ins, const Exchange& e);
  void give_row_addresses(Strand& s, const Instruction& ins, const Exchange& e);
  void give_products(Strand& s, const Instruction& ins);
  void judge_same_operands(Strand& s, const Instruction& ins);
  void execute_activemask(Strand s, const Instruction& ins);
  void execute_legacy(Strand s, const Instruction& ins);

  // block_barrier.cpp.
  void read_barrier_operands(Parked& p, const Instruction& ins);
  void barrier_arrive(Strand s, const Instruction& ins);
  void settle_generation(int id);
  void check_count(int id, Parked& p);
  void note_arrival(int id, const Parked& p);
  std::vector<Position> waiting_at_barrier(int id) const;
  bool try_fire_barriers(bool standstill);
  bool try_fire_barrier(int id, bool standstill);
  Lanes within_count(Term count, const std::vector<spec::BarrierThread<TermDomain>>& threads);
  void fire_barrier(int id, const std::vector<Position>& waiting, Term when, std::optional<Term> count,
                    const std::vector<spec::BarrierThread<TermDomain>>& threads);
  void judge_sites(const std::vector<BarrierSite>& sites);

  // barrier_reuse.cpp.
  Lanes counted_threads(const Parked& p);
  Lanes pending_at(int id, const Position& site);
  void check_reuse(int id, Parked& p);
  std::vector<Lanes> left_at_barrier(int id) const;

  // sample.cpp.
  bool follows_barrier(const Instruction& ins) const;
  void meet_the_others(Term everyone);
  Term vote_with_others(spec::BarrierOp op, Term own, std::uint32_t place);
  // grid_meeting.cpp.
  void judge_grid_meeting(const Strand& s, std::uint32_t place);
  void judge_grid_barrier_complete(const Lanes& waited);
  Lanes at_grid_barrier_;  // who has come to the grid's barrier and not met its block there yet
  std::uint32_t grid_barrier_place_ = 0;
  // bypass.cpp.
  struct Passing {  // who passed a place since they last met the others at a barrier, and in which iterations
    Lanes guard;
    LoopIterations iterations;
  };
  void note_passing(const Strand& s);
  void judge_bypass(const Strand& waiting, std::uint32_t place, const Position& at, const Lanes& guard,
                    const LoopIterations& iterations);
  void report_stuck();
  void report_stuck_mixes();
  void report_stuck_barriers(Term when);

  // A loop that folds is concrete; this only bounds hostile input.
  static constexpr int kMostFoldedIterations = 1 << 20;

  const Instruction& instruction_at(const Strand& s) const;
  spec::Level level(spec::Rule rule) const;

  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const ExecutorOptions options_;
  const int threads_, warp_size_, warps_;
  LaneOps ops_;
  const Context context_;
  LaunchNumbers numbers_;
  Pointers pointers_;
  AccessJudge accesses_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Term> wholes_;  // of two guards, by term id
  std::function<bool(Term)> infeasible_;
  Layout layout_;
  mutable std::map<std::uint32_t, FunctionGraph> graphs_;

  std::map<Position, Strand> runnable_;
  std::map<Position, Iteration> iterations_;  // by position of the loop's head
  std::map<Position, Strand> held_;   // at heads of loops that begin together
  bool some_in_step_ = false;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> polling_loops_;  // by function and head
  int iterations_begun_ = 0;
  std::uint32_t loops_compared_ = 0;
  bool complete_ = false, plans_changed_ = false;
  bool stopped_ = false;  // at a loop without a plan, where nothing is unrolled
  std::set<Position> unbounded_loops_;
  bool cut_a_loop_ = false;
  std::set<std::uint32_t> inductive_loops_;             // places of their heads
  std::set<Position> kept_plans_;                       // that some iteration was shown to keep
  std::map<Position, Parked> parked_;                   // a block barrier's position ends with its number
  std::map<int, std::vector<Arrival>> arrivals_;        // by barrier id
  BarrierSites sites_;
  std::map<Position, Passing> passed_;  // places behind a barrier
  std::uint32_t activemask_visits_ = 0;
  std::set<std::uint32_t> group_variables_;  // term ids
  Lanes present_, exited_, cut_, trapped_;
  std::map<std::uint32_t, bool> assumed_stops_;
  std::map<std::uint64_t, Value> returned_;
  bool returned_unevenly_ = false;
  BlockMemory memory_;
  AtomicCounters counters_;
  SharedWords shared_words_;
  BarrierGenerations generations_;
  OrderTrace order_;
  std::optional<OtherBlocks> other_blocks_;  // where blocks may hand each other anything
  std::vector<Term> as_followed_;
  RaceQuestions race_questions_;
  RaceDetector races_;
  ReadOnlyLoads read_only_loads_;
  CopyGroups copy_groups_;
  std::optional<Lanes> pending_groups_;  // of the asynchronous copies whose accesses are noted
  std::uint64_t steps_ = 0;

  // An execution counts up to the first warpproof::assume that a thread finds false: that none was so far.
  Term scope_, in_scope_;  // in_scope_: at the end
  struct Claim {           // one warpproof::assume
    bool satisfied = false;
    std::vector<Term> reached;  // within the scope
  };
  std::map<std::uint32_t, Claim> claims_;  // by place
  Obligations obligations_;
  std::vector<Event> events_;
  std::vector<Unknown> unknowns_;
  std::vector<Input> inputs_;
  std::vector<Term> assumptions_, facts_of_products_;
  std::set<std::string> approximations_;
  bool stores_behind_loaded_ = false;
  bool reaches_far_ = false;
  std::map<std::tuple<std::uint32_t, std::uint32_t, int>, Term> special_terms_;  // register, number, width
  std::map<std::uint32_t, Lanes> parameter_lanes_;  // parameters of up to eight bytes
  bool writes_global_ = false;
  std::set<std::uint32_t> handed_out_;                                // variables: what atomics returned
  std::map<BlockMemory::Key, std::set<Position>> read_in_one_iteration_;  // of loops
  std::map<std::uint32_t, Term> strides_;  // variable -> the stride that it is a multiple of
  std::set<std::uint32_t> wide_strides_;   // that are no less than the number of threads
  // Of a sample: differences of the threads' numbers, by width and times a factor.
  std::map<std::pair<int, std::uint64_t>, std::set<std::uint32_t>> thread_distances_;
  std::optional<std::set<std::uint32_t>> only_read_;   // variables of the module
  std::vector<Term> exact_conditions_;
  bool uses_block_size_ = false;
  std::set<std::string> assumed_;
  std::map<std::tuple<int, std::uint32_t, bool>, int> event_index_;
};

}  // namespace warpproof::symbolic
