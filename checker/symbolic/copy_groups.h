// Groups of asynchronous copies: which of a thread's copies it knows to be done (spec/async_copy.h).
//
// Three numbers are kept in a thread's private memory, at addresses of no variable, so that they are merged, and
// followed through loops, like any other value: how many groups it has committed, of how many it knows that they and
// all before are done, and of how many it knew that at the last barrier of everyone. The latter two say at the begin
// of any iteration of a loop what earlier iterations have waited for.
//
// What it claims: a wait ends those pending copies, and only those, whose group it covers by the specification
// (async_wait_covers; SideCondition::CopyDone). Side conditions:
//   - the numbers are written when the execution begins, and a strand's own storage is given at each call: the caller;
//   - a copy is pending from where it is issued, in the group that `committed` gives there: the caller hands it to the
//     race detector (issue_copies);
//   - what touches the bytes of a pending copy is reported: the race detector (race.h), to which `Pending` leads.
// Numbers are of 32 bits. That a thread commits less than 2^32 groups is taken for granted, and nothing checks it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/context.h"

namespace warpproof::symbolic {

class CopyGroups {
 public:
  // Copies that are pending. `covers(thread, group)`: whether those of that group are meant.
  struct Pending {
    using Covers = std::function<Term(int thread, Term group)>;
    // They are done for these threads: the memory that they store to.
    std::function<std::set<BlockMemory::Key>(const Lanes& threads, const Covers&)> complete;
    // They were waited for before a barrier of everyone.
    std::function<void(const Lanes& threads, const Covers&)> leave_out;
  };
  // `used`: the kernel has asynchronous copies. `undefined`: the event of what was never written.
  CopyGroups(const Context& context, bool used, Pending pending, std::function<int()> undefined)
      : g(context.graph),
        ops_(context.ops),
        used_(used),
        pending_(std::move(pending)),
        undefined_(std::move(undefined)) {}

  bool used() const { return used_; }
  void begin(LocalMemory& storage) const;
  // Of the threads of `guard`, those that are active commit; wait for all groups, or until so many may be pending.
  // The memory that is stored to by copies which are done by that.
  void commit(LocalMemory& storage, const Lanes& guard, const Lanes& active) const;
  std::set<BlockMemory::Key> wait(LocalMemory& storage, const Lanes& guard, const Lanes& active,
                                  std::optional<std::uint32_t> may_be_pending) const;
  // A barrier of everyone is after these threads.
  void settle(LocalMemory& storage, const Lanes& guard) const;
  // At the begin of some iteration: copies from before the loop that earlier iterations have waited for.
  void pass_over_done(const LocalMemory& storage, const Lanes& guard) const;

  // How many groups a thread has committed: the number of the group that it adds copies to.
  Lanes committed(const LocalMemory& storage) const;

 private:
  Lanes number(const LocalMemory& storage, std::uint64_t which) const;
  void set(LocalMemory& storage, std::uint64_t which, const Lanes& guard, const Lanes& active,
           const Lanes& now) const;

  TermGraph& g;
  const LaneOps& ops_;
  const bool used_;
  Pending pending_;
  std::function<int()> undefined_;
};

}  // namespace warpproof::symbolic
