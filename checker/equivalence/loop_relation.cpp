#include "checker/equivalence/loop_relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "checker/equivalence/observation.h"
#include "src/machine/address_map.h"

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

namespace {

// Numbers of contents that loops leave unknown; each memory's own count from kForgottenAllocations.
constexpr std::uint32_t kFirstNumber = kForgottenAllocations + (1u << 28);

// Global memory that atomics changed: what a load sees there may depend on other blocks, which stand-ins
// hide.
bool holds_atomics(const BlockMemory& memory, const BlockMemory::Key& key) {
  const auto found = memory.allocations().find(key);
  if (key.space == Space::Shared || found == memory.allocations().end()) return false;
  const auto& cells = found->second.cells;
  return std::any_of(cells.begin(), cells.end(), [](const auto& c) { return c.second.order_dependent; });
}

}  // namespace

LoopRelation::LoopRelation(TermGraph& graph, FloatMeaning floats, int threads, Renumber number_of_b,
                           std::chrono::steady_clock::time_point deadline)
    : graph_(graph),
      forms_(graph, floats),
      over_reals_(floats == FloatMeaning::Real),
      threads_(threads),
      number_of_b_(std::move(number_of_b)),
      deadline_(deadline),
      a_(*this, false),
      b_(*this, true),
      next_number_(kFirstNumber) {}

Term LoopRelation::OneSide::unknown(std::uint32_t loop, const LoopUnknown& what, int width) {
  return all_.variable({in_b_, loop, what}, width);
}

void LoopRelation::OneSide::record(std::uint32_t loop, LoopRecord record) {
  all_.records_[in_b_].insert_or_assign(loop, std::move(record));
}

void LoopRelation::begin(bool in_b) {
  records_[in_b].clear();
  std::erase_if(used_, [&](const Unit& unit) { return std::get<0>(unit) == in_b; });
}

Term LoopRelation::class_variable(std::size_t number, int width) {
  auto [it, fresh] = class_variables_.try_emplace({number, width}, Term{});
  if (fresh) {
    it->second = graph_.var(width, "round");
    variables_.insert(it->second.id);
  }
  return it->second;
}

Term LoopRelation::variable(const Unit& unit, int width) {
  used_.insert(unit);
  const auto known = class_of_.find(unit);
  if (known != class_of_.end()) return class_variable(known->second, width);
  auto [it, fresh] = own_.try_emplace(unit, Term{});
  if (fresh || graph_.width(it->second) != width) {
    it->second = graph_.var(width, "round");
    variables_.insert(it->second.id);
  }
  return it->second;
}

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

std::uint64_t LoopRelation::form(Term t) {
  if (std::chrono::steady_clock::now() > deadline_) throw std::runtime_error("out of time");
  return forms_((*representatives_)(t));
}

// The form of a value that matters only where the condition holds.
std::uint64_t LoopRelation::form_where(Term condition, Term t) {
  const Term assumed = (*representatives_)(condition);
  auto& put = assuming_[assumed.id];
  if (put == nullptr) {
    put = std::make_unique<Substitute>(graph_);
    for (const Term c : graph_.conjuncts(assumed)) {
      if (graph_.is_const(c)) continue;
      const bool negated = graph_.kind(c) == Kind::Not;
      put->map(negated ? graph_.operands(c)[0] : c, graph_.truth(!negated));
    }
  }
  return form((*put)((*representatives_)(t)));
}

bool LoopRelation::mentions_loops(Term t) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::any_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return variables_.contains(v.id); }) ||
         std::any_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) >= kFirstNumber; });
}

