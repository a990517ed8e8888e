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
//
// The work is done by parts, each a class with a header of its own (parts.h): how threads move (control/), memory
// (memory/), loops that are not unrolled (loops/), and where threads wait for each other (meetings/).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "checker/claims/claims.h"
#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/options.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/unknown.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class AllParts;

class Executor {
 public:
  // `infeasible(c)` answers true only when c is proved unsatisfiable under the assumptions.
  Executor(const Program& program, std::uint32_t root, TermGraph& graph, const ExecutorOptions& options,
           std::function<bool(Term)> infeasible);
  Executor(const Executor&) = delete;
  ~Executor();

  void run();

  // What was found: obligations, what is unknown, inputs, assumptions.
  const Record& record() const;
  // Everything was followed to its end. Where it was not, what was found proves nothing.
  bool complete() const { return complete_; }
  // A plan was weakened: nothing that was found counts.
  bool plans_changed() const;
  // It ended at a loop that is to get a plan; some loop without one was cut off.
  bool stopped() const;
  bool met_open_loop() const;
  bool cut_a_long_loop() const;
  // Heads of loops that were cut at the bound on unrolling: the first one without a plan, and those whose
  // plan failed.
  const std::set<std::vector<std::uint32_t>>& unbounded_loops() const;
  // Too many pairs of accesses to memory of this space to look at all of them.
  std::optional<Space> races_undecided() const;
  // Too many pairs of a read-only load and a store to look at all of them.
  bool read_only_loads_undecided() const;
  // Global memory was accessed through pointers that were loaded from memory.
  bool uses_loaded_pointers() const;
  // Activemask was executed: what lanes see depends on which of them run converged.
  bool uses_activemask() const;
  // Shared memory was read of which only the places of its stores are known.
  bool assumes_initialised() const;
  // What was taken to hold of loops that were proved by induction. Where plans_changed() it proves nothing.
  claims::ProofClaims claims() const;
  // Places of warpproof::assume that were reached.
  std::vector<std::uint32_t> assumed_places() const;
  // Asserts and traps that are assumed not to be reached, by place; true: an assert.
  const std::map<std::uint32_t, bool>& assumed_stops() const;

  // What was asked for.
  const Shape& shape() const;
  const std::map<std::uint32_t, std::uint64_t>& fixed_parameters() const;
  // Null: accesses out of bounds are not judged.
  const launch::Bounds* bounds() const;
  const Layout& layout() const;
  // Which threads are followed, and what the pointers of addresses are.
  const LaunchNumbers& numbers() const;
  const Pointers& pointers() const;
  // What is noted of accesses that are taken to stay inside their memory.
  const AccessJudge& accesses() const;

  // What is left at the end. Loads through it see the final state.
  BlockMemory& final_memory();
  // A device function's result by thread: byte offset in the result variables laid end to end -> value of up
  // to eight bytes. Bytes that no return wrote are left out; threads that did not return have undefined
  // values.
  const std::map<std::uint64_t, Value>& returned() const;
  // Some threads return parts of the result that others do not: `returned` is incomplete.
  bool returned_unevenly() const;
  // Of executions that are compared, so those with shared inputs.
  const OrderTrace& order() const;
  // The condition under which some thread traps or fails an assertion.
  Term trapped() const;
  // The condition under which some thread was not followed to its end: it traps, or it was given up.
  Term not_ended() const;

 private:
  void start();
  // The next thing that can be done is done; false: there is none.
  bool advance();
  void finish();
  void note_out_of_effort();

  const std::unique_ptr<AllParts> all_;
  bool complete_ = false;
};

}  // namespace warpproof::symbolic
