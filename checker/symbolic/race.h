// Which pairs of memory accesses are ordered, and obligations for those that are not.
//
// Accesses are ordered by meeting (happens_before.h) or through memory (hand_over.h). A race is two accesses
// of different threads that may overlap, one of them a store, not both atomic, that nothing orders; with the
// canonical schedule one of the two comes first, and a race between them shows there as "no synchronisation
// in between".
//
// Accesses are kept by address. Addresses that are known numbers, or that differ from each other by known
// numbers under one common term, are distinguished by structure; what is left is compared as terms, up to a
// bound past which `undecided` says so. Accesses of an asynchronous copy are pending until its thread has
// waited for it (spec/async_copy.h): until then they are ordered before nothing, what the thread itself does
// included, and memory orders them never, since who holds a lock may wait for a copy when it has given the
// lock back. Pairs that memory may order wait until all threads meet, or the end: it takes all writes to
// know.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/hand_over.h"
#include "checker/symbolic/happens_before.h"
#include "checker/symbolic/iteration_vector.h"
#include "checker/symbolic/same_words.h"
#include "spec/rules.h"
#include "src/machine/access_kind.h"

namespace warpproof::symbolic {

class RaceDetector {
 public:
  struct Surroundings {
    // `report(rule, earlier place, later place, condition)`.
    std::function<void(spec::Rule, std::uint32_t, std::uint32_t, Term, bool equal_values)> report;
    // What is known, besides their terms, about the addresses of two accesses that happen and overlap.
    std::function<Term(BlockMemory::Key, const Use&, const Use&)> facts;
    // Parts of it, for terms that cover many accesses, in which results of atomics and loaded pointers are
    // not to be found. What strides tell; the loaded pointers that an offset in that memory comes from; when
    // those of two offsets are one.
    std::function<Term(const Use&, const Use&)> strides;
    std::function<std::set<Term>(BlockMemory::Key, Term)> loaded_pointers;
    std::function<Term(BlockMemory::Key, Term, Term)> one_pointer;
    // Whether two threads of different groups of `warp_size` are of one warp; false where groups are warps.
    std::function<Term(int, int)> same_warp;
    // Whether it is worth while, and true, that a condition is proved to hold for no input.
    std::function<bool(Term)> excluded;
    // The same of many pairs at once, of which that many make it worth while.
    std::function<bool(Term)> excluded_in_bulk;
    std::size_t pairs_for_bulk = 0;
    // Numbers of a thread that go up evenly where its addresses do.
    std::function<std::vector<std::uint64_t>(int)> coordinates;
    // The same, under all scopes.
    std::function<bool(Term)> never_holds;
    std::function<bool(Term)> infeasible;
    std::function<bool()> out_of_time;  // polled
    // Under what executions count, when something happens; and again when it is judged.
    std::function<Term()> scope;
    std::function<void(Term)> set_scope;
  };
  RaceDetector(TermGraph& graph, int threads, int warp_size, Surroundings surroundings);

  // From now on what the lanes of a warp do to each other is left out: somebody else looks at it.
  void leave_out_warps() { within_warps_ = false; }

  // One instruction of the threads of `guard`. `stored` are the bits written, null otherwise; `groups` of
  // asynchronous copies, which are pending, null otherwise; `fragment` is fragment_kind(). True: a thread may
  // hold a lock meanwhile.
  bool access(BlockMemory::Key key, AccessKind kind, const Lanes& guard, const Lanes& offset, int bytes,
              std::uint32_t place, const Lanes* stored, const HandOver::Iterations& flag_iterations,
              IterationVector::Of iterations, const Lanes* groups = nullptr, std::uint32_t fragment = 0);
  // Threads wait for their copies, of each group where `covers(thread, group)` holds. Gives the memory that
  // these copies store to.
  template <class F>
  std::set<BlockMemory::Key> complete(const Lanes& waiting, F covers) {
    std::set<BlockMemory::Key> out;
    if (pending_ == 0) return out;
    const std::uint64_t time = now();
    for_each_list([&](BlockMemory::Key key, std::vector<Access>& list) {
      if (complete(list, waiting, time, covers)) out.insert(key);
    });
    return out;
  }
  // An access through a pointer that was loaded from memory: global memory, anywhere.
  void access_anywhere() { anywhere_ = true; }

