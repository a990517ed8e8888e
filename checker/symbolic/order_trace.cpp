#include "checker/symbolic/order_trace.h"

namespace warpproof::symbolic {

// Meetings one after the other of the same threads order no more than one does.
bool OrderTrace::is_repeated(const OrderStep& step) const {
  if (steps_.empty() || step.kind != OrderStep::Kind::Meeting) return false;
  const OrderStep& last = steps_.back();
  if (last.kind != step.kind || last.barrier != step.barrier) return false;
  for (int t = 0; t < threads_; ++t) {
    if (last.guard.at(t) != step.guard.at(t)) return false;
    if (step.barrier < 0 && last.mask.at(t) != step.mask.at(t)) return false;
  }
  return true;
}

void OrderTrace::add(OrderStep step) {
  if (is_repeated(step)) {
    steps_.back().orders_memory = steps_.back().orders_memory || step.orders_memory;
    return;
  }
  for (const OrderStep::Access& a : step.accesses) {
    stored_.erase(a.key);
    updated_.insert(a.key);
  }
  steps_.push_back(std::move(step));
}

void OrderTrace::note_store(const BlockMemory::Key& key, bool ordered, bool in_iteration) {
  stored_.insert(key);
  ever_stored_.insert(key);
  if (ordered) plainly_stored_.insert(key);
  if (!ordered || in_iteration) spoilt_.insert(key);
}

void OrderTrace::note_strong(bool reads, bool writes, std::uint32_t place) {
  if (reads && !between_blocks_.strong_read) between_blocks_.strong_read = place;
  if (writes && !between_blocks_.strong_write) between_blocks_.strong_write = place;
}

void OrderTrace::note_release(std::uint32_t place) {
  if (!between_blocks_.release) between_blocks_.release = place;
}

}  // namespace warpproof::symbolic
