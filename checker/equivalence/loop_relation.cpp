#include "checker/equivalence/loop_relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "src/base/effort.h"

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

LoopRelation::LoopRelation(TermGraph& graph, FloatMeaning floats, int threads, Renumber number_of_b,
                           effort::Clock::time_point deadline, bool bounded,
                           effort::Clock::duration about_values)
    : graph_(graph),
      forms_(graph, floats),
      over_reals_(floats == FloatMeaning::Real),
      threads_(threads),
      number_of_b_(std::move(number_of_b)),
      deadline_(deadline),
      a_(*this, false),
      b_(*this, true),
      bounded_(bounded),
      most_about_values_(about_values),
      next_number_(kFirstNumber) {}

Term LoopRelation::OneSide::unknown(std::uint32_t loop, const LoopUnknown& what, int width) {
  return all_.variable({in_b_, loop, what}, width);
}

void LoopRelation::OneSide::record(std::uint32_t loop, LoopRecord record) {
  all_.records_[in_b_].insert_or_assign(loop, std::move(record));
}

void LoopRelation::begin(bool in_b) {
  records_[in_b].clear();
  never_[in_b].clear();
  std::erase_if(used_, [&](const Unit& unit) { return std::get<0>(unit) == in_b; });
}

// The low bits of a number that cells of several widths have in common.
Term LoopRelation::wide_variable(Term& slot, int width, std::optional<std::uint64_t> most) {
  if (slot == Term{}) {
    slot = graph_.var(64, "iterations");
    if (most) graph_.set_range(slot, 0, *most);
    variables_.insert(slot.id);
  }
  return width == 64 ? slot : graph_.extract(slot, width - 1, 0);
}

Term LoopRelation::iterations_before(std::uint32_t loop, int width) {
  const auto most = bounds_.find(loop);
  return wide_variable(iterations_[loop], width,
                       most == bounds_.end() ? std::nullopt : std::optional(most->second.most));
}

Term LoopRelation::class_variable(std::size_t number, int width) {
  if (always_.contains(number)) return graph_.truth(true);
  if (const auto iterations = of_iterations_.find(number); iterations != of_iterations_.end()) {
    const auto [loop, more] = iterations->second;
    const auto most = bounds_.find(loop);
    const bool in_range = most != bounds_.end() && more <= 1;
    return wide_variable(class_variables_[{number, 0}], width,
                         in_range ? std::optional(most->second.most + more) : std::nullopt);
  }
  auto [it, fresh] = class_variables_.try_emplace({number, width}, Term{});
  if (fresh) {
    it->second = graph_.var(width, "iteration");
    variables_.insert(it->second.id);
  }
  return it->second;
}

Term LoopRelation::variable(const Unit& unit, int width) {
  used_.insert(unit);
  if (counters_.contains(unit)) return iterations_before(std::get<1>(unit), width);
  if (const auto known = strided_.find(unit); known != strided_.end())
    return moved(unit, known->second, width);
  if (const auto known = untouched_.find(unit); known != untouched_.end()) return known->second;
  if (const auto known = closed_.find(unit); known != closed_.end()) return known->second;
  if (const Sum* sum = sum_of(unit)) return left_of_sum(unit, *sum, width);
  if (const Combined* combined = combined_of(unit)) return combined_value(unit, *combined, width);
  const auto known = class_of_.find(unit);
  if (known != class_of_.end()) return class_variable(known->second, width);
  auto [it, fresh] = own_.try_emplace(unit, Term{});
  if (fresh || graph_.width(it->second) != width) {
    it->second = graph_.var(width, "iteration");
    variables_.insert(it->second.id);
  }
  return it->second;
}

std::uint64_t LoopRelation::form(Term t) {
  if (effort::Clock::now() > deadline_) throw std::runtime_error("out of effort");
  return forms_((*representatives_)(t));
}

std::uint64_t LoopRelation::content(Term t) {
  if (effort::Clock::now() > deadline_) throw std::runtime_error("out of effort");
  return forms_.content((*representatives_)(t));
}

bool LoopRelation::mentions_loops(Term t) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::any_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return variables_.contains(v.id); }) ||
         std::any_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) >= kFirstNumber; });
}

// Terms were built with the variables of classes as they were when the executions ran.
void LoopRelation::choose_representatives() {
  representatives_ = std::make_unique<Substitute>(graph_);
  assuming_.clear();
  conditions_.clear();
  values_.clear();
  reached_.clear();
  left_.clear();
  for (const auto& [unit, own] : own_) {
    const auto known = class_of_.find(unit);
    if (known != class_of_.end())
      representatives_->map(own, class_variable(known->second, graph_.width(own)));
  }
  for (const auto& [of_b, of_a] : atomics_.results) representatives_->map(of_b, of_a);
}

