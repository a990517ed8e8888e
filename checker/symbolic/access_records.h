// Accesses to memory on record: what a later access is compared with.
//
// They are kept by address. Addresses that are known numbers, or that differ from each other by known numbers under one
// common term, are of one group and are distinguished by the number. Accesses of an asynchronous copy are pending until
// its thread has waited for it (spec/async_copy.h); from then on they are accesses like others, of the time of the wait.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/hand_over.h"
#include "checker/symbolic/happens_before.h"
#include "checker/symbolic/iteration_vector.h"
#include "checker/symbolic/lanes.h"
#include "src/machine/access_kind.h"

namespace warpproof::symbolic {

struct RecordedAccess {
  HappensBefore::Event event;  // lanes of one instruction share its time
  AccessKind kind = AccessKind::Read;
  Term guard;
  Term offset;
  int bytes = 0;
  std::uint32_t place = 0;
  std::uint32_t site = 0;  // the number of its place, kind and size
  Term value;              // of a write
  // When it stands for an access before it as well with which an equal store races like any other.
  Term severe;
  HandOver::PastOf past;
  IterationVector::Of iterations;
  bool stands_for_equal = false;  // for a store of its value before it as well, which is another run
  // Of an asynchronous copy that nobody has waited for yet.
  std::optional<Term> group = std::nullopt;
  std::uint32_t fragment = 0;  // fragment_kind()
};

// Offsets of one group differ by a known number only: equal numbers mean equal addresses, different ones addresses that
// are `scale` bytes apart or more, where accesses are no wider, else as many bytes apart as the numbers (scale 1).
struct AccessGroup {
  std::uint64_t base = 0, scale = 1;
  std::uint32_t rest = 0;                                     // term id, 0 for plain numbers
  std::optional<Kind> extension;                              // of an index; none: of the whole offset
  bool of_bytes() const { return scale == 1 && !extension; }  // any accesses may overlap
  auto operator<=>(const AccessGroup&) const = default;
};

class AccessRecords {
 public:
  using Access = RecordedAccess;
  using Group = AccessGroup;
  struct Slot {
    Group group;
    std::uint64_t at = 0;  // the known number
  };
  using Cells = std::unordered_map<std::uint64_t, std::vector<Access>>;  // by number
  using Region = std::map<Group, Cells>;
  using Batch = std::vector<std::pair<Slot, Access>>;  // one instruction's

  AccessRecords(TermGraph& graph, HappensBefore& order) : g(graph), order_(order) {}

  // Where an access of so many bytes belongs.
  Slot slot_of(Term offset, int bytes) const;
  std::map<BlockMemory::Key, Region>& regions() { return regions_; }
  template <class F>
  void for_each_list(F f) {
    for (auto& [key, region] : regions_) {
      for (auto& [group, cells] : region) {
        for (auto& [at, list] : cells) f(key, list);
      }
    }
  }
  // Only pending copies remain.
  void forget_all_but_copies();
  // Terms of what was accessed after that time.
  std::vector<Term> terms_since(std::uint64_t time);

  // An access of a copy is about to be put on record.
  void note_copy() {
    copying_ = true;
    ++pending_;
  }
  // Was there ever a copy?
  bool copying() const { return copying_; }
  // That a copy which one of these threads issued between these times is still pending.
  Term pending(const Lanes& threads, std::uint64_t from, std::uint64_t until);
  // Threads wait for their copies, of each group where `covers(thread, group)` holds. Gives the memory that these copies
  // store to.
  template <class F>
  std::set<BlockMemory::Key> complete(const Lanes& waiting, F covers) {
    std::set<BlockMemory::Key> out;
    if (pending_ == 0) return out;
    const std::uint64_t time = order_.now();
    for_each_list([&](BlockMemory::Key key, std::vector<Access>& list) {
      if (complete(list, waiting, time, covers)) out.insert(key);
    });
    return out;
  }
  // Copies that were waited for before a barrier of everyone: those of each group where `covers(thread, group)` holds.
  template <class F>
  void leave_out_copies(const Lanes& threads, F covers) {
    if (pending_ == 0) return;
    for_each_list([&](BlockMemory::Key, std::vector<Access>& list) {
      for (Access& a : list) {
        const Term here = threads.at(a.event.thread);
        if (a.group && !g.is_false(here))
          a.guard = g.land(a.guard, g.lnot(g.land(here, covers(a.event.thread, *a.group))));
      }
      forget_excluded_copies(list);
    });
  }
  // Copies that those threads issued after that time and that are pending are somebody else's matter from now on.
  void leave_out_copies(const Lanes& threads, std::uint64_t after);

 private:
  void forget_excluded_copies(std::vector<Access>& list) {
    pending_ -= std::erase_if(list, [&](const Access& a) { return a.group && g.is_false(a.guard); });
  }
  // The part that is waited for is an access like others from now on. True: such a part is a store.
  template <class F>
  bool complete(std::vector<Access>& list, const Lanes& waiting, std::uint64_t time, F covers) {
    bool stored = false;
    for (std::size_t i = 0, n = list.size(); i < n; ++i) {
      const Access copy = list[i];
      const Term waits = waiting.at(copy.event.thread);
      if (!copy.group || g.is_false(waits)) continue;
      const Term covered = g.land(waits, covers(copy.event.thread, *copy.group));
      const bool whole = g.entails(copy.guard, covered);
      Access done = copy;
      done.group.reset();
      done.event.time = time;
      done.guard = whole ? copy.guard : g.land(copy.guard, covered);
      if (g.is_false(done.guard)) continue;
      stored = stored || stores(copy.kind);
      list[i].guard = whole ? g.truth(false) : g.land(copy.guard, g.lnot(covered));
      list.push_back(done);
    }
    std::erase_if(list, [&](const Access& a) {
      const bool gone = g.is_false(a.guard);
      if (gone && a.group) --pending_;
      return gone;
    });
    return stored;
  }

  TermGraph& g;
  HappensBefore& order_;
  std::map<BlockMemory::Key, Region> regions_;
  std::size_t pending_ = 0;  // accesses of copies
  bool copying_ = false;
};

}  // namespace warpproof::symbolic
