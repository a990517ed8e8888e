#include "checker/equivalence/loop_keys.h"

#include <algorithm>
#include <utility>

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

namespace {

// Threads whose conditions are no others', before the rest is not asked about.
constexpr int kMostFailures = 3;

// Numbers of conditions of one thread, where no unknown is decided by them.
constexpr int kOfOne = 8;

std::int64_t sign_extended(std::uint64_t value, int width) {
  const int unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

}  // namespace

std::map<LoopUnit, UnitKey> LoopKeys::all(bool first) {
  std::map<LoopUnit, UnitKey> out;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) add_cells(in_b, loop, record, first, out);
  }
  return out;
}

// By a form, or by that of a condition of the other side that is proved to be the same in every state that is
// reached.
std::uint64_t LoopKeys::condition(const Role& role, Term spelled, Term t) {
  const std::uint64_t form = terms_.form(spelled);
  t = terms_.represent(t);
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
bool LoopKeys::agree(const Role& role, const Condition& other, Term t) {
  int& failures = failures_[{role.loop, role.kind, role.number}];
  if (failures >= kMostFailures) return false;
  const int last = role.first + role.size;
  const Term parts[] = {states_.reached(role.loop, false, role.first, last),
                        states_.reached(role.loop, true, role.first, last),
                        graph_.lnot(graph_.eq(t, other.term))};
  if (terms_.is_infeasible(graph_.conj(parts))) return true;
  ++failures;
  return false;
}

// What a thread brings to a cell (0: before the loop, 1: at the end of an iteration) where the guard holds:
// by a form, or by that of a value of the other side that is proved to be the same. The guard is about the
// threads up to `last`, of which all that is known may be used.
std::uint64_t LoopKeys::value(const LoopUnit& unit, int number, int thread, int last, Term guard, Term t) {
  const std::uint64_t form = terms_.content(t);
  const auto& [in_b, loop, what] = unit;
  const auto known = variables_.class_of().find(unit);
  const std::size_t own_class = known == variables_.class_of().end() ? variables_.classes() : known->second;
  t = terms_.represent(t);
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
        const Term parts[] = {states_.reached(loop, false, thread, last),
                              states_.reached(loop, true, thread, last), terms_.represent(guard), c};
        return terms_.is_infeasible(graph_.conj(parts));
      };
      const auto begin = effort::Clock::now();
      const bool same = terms_.same_value(never)(t, other.term);
      asked_about_values_ += effort::Clock::now() - begin;
      if (same) return other.form;
      ++failures;
    }
  }
  values_[place(in_b)].push_back({form, t, own_class});
  return form;
}

// For what lies after a loop of a cell that every iteration adds the same to: how many iterations it stands
// for, more than came before the iteration in which it was left.
std::optional<std::uint64_t> LoopKeys::iterations_more(const LoopUnit& unit, const LoopRecord::Unknown& u) {
  const auto& [in_b, loop, what] = unit;
  const LoopUnknown head{LoopUnknown::Kind::Head, 0, what.cell, 0};
  const int width = u.entry.width;
  if (u.form.kind != CellForm::Kind::Step || !counters_.contains({in_b, loop, head})) return {};
  std::optional<std::uint64_t> of_all;  // each thread that leaves says the same
  for (int t = what.first; t < what.first + u.size; ++t) {
    if (graph_.is_false(u.guard.at(t))) continue;
    const Term before =
        graph_.mul(variables_.iterations_before(loop, width), graph_.constant(width, u.form.step));
    const Term change = graph_.sub(u.now.bits.at(t), u.entry.bits.at(t));
    const Form more = terms_.form_at(terms_.form(graph_.sub(change, before)));
    const std::int64_t step = sign_extended(u.form.step, width), by = sign_extended(more.aux, width);
    if (more.tag != Tag::Constant || step == 0 || by % step != 0) return {};
    const auto iterations = static_cast<std::uint64_t>(by / step);
    if (of_all && *of_all != iterations) return {};
    of_all = iterations;
  }
  return of_all;
}

