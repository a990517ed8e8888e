#include "checker/equivalence/loop_relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "checker/equivalence/observation.h"
#include "checker/equivalence/same_value.h"
#include "src/machine/address_map.h"

namespace warpproof::equivalence {

using symbolic::BlockMemory;
using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

namespace {

// Numbers of contents that loops leave unknown; each memory's own count from kForgottenAllocations.
constexpr std::uint32_t kFirstNumber = kForgottenAllocations + (1u << 28);
constexpr int kMostFailures =
    3;  // threads whose conditions are no others', before the rest is not asked about

// Marks of keys that are no cell's.
constexpr std::uint64_t kRoundsBehind = 1ull << 40;
constexpr std::size_t kFirstOfCell = 4;  // where a key begins to say what its cell is

// Target of an unknown that is no unknown: threads that stay as long as all do.
constexpr std::uint32_t kAlways = 1;

// Numbers of conditions of one thread, where no unknown is decided by them.
constexpr int kOfOne = 8;

std::uint64_t rounds_within(std::uint64_t step, int width) {
  const std::uint64_t down = width >= 64 ? 0 - step : (1ull << width) - step;
  return ((1ull << (width > 32 ? 33 : width - 1)) - 1) / std::min(step, down);
}

std::int64_t sign_extended(std::uint64_t value, int width) {
  const int unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

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
                           std::chrono::steady_clock::time_point deadline, bool bounded)
    : graph_(graph),
      forms_(graph, floats),
      over_reals_(floats == FloatMeaning::Real),
      threads_(threads),
      number_of_b_(std::move(number_of_b)),
      deadline_(deadline),
      a_(*this, false),
      b_(*this, true),
      bounded_(bounded),
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
    slot = graph_.var(64, "rounds");
    if (most) graph_.set_range(slot, 0, *most);
    variables_.insert(slot.id);
  }
  return width == 64 ? slot : graph_.extract(slot, width - 1, 0);
}

Term LoopRelation::rounds_before(std::uint32_t loop, int width) {
  const auto most = most_rounds_.find(loop);
  return wide_variable(rounds_[loop], width,
                       most == most_rounds_.end() ? std::nullopt : std::optional(most->second));
}

Term LoopRelation::class_variable(std::size_t number, int width) {
  if (always_.contains(number)) return graph_.truth(true);
  if (const auto rounds = of_rounds_.find(number); rounds != of_rounds_.end()) {
    const auto [loop, more] = rounds->second;
    const auto most = most_rounds_.find(loop);
    const bool in_range = most != most_rounds_.end() && more <= 1;
    return wide_variable(class_variables_[{number, 0}], width,
                         in_range ? std::optional(most->second + more) : std::nullopt);
  }
  auto [it, fresh] = class_variables_.try_emplace({number, width}, Term{});
  if (fresh) {
    it->second = graph_.var(width, "round");
    variables_.insert(it->second.id);
  }
  return it->second;
}

