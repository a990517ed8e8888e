// What other blocks of the grid may have stored meanwhile.
//
// A proof looks at one block, from any contents of memory, and takes it that blocks do not race. A word of global memory
// that another block stores to is then what it was, as long as the thread that loads it cannot know of the store. It may
// where all of these are there: a fence of more than the block, or an operation that releases; a strong store or
// update; and a strong read (PTX ISA 9.x, memory consistency model, and src/concrete/grid_race_monitor.h, which asks for
// no fence after the read). What a plain load brings then:
//
//   as followed   what the execution at hand left there, or what the launch found there. Where no thread of the block can
//                 have read strongly yet.
//   one for all   anything, but of one address the same for all threads. Where the thread has learnt nothing since it last
//                 met its whole block at a barrier. Take two such loads of one word, after one barrier. A store of
//                 another block is ordered with both, as it would race otherwise. It comes after a load only if the
//                 loading thread releases it, after the barrier, and before a load only if it is known at the barrier.
//                 So it cannot come between the two.
//   anything      Otherwise: the thread may have learnt of a store that others of its warp do not know of. Or a thread of
//                 this block stores to that memory, after the barrier: of one thread's loads before and after its own
//                 store that is the same as one for all, but nothing remembers which word it was.
//
// Side conditions: what a thread may have learnt since the barrier is read off the text (since_barrier.h), as other
// paths, iterations and threads that are not followed count, too. Before an iteration from any state, earlier ones have
// done all that the loop's text has. In the order that is followed, what comes before a barrier is followed before
// it. Memory to which no kernel stores counts as stored to, too.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/lanes.h"
#include "src/machine/address_map.h"
#include "src/machine/since_barrier.h"

namespace warpproof::symbolic {

class OtherBlocks {
 public:
  enum class Brings : std::uint8_t { AsFollowed, OneForAll, Anything };

  // `everyone`: all threads of the block are followed. Else those that are not may have read strongly before.
  OtherBlocks(const Program& program, const Layout& layout, bool everyone);

  // May blocks of that kernel hand each other anything at all?
  static bool may_exchange(const Program& program, const Layout& layout);

  // What happens, in the order that is followed: a strong read; a store or update of global memory; a meeting of some
  // threads; of the whole block.
  void read_strongly();
  void store(const BlockMemory::Key& key);
  void store_anywhere();
  void meet() { ++moment_; }
  void meet_block();
  // An iteration from any state. `iterates`: the loop's instructions; `written`: what it stores to, or anywhere.
  void begin_iteration(const std::vector<const Instruction*>& iterates,
                       const std::set<BlockMemory::Key>& written, bool writes_anywhere, std::uint32_t function,
                       std::uint32_t head);

  // What a plain load of global memory brings, of an instruction of that place.
  Brings load(const BlockMemory::Key& key, std::uint32_t place) const;
  // One for all: the unknown contents that are read.
  std::uint32_t contents(const BlockMemory::Key& key, const std::function<std::uint32_t()>& make);
  // Anything: what the same threads loaded from there just now, with nothing between that they could learn from.
  std::optional<Lanes> loaded_before(const LaneOps& ops, const BlockMemory::Key& key, const Lanes& offset,
                                     int bytes, const Lanes& guard) const;
  void note_loaded(const BlockMemory::Key& key, const Lanes& offset, int bytes, const Lanes& guard,
                   const Lanes& bits);

 private:
  struct Loaded {
    std::uint64_t moment = 0;
    Lanes offset, guard, bits;
  };
  const SinceBarrier since_;
  bool read_strongly_, met_since_ = false;   // a thread of the block has; the block has met after that
  std::uint64_t moment_ = 0;                 // counts what threads may learn from
  std::set<BlockMemory::Key> stored_since_;  // the whole block met
  bool stored_anywhere_since_ = false;
  std::map<BlockMemory::Key, std::uint32_t> contents_;
  std::map<std::pair<BlockMemory::Key, int>, Loaded> loaded_;  // the latest, by memory and bytes
};

}  // namespace warpproof::symbolic
