// Which pairs of memory accesses are ordered, and obligations for those that are not.
//
// Accesses are ordered by meeting (happens_before.h) or through memory (hand_over.h). A race is two accesses
// of different threads that may overlap, one of them a store, not both atomic, that nothing orders; with the
// canonical schedule one of the two comes first, and a race between them shows there as "no synchronisation
// in between".
//
// Accesses are on record by address (access_records.h). Those whose addresses differ by known numbers are distinguished by
// structure; what is left is compared as terms, many at once (race_in_bulk.h, spans_apart.h) or one by one, up to a bound
// past which `undecided` says so. Accesses of an asynchronous copy that is pending are ordered before nothing, what the
// thread itself does included, and memory orders them never, since who holds a lock may wait for a copy when it has
// given the lock back. Pairs that memory may order wait until all threads meet, or the end: it takes all writes to know.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "checker/symbolic/access_order.h"
#include "checker/symbolic/access_records.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/hand_over.h"
#include "checker/symbolic/happens_before.h"
#include "checker/symbolic/iteration_vector.h"
#include "checker/symbolic/race_in_bulk.h"
#include "checker/symbolic/race_surroundings.h"
#include "checker/symbolic/same_words.h"
#include "checker/symbolic/spans_apart.h"
#include "spec/rules.h"
#include "src/machine/access_kind.h"

namespace warpproof::symbolic {

class RaceDetector {
 public:
  using Surroundings = RaceSurroundings;
  RaceDetector(TermGraph& graph, int threads, int warp_size, Surroundings surroundings);

  // From now on what the lanes of a warp do to each other is left out: somebody else looks at it.
  void leave_out_warps() { within_warps_ = false; }
  // Likewise of all accesses: none is on record.
  void leave_out_all() { judges_ = false; }

  // One instruction of the threads of `guard`. `stored` are the bits written, null otherwise; `groups` of
  // asynchronous copies, which are pending, null otherwise; `fragment` is fragment_kind(). True: a thread may
  // hold a lock meanwhile.
  bool access(BlockMemory::Key key, AccessKind kind, const Lanes& guard, const Lanes& offset, int bytes,
              std::uint32_t place, const Lanes* stored, const HandOver::Iterations& flag_iterations,
              IterationVector::Of iterations, const Lanes* groups = nullptr, std::uint32_t fragment = 0);
  // An access through a pointer that was loaded from memory: global memory, anywhere.
  void access_anywhere() { anywhere_ = true; }

  // What is on record: copies are waited for there, and left out.
  AccessRecords& records() { return records_; }
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
  using Access = RecordedAccess;
  struct Deferred {
    Access earlier, later;
    spec::Rule rule{};
    Term violated, scope;
  };
  bool may_conflict(const Access& earlier, const Access& later) const;
  void compare(BlockMemory::Key key, const Access& earlier, const Access& later, Term same_address);
  IterationVector::Same one_store(const Access& earlier, const Access& later) const;
  spec::Rule rule_of(BlockMemory::Key key, const Access& earlier, const Access& later) const;
  void judge(spec::Rule rule, const Access& earlier, const Access& later, Term violated);
  // That two stored words are the same.
  Term same_value(Term a, Term b);
  void insert(BlockMemory::Key key, AccessRecords::Cells& cells, std::uint64_t at, const Access& access);
  void forget_superseded(std::vector<Access>& list, const Access& access);
  bool never_meet(Term same_address);

  TermGraph& g;
  const int threads_, warp_size_;
  const Surroundings surroundings_;
  HappensBefore order_;
  HandOver hand_over_;
  SameWords same_words_;
  AccessRecords records_;
  const AccessOrder access_order_;
  RaceInBulk in_bulk_;
  SpansApart spans_apart_;
  std::vector<Deferred> deferred_;
  std::vector<std::uint64_t> last_collective_;  // [warp]
  std::uint64_t comparisons_ = 0;
  std::unordered_map<std::uint32_t, bool> never_meet_;  // by term: that two addresses are one
  std::optional<Space> undecided_;
  bool anywhere_ = false, within_warps_ = true, judges_ = true;
};

}  // namespace warpproof::symbolic