  // Copies that were waited for before a barrier of everyone: those of each group where `covers(thread,
  // group)` holds.
  template <class F>
  void leave_out_copies(const Lanes& threads, F covers) {
    if (pending_ == 0) return;
    for_each_list([&](BlockMemory::Key, std::vector<Access>& list) {
      for (Access& a : list) {
        const Term here = threads.at(a.event.thread);
        if (a.group && !g.is_false(here))
          a.guard = g.land(a.guard, g.lnot(g.land(here, covers(a.event.thread, *a.group))));
      }
      pending_ -= std::erase_if(list, [&](const Access& a) { return a.group && g.is_false(a.guard); });
    });
  }
  // That a copy which one of these threads issued between these times is still pending.
  Term pending(const Lanes& threads, std::uint64_t from, std::uint64_t until);
  // Copies that those threads issued after that time and that are pending are somebody else's matter from now
  // on.
  void leave_out_copies(const Lanes& threads, std::uint64_t after);
  // Terms of what was accessed after that time, and of what values it has.
  std::vector<Term> terms_since(std::uint64_t time);
  // Copies that threads of a loop issued after that time and do not wait for in it, against what the same
  // threads, where they come back, do in a later iteration: what they did since then under other names, when
  // `later` of the thread holds.
  void judge_own_copies(std::uint64_t since, const Lanes& back, const std::function<Term(Term)>& renamed,
                        const std::function<Term(int)>& later);
  // A warp collective other than bar.warp.sync: orders nothing, but names the mistake of taking it for a
  // fence.
  void collective(const Lanes& fired);
  // A block barrier without count that completed when `happened`.
  void block_barrier(Term happened);
  HappensBefore& order() { return order_; }
  HandOver& hand_over() { return hand_over_; }
  // Judges the pairs that wait.
  void judge_deferred();
  std::uint64_t now() { return order_.now(); }

  // Pairs were left out: of this space, if any.
  std::optional<Space> undecided() const { return undecided_; }
  bool accessed_anywhere() const { return anywhere_; }