Term LoopRelation::variable(const Unit& unit, int width) {
  used_.insert(unit);
  if (counters_.contains(unit)) return rounds_before(std::get<1>(unit), width);
  if (const Sum* sum = sum_of(unit)) return left_of_sum(unit, *sum, width);
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

// A value that matters only where the condition holds.
Term LoopRelation::where(Term condition, Term t) {
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
  return (*put)((*representatives_)(t));
}

// By a form, or by that of a condition of the other side that is proved to be the same in every state that is
// reached.
std::uint64_t LoopRelation::condition(const Role& role, Term spelled, Term t) {
  const std::uint64_t form = this->form(spelled);
  t = (*representatives_)(t);
  Role opposite = role;
  opposite.in_b = !role.in_b;
  if (const auto others = conditions_.find(opposite); others != conditions_.end()) {
    for (const Condition& other : others->second) {
      if (other.form == form) return form;
    }
    for (const Condition& other : others->second) {
      if (agree(role, other, t)) return other.form;
    }
  }
  auto& own = conditions_[role];
  const bool known = std::any_of(own.begin(), own.end(), [&](const Condition& c) { return c.form == form; });
  if (!known) own.push_back({form, t});
  return form;
}

// Is it the same as one of the other side, wherever a round is reached?
bool LoopRelation::agree(const Role& role, const Condition& other, Term t) {
  int& failures = failures_[{role.loop, role.kind, role.number}];
  if (failures >= kMostFailures) return false;
  const int last = role.first + role.size;
  const Term parts[] = {reached(role.loop, false, role.first, last),
                        reached(role.loop, true, role.first, last), graph_.lnot(graph_.eq(t, other.term))};
  if (is_infeasible(graph_.conj(parts))) return true;
  ++failures;
  return false;
}

SameValue LoopRelation::same_value(std::function<bool(Term)> never) {
  return {graph_, [this](Term t) { return form(t); }, std::move(never)};
}

// Where nothing is known to be bounded, addresses often differ for numbers that are not meant to occur.
std::chrono::steady_clock::duration LoopRelation::most_about_values() const {
  return std::chrono::seconds(bounded_ ? 15 : 4);
}

// What a thread brings to a cell (0: before the loop, 1: at the end of a round) where the guard holds: by a
// form, or by that of a value of the other side that is proved to be the same.
std::uint64_t LoopRelation::value(const Unit& unit, int number, int thread, Term guard, Term t) {
  const std::uint64_t form = this->form(t);
  const auto& [in_b, loop, what] = unit;
  const auto known = class_of_.find(unit);
  const std::size_t own_class = known == class_of_.end() ? classes_ : known->second;
  t = (*representatives_)(t);
  const auto place = [&](bool b) { return ValuePlace{b, loop, what.kind, number, thread, graph_.width(t)}; };
  const auto others = values_.find(place(!in_b));
  if (others != values_.end()) {
    for (const BroughtValue& other : others->second) {
      if (other.form == form) return form;
    }
    for (const BroughtValue& other : others->second) {
      int& failures = value_failures_[{loop, what.kind, number, own_class}];
      if (other.in_class != own_class || failures >= kMostFailures ||
          asked_about_values_ > most_about_values())
        continue;
      const auto never = [&, loop = loop](Term c) {
        const Term parts[] = {reached(loop, false, thread, thread + 1),
                              reached(loop, true, thread, thread + 1), (*representatives_)(guard), c};
        return is_infeasible(graph_.conj(parts));
      };
      const auto begin = std::chrono::steady_clock::now();
      const bool same = same_value(never)(t, other.term);
      asked_about_values_ += std::chrono::steady_clock::now() - begin;
      if (same) return other.form;
      ++failures;
    }
  }
  values_[place(in_b)].push_back({form, t, own_class});
  return form;
}

// May the condition be taken to have held when the round before this one ended, of its own numbers?
bool LoopRelation::held_before(Term t, const std::set<std::uint32_t>& known) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::all_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return known.contains(v.id) || facts_.inputs.contains(v.id); }) &&
         leaves.reads.empty();
}

// What is known of threads that are in a round: they came back from the one before it, if there was one.
Term LoopRelation::reached(std::uint32_t loop, bool in_b, int first, int last) {
  const auto [answer, fresh] = reached_.try_emplace({loop, in_b, first}, graph_.truth(true));
  const auto record = records_[in_b].find(loop);
  if (!fresh || record == records_[in_b].end()) return answer->second;
  const Term counter = rounds_before(loop, 64);
  const int parent = record->second.parent;
  std::set<std::uint32_t> counters = numbers_known_in(in_b, loop);
  Substitute before(graph_);
  before.map(counter, graph_.sub(counter, graph_.constant(64, 1)));
  std::vector<Term> all;
  add_facts_before(in_b, loop, first, last, all);
  if (parent >= 0) all.push_back(reached(static_cast<std::uint32_t>(parent), in_b, first, last));
  Term present = graph_.truth(true);
  for (int t = 0; t < last; ++t) {
    const LoopUnknown group{LoopUnknown::Kind::Present, 0, {}, t};
    if (record->second.bits.contains(group)) present = (*representatives_)(variable({in_b, loop, group}, 1));
    const Term here = graph_.land((*representatives_)(record->second.entered.at(t)), present);
    if (t < first || graph_.is_false(here)) continue;
    counters.insert(present.id);
    for (const Term c : graph_.conjuncts((*representatives_)(record->second.back.at(t)))) {
      if (graph_.is_const(c) || !held_before(c, counters)) continue;
      all.push_back(graph_.implies(here, graph_.lor(graph_.eq(counter, graph_.constant(64, 0)), before(c))));
    }
    for (const Term c : kept_in_round(record->second, t, record->second.back.at(t), counters))
      all.push_back(graph_.implies(here, graph_.lor(graph_.eq(counter, graph_.constant(64, 0)), before(c))));
  }
  return reached_[{loop, in_b, first}] = graph_.conj(all);
}

