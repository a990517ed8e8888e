// Contents of memory that the iterations of two loops keep the same.
#include <algorithm>

#include "checker/equivalence/loop_relation.h"
#include "checker/equivalence/observation.h"

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

namespace {

// Numbers of conditions of one thread, where no unknown is decided by them.
constexpr int kOfOne = 8;

// Global memory that atomics changed: what a load sees there may depend on other blocks, which stand-ins
// hide.
bool holds_atomics(const BlockMemory& memory, const BlockMemory::Key& key) {
  const auto found = memory.allocations().find(key);
  if (key.space == Space::Shared || found == memory.allocations().end()) return false;
  const auto& cells = found->second.cells;
  return std::any_of(cells.begin(), cells.end(), [](const auto& c) { return c.second.order_dependent; });
}

}  // namespace

BlockMemory::Key LoopRelation::key_in_a(bool in_b, BlockMemory::Key key) const {
  if (in_b && key.space == Space::Global) key.allocation = number_of_b_(key.allocation);
  return key;
}

// One number for both while the contents are taken to be the same in both.
std::uint32_t LoopRelation::OneSide::contents(std::uint32_t loop, const BlockMemory::Key& key, bool after) {
  const Contents what{loop, all_.key_in_a(in_b_, key)};
  const bool own = in_b_ && all_.unrelated_.contains(what);
  auto [it, fresh] = all_.numbers_.try_emplace({own, what, after}, 0);
  if (fresh) it->second = all_.next_number_++;
  return it->second;
}

// What is known where the guard holds: of the threads alone whose being in the iteration it depends on, if it
// does.
Term LoopRelation::reached_where(std::uint32_t loop, Term guard) {
  const Term roots[] = {guard};
  const auto variables = collect_leaves(graph_, roots).variables;
  std::vector<Term> of_some;
  for (const bool in_b : {false, true}) {
    const auto record = records_[in_b].find(loop);
    if (record == records_[in_b].end()) continue;
    for (const auto& [what, conditions] : record->second.bits) {
      if (what.kind != LoopUnknown::Kind::Present) continue;
      const Term present = (*representatives_)(variable({in_b, loop, what}, 1));
      if (std::find(variables.begin(), variables.end(), present) == variables.end()) continue;
      const int last = what.first + group_size(record->second, what);
      for (int t = what.first; t < last; ++t) {
        for (const bool side : {false, true}) of_some.push_back(reached(loop, side, t, t + 1));
      }
    }
  }
  if (!of_some.empty()) return graph_.conj(of_some);
  const Term all[] = {reached(loop, false, 0, threads_), reached(loop, true, 0, threads_)};
  return graph_.conj(all);
}

// The guard, in iterations that are reached.
Term LoopRelation::known_where(std::uint32_t loop, Term guard) {
  guard = (*representatives_)(guard);
  return graph_.land(reached_where(loop, guard), guard);
}

bool LoopRelation::equal_in_iteration(std::uint32_t loop, Term guard, Term a, Term b) {
  const Term known = known_where(loop, guard);
  const auto never = [&](Term c) { return is_infeasible(graph_.land(known, c)); };
  return same_value(never)((*representatives_)(a), (*representatives_)(b));
}

bool LoopRelation::same_bits_in_iteration(std::uint32_t loop, Term guard, Term a, Term b) {
  const Term known = known_where(loop, guard);
  const auto never = [&](Term c) { return is_infeasible(graph_.land(known, c)); };
  return same_bits(never)((*representatives_)(a), (*representatives_)(b));
}

// Do the same threads have the condition, in iterations that are reached?
bool LoopRelation::same_threads(std::uint32_t loop, int number, const symbolic::Lanes& a,
                                const symbolic::Lanes& b) {
  for (int t = 0; t < threads_; ++t) {
    if (a.at(t) == b.at(t)) continue;
    const Role in_a{false, loop, LoopUnknown::Kind::Head, kOfOne + number, t, 1};
    Role in_b = in_a;
    in_b.in_b = true;
    if (condition(in_a, a.at(t), a.at(t)) != condition(in_b, b.at(t), b.at(t))) return false;
  }
  return true;
}

bool LoopRelation::contents_agree(std::uint32_t loop, const BlockMemory::Key& key) {
  const auto in_a = records_[0].find(loop), in_b = records_[1].find(loop);
  if (in_a == records_[0].end() || in_b == records_[1].end()) return false;
  const LoopRecord &a = in_a->second, &b = in_b->second;
  std::optional<BlockMemory::Key> other;
  for (const auto& k : b.written) {
    if (key_in_a(true, k) == key) other = k;
  }
  if (!a.written.contains(key) || !other || a.disturbed || b.disturbed || a.parent != b.parent) return false;
  const bool by_atomics = atomics_leave_the_same(key, *other);
  if (!by_atomics && (holds_atomics(*a.after, key) || holds_atomics(*b.after, *other))) return false;
  if (!same_threads(loop, 0, a.entered, b.entered) || !same_threads(loop, 1, a.back, b.back)) return false;
  const StateProofs proofs{
      [&](Term guard, Term x, Term y) { return same_bits_in_iteration(loop, guard, x, y); },
      [&](Term t) { return same_bits_in_iteration(loop, t, graph_.truth(true), graph_.truth(false)); }};
  const bool stored = orders_[0]->was_stored_to(key) || orders_[1]->was_stored_to(*other);
  for (const bool after : {false, true}) {
    if (by_atomics && (after || !stored)) continue;
    const auto pairs = compare_contents(graph_, threads_, after ? *a.after : *a.before, key,
                                        after ? *b.after : *b.before, *other, proofs);
    if (!pairs) return false;
    for (const auto& [x, y] : *pairs) {
      if (x != y && content(x) != content(y) && !equal_in_iteration(loop, graph_.truth(true), x, y))
        return false;
    }
  }
  return true;
}

// Only atomics that both perform change it. What a load from global memory sees between them may depend on
// other blocks, which stand-ins hide.
bool LoopRelation::atomics_leave_the_same(const BlockMemory::Key& a, const BlockMemory::Key& b) const {
  const bool loaded = orders_[0]->is_loaded(a) || orders_[1]->is_loaded(b);
  return atomics_.left_same.contains(a) && (a.space == Space::Shared || !loaded);
}

bool LoopRelation::memory_is_kept() {
  bool kept = true;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& own : record.written) {
        const BlockMemory::Key key = key_in_a(in_b, own);
        if (unrelated_.contains({loop, key}) || contents_agree(loop, key)) continue;
        unrelated_.insert({loop, key});
        kept = false;
      }
    }
  }
  return kept;
}

}  // namespace warpproof::equivalence