UnitKey LoopKeys::cell_key(const LoopUnit& unit, const LoopRecord& record, const LoopRecord::Unknown& u,
                           bool first) {
  using Kind = CellForm::Kind;
  const auto& [in_b, loop, what] = unit;
  const bool based = u.form.kind == Kind::Step || u.form.kind == Kind::Shift || u.form.kind == Kind::Stride;
  const bool masked = u.form.kind == Kind::Subset, head = what.kind == LoopUnknown::Kind::Head;
  const auto more = head ? std::nullopt : iterations_more(unit, u);
  UnitKey key;
  key.push_back(more ? kIterationsAfter : static_cast<std::uint64_t>(u.form.kind));
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
                          alike ? terms_.where(entered.front(), comes) : comes, comes));
  if (graph_.is_false(comes) || more) return key;
  const auto brought = [&](int t) {
    return based ? graph_.sub(u.now.bits.at(t), u.entry.bits.at(t)) : u.now.bits.at(t);
  };
  const int last = what.first + u.size;
  if (masked) {
    for (int t = what.first; t < last; ++t) {
      key.push_back(value(unit, 1, t, t + 1, u.guard.at(t),
                          alike ? terms_.where(record.entered.at(t), brought(t)) : brought(t)));
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
  key.push_back(
      value(unit, 1, what.first, last, comes, alike ? terms_.where(entered.front(), *shared) : *shared));
  return key;
}

void LoopKeys::add_cells(bool in_b, std::uint32_t loop, const LoopRecord& record, bool first,
                         std::map<LoopUnit, UnitKey>& out) {
  const auto parent = static_cast<std::uint64_t>(record.parent + 1);
  const auto start = [&](const LoopUnknown& what) {
    UnitKey key{loop, parent, static_cast<std::uint64_t>(what.kind)};
    const auto known = variables_.class_of().find({in_b, loop, what});
    key.push_back(known == variables_.class_of().end() ? ~0ull : known->second);
    return key;
  };
  for (const auto& [what, u] : record.cells) {
    const LoopUnit unit{in_b, loop, what};
    if (variables_.has_no_class(unit)) continue;
    UnitKey key = start(what);
    const UnitKey more = cell_key(unit, record, u, first);
    key.insert(key.end(), more.begin(), more.end());
    out.emplace(unit, std::move(key));
  }
  for (const auto& [what, conditions] : record.bits) {
    UnitKey key = start(what);
    add_conditions({in_b, loop, what.kind, 2, what.first, records_.group_size(record, what)}, conditions,
                   first, key);
    out.emplace(LoopUnit{in_b, loop, what}, std::move(key));
  }
  add_presence(in_b, loop, record, first, out);
}

// Where the threads of one side leave a loop together, none of them has an unknown of whether it is still
// there: who entered is. It goes with that of the other side all the same.
void LoopKeys::add_presence(bool in_b, std::uint32_t loop, const LoopRecord& record, bool first,
                            std::map<LoopUnit, UnitKey>& out) {
  const auto other = records_[!in_b].find(loop);
  const auto has_own = [](const LoopRecord& r) {
    return std::any_of(r.bits.begin(), r.bits.end(),
                       [](const auto& b) { return b.first.kind == LoopUnknown::Kind::Present; });
  };
  if (other == records_[!in_b].end() || has_own(record)) return;
  for (const auto& [what, conditions] : other->second.bits) {
    if (what.kind != LoopUnknown::Kind::Present) continue;
    const Role role{in_b, loop, what.kind, 2, what.first, records_.group_size(other->second, what)};
    std::vector<Term> in, back;
    for (int t = what.first; t < what.first + role.size; ++t) {
      in.push_back(record.entered.at(t));
      back.push_back(record.back.at(t));
    }
    LoopUnknown own = what;
    own.target = kAlways;
    const auto known = variables_.class_of().find({in_b, loop, own});
    UnitKey key{loop, static_cast<std::uint64_t>(record.parent + 1), static_cast<std::uint64_t>(what.kind),
                known == variables_.class_of().end() ? ~0ull : known->second};
    add_conditions(role, {graph_.disj(in), graph_.disj(back)}, first, key);
    out.emplace(LoopUnit{in_b, loop, own}, std::move(key));
  }
}

void LoopKeys::add_conditions(Role role, const std::vector<Term>& conditions, bool first, UnitKey& key) {
  for (const Term c : conditions) {
    if (first && (role.loop > 0 || variables_.mentions_loops(c))) {
      key.push_back(~0ull - static_cast<std::uint64_t>(role.first));
    } else {
      key.push_back(condition(role, c == conditions[0] ? c : terms_.where(conditions[0], c), c));
    }
    ++role.number;
  }
}

bool LoopKeys::same_threads(std::uint32_t loop, int number, const symbolic::Lanes& a,
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

}  // namespace warpproof::equivalence