bool LoopRelation::mentions_loops(Term t) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::any_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return variables_.contains(v.id); }) ||
         std::any_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) >= kFirstNumber; });
}

// For what lies behind a loop of a cell that every round adds the same to: how many rounds it stands for,
// more than came before the round in which it was left.
std::optional<std::uint64_t> LoopRelation::rounds_more(const Unit& unit, const LoopRecord::Unknown& u) {
  const auto& [in_b, loop, what] = unit;
  const LoopUnknown head{LoopUnknown::Kind::Head, 0, what.cell, 0};
  const int width = u.entry.width;
  if (u.form.kind != CellForm::Kind::Step || !counters_.contains({in_b, loop, head})) return {};
  for (int t = what.first; t < what.first + u.size; ++t) {
    if (graph_.is_false(u.guard.at(t))) continue;
    const Term before = graph_.mul(rounds_before(loop, width), graph_.constant(width, u.form.step));
    const Term change = graph_.sub(u.now.bits.at(t), u.entry.bits.at(t));
    const Form more = forms_.forms().at(form(graph_.sub(change, before)));
    const std::int64_t step = sign_extended(u.form.step, width), by = sign_extended(more.aux, width);
    if (more.tag != Tag::Constant || step == 0 || by % step != 0) return {};
    return static_cast<std::uint64_t>(by / step);
  }
  return {};
}

// Cells to which every round adds the same. True: they are others than were known.
bool LoopRelation::find_counters() {
  bool changed = false;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& [what, u] : record.cells) {
        const bool steps = u.form.kind == CellForm::Kind::Step && u.size == threads_;
        const Unit unit{in_b, loop, what};
        if (what.kind != LoopUnknown::Kind::Head || !steps || no_counters_.contains(unit)) continue;
        const int width = u.entry.width;
        int t = 0;
        while (t < threads_ && graph_.is_false(u.guard.at(t))) ++t;
        if (t == threads_) continue;
        const Term next = graph_.add(variable(unit, width), graph_.constant(width, 1));
        const Term expected =
            graph_.add(u.entry.bits.at(t), graph_.mul(next, graph_.constant(width, u.form.step)));
        const bool exact = u.now.bits.at(t) == expected;
        if (exact == counters_.contains(unit)) continue;
        changed = true;
        if (exact) {
          counters_.emplace(unit, rounds_within(u.form.step, width));
        } else {
          counters_.erase(unit);
          no_counters_.insert(unit);
        }
      }
    }
  }
  return changed;
}

