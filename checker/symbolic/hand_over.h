// Order between two threads that comes through memory: locks, and flags that one thread waits for and another
// one sets.
//
// A fence, a strong write after it, a strong read of what was written and a fence after that order what goes
// before the first fence before what follows the second one (PTX ISA 9.x, memory consistency model: release
// and acquire patterns; all scopes hold within a block, and read-modify-writes pass on what they replace).
// The execution at hand knows what is written but not which write a read returns, so the three arguments here
// are about values:
//
//  - Flags. A read is of one of the writes to its address that store the value which it returned. Where each
//    of these, and what was there before them, hands over an access, that access is ordered.
//  - Counts. A word that starts from a known number and to which is only added holds no more than what those
//    additions come to that the read has seen. Where it returned more than all those together that do not
//    hand over an access, it has seen one that does.
//  - Locks. A word is one whose value `free` nobody stores but who holds it, and which is taken by exchanges
//    that replace `free` by something else. Then no two threads hold it at once, by induction over the
//    changes of the word: there is at most one holder, and none while the word is `free`. With fences in
//    each section between taking and giving back, the sections of one lock are ordered one way or the other.
//
// Locks order two accesses without saying which comes first, so that values which are read where a thread may
// hold one are not those of the canonical schedule, and stores there leave unknown contents.
//
// Iterations of loops that are proved by induction stand for any number of iterations: a write in one is
// taken to store anything, and sections are followed only where taking, access and giving back are of one
// iteration, or of iterations that one of them is not in.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/happens_before.h"

namespace warpproof::symbolic {

class HandOver {
 public:
  // Loops that an event is in, by their heads, each with a number that its iteration alone has; null: none.
  using Iterations = std::shared_ptr<const std::map<std::vector<std::uint32_t>, int>>;
  using Infeasible = std::function<bool(Term)>;
  HandOver(TermGraph& graph, const HappensBefore& order, int threads)
      : g(graph), order_(order), fences_(static_cast<std::size_t>(threads)) {}

  // Without fences nothing is handed over, and nothing is kept. Of flags and counts something is known only
  // where `everyone` is followed, and in global memory where there is but one block: others may write them
  // too. That a lock is given back by its holder is each thread's own affair.
  void enable(bool everyone, bool one_block) {
    enabled_ = true;
    knows_shared_writes_ = everyone;
    knows_global_writes_ = everyone && one_block;
  }
  bool enabled() const { return enabled_; }

  struct Write {
    enum class Op : std::uint8_t { Store, Exchange, CompareAndSwap, Update };
    Op op = Op::Store;
    HappensBefore::Event event;
    BlockMemory::Key key;
    Term guard, offset;
    int bytes = 0;
    std::optional<Term> value;                // that it leaves there
    std::optional<Term> old;                  // that it replaces
    std::optional<Term> expected;             // of CompareAndSwap
    std::optional<Term> added;                // of an addition of integers
    bool acquires = false, releases = false;  // by itself, without a fence
    Iterations iterations;
    // Filled in here.
    HappensBefore::Moment moment;
    bool settled = false;  // before a barrier of all threads: there for all to read, and of no other use
  };
  struct Read {
    HappensBefore::Event event;
    BlockMemory::Key key;
    Term guard, offset, value;
    int bytes = 0;
    bool acquires = false;
  };
  void write(Write write);
  void read(Read read);
  void fence(const Lanes& guard, bool acquires, bool releases, std::uint64_t time);
  // Something was written somewhere.
  void give_up() { gave_up_ = true; }
  // All threads met for certain.
  void everyone_met();
  // What was read since then happened under other names too.
  void copy_since(std::uint64_t time, const std::function<Term(Term)>& renamed);

  // What comes before an access: which writes may have taken a lock and which reads may have brought
  // something, each with the condition that a fence lies between.
  struct Past {
    std::vector<std::pair<std::uint32_t, Term>> taken, read;
    Iterations iterations;
    bool has_same_locks(const Past& other) const {
      return taken == other.taken && iterations == other.iterations;
    }
  };
  using PastOf = std::shared_ptr<const Past>;  // null: nothing
  PastOf past(int thread, Term guard, const Iterations& iterations) const;
  static bool may_hold(const PastOf& past) { return past != nullptr && !past->taken.empty(); }

  struct Access {
    HappensBefore::Event event;
    PastOf past;
  };
  static bool may_order(const Access& earlier, const Access& later) {
    return later.past != nullptr &&
           (!later.past->read.empty() || (may_hold(earlier.past) && may_hold(later.past)));
  }
  // That the two are ordered; to be asked once all writes up to the next meeting of all threads are known.
  Term ordered(const Access& earlier, const Access& later, const Infeasible& infeasible);

 private:
  struct Fence {
    HappensBefore::Event event;
    Term guard;
    bool acquires = true, releases = true;
    HappensBefore::Moment moment;
  };
  bool is_taking(const Write& w) const;
  std::optional<Term> free_value(const BlockMemory::Key& key) const;
  Term takes(const Write& w, Term free) const;
  Term frees(const Write& w, Term free) const;
  Term acquired(const HappensBefore::Event& event, bool acquires, int thread) const;
  Term released(const HappensBefore::Event& event, const Write& by) const;
  Term held(const Write& write, Term free) const;
  Term given_back(const Write& taking, const Write& by, Term free) const;
  Term in_section(const Access& access, std::uint32_t taking, Term condition, Term free);
  bool is_lock(const BlockMemory::Key& key, const Infeasible& infeasible);
  Term may_be_stale(const Access& earlier, std::uint32_t read);
  Term may_be_of_another(const Access& earlier, const Read& read) const;
  std::optional<Term> may_count_others(const Access& earlier, const Read& read) const;
  bool keep();

  TermGraph& g;
  const HappensBefore& order_;
  bool enabled_ = false, knows_shared_writes_ = false, knows_global_writes_ = false, gave_up_ = false;
  std::vector<Write> writes_;
  std::vector<std::uint32_t> takings_;  // of the writes, those that may take a lock
  std::vector<Read> reads_;
  std::vector<std::vector<Fence>> fences_;  // by thread
  std::size_t fence_count_ = 0;
  // What is_lock, in_section and may_be_stale found, until the next write.
  std::map<BlockMemory::Key, bool> locks_;
  std::map<std::tuple<int, std::uint64_t, std::uint32_t>, Term> sections_;
  std::map<std::tuple<int, std::uint64_t, std::uint32_t>, Term> stale_;
  void forget_answers() {
    locks_.clear();
    sections_.clear();
    stale_.clear();
  }
};

}  // namespace warpproof::symbolic
