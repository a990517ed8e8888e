// What members of one class have in common: the conditions and values by which cells are entered, kept and
// left.
#include <algorithm>

#include "checker/equivalence/loop_relation.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

namespace {

// Threads whose conditions are no others', before the rest is not asked about.
constexpr int kMostFailures = 3;

std::int64_t sign_extended(std::uint64_t value, int width) {
  const int unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

}  // namespace

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

// Is it the same as one of the other side, wherever an iteration is reached?
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
  return {graph_, [this](Term t) { return content(t); }, [this](Term t) { return form(t); }, std::move(never)};
}

SameValue LoopRelation::same_bits(std::function<bool(Term)> never) {
  const auto bits = [this](Term t) { return form(t); };
  return {graph_, bits, bits, std::move(never)};
}

// What a thread brings to a cell (0: before the loop, 1: at the end of an iteration) where the guard holds:
// by a form, or by that of a value of the other side that is proved to be the same. The guard is about the
// threads up to `last`, of which all that is known may be used.
std::uint64_t LoopRelation::value(const Unit& unit, int number, int thread, int last, Term guard, Term t) {
  const std::uint64_t form = content(t);
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
      if (other.in_class != own_class || failures >= kMostFailures || out_of_questions()) continue;
      const auto never = [&, loop = loop](Term c) {
        const Term parts[] = {reached(loop, false, thread, last), reached(loop, true, thread, last),
                              (*representatives_)(guard), c};
        return is_infeasible(graph_.conj(parts));
      };
      const auto begin = effort::Clock::now();
      const bool same = same_value(never)(t, other.term);
      asked_about_values_ += effort::Clock::now() - begin;
      if (same) return other.form;
      ++failures;
    }
  }
  values_[place(in_b)].push_back({form, t, own_class});
  return form;
}

// May the condition be taken to have held when the iteration before this one ended, of its own numbers?
bool LoopRelation::held_before(Term t, const std::set<std::uint32_t>& known) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  return std::all_of(leaves.variables.begin(), leaves.variables.end(),
                     [&](Term v) { return known.contains(v.id) || facts_.inputs.contains(v.id); }) &&
         leaves.reads.empty();
}

// What is known of threads that are in an iteration: they came back from the one before it, if there was one.
Term LoopRelation::reached(std::uint32_t loop, bool in_b, int first, int last) {
  const auto [answer, fresh] = reached_.try_emplace({loop, in_b, first, last}, graph_.truth(true));
  const auto record = records_[in_b].find(loop);
  if (!fresh || record == records_[in_b].end()) return answer->second;
  const Term counter = iterations_before(loop, 64);
  const int parent = record->second.parent;
  std::set<std::uint32_t> counters = numbers_known_in(in_b, loop);
  Substitute before(graph_);
  before.map(counter, graph_.sub(counter, graph_.constant(64, 1)));
  std::vector<Term> all;
  add_moved(loop, counters, before, all);
  add_facts_before(in_b, loop, first, last, all);
  add_bound_of_rest(in_b, loop, first, last, all);
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
    for (const Term c : kept_in_iteration(record->second, t, record->second.back.at(t), counters))
      all.push_back(graph_.implies(here, graph_.lor(graph_.eq(counter, graph_.constant(64, 0)), before(c))));
  }
  return reached_[{loop, in_b, first, last}] = graph_.conj(all);
}

// For what lies after a loop of a cell that every iteration adds the same to: how many iterations it stands
// for, more than came before the iteration in which it was left.
std::optional<std::uint64_t> LoopRelation::iterations_more(const Unit& unit, const LoopRecord::Unknown& u) {
  const auto& [in_b, loop, what] = unit;
  const LoopUnknown head{LoopUnknown::Kind::Head, 0, what.cell, 0};
  const int width = u.entry.width;
  if (u.form.kind != CellForm::Kind::Step || !counters_.contains({in_b, loop, head})) return {};
  std::optional<std::uint64_t> of_all;  // each thread that leaves says the same
  for (int t = what.first; t < what.first + u.size; ++t) {
    if (graph_.is_false(u.guard.at(t))) continue;
    const Term before = graph_.mul(iterations_before(loop, width), graph_.constant(width, u.form.step));
    const Term change = graph_.sub(u.now.bits.at(t), u.entry.bits.at(t));
    const Form more = forms_.forms().at(form(graph_.sub(change, before)));
    const std::int64_t step = sign_extended(u.form.step, width), by = sign_extended(more.aux, width);
    if (more.tag != Tag::Constant || step == 0 || by % step != 0) return {};
    const auto iterations = static_cast<std::uint64_t>(by / step);
    if (of_all && *of_all != iterations) return {};
    of_all = iterations;
  }
  return of_all;
}