void LoopRelation::match(bool guess) {
  atomics_ = {};
  choose_representatives();
  AtomicMatchingOptions o;
  o.threads = threads_;
  o.equal = [this](Term a, Term b, bool number) {
    return number ? content(a) == content(b) : form(a) == form(b);
  };
  o.key_in_a = [this](const BlockMemory::Key& key) { return key_in_a(true, key); };
  o.results_are_numbers = over_reals_;
  o.guess = guess;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& key : record.written) {
        if (key.space == Space::Global || record.after->lost(key)) o.wanted.insert(key_in_a(in_b, key));
      }
    }
  }
  atomics_ = match_atomics(graph_, *orders_[0], *orders_[1], o);
  choose_representatives();
}

std::map<LoopRelation::Unit, LoopRelation::Key> LoopRelation::keys(bool first) {
  match(first);
  std::map<Unit, Key> out;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) add_cells(in_b, loop, record, first, out);
  }
  return out;
}

// Members of a class that have other keys than the rest get classes of their own. True: there were some.
bool LoopRelation::split(const std::map<Unit, Key>& keys) {
  std::map<Key, std::size_t> by_key;
  std::map<std::size_t, std::size_t> kept;  // class -> the first key of it that keeps its number
  bool changed = false;
  std::map<Unit, std::size_t> next = class_of_;
  for (const auto& [unit, key] : keys) {
    const auto known = class_of_.find(unit);
    const auto [it, fresh] = by_key.try_emplace(key, 0);
    if (fresh) {
      const bool keeps = known != class_of_.end() && kept.try_emplace(known->second, 0).second;
      it->second = keeps ? known->second : classes_++;
      if (key.at(kFirstOfCell) == kIterationsBehind)
        changed =
            of_iterations_.try_emplace(it->second, key.at(0), key.at(kFirstOfCell + 1)).second || changed;
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

// An unknown of which an execution recorded nothing is nobody's equal.
bool LoopRelation::drop_unrecorded(const std::map<Unit, Key>& keys) {
  bool dropped = false;
  for (const Unit& unit : used_) {
    if (!keys.contains(unit)) dropped = class_of_.erase(unit) > 0 || dropped;
  }
  return dropped;
}

bool LoopRelation::has_counter(std::uint32_t loop) const {
  return std::any_of(counters_.begin(), counters_.end(),
                     [&](const auto& c) { return std::get<1>(c) == loop; });
}

bool LoopRelation::is_infeasible(Term t) {
  const auto [known, fresh] = proved_.try_emplace(t, graph_.is_false(t));
  if (fresh && !known->second && !graph_.is_true(t)) known->second = facts_.infeasible(t);
  return known->second;
}

bool LoopRelation::is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b, Facts facts) {
  orders_[0] = &a;
  orders_[1] = &b;
  facts_ = std::move(facts);
  if (facts_.assumptions != proved_with_) proved_.clear();
  proved_with_ = facts_.assumptions;
  failures_.clear();
  value_failures_.clear();
  if (find_strides()) {
    class_of_.clear();
    always_.clear();
    closed_.clear();
    untouched_.clear();
    return false;
  }
  const bool counted = find_counters();
  if (counted) forget_bounds();
  if (counted || find_bounds()) {
    class_of_.clear();
    always_.clear();
    iterations_.clear();
    closed_.clear();
    untouched_.clear();
    return false;
  }
  if (find_sums()) return false;
  add_sums();
  if (find_untouched()) return false;
  if (find_closed()) {
    class_of_.clear();
    always_.clear();
    unrelated_.clear();
    return false;
  }
  const bool had_classes = !class_of_.empty();
  bool changed = false;
  if (!had_classes) changed = split(keys(true));
  auto now = keys(false);
  if (drop_unrecorded(now)) changed = true;
  for (; split(now); now = keys(false)) changed = true;
  if (!memory_is_kept()) changed = true;
  if (weaken_combined()) changed = true;
  // Questions that are asked once the rest holds: each takes long.
  if (!changed && (weaken_untouched() || weaken_closed() || find_closed_behind())) changed = true;
  if (!changed && find_combined()) {
    class_of_.clear();
    always_.clear();
    unrelated_.clear();
    return false;
  }
  if (records_[0].size() != records_[1].size()) {
    trouble_ = fmt::format(": one has {} loops of an unknown number of iterations, the other {}",
                           records_[0].size(), records_[1].size());
  }
  return !changed;
}

std::string LoopRelation::trouble() const { return trouble_; }

}  // namespace warpproof::equivalence
