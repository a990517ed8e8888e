#include "checker/symbolic/loops/loop_state.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"

namespace warpproof::symbolic {

LoopState::LoopState(const Parts& parts)
    : options_(parts.context.options),
      context_(parts.context),
      runnable_(parts.strands.runnable),
      parked_(parts.strands.parked),
      code_(parts.code),
      record_(parts.record) {}

LoopPlan* LoopState::plan_at(const Position& head) const {
  if (options_.plans == nullptr) return nullptr;
  const auto it = options_.plans->find(head);
  return it == options_.plans->end() || !it->second.failed.empty() ? nullptr : &it->second;
}

// In an iteration of the loop with that head, inner calls included?
bool LoopState::is_in_loop(const Strand& s, const Position& head) const {
  const std::size_t depth = head.size() / 3;
  if (s.frames.size() < depth) return false;
  for (std::size_t i = 0; i + 1 < depth; ++i) {
    if (s.frames[i].block != head[3 * i + 1] || s.frames[i].function != head[3 * i + 2]) return false;
  }
  const Frame& f = s.frames[depth - 1];
  const std::uint32_t block = head[head.size() - 2], function = head.back();
  if (f.function != function ||
      !code_.graph_of(function).in_loop_of_head(static_cast<int>(block), static_cast<int>(f.block)))
    return false;
  const auto visit = s.loops.find(static_cast<std::uint64_t>(depth) << 32 | block);
  return visit != s.loops.end() && visit->second.begun;
}

bool LoopState::loop_is_active(const Position& head) const {
  const auto iteration = iterations.find(head);
  if (iteration == iterations.end()) return false;
  if (iteration->second.latch || !iteration->second.left.empty()) return true;
  return is_occupied(head);
}

// Is anyone in an iteration of the loop, other than back at its head?
bool LoopState::is_occupied(const Position& head) const {
  const auto inside = [&](const Strand& s) { return is_in_loop(s, head); };
  return std::any_of(runnable_.begin(), runnable_.end(), [&](const auto& e) { return inside(e.second); }) ||
         std::any_of(parked_.begin(), parked_.end(),
                     [&](const auto& e) { return inside(e.second.strand); }) ||
         std::any_of(iterations.begin(), iterations.end(), [&](const auto& e) {
           const Iteration& other = e.second;
           return e.first != head && ((other.latch && inside(*other.latch)) ||
                                      std::any_of(other.left.begin(), other.left.end(), inside) ||
                                      (context_.compares() && inside(other.entry)));
         });
}

std::vector<Position> LoopState::planned_loops(const Strand& s) const {
  std::vector<Position> out;
  for (const auto& [key, visit] : s.loops) {
    if (!visit.begun) continue;
    const auto depth = static_cast<std::size_t>(key >> 32);
    out.push_back(code_.head_position(s, depth, static_cast<std::uint32_t>(key)));
  }
  return out;
}

void LoopState::abandon_plan(const Position& head, const std::string& why) {
  if (LoopPlan* plan = plan_at(head)) plan->failed = why;
  plans_changed = true;
}

// What was assumed in an iteration was said of one iteration's values; after the loop lanes meet that left
// in different ones.
void LoopState::forget_assumed_in(const Position& head) {
  const auto iteration = iterations.find(head);
  if (iteration == iterations.end()) return;
  record_.set_scope(iteration->second.scope);
}

}  // namespace warpproof::symbolic