 private:
  struct Access {
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
  struct Deferred {
    Access earlier, later;
    spec::Rule rule{};
    Term violated, scope;
  };
  // Offsets of one group differ by the known number `at` only: equal numbers mean equal addresses, different
  // ones addresses that are `scale` bytes apart or more, where accesses are no wider, else as many bytes
  // apart as the numbers (scale 1).
  struct Group {
    std::uint64_t base = 0, scale = 1;
    std::uint32_t rest = 0;         // term id, 0 for plain numbers
    std::optional<Kind> extension;  // of an index; none: of the whole offset
    bool of_bytes() const { return scale == 1 && !extension; }  // any accesses may overlap
    auto operator<=>(const Group&) const = default;
  };
  struct Slot {
    Group group;
    std::uint64_t at = 0;
  };
  using Cells = std::unordered_map<std::uint64_t, std::vector<Access>>;  // by number
  struct Region {
    std::map<Group, Cells> groups;
    std::size_t size = 0;
  };
  using Batch = std::vector<std::pair<Slot, Access>>;  // one instruction's
  // Accesses of which one formula tells the thread, the offset and the guard.
  struct Family {
    Term thread, offset, guard;
    Term of_member;  // the offset of one of them; loaded pointers in it are those of all
  };
  struct Families {
    std::vector<Family> all;
    int bytes = 0;
    bool complete = false;  // else there are too many
  };
  // Accesses of a site, and how many pairs with a batch, and within it, would be compared as terms.
  struct Earlier {
    std::vector<const Access*> members;
    std::size_t pairs = 0, own_pairs = 0;
  };
  // With what all lanes of an instruction never meet: earlier accesses of these sites, and each other.
  struct Apart {
    std::vector<bool> sites;
    bool own = false;
    bool all = false;  // nothing is left to compare
    bool covers(const Access& earlier, std::uint64_t now) const {
      return earlier.event.time == now ? own : earlier.site < sites.size() && sites[earlier.site];
    }
  };
  // What the accesses of one group span, in parts with wide gaps between them: of each part the first byte
  // and the one after the last, relative to the group's common term. `from` is an address, and `at` its
  // number.
  struct Span {
    Term from;
    std::int64_t at = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> parts;
    void add(std::uint64_t number, int bytes);
    void join();
  };
  using Spans = std::map<Group, Span>;
  std::set<std::pair<Group, Group>> groups_apart(const Region& region, const Batch& batch);
  bool spans_apart(const Span& a, const Span& b);
  bool never_between(Term distance, std::int64_t low, std::int64_t high);
  Slot slot_of(Term offset, int bytes) const;
  std::uint32_t site_of(std::uint32_t place, AccessKind kind, int bytes);
  Families families(BlockMemory::Key key, const std::vector<const Access*>& members);
  enum class Who : std::uint8_t { OtherWarps, OtherThreads, Anyone };
  Term meet(BlockMemory::Key key, const Families& some, const Families& others, Who who);
  bool never_meet(BlockMemory::Key key, const Families& some, const Families& others, Who who);
  bool ordered_within_warps(const std::vector<const Access*>& earlier, const Batch& batch) const;
  std::map<std::uint32_t, Earlier> earlier_sites(const Region& region, const Batch& batch) const;
  Apart apart_from(BlockMemory::Key key, const Region& region, const Batch& batch);
  bool may_conflict(const Access& earlier, const Access& later) const;
  void compare(BlockMemory::Key key, const Access& earlier, const Access& later, Term same_address);
  IterationVector::Same one_store(const Access& earlier, const Access& later) const;
  spec::Rule rule_of(BlockMemory::Key key, const Access& earlier, const Access& later) const;
  void judge(spec::Rule rule, const Access& earlier, const Access& later, Term violated);
  // That two stored words are the same.
  Term same_value(Term a, Term b);
  void insert(BlockMemory::Key key, Cells& cells, std::uint64_t at, const Access& access);
  void forget_superseded(std::vector<Access>& list, const Access& access);
  bool surely_ordered(const Access& earlier, const Access& later) const {
    if (earlier.group) return false;
    return is_open(earlier, later) ? g.is_true(ordered(earlier, later))
                                   : order_.surely(earlier.event, later.event.thread);
  }
  bool is_open(const Access& earlier, const Access& later) const {
    return of_open_lanes(earlier.fragment, later.fragment,
                         earlier.event.thread / warp_size_ == later.event.thread / warp_size_);
  }
  Term ordered(const Access& earlier, const Access& later) const;
  bool never_meet(Term same_address);
  template <class F>
  void for_each_list(F f) {
    for (auto& [key, region] : regions_) {
      for (auto& [group, cells] : region.groups) {
        for (auto& [at, list] : cells) f(key, list);
      }
    }
  }
  void forget_all_but_copies();
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
  const int threads_, warp_size_;
  Surroundings surroundings_;
  HappensBefore order_;
  HandOver hand_over_;
  SameWords same_words_;
  std::vector<Deferred> deferred_;
  std::map<BlockMemory::Key, Region> regions_;
  std::vector<std::uint64_t> last_collective_;  // [warp]
  std::uint64_t comparisons_ = 0;
  std::map<std::tuple<std::uint32_t, AccessKind, int>, std::uint32_t> sites_;
  // By sites: pairs that were met so far, or kNotInBulk where they are to be judged one by one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairs_of_;
  static constexpr std::size_t kNotInBulk = ~std::size_t{0};
  std::size_t covered_ = 0;                             // accesses, by families
  std::size_t pending_ = 0;                             // accesses of copies
  bool copying_ = false;                                // there were some
  std::unordered_map<std::uint32_t, bool> never_meet_;  // by term: that two addresses are one
  // By the terms of the difference of two groups: distances that it never has, from and until after.
  std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> never_between_;
  std::map<std::uint32_t, int> may_be_between_;  // how often that was asked in vain
  std::optional<Space> undecided_;
  bool anywhere_ = false, within_warps_ = true;
};

}  // namespace warpproof::symbolic
