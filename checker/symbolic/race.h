// Which pairs of memory accesses are ordered, and obligations for those that are not.
//
// Happens-before of one block along the canonical schedule: program order, block barriers, named barriers
// (arrive releases, sync also acquires; whole warps take part) and bar.warp.sync over its mask. Shuffles,
// votes, matches and redux order no memory (semantics: PTX ISA 9.x 8.7.1; CUDA Programming Guide 5.4). A race
// is two accesses of different threads that may overlap, one of them a store, not both atomic, that nothing
// orders; with the canonical schedule one of the two comes first, and a race between them shows there as "no
// synchronisation in between".
//
// Accesses are kept by address. Addresses that are known numbers, or that differ from each other by known
// numbers under one common term, are told apart by structure; what is left is compared as terms, up to a
// bound past which `undecided` says so. What a thread did before it exited counts as ordered before barriers
// that complete later.
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
#include "spec/rules.h"
#include "src/machine/access_kind.h"

namespace warpproof::symbolic {

class RaceDetector {
 public:
  // `report(rule, earlier place, later place, condition)`.
  using Report = std::function<void(spec::Rule, std::uint32_t, std::uint32_t, Term, bool equal_values)>;
  // What is known, besides their terms, about the addresses of two accesses that happen and overlap.
  using Facts = std::function<Term(const Use&, const Use&)>;
  // Whether two threads of different groups of `warp_size` are of one warp; false where groups are warps.
  using SameWarp = std::function<Term(int, int)>;
  // Whether it is worth while, and true, that a condition is proved to hold for no input.
  using Excluded = std::function<bool(Term)>;
  RaceDetector(TermGraph& graph, int threads, int warp_size, Report report, Facts facts, SameWarp same_warp,
               Excluded excluded);

  // From now on what the lanes of a warp do to each other is left out: somebody else looks at it.
  void leave_out_warps() { within_warps_ = false; }

  // One instruction of the threads of `guard`. `stored` are the bits written, null otherwise.
  void access(BlockMemory::Key key, AccessKind kind, const Lanes& guard, const Lanes& offset, int bytes,
              std::uint32_t place, const Lanes* stored);
  // An access through a pointer that was loaded from memory: global memory, anywhere.
  void access_anywhere() { anywhere_ = true; }

  // bar.warp.sync by `fired` lanes under their masks; `gone` are exited lanes, ordered before those that name
  // them.
  void warp_barrier(const Lanes& fired, const Lanes& mask, const Lanes& gone);
  // Another warp collective: orders nothing, but names the mistake of taking it for a fence.
  void collective(const Lanes& fired);
  // A block barrier without count that completed when `happened`.
  void block_barrier(Term happened);
  // A named barrier: warps that arrived and go on (released at `arrival_times`), warps that waited.
  void named_barrier(const std::vector<bool>& arriving_warps, const std::vector<std::uint64_t>& arrival_times,
                     const std::vector<bool>& waiting_warps);
  // A barrier for which it is not certain who took part: threads that `waited`, and others that were there or
  // had exited, released at these times. Order that comes about through two such barriers is not seen.
  void uncertain_barrier(const Lanes& waited, std::vector<std::pair<std::uint64_t, Lanes>> released);
  std::uint64_t now() { return ++time_; }

  // Pairs were left out: of this space, if any.
  std::optional<Space> undecided() const { return undecided_; }
  bool accessed_anywhere() const { return anywhere_; }

 private:
  struct Access {
    int thread = 0;
    AccessKind kind = AccessKind::Read;
    Term guard;
    Term offset;
    int bytes = 0;
    std::uint64_t time = 0;  // of the instruction: lanes of one instruction share it
    std::uint32_t place = 0;
    Term value;  // of a write
    // When it stands for an access before it as well with which an equal store races like any other.
    Term severe;
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
  struct ConditionalBarrier {  // bar.warp.sync whose participants are not known
    std::uint64_t time = 0;
    std::vector<Term> fired, mask, gone;  // by lane
  };

  struct UncertainBarrier {
    std::uint64_t time = 0;
    Lanes waited;
    std::vector<std::pair<std::uint64_t, Lanes>> released;
  };

  Slot slot_of(Term offset, int bytes) const;
  bool may_conflict(const Access& earlier, const Access& later) const;
  void compare(BlockMemory::Key key, const Access& earlier, const Access& later, Term same_address);
  Term ordered(const Access& earlier, const Access& later) const;
  bool surely_ordered(const Access& earlier, const Access& later) const;
  void insert(BlockMemory::Key key, Cells& cells, std::uint64_t at, const Access& access);
  void forget_superseded(std::vector<Access>& list, const Access& access);
  bool known_to_all(const Access& access) const;

  TermGraph& g;
  const int threads_, warp_size_, warps_;
  Report report_;
  Facts facts_;
  SameWarp same_warp_;
  Excluded excluded_;
  std::uint64_t time_ = 0;
  std::map<BlockMemory::Key, Region> regions_;
  // What lane b of a warp knows of lane a: accesses of a before this time are ordered before b's next one.
  std::vector<std::vector<std::uint64_t>> lane_clock_;        // [warp][b * warp_size + a]
  std::vector<std::vector<std::uint64_t>> warp_clock_;        // [v][w]
  std::vector<std::vector<ConditionalBarrier>> conditional_;  // [warp]
  std::vector<UncertainBarrier> uncertain_;
  std::vector<std::uint64_t> last_collective_;  // [warp]
  std::vector<std::uint64_t> last_meeting_;     // [warp], of any of its lanes with others
  std::uint64_t comparisons_ = 0;
  std::optional<Space> undecided_;
  bool anywhere_ = false, within_warps_ = true;
};

}  // namespace warpproof::symbolic
