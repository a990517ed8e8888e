#include "checker/equivalence/combined_cells.h"

#include <algorithm>

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;
using symbolic::StateCell;

namespace {

constexpr std::size_t kMostLeaves = 256;

// For a choice of the smaller or the larger of two: which it is.
std::optional<Kind> extreme_of_choice(const TermGraph& graph, Term t) {
  if (graph.kind(t) != Kind::Ite) return {};
  const auto parts = graph.operands(t);
  const Kind order = graph.kind(parts[0]);
  if (order != Kind::Slt && order != Kind::Ult) return {};
  const auto sides = graph.operands(parts[0]);
  const bool smaller = parts[1] == sides[0] && parts[2] == sides[1];
  const bool larger = parts[1] == sides[1] && parts[2] == sides[0];
  if (!smaller && !larger) return {};
  if (order == Kind::Slt) return smaller ? Kind::SMin : Kind::SMax;
  return smaller ? Kind::UMin : Kind::UMax;
}

// An extreme of several without one of them; that one may be more extreme after the loop. A guess, too:
// choices are taken to go together.
Term without(TermGraph& graph, Kind operation, Term all, Term one) {
  const auto operands = graph.operands(all), others = graph.operands(one);
  if (graph.kind(all) == Kind::Ite && graph.kind(one) == Kind::Ite) {
    const Term condition = operands[0], parts[] = {operands[1], operands[2], others[1], others[2]};
    return graph.ite(condition, without(graph, operation, parts[0], parts[2]),
                     without(graph, operation, parts[1], parts[3]));
  }
  std::vector<Term> rest(operands.begin(), operands.end());
  if (graph.kind(all) != operation || std::erase(rest, one) == 0 || rest.empty()) return all;
  return rest.size() == 1 ? rest[0] : rebuild(graph, all, rest);
}

bool is_extreme(Kind k) { return k == Kind::SMin || k == Kind::SMax || k == Kind::UMin || k == Kind::UMax; }

}  // namespace

// The operation by which an iteration takes something into the cell. A guess; nothing rests on it.
std::optional<CombinedCells::Combining> CombinedCells::combining(const LoopUnit& unit,
                                                                 const LoopRecord::Unknown& u) {
  const int t = std::get<2>(unit).first;
  const bool any = std::get<2>(unit).kind == LoopUnknown::Kind::Head && u.form.kind == CellForm::Kind::Any &&
                   !u.form.taints && !graph_.is_false(u.guard.at(t));
  if (!any || variables_.has_no_unknown(unit)) return {};
  if (sums_.adds_up(unit, u, false)) return Combining{Kind::Add, false};
  if (terms_.over_reals() && u.entry.width >= 32 && sums_.adds_up(unit, u, true))
    return Combining{Kind::Add, true};
  const Term head = variables_.of(unit, u.entry.width);
  const auto operation_of = [&](Term x) {
    return is_extreme(graph_.kind(x)) ? std::optional(graph_.kind(x)) : extreme_of_choice(graph_, x);
  };
  const auto operation = operation_of(u.now.bits.at(t));
  if (!operation) return {};
  std::vector<Term> open{u.now.bits.at(t)};
  for (std::size_t i = 0; i < open.size() && open.size() < kMostLeaves; ++i) {
    if (open[i] == head) return Combining{*operation, false};
    if (operation_of(open[i]) != operation) continue;
    const auto operands = graph_.operands(open[i]);
    open.insert(open.end(), operands.begin() + (graph_.kind(open[i]) == Kind::Ite ? 1 : 0), operands.end());
  }
  return {};
}

Term CombinedCells::combine(const Combining& by, Term a, Term b) {
  switch (by.operation) {
    case Kind::SMin:
      return graph_.smin(a, b);
    case Kind::SMax:
      return graph_.smax(a, b);
    case Kind::UMin:
      return graph_.umin(a, b);
    case Kind::UMax:
      return graph_.umax(a, b);
    default:
      return sum_or_difference(graph_, by.of_reals, false, a, b);
  }
}

const CombinedCells::Combined* CombinedCells::combined_of(const LoopUnit& unit) const {
  const auto& [in_b, loop, what] = unit;
  const bool of_cell = what.kind == LoopUnknown::Kind::Head || what.kind == LoopUnknown::Kind::After;
  const auto found = of_cell ? combined_.find({in_b, loop}) : combined_.end();
  return found != combined_.end() && found->second.cell == what.cell ? &found->second : nullptr;
}

// The unknowns of the other side that the cell's is made of.
std::vector<LoopUnknown> CombinedCells::parts_of(const LoopUnknown& what, const Combined& c) const {
  std::vector<LoopUnknown> out;
  for (const StateCell& part : c.parts) {
    out.push_back(what);
    out.back().cell = part;
    if (what.kind == LoopUnknown::Kind::After) out.back().target = c.other_target;
  }
  return out;
}

Term CombinedCells::value(const LoopUnit& unit, int width) {
  const Combined& c = *combined_of(unit);
  const auto& [in_b, loop, what] = unit;
  const auto start = c.start.find(what.first);
  Term out = start != c.start.end() ? start->second : graph_.constant(width, 0);
  for (const LoopUnknown& part : parts_of(what, c))
    out = combine(c.by, out, variables_.of({!in_b, loop, part}, width));
  return out;
}