// What members of one class have in common. `first`: before there are classes, what depends on other unknowns
// is left out.
LoopRelation::Key LoopRelation::cell_key(const Unit& unit, const LoopRecord& record,
                                         const LoopRecord::Unknown& u, bool first) {
  using Kind = CellForm::Kind;
  const auto& [in_b, loop, what] = unit;
  const bool based = u.form.kind == Kind::Step || u.form.kind == Kind::Shift || u.form.kind == Kind::Stride;
  const bool masked = u.form.kind == Kind::Subset, head = what.kind == LoopUnknown::Kind::Head;
  const auto more = head ? std::nullopt : rounds_more(unit, u);
  Key key;
  key.push_back(more ? kRoundsBehind : static_cast<std::uint64_t>(u.form.kind));
  key.push_back(more ? *more : u.form.step);
  if (!more) key.push_back(static_cast<std::uint64_t>(u.entry.width));
  std::vector<Term> entered, now;
  std::optional<int> one;
  for (int t = what.first; t < what.first + u.size; ++t) {
    entered.push_back(record.entered.at(t));
    now.push_back(u.guard.at(t));
    if (!one && !graph_.is_false(u.guard.at(t))) one = t;
  }
  const Term enters = graph_.disj(entered);
  // What an execution brings along from loops before this one is compared once these are.
  const auto later = [&] { return first && loop > 0; };
  if (later()) {
    key.push_back(~0ull - static_cast<std::uint64_t>(what.first));
  } else {
    key.push_back(condition({in_b, loop, what.kind, 0, what.first, u.size}, enters, enters));
  }
  if ((head && !based) || masked) {
    for (int t = what.first; t < what.first + u.size; ++t) {
      const Term entry = u.entry.bits.at(t);
      if (later()) {
        key.push_back(~0ull - static_cast<std::uint64_t>(what.first));
      } else {
        key.push_back(value(unit, 0, t, record.entered.at(t), entry));
      }
    }
  }
  if (first) return key;
  const bool alike =
      std::all_of(entered.begin(), entered.end(), [&](Term t) { return t == entered.front(); });
  const Term comes = graph_.disj(now);
  key.push_back(condition({in_b, loop, what.kind, 1, what.first, u.size},
                          alike ? where(entered.front(), comes) : comes, comes));
  if (!one || more) return key;
  // A form holds for all of a group, so one member gives its unknown; where others of it may be in the loop
  // without that one, unconditionally.
  const int last = masked ? what.first + u.size : *one + 1;
  for (int t = masked ? what.first : *one; t < last; ++t) {
    const Term value = based ? graph_.sub(u.now.bits.at(t), u.entry.bits.at(t)) : u.now.bits.at(t);
    key.push_back(this->value(unit, 1, t, u.guard.at(t), alike ? where(record.entered.at(t), value) : value));
  }
  return key;
}

// Of those that share the unknown.
int LoopRelation::group_size(const LoopRecord& record, const LoopUnknown& what) const {
  if (what.kind != LoopUnknown::Kind::Present) return 1;
  const auto next = record.bits.upper_bound(what);
  const bool more = next != record.bits.end() && next->first.kind == what.kind;
  return (more ? next->first.first : threads_) - what.first;
}

void LoopRelation::add_cells(bool in_b, std::uint32_t loop, const LoopRecord& record, bool first,
                             std::map<Unit, Key>& out) {
  const auto parent = static_cast<std::uint64_t>(record.parent + 1);
  const auto start = [&](const LoopUnknown& what) {
    Key key{loop, parent, static_cast<std::uint64_t>(what.kind)};
    const auto known = class_of_.find({in_b, loop, what});
    key.push_back(known == class_of_.end() ? ~0ull : known->second);
    return key;
  };
  for (const auto& [what, u] : record.cells) {
    const Unit unit{in_b, loop, what};
    if (counters_.contains(unit) || sum_of(unit) != nullptr) continue;
    Key key = start(what);
    const Key more = cell_key(unit, record, u, first);
    key.insert(key.end(), more.begin(), more.end());
    out.emplace(unit, std::move(key));
  }
  for (const auto& [what, conditions] : record.bits) {
    Key key = start(what);
    add_conditions({in_b, loop, what.kind, 2, what.first, group_size(record, what)}, conditions, first, key);
    out.emplace(Unit{in_b, loop, what}, std::move(key));
  }
  add_presence(in_b, loop, record, first, out);
}

// Where the threads of one side leave a loop together, none of them has an unknown of whether it is still
// there: who entered is. It goes with that of the other side all the same.
void LoopRelation::add_presence(bool in_b, std::uint32_t loop, const LoopRecord& record, bool first,
                                std::map<Unit, Key>& out) {
  const auto other = records_[!in_b].find(loop);
  const auto has_own = [](const LoopRecord& r) {
    return std::any_of(r.bits.begin(), r.bits.end(),
                       [](const auto& b) { return b.first.kind == LoopUnknown::Kind::Present; });
  };
  if (other == records_[!in_b].end() || has_own(record)) return;
  for (const auto& [what, conditions] : other->second.bits) {
    if (what.kind != LoopUnknown::Kind::Present) continue;
    const Role role{in_b, loop, what.kind, 2, what.first, group_size(other->second, what)};
    std::vector<Term> in, back;
    for (int t = what.first; t < what.first + role.size; ++t) {
      in.push_back(record.entered.at(t));
      back.push_back(record.back.at(t));
    }
    LoopUnknown own = what;
    own.target = kAlways;
    const auto known = class_of_.find({in_b, loop, own});
    Key key{loop, static_cast<std::uint64_t>(record.parent + 1), static_cast<std::uint64_t>(what.kind),
            known == class_of_.end() ? ~0ull : known->second};
    add_conditions(role, {graph_.disj(in), graph_.disj(back)}, first, key);
    out.emplace(Unit{in_b, loop, own}, std::move(key));
  }
}

