#include "checker/equivalence/loop_variables.h"

#include <algorithm>

namespace warpproof::equivalence {

using symbolic::LoopUnknown;

// The low bits of a number that cells of several widths have in common.
Term LoopVariables::wide_variable(Term& slot, int width, std::optional<std::uint64_t> most) {
  if (slot == Term{}) {
    slot = graph_.var(64, "iterations");
    if (most) graph_.set_range(slot, 0, *most);
    variables_.insert(slot.id);
  }
  return width == 64 ? slot : graph_.extract(slot, width - 1, 0);
}

Term LoopVariables::iterations_before(std::uint32_t loop, int width) {
  return wide_variable(iterations_[loop], width, most_iterations(loop));
}

Term LoopVariables::class_variable(std::size_t number, int width) {
  if (always_.contains(number)) return graph_.truth(true);
  if (const auto iterations = of_iterations_.find(number); iterations != of_iterations_.end()) {
    const auto [loop, more] = iterations->second;
    const auto most = most_iterations(loop);
    return wide_variable(class_variables_[{number, 0}], width,
                         most && more <= 1 ? std::optional(*most + more) : std::nullopt);
  }
  auto [it, fresh] = class_variables_.try_emplace({number, width}, Term{});
  if (fresh) {
    it->second = graph_.var(width, "iteration");
    variables_.insert(it->second.id);
  }
  return it->second;
}

Term LoopVariables::of(const LoopUnit& unit, int width) {
  used_.insert(unit);
  for (const auto* all : {&known_, &by_others_}) {
    if (KnownCells* cells = among(*all, unit)) return cells->value(unit, width);
  }
  const auto known = class_of_.find(unit);
  if (known != class_of_.end()) return class_variable(known->second, width);
  auto [it, fresh] = own_.try_emplace(unit, Term{});
  if (fresh || graph_.width(it->second) != width) {
    it->second = graph_.var(width, "iteration");
    variables_.insert(it->second.id);
  }
  return it->second;
}

Term LoopVariables::with_iterations(Term t, std::uint32_t loop, Term iterations) {
  Substitute put(graph_);
  put.map(iterations_before(loop, 64), iterations);
  return put(t);
}

bool LoopVariables::mentions_loops(Term t) const {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::any_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return variables_.contains(v.id); }) ||
         std::any_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) >= kFirstLoopContents; });
}

// Side condition: a number means the same for ever, as facts are stated of classes that count iterations (LoopStates).
// A class that becomes one of these, or is one no more, or counts others, gets a number of its own.
bool LoopVariables::split(const std::map<LoopUnit, UnitKey>& keys) {
  std::map<UnitKey, std::size_t> by_key;
  std::set<std::size_t> kept;  // numbers that a key of the class has already
  bool changed = false;
  std::map<LoopUnit, std::size_t> next = class_of_;
  const auto means = [&](std::size_t number, const std::optional<Counted>& counted) {
    const auto known = of_iterations_.find(number);
    return counted ? known != of_iterations_.end() && known->second == *counted : known == of_iterations_.end();
  };
  for (const auto& [unit, key] : keys) {
    const auto known = class_of_.find(unit);
    const auto [it, fresh] = by_key.try_emplace(key, 0);
    if (fresh) {
      const bool counts = key.at(kFirstOfCell) == kIterationsAfter;
      const auto counted = counts ? std::optional(Counted(key.at(0), key.at(kFirstOfCell + 1))) : std::nullopt;
      const bool keeps = known != class_of_.end() &&
                         means(known->second, counted) && kept.insert(known->second).second;
      it->second = keeps ? known->second : classes_++;
      if (counted) changed = of_iterations_.try_emplace(it->second, *counted).second || changed;
    }
    changed = changed || known == class_of_.end() || known->second != it->second;
    next[unit] = it->second;
  }
  class_of_ = std::move(next);
  std::set<std::size_t> always;
  for (const auto& [unit, number] : class_of_) {
    if (std::get<2>(unit).kind == LoopUnknown::Kind::Present && std::get<2>(unit).target == kAlways)
      always.insert(number);
  }
  changed = changed || always != always_;
  always_ = std::move(always);
  return changed;
}

bool LoopVariables::drop_unrecorded(const std::map<LoopUnit, UnitKey>& keys) {
  bool dropped = false;
  for (const LoopUnit& unit : used_) {
    if (!keys.contains(unit)) dropped = class_of_.erase(unit) > 0 || dropped;
  }
  // Nobody asks for these: they are known from their class.
  const auto gone = std::erase_if(class_of_, [&](const auto& c) {
    const LoopUnknown& what = std::get<2>(c.first);
    return what.kind == LoopUnknown::Kind::Present && what.target == kAlways && !keys.contains(c.first);
  });
  return dropped || gone > 0;
}

void LoopVariables::map_own(Substitute& put) {
  for (const auto& [unit, own] : own_) {
    const auto known = class_of_.find(unit);
    if (known != class_of_.end()) put.map(own, class_variable(known->second, graph_.width(own)));
  }
}

}  // namespace warpproof::equivalence