std::map<int, Term> CombinedCells::starts_of(bool in_b, std::uint32_t loop, const Combined& c) {
  std::map<int, Term> out;
  const auto& others = records_[!in_b].at(loop).cells;
  for (const auto& [what, u] : records_[in_b].at(loop).cells) {
    if (what.kind != LoopUnknown::Kind::Head || what.cell != c.cell) continue;
    Term start = u.entry.bits.at(what.first);
    for (const LoopUnknown& part : parts_of(what, c)) {
      const auto other = others.find(part);
      if (other == others.end()) continue;
      const Term entry = other->second.entry.bits.at(what.first);
      start = c.by.operation == Kind::Add ? sum_or_difference(graph_, c.by.of_reals, true, start, entry)
                                          : without(graph_, c.by.operation, start, entry);
    }
    out[what.first] = terms_.represent(start);
  }
  return out;
}

// Cells of the loop into which iterations take something by that operation.
std::vector<StateCell> CombinedCells::taking_in(bool in_b, std::uint32_t loop, const Combining& by,
                                                int width) {
  std::vector<StateCell> out;
  for (const auto& [what, u] : records_[in_b].at(loop).cells) {
    const bool known = std::find(out.begin(), out.end(), what.cell) != out.end();
    if (what.cell.width == width && !known && combining({in_b, loop, what}, u) == by)
      out.push_back(what.cell);
  }
  return out;
}

bool CombinedCells::same_class(std::uint32_t loop, const StateCell& in_a, const StateCell& in_b) const {
  for (int t = 0; t < threads_; ++t) {
    LoopUnknown what{LoopUnknown::Kind::Head, 0, in_a, t};
    const auto x = variables_.class_of().find({false, loop, what});
    what.cell = in_b;
    const auto y = variables_.class_of().find({true, loop, what});
    if (x == variables_.class_of().end() && y == variables_.class_of().end()) continue;
    if (x == variables_.class_of().end() || y == variables_.class_of().end() || x->second != y->second)
      return false;
  }
  return true;
}

bool CombinedCells::find_in(std::uint32_t loop, const Combining& by, int width) {
  if (no_combined_.contains(loop) || combined_.contains({false, loop}) || combined_.contains({true, loop}) ||
      sums_.any_in(loop))
    return false;
  const auto of_a = taking_in(false, loop, by, width), of_b = taking_in(true, loop, by, width);
  if (of_a.empty() || of_b.empty() || (of_a.size() > 1 && of_b.size() > 1)) return false;
  if (of_a.size() == 1 && of_b.size() == 1 && same_class(loop, of_a[0], of_b[0])) return false;
  const bool in_b = of_a.size() > 1;
  const auto target = records_.only_target(!in_b, loop);
  if (!target || !records_.only_target(in_b, loop)) return false;
  Combined c{by, (in_b ? of_b : of_a)[0], in_b ? of_a : of_b, *target, {}};
  c.start = starts_of(in_b, loop, c);
  combined_.emplace(std::pair{in_b, loop}, std::move(c));
  return true;
}

bool CombinedCells::find() {
  for (const auto& [loop, record] : records_[0]) {
    if (!records_[1].contains(loop)) continue;
    for (const int width : {32, 64}) {
      for (const Kind k : {Kind::SMin, Kind::SMax, Kind::UMin, Kind::UMax, Kind::Add}) {
        if (find_in(loop, {k, false}, width)) return true;
      }
      if (terms_.over_reals() && find_in(loop, {Kind::Add, true}, width)) return true;
    }
  }
  return false;
}

// Of what enters, comes back and leaves.
bool CombinedCells::is_kept(bool in_b, std::uint32_t loop, const Combined& c) {
  const auto own = records_[in_b].find(loop), other = records_[!in_b].find(loop);
  if (own == records_[in_b].end() || other == records_[!in_b].end()) return false;
  const LoopRecord &x = own->second, &y = other->second;
  const LoopRecord &a = in_b ? y : x, &b = in_b ? x : y;
  if (x.parent != y.parent || records_.only_target(!in_b, loop) != c.other_target ||
      !records_.only_target(in_b, loop) || !keys_.same_threads(loop, 0, a.entered, b.entered) ||
      !keys_.same_threads(loop, 1, a.back, b.back))
    return false;
  for (const auto& [what, u] : x.cells) {
    if (what.cell != c.cell) continue;
    const bool head = what.kind == LoopUnknown::Kind::Head;
    if (u.form.kind != CellForm::Kind::Any || u.form.taints) return false;
    for (int t = what.first; t < what.first + u.size; ++t) {
      Term entry = c.start.at(t), now = entry;
      for (const LoopUnknown& part : parts_of(what, c)) {
        const auto found = y.cells.find(part);
        if (found == y.cells.end() || found->second.form.kind != CellForm::Kind::Any ||
            found->second.form.taints || found->second.entry.width != u.entry.width)
          return false;
        entry = combine(c.by, entry, found->second.entry.bits.at(t));
        now = combine(c.by, now, found->second.now.bits.at(t));
      }
      const auto same = [&](Term guard, Term p, Term q) {
        return terms_.content(p) == terms_.content(q) || states_.equal_in_iteration(loop, guard, p, q);
      };
      if (head && !same(x.entered.at(t), u.entry.bits.at(t), entry)) return false;
      if (!same(u.guard.at(t), u.now.bits.at(t), now)) return false;
    }
  }
  return true;
}

bool CombinedCells::weaken() {
  bool changed = false;
  for (auto it = combined_.begin(); it != combined_.end();) {
    const auto [in_b, loop] = it->first;
    const bool there = records_[0].contains(loop) && records_[1].contains(loop);
    auto start = there ? starts_of(in_b, loop, it->second) : std::map<int, Term>();
    if (there && start != it->second.start) {
      it->second.start = std::move(start);
      changed = true;
    } else if (!there || !is_kept(in_b, loop, it->second)) {
      no_combined_.insert(loop);
      it = combined_.erase(it);
      changed = true;
      continue;
    }
    ++it;
  }
  return changed;
}

}  // namespace warpproof::equivalence
