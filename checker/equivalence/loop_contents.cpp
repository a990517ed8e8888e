#include "checker/equivalence/loop_contents.h"

#include <algorithm>
#include <optional>

#include "checker/equivalence/observation.h"

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::LoopRecord;

namespace {

// Global memory that atomics changed: what a load sees there may depend on other blocks, which stand-ins
// hide.
bool holds_atomics(const BlockMemory& memory, const BlockMemory::Key& key) {
  const auto found = memory.allocations().find(key);
  if (key.space == Space::Shared || found == memory.allocations().end()) return false;
  const auto& cells = found->second.cells;
  return std::any_of(cells.begin(), cells.end(), [](const auto& c) { return c.second.order_dependent; });
}

}  // namespace

LoopContents::Key LoopContents::key_in_a(bool in_b, Key key) const {
  if (in_b && key.space == Space::Global) key.allocation = number_of_b_(key.allocation);
  return key;
}

std::uint32_t LoopContents::number(bool in_b, std::uint32_t loop, const Key& key, bool after) {
  const Contents what{loop, key_in_a(in_b, key)};
  const bool own = in_b && unrelated_.contains(what);
  auto [it, fresh] = numbers_.try_emplace({own, what, after}, 0);
  if (fresh) it->second = next_number_++;
  return it->second;
}

std::vector<std::uint32_t> LoopContents::numbers_of(const Key& key_in_a) const {
  std::vector<std::uint32_t> out;
  for (const auto& [which, number] : numbers_) {
    if (std::get<1>(which).second == key_in_a) out.push_back(number);
  }
  return out;
}

bool LoopContents::contents_agree(std::uint32_t loop, const Key& key) {
  const auto in_a = records_[0].find(loop), in_b = records_[1].find(loop);
  if (in_a == records_[0].end() || in_b == records_[1].end()) return false;
  const LoopRecord &a = in_a->second, &b = in_b->second;
  std::optional<Key> other;
  for (const auto& k : b.written) {
    if (key_in_a(true, k) == key) other = k;
  }
  if (!a.written.contains(key) || !other || a.disturbed || b.disturbed || a.parent != b.parent) return false;
  const bool by_atomics = atomics_leave_the_same(key, *other);
  if (!by_atomics && (holds_atomics(*a.after, key) || holds_atomics(*b.after, *other))) return false;
  if (!keys_.same_threads(loop, 0, a.entered, b.entered) || !keys_.same_threads(loop, 1, a.back, b.back))
    return false;
  const StateProofs proofs{
      [&](Term guard, Term x, Term y) { return states_.same_bits_in_iteration(loop, guard, x, y); },
      [&](Term t) {
        return states_.same_bits_in_iteration(loop, t, graph_.truth(true), graph_.truth(false));
      }};
  const bool stored = records_.order(false).was_stored_to(key) || records_.order(true).was_stored_to(*other);
  for (const bool after : {false, true}) {
    if (by_atomics && (after || !stored)) continue;
    const auto pairs = compare_contents(graph_, threads_, after ? *a.after : *a.before, key,
                                        after ? *b.after : *b.before, *other, proofs);
    if (!pairs) return false;
    for (const auto& [x, y] : *pairs) {
      if (x != y && terms_.content(x) != terms_.content(y) &&
          !states_.equal_in_iteration(loop, graph_.truth(true), x, y))
        return false;
    }
  }
  return true;
}

// Only atomics that both perform change it. What a load from global memory sees between them may depend on
// other blocks, which stand-ins hide.
bool LoopContents::atomics_leave_the_same(const Key& a, const Key& b) const {
  const bool loaded = records_.order(false).is_loaded(a) || records_.order(true).is_loaded(b);
  return atomics_.left_same.contains(a) && (a.space == Space::Shared || !loaded);
}

bool LoopContents::is_kept() {
  bool kept = true;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& own : record.written) {
        const Key key = key_in_a(in_b, own);
        if (unrelated_.contains({loop, key}) || contents_agree(loop, key)) continue;
        unrelated_.insert({loop, key});
        kept = false;
      }
    }
  }
  return kept;
}

}  // namespace warpproof::equivalence
