// memory.read-only: what a read-only load (ld.global.nc, ldu) reads, no thread of the launch stores to.
//
// Nothing orders such a load with a store, so that accesses are kept until the end, barrier or not, and each load is
// set against each store to its allocation, by whichever of the threads that are followed, its own included. What it
// claims: where no obligation is broken and nothing is undecided, no byte that a thread of the block loads so is stored
// to by a thread of the block. Side conditions: an access in a loop that is proved by induction stands for those of all
// iterations (other_iteration.h); what a sample of threads does, any others do; different blocks are
// looked at by runs alone (`needs_blocks_apart`).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/context.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/other_iteration.h"

namespace warpproof::symbolic {

class ReadOnlyLoads {
 public:
  struct Surroundings {
    // What is known, besides their terms, about the addresses of two accesses that happen and overlap.
    std::function<Term(BlockMemory::Key, const Use&, const Use&)> facts;
    std::function<void(Term scope)> set_scope;
    // Of the record: the places of a load and a store, and when they are of common bytes.
    std::function<void(std::uint32_t load, std::uint32_t store, Term)> report;
    OtherIteration::Names names;
  };
  // `enabled`: the program has such loads.
  ReadOnlyLoads(const Context& context, bool enabled, Surroundings surroundings);
  bool enabled() const { return enabled_; }
  // Lanes of one warp against each other are somebody else's matter.
  void leave_out_warps() { within_warps_ = false; }

  // A read-only load, or a store or atomic, of `bytes` at `offset` by the threads of `guard`. `loop`: in a loop that is
  // proved by induction, how it was entered.
  void access(BlockMemory::Key key, bool stores, const Lanes& guard, const Lanes& offset, int bytes,
              std::uint32_t place, std::optional<LoopEntry> loop);
  // At the end.
  void judge();

  // Pairs were left out.
  bool undecided() const { return undecided_; }
  // Some memory is both loaded from so and stored to: blocks must not do what threads of one do not.
  bool needs_blocks_apart() const { return needs_blocks_apart_; }

 private:
  struct Record {
    bool stores = false;
    Lanes guard, offset;
    int bytes = 0;
    std::uint32_t place = 0;
    std::optional<LoopEntry> loop;
    Term scope;
  };
  // One thread's access: its address is a common term and a number.
  struct Use1 {
    std::size_t record = 0;
    int thread = 0;
    Term guard, offset;
    std::uint32_t rest = 0;
    std::uint64_t at = 0;
  };
  using At = std::unordered_map<std::uint64_t, std::vector<Use1>>;
  using Stores = std::map<std::uint32_t, At>;  // by common term, by number
  std::vector<Use1> uses(const std::vector<Record>& records, std::size_t number, bool in_other_iteration);
  void compare(BlockMemory::Key key, const std::vector<Record>& records);
  void look_up(BlockMemory::Key key, const std::vector<Record>& records, const Stores& stores, const Use1& load,
               bool earlier);
  void pair(BlockMemory::Key key, const std::vector<Record>& records, const Use1& load, const Use1& store,
            Term overlap);
  bool gives_up();

  const Context& context_;
  TermGraph& g;
  const bool enabled_;
  Surroundings surroundings_;
  OtherIteration other_iteration_;
  bool within_warps_ = true, undecided_ = false, needs_blocks_apart_ = false;
  std::uint64_t comparisons_ = 0;
  std::map<BlockMemory::Key, std::vector<Record>> records_;
};

}  // namespace warpproof::symbolic