void LoopRelation::add_conditions(Role role, const std::vector<Term>& conditions, bool first, Key& key) {
  for (const Term c : conditions) {
    if (first && (role.loop > 0 || mentions_loops(c))) {
      key.push_back(~0ull - static_cast<std::uint64_t>(role.first));
    } else {
      key.push_back(condition(role, c == conditions[0] ? c : where(conditions[0], c), c));
    }
    ++role.number;
  }
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
      if (key.at(kFirstOfCell) == kRoundsBehind)
        changed = of_rounds_.try_emplace(it->second, key.at(0), key.at(kFirstOfCell + 1)).second || changed;
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

// In rounds that are reached.
bool LoopRelation::equal_in_round(std::uint32_t loop, Term guard, Term a, Term b) {
  const auto never = [&](Term c) {
    const Term parts[] = {reached(loop, false, 0, threads_), reached(loop, true, 0, threads_),
                          (*representatives_)(guard), c};
    return is_infeasible(graph_.conj(parts));
  };
  return same_value(never)((*representatives_)(a), (*representatives_)(b));
}

bool LoopRelation::is_infeasible(Term t) {
  const auto [known, fresh] = proved_.try_emplace(t, graph_.is_false(t));
  if (fresh && !known->second && !graph_.is_true(t)) known->second = facts_.infeasible(t);
  return known->second;
}

// Do the same threads have the condition, in rounds that are reached?
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
      [&](Term guard, Term x, Term y) { return equal_in_round(loop, guard, x, y); },
      [&](Term t) { return equal_in_round(loop, t, graph_.truth(true), graph_.truth(false)); }};
  const bool stored = orders_[0]->was_stored_to(key) || orders_[1]->was_stored_to(*other);
  for (const bool after : {false, true}) {
    if (by_atomics && (after || !stored)) continue;
    const auto pairs = compare_contents(
        graph_, threads_, after ? *a.after : *a.before, key, after ? *b.after : *b.before, *other, proofs);
    if (!pairs) return false;
    for (const auto& [x, y] : *pairs) {
      if (x != y && form(x) != form(y) && !equal_in_round(loop, graph_.truth(true), x, y)) return false;
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

bool LoopRelation::is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b, Facts facts) {
  orders_[0] = &a;
  orders_[1] = &b;
  facts_ = std::move(facts);
  if (facts_.assumptions != proved_with_) proved_.clear();
  proved_with_ = facts_.assumptions;
  failures_.clear();
  value_failures_.clear();
  if (find_counters()) {
    class_of_.clear();
    always_.clear();
    rounds_.clear();
    most_rounds_.clear();
    for (const auto& [unit, most] : counters_) {
      if (bounded_)
        most_rounds_[std::get<1>(unit)] =
            std::min(most, most_rounds_.try_emplace(std::get<1>(unit), most).first->second);
    }
    return false;
  }
  if (find_sums()) return false;
  add_sums();
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

bool LoopRelation::surely_bounded() {
  for (const auto& [loop, most] : most_rounds_) {
    const auto ends = [&, loop = loop, most = most](bool in_b) {
      const auto record = records_[in_b].find(loop);
      if (record == records_[in_b].end()) return false;
      std::vector<Term> back;
      for (int t = 0; t < threads_; ++t) back.push_back((*representatives_)(record->second.back.at(t)));
      const Term parts[] = {reached(loop, false, 0, threads_), reached(loop, true, 0, threads_),
                            graph_.disj(back), graph_.eq(rounds_before(loop, 64), graph_.constant(64, most))};
      return is_infeasible(graph_.conj(parts));
    };
    if (!ends(false) && !ends(true)) return false;
  }
  return true;
}

std::string LoopRelation::trouble() const { return trouble_; }

}  // namespace warpproof::equivalence
