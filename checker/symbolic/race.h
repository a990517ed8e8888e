// Which pairs of memory accesses are ordered, and obligations for those that are not.
//
// Accesses are ordered by meeting (happens_before.h) or through memory (hand_over.h). A race is two accesses
// of different threads that may overlap, one of them a store, not both atomic, that nothing orders; with the
// canonical schedule one of the two comes first, and a race between them shows there as "no synchronisation
// in between".
//
// Accesses are kept by address. Addresses that are known numbers, or that differ from each other by known
// numbers under one common term, are told apart by structure; what is left is compared as terms, up to a
// bound past which `undecided` says so. Pairs that memory may order wait until all threads meet, or the end:
// it takes all writes to know.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/hand_over.h"
#include "checker/symbolic/happens_before.h"
#include "spec/rules.h"
#include "src/machine/access_kind.h"

namespace warpproof::symbolic {

class RaceDetector {
 public:
  struct Surroundings {
    // `report(rule, earlier place, later place, condition)`.
    std::function<void(spec::Rule, std::uint32_t, std::uint32_t, Term, bool equal_values)> report;
    // What is known, besides their terms, about the addresses of two accesses that happen and overlap.
    std::function<Term(const Use&, const Use&)> facts;
    // Whether two threads of different groups of `warp_size` are of one warp; false where groups are warps.
    std::function<Term(int, int)> same_warp;
    // Whether it is worth while, and true, that a condition is proved to hold for no input.
    std::function<bool(Term)> excluded, infeasible;
    std::function<bool()> out_of_time;  // polled
    // Under what executions count, when something happens; and again when it is judged.
    std::function<Term()> scope;
    std::function<void(Term)> set_scope;
  };
  RaceDetector(TermGraph& graph, int threads, int warp_size, Surroundings surroundings);

  // From now on what the lanes of a warp do to each other is left out: somebody else looks at it.
  void leave_out_warps() { within_warps_ = false; }

  // One instruction of the threads of `guard`. `stored` are the bits written, null otherwise. True: a thread
  // may hold a lock meanwhile.
  bool access(BlockMemory::Key key, AccessKind kind, const Lanes& guard, const Lanes& offset, int bytes,
              std::uint32_t place, const Lanes* stored, const HandOver::Rounds& rounds);
  // An access through a pointer that was loaded from memory: global memory, anywhere.
  void access_anywhere() { anywhere_ = true; }

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
    Term value;  // of a write
    // When it stands for an access before it as well with which an equal store races like any other.
    Term severe;
    HandOver::PastOf past;
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
  Slot slot_of(Term offset, int bytes) const;
  bool may_conflict(const Access& earlier, const Access& later) const;
  void compare(BlockMemory::Key key, const Access& earlier, const Access& later, Term same_address);
  spec::Rule rule_of(BlockMemory::Key key, const Access& earlier, const Access& later) const;
  void judge(spec::Rule rule, const Access& earlier, const Access& later, Term violated);
  void insert(BlockMemory::Key key, Cells& cells, std::uint64_t at, const Access& access);
  void forget_superseded(std::vector<Access>& list, const Access& access);

  TermGraph& g;
  const int threads_, warp_size_;
  Surroundings surroundings_;
  HappensBefore order_;
  HandOver hand_over_;
  std::vector<Deferred> deferred_;
  std::map<BlockMemory::Key, Region> regions_;
  std::vector<std::uint64_t> last_collective_;  // [warp]
  std::uint64_t comparisons_ = 0;
  std::optional<Space> undecided_;
  bool anywhere_ = false, within_warps_ = true;
};

}  // namespace warpproof::symbolic
