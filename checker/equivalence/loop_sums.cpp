#include "checker/equivalence/loop_sums.h"

#include <algorithm>

#include "src/term/float_op.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;
using symbolic::StateCell;

namespace {

constexpr std::uint64_t kSumOfCells = 1ull << 62;  // where a sum is said to stand

StateCell cell_of(const std::vector<StateCell>& parts) {
  return {false, kSumOfCells + 2 * parts.front().at + (parts.front().is_register ? 1 : 0),
          parts.front().width};
}

}  // namespace

Term sum_or_difference(TermGraph& graph, bool of_reals, bool subtract, Term a, Term b) {
  if (!of_reals) return subtract ? graph.sub(a, b) : graph.add(a, b);
  FloatOp op;
  op.code = subtract ? FloatCode::Sub : FloatCode::Add;
  op.operand = op.result = graph.width(a) == 64 ? FloatFormat::F64 : FloatFormat::F32;
  const Term operands[] = {a, b};
  return graph.float_op(op.pack(), graph.width(a), operands);
}

// The sum that the unknown is the first part of.
const LoopSums::Sum* LoopSums::sum_of(const LoopUnit& unit) const {
  const auto& [in_b, loop, what] = unit;
  const bool of_cell = what.kind == LoopUnknown::Kind::Head || what.kind == LoopUnknown::Kind::After;
  const auto sum = of_cell ? sums_.find({in_b, loop}) : sums_.end();
  return sum != sums_.end() && sum->second.parts.front() == what.cell ? &sum->second : nullptr;
}

Term LoopSums::value(const LoopUnit& unit, int width) {
  const Sum& sum = *sum_of(unit);
  auto [in_b, loop, what] = unit;
  what.cell = cell_of(sum.parts);
  Term out = variables_.of({in_b, loop, what}, width);
  for (std::size_t i = 1; i < sum.parts.size(); ++i) {
    what.cell = sum.parts[i];
    out = sum_or_difference(graph_, sum.of_reals, true, out, variables_.of({in_b, loop, what}, width));
  }
  return out;
}

bool LoopSums::adds_up(const LoopUnit& unit, const LoopRecord::Unknown& u, bool of_reals) {
  const int t = std::get<2>(unit).first;
  if (std::get<2>(unit).kind != LoopUnknown::Kind::Head || u.form.kind != CellForm::Kind::Any ||
      u.form.taints || graph_.is_false(u.guard.at(t)) || variables_.has_no_unknown(unit))
    return false;
  const Term head = variables_.of(unit, u.entry.width);
  Term now = u.now.bits.at(t);
  if (!of_reals) {
    const Term added[] = {graph_.sub(now, head)};
    const auto leaves = collect_leaves(graph_, added);
    return !graph_.is_const(added[0]) &&
           std::find(leaves.variables.begin(), leaves.variables.end(), head) == leaves.variables.end();
  }
  std::vector<Term> open{now};
  bool any = false;
  for (std::size_t seen = 0; !open.empty() && seen < 1000; ++seen) {
    const Term x = open.back();
    open.pop_back();
    any = any || (x == head && now != head);
    if (graph_.kind(x) != Kind::Float) continue;
    const FloatCode code = FloatOp::unpack(graph_.aux(x)).code;
    const auto operands = graph_.operands(x);
    if (code == FloatCode::Fma) open.push_back(operands[2]);
    if (code == FloatCode::Add || code == FloatCode::Sub)
      open.insert(open.end(), operands.begin(), operands.end());
  }
  return any;
}

LoopSums::Sum LoopSums::sum_in(bool in_b, std::uint32_t loop, bool of_reals, int width) {
  Sum out{of_reals, {}};
  const LoopRecord& record = records_[in_b].at(loop);
  for (const auto& [what, u] : record.cells) {
    if (what.cell.width != width || !adds_up({in_b, loop, what}, u, of_reals)) continue;
    if (std::find(out.parts.begin(), out.parts.end(), what.cell) == out.parts.end())
      out.parts.push_back(what.cell);
  }
  return out;
}

bool LoopSums::find() {
  if (looked_) return false;
  looked_ = true;
  for (const auto& [loop, record] : records_[0]) {
    if (!records_[1].contains(loop)) continue;
    for (const bool of_reals : {false, true}) {
      if (of_reals && !over_reals_) continue;
      for (const int width : {32, 64}) {
        const Sum of_a = sum_in(false, loop, of_reals, width), of_b = sum_in(true, loop, of_reals, width);
        if (of_a.parts.size() == 1 && of_b.parts.size() > 1) sums_.try_emplace({true, loop}, of_b);
        if (of_b.parts.size() == 1 && of_a.parts.size() > 1) sums_.try_emplace({false, loop}, of_a);
      }
    }
  }
  return !sums_.empty();
}

void LoopSums::add_records() {
  for (const auto& [where, sum] : sums_) {
    const auto record = records_[where.first].find(where.second);
    if (record == records_[where.first].end()) continue;
    auto& cells = record->second.cells;
    std::map<LoopUnknown, LoopRecord::Unknown> sums;
    for (const auto& [what, u] : cells) {
      if (what.cell != sum.parts.front()) continue;
      LoopRecord::Unknown all = u;
      bool whole = u.form.kind == CellForm::Kind::Any && !u.form.taints;
      LoopUnknown part = what;
      for (std::size_t i = 1; i < sum.parts.size(); ++i) {
        part.cell = sum.parts[i];
        const auto other = cells.find(part);
        whole = whole && other != cells.end() && other->second.form.kind == CellForm::Kind::Any &&
                !other->second.form.taints;
        if (!whole) break;
        const auto add = [&](const symbolic::Lanes& a, const symbolic::Lanes& b) {
          std::vector<Term> out;
          for (int t = 0; t < threads_; ++t) {
            const bool own = t >= what.first && t < what.first + u.size;
            out.push_back(own ? sum_or_difference(graph_, sum.of_reals, false, a.at(t), b.at(t)) : a.at(t));
          }
          return symbolic::Lanes::each(std::move(out));
        };
        all.entry.bits = add(all.entry.bits, other->second.entry.bits);
        all.now.bits = add(all.now.bits, other->second.now.bits);
      }
      LoopUnknown own = what;
      own.cell = cell_of(sum.parts);
      if (whole) sums.emplace(own, std::move(all));
    }
    cells.insert(sums.begin(), sums.end());
  }
}

}  // namespace warpproof::equivalence
