// What an execution tells about the order in which its atomics take effect: which atomics its threads
// perform, and between them where threads meet. Steps stand in the order of the canonical schedule; two
// atomics of one thread are ordered as they stand, those of two threads only where steps between them make it
// so.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

struct OrderStep {
  enum class Kind : std::uint8_t { Atomic, Meeting, Arrival, Fence, IterationBegins, IterationEnds };
  struct Access {  // of an atomic
    BlockMemory::Key key;
    Lanes guard, offset;
    // What the allocation held, where something else than atomics stored to it since the last access.
    std::shared_ptr<BlockMemory> stored_before;
  };
  Kind kind = Kind::Atomic;
  std::uint32_t place = 0;

  // Atomic: a pointer may be to one of several allocations.
  std::vector<Access> accesses;
  std::string operation;  // with the width, and the sign where it matters; of a fence, its scope
  bool floats = false, one_order = false;  // one_order: what is left depends on the order of such atomics
  std::vector<Lanes> operands;
  std::optional<Lanes> result;  // a variable a thread, where it is wanted

  // Meeting: of threads that wait for each other, of the block (barrier's number) or of lanes that `mask`
  // names. Arrival: at a barrier, without waiting. Fence: of each of these threads.
  Lanes guard, mask;
  int barrier = -1;
  bool orders_memory = false;

  std::uint32_t loop = 0;  // Iteration: of compared loops
};

class OrderTrace {
 public:
  explicit OrderTrace(int threads) : threads_(threads) {}
  void add(OrderStep step);
  void note_store(const BlockMemory::Key& key, bool ordered, bool in_iteration);
  void note_load(const BlockMemory::Key& key, bool plain) {
    loaded_.insert(key);
    if (plain) plainly_loaded_.insert(key);
  }
  void note_access_anywhere() { anywhere_ = true; }
  // Something else than atomics stored there since the last access of one.
  bool is_stored_to(const BlockMemory::Key& key) const { return stored_.contains(key); }

  const std::vector<OrderStep>& steps() const { return steps_; }
  // At any time at all.
  bool was_stored_to(const BlockMemory::Key& key) const { return ever_stored_.contains(key); }
  // Stores that no atomic is ordered with, or of which it is not known how they come between atomics.
  bool is_spoilt(const BlockMemory::Key& key) const { return spoilt_.contains(key); }
  bool is_loaded(const BlockMemory::Key& key) const { return loaded_.contains(key); }
  // By weak accesses; and what was stored to, or updated, by any.
  const std::set<BlockMemory::Key>& plainly_stored() const { return plainly_stored_; }
  const std::set<BlockMemory::Key>& plainly_loaded() const { return plainly_loaded_; }
  bool is_changed(const BlockMemory::Key& key) const { return ever_stored_.contains(key) || updated_.contains(key); }
  // Of global memory and seen by other blocks: the places of the first strong read, of the first strong store or
  // update, and of the first fence or operation that releases what went before it.
  struct BetweenBlocks {
    std::optional<std::uint32_t> strong_read, strong_write, release;
  };
  const BetweenBlocks& between_blocks() const { return between_blocks_; }
  void note_strong(bool reads, bool writes, std::uint32_t place);
  void note_release(std::uint32_t place);
  // Memory was written to through a pointer that is not known.
  bool accessed_anywhere() const { return anywhere_; }

 private:
  bool is_repeated(const OrderStep& step) const;

  const int threads_;
  std::vector<OrderStep> steps_;
  std::set<BlockMemory::Key> stored_, ever_stored_, spoilt_, loaded_, plainly_stored_, plainly_loaded_, updated_;
  BetweenBlocks between_blocks_;
  bool anywhere_ = false;
};

}  // namespace warpproof::symbolic