// What members of one class have in common. `first`: before there are classes, what depends on other unknowns
// is left out.
LoopRelation::Key LoopRelation::cell_key(const LoopUnknown& what, const LoopRecord& record,
                                         const LoopRecord::Unknown& u, bool first) {
  using Kind = CellForm::Kind;
  Key key{static_cast<std::uint64_t>(u.form.kind), u.form.step, static_cast<std::uint64_t>(u.entry.width)};
  const bool based = u.form.kind == Kind::Step || u.form.kind == Kind::Shift || u.form.kind == Kind::Stride;
  const bool masked = u.form.kind == Kind::Subset;
  std::vector<Term> entered, now;
  std::optional<int> one;
  for (int t = what.first; t < what.first + u.size; ++t) {
    entered.push_back(record.entered.at(t));
    now.push_back(u.guard.at(t));
    if (!one && !graph_.is_false(u.guard.at(t))) one = t;
  }
  const auto entry_part = [&](Term t) {
    if (first && mentions_loops(t)) {
      key.push_back(~0ull - static_cast<std::uint64_t>(what.first));
    } else {
      key.push_back(form(t));
    }
  };
  entry_part(graph_.disj(entered));
  const bool head = what.kind == LoopUnknown::Kind::Head;
  if ((head && !based) || masked) {
    for (int t = what.first; t < what.first + u.size; ++t) entry_part(u.entry.bits.at(t));
  }
  if (first) return key;
  const bool alike =
      std::all_of(entered.begin(), entered.end(), [&](Term t) { return t == entered.front(); });
  key.push_back(alike ? form_where(entered.front(), graph_.disj(now)) : form(graph_.disj(now)));
  if (!one) return key;
  // A form holds for all of a group, so one member gives its unknown; where others of it may be in the loop
  // without that one, unconditionally.
  const int last = masked ? what.first + u.size : *one + 1;
  for (int t = masked ? what.first : *one; t < last; ++t) {
    const Term value = based ? graph_.sub(u.now.bits.at(t), u.entry.bits.at(t)) : u.now.bits.at(t);
    key.push_back(alike ? form_where(record.entered.at(t), value) : form(value));
  }
  return key;
}

void LoopRelation::add_cells(bool in_b, std::uint32_t loop, const LoopRecord& record, bool first,
                             std::map<Unit, Key>& out) {
  const Key common{loop, static_cast<std::uint64_t>(record.parent + 1)};
  const auto start = [&](const LoopUnknown& what) {
    Key key = common;
    key.push_back(static_cast<std::uint64_t>(what.kind));
    const auto known = class_of_.find({in_b, loop, what});
    key.push_back(known == class_of_.end() ? ~0ull : known->second);
    return key;
  };
  for (const auto& [what, u] : record.cells) {
    Key key = start(what);
    const Key more = cell_key(what, record, u, first);
    key.insert(key.end(), more.begin(), more.end());
    out.emplace(Unit{in_b, loop, what}, std::move(key));
  }
  for (const auto& [what, conditions] : record.bits) {
    Key key = start(what);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (first && mentions_loops(conditions[i])) {
        key.push_back(~0ull - static_cast<std::uint64_t>(what.first));
      } else {
        key.push_back(i == 0 ? form(conditions[i]) : form_where(conditions[0], conditions[i]));
      }
    }
    out.emplace(Unit{in_b, loop, what}, std::move(key));
  }
}

// Terms were built with the variables of classes as they were when the executions ran.
void LoopRelation::choose_representatives() {
  representatives_ = std::make_unique<Substitute>(graph_);
  assuming_.clear();
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
  o.equal = [this](Term a, Term b, bool) { return form(a) == form(b); };
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
    }
    changed = changed || known == class_of_.end() || known->second != it->second;
    next[unit] = it->second;
  }
  class_of_ = std::move(next);
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
  const auto any = [&](const symbolic::Lanes& lanes) {
    std::vector<Term> all;
    for (int t = 0; t < threads_; ++t) all.push_back(lanes.at(t));
    return form(graph_.disj(all));
  };
  if (any(a.entered) != any(b.entered) || any(a.back) != any(b.back)) return false;
  const bool stored = orders_[0]->was_stored_to(key) || orders_[1]->was_stored_to(*other);
  for (const bool after : {false, true}) {
    if (by_atomics && (after || !stored)) continue;
    const auto pairs = compare_contents(graph_, threads_, after ? *a.after : *a.before, key,
                                        after ? *b.after : *b.before, *other);
    if (!pairs) return false;
    for (const auto& [x, y] : *pairs) {
      if (x != y && form(x) != form(y)) return false;
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

bool LoopRelation::is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b) {
  orders_[0] = &a;
  orders_[1] = &b;
  const bool had_classes = !class_of_.empty();
  bool changed = false;
  if (!had_classes) changed = split(keys(true));
  auto now = keys(false);
  if (drop_unrecorded(now)) changed = true;
  for (; split(now); now = keys(false)) changed = true;
  if (!memory_is_kept()) changed = true;
  if (records_[0].size() != records_[1].size()) {
    trouble_ = fmt::format(": one has {} loops of an unknown number of rounds, the other {}",
                           records_[0].size(), records_[1].size());
  }
  return !changed;
}

std::string LoopRelation::trouble() const { return trouble_; }

}  // namespace warpproof::equivalence