// Cells to which every iteration adds the same. True: they are others than were known.
bool LoopRelation::find_counters() {
  const auto counts = [&](const auto& counter) {
    const auto& [in_b, loop, what] = counter;
    const auto record = records_[in_b].find(loop);
    if (record == records_[in_b].end()) return true;
    const auto cell = record->second.cells.find(what);
    return cell == record->second.cells.end() || cell->second.form.kind == CellForm::Kind::Step;
  };
  bool changed = false;
  for (auto it = counters_.begin(); it != counters_.end();) {
    if (counts(*it)) {
      ++it;
      continue;
    }
    no_counters_.insert(*it);
    it = counters_.erase(it);
    changed = true;
  }
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& [what, u] : record.cells) {
        const bool steps = u.form.kind == CellForm::Kind::Step && u.size == threads_;
        const Unit unit{in_b, loop, what};
        if (what.kind != LoopUnknown::Kind::Head || !steps || no_counters_.contains(unit)) continue;
        const int width = u.entry.width;
        const Term next = graph_.add(variable(unit, width), graph_.constant(width, 1));
        const Term moved = graph_.mul(next, graph_.constant(width, u.form.step));
        bool exact = true, comes = false;
        for (int t = 0; t < threads_; ++t) {
          if (graph_.is_false(u.guard.at(t))) continue;
          comes = true;
          exact = exact && u.now.bits.at(t) == graph_.add(u.entry.bits.at(t), moved);
        }
        if (!comes) continue;
        if (exact == counters_.contains(unit)) continue;
        changed = true;
        if (exact) {
          counters_.insert(unit);
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
  const auto more = head ? std::nullopt : iterations_more(unit, u);
  Key key;
  key.push_back(more ? kIterationsBehind : static_cast<std::uint64_t>(u.form.kind));
  key.push_back(more ? *more : u.form.step);
  if (!more) key.push_back(static_cast<std::uint64_t>(u.entry.width));
  std::vector<Term> entered, now;
  for (int t = what.first; t < what.first + u.size; ++t) {
    entered.push_back(record.entered.at(t));
    now.push_back(u.guard.at(t));
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
        key.push_back(value(unit, 0, t, t + 1, record.entered.at(t), entry));
      }
    }
  }
  if (first) return key;
  const bool alike =
      std::all_of(entered.begin(), entered.end(), [&](Term t) { return t == entered.front(); });
  const Term comes = graph_.disj(now);
  key.push_back(condition({in_b, loop, what.kind, 1, what.first, u.size},
                          alike ? where(entered.front(), comes) : comes, comes));
  if (graph_.is_false(comes) || more) return key;
  const auto brought = [&](int t) {
    return based ? graph_.sub(u.now.bits.at(t), u.entry.bits.at(t)) : u.now.bits.at(t);
  };
  const int last = what.first + u.size;
  if (masked) {
    for (int t = what.first; t < last; ++t) {
      key.push_back(value(unit, 1, t, t + 1, u.guard.at(t),
                          alike ? where(record.entered.at(t), brought(t)) : brought(t)));
    }
    return key;
  }
  // A form holds for all of a group, so any member that comes back gives its unknown. Side condition: one of
  // them does, not one in particular, which may have left the loop while others go on.
  std::optional<Term> shared;
  for (int t = last; t-- > what.first;) {
    if (graph_.is_false(u.guard.at(t))) continue;
    shared = shared ? graph_.ite(u.guard.at(t), brought(t), *shared) : brought(t);
  }
  key.push_back(value(unit, 1, what.first, last, comes, alike ? where(entered.front(), *shared) : *shared));
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
    if (has_no_unknown(unit)) continue;
    if (sum_of(unit) != nullptr || combined_of(unit) != nullptr) continue;
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

}  // namespace warpproof::equivalence
