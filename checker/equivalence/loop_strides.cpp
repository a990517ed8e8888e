#include "checker/equivalence/loop_strides.h"

#include <algorithm>

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

namespace {

// Of elements, by which pointers move where indices move by 1; and back.
constexpr std::uint64_t kFactors[] = {1, 2, 4, 8, 12, 16, 24, 32, 64};

// Strides up to which, and distances within which, loops are taken to move indices of that width; of 64 bits
// they are pointers mostly.
std::uint64_t end_of(int width) { return 1ull << (width == 32 ? 31 : 33); }

}  // namespace

Term LoopStrides::value(const LoopUnit& unit, int width) {
  const Strided& strided = strided_.at(unit);
  const Term iterations = moved_.at({std::get<1>(unit), strided.stride}).variable;
  const Term all = graph_.mul(iterations, graph_.constant(64, strided.factor));
  return width == 64 ? all : graph_.extract(all, width - 1, 0);
}

// By how much an iteration moves the cell: a term over inputs.
std::optional<Term> LoopStrides::moves_by(const LoopUnit& unit, const LoopRecord::Unknown& u) {
  if (std::get<2>(unit).kind != LoopUnknown::Kind::Head || u.form.kind != CellForm::Kind::Shift ||
      u.form.taints || u.size != threads_)
    return {};
  // Side condition: each thread that comes back says the same. One that has left the loop says nothing of
  // what those that go on do.
  std::optional<Term> change;
  for (int t = 0; t < threads_; ++t) {
    if (graph_.is_false(u.guard.at(t))) continue;
    const Term before = graph_.add(u.entry.bits.at(t), variables_.of(unit, u.entry.width));
    const Term by = graph_.sub(u.now.bits.at(t), before);
    if (change && *change != by) return {};
    change = by;
  }
  if (!change) return {};
  const Term roots[] = {*change};
  const auto leaves = collect_leaves(graph_, roots);
  const bool of_inputs = std::all_of(leaves.variables.begin(), leaves.variables.end(),
                                     [&](Term v) { return terms_.is_input(v.id); });
  if (!of_inputs || leaves.variables.empty() || !leaves.reads.empty()) return {};
  return change;
}

// The step as a multiple of the stride.
std::optional<LoopStrides::Strided> LoopStrides::multiple_of(Term stride, Term step) {
  const int width = graph_.width(step);
  for (const std::uint64_t factor : kFactors) {
    for (const std::uint64_t f : {factor, 0 - factor}) {
      const Term all = graph_.mul(stride, graph_.constant(64, f));
      const Term same = width == 64 ? all : graph_.extract(all, width - 1, 0);
      if (same == step || terms_.plain_form(same) == terms_.plain_form(step)) return Strided{stride, f};
    }
  }
  return {};
}

// Of a step that is known to be positive, or to be negative, and not to be too large: else nothing can be
// said of how far it moves what. `of_index`: what moves so is taken not to wrap around.
std::optional<LoopStrides::Strided> LoopStrides::new_stride(std::uint32_t loop, Term step, bool of_index) {
  const std::uint64_t end = end_of(graph_.width(step));
  for (const bool down : {false, true}) {
    const Term length = down ? graph_.neg(step) : step;
    if (graph_.unsigned_range(length).second > end) continue;
    const Term stride = graph_.zext(length, 64), iterations = graph_.var(64, "moved");
    if (of_index) graph_.set_range(iterations, 0, end);
    variables_.add_variable(iterations);
    moved_.emplace(std::pair{loop, stride}, Moved{iterations, of_index ? std::optional(end) : std::nullopt});
    return Strided{stride, down ? ~0ull : 1};
  }
  return {};
}

// Cells of which addresses or conditions depend as index_uses.h says; found while they have unknowns of their
// own.
void LoopStrides::find_moved_indices() {
  std::vector<LoopUnit> units;
  IndexUses::Moved moved;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& [what, u] : record.cells) {
        const LoopUnit unit{in_b, loop, what};
        if (strided_.contains(unit) || !moves_by(unit, u)) continue;
        moved.emplace(variables_.of(unit, u.entry.width).id, static_cast<std::uint32_t>(units.size()));
        units.push_back(unit);
      }
    }
  }
  if (units.empty()) return;
  const IndexUses uses = indices_.uses(std::move(moved));
  for (const auto& [number, bound] : uses.bounds()) moved_indices_.insert(units[number]);
}

bool LoopStrides::assumes() const {
  return std::any_of(moved_.begin(), moved_.end(), [](const auto& m) { return m.second.end.has_value(); });
}

// The cells of one width of which that is so or not. True: unknowns are others than they were.
bool LoopStrides::find_of(int width, bool of_index, std::map<LoopUnit, Strided>& kept) {
  bool changed = false;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& [what, u] : record.cells) {
        const LoopUnit unit{in_b, loop, what};
        if (u.entry.width != width || not_strided_.contains(unit)) continue;
        if (moved_indices_.contains(unit) != of_index) continue;
        const auto step = moves_by(unit, u);
        if (!step) continue;
        std::optional<Strided> found;
        for (const auto& [key, variable] : moved_) {
          if (!found && key.first == loop) found = multiple_of(key.second, *step);
        }
        if (!found) found = new_stride(loop, *step, of_index);
        if (!found) continue;
        const auto known = strided_.find(unit);
        const bool same = known != strided_.end() && known->second.stride == found->stride &&
                          known->second.factor == found->factor;
        changed = changed || !same;
        // What moves otherwise than it did has no stride.
        if (known == strided_.end() || same) {
          kept.emplace(unit, *found);
        } else {
          not_strided_.insert(unit);
        }
      }
    }
  }
  return changed;
}

bool LoopStrides::find() {
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      any_ = any_ || std::any_of(record.cells.begin(), record.cells.end(), [&, l = loop](const auto& c) {
               const LoopUnit unit{in_b, l, c.first};
               return (c.second.entry.width == 32 || c.second.entry.width == 64) &&
                      !not_strided_.contains(unit) && moves_by(unit, c.second).has_value();
             });
    }
  }
  if (!any_ || !uses_) return false;
  find_moved_indices();
  bool changed = false;
  std::map<LoopUnit, Strided> kept;
  // Indices first: what moves as they do is as far as they are, and is bounded with them.
  for (const bool of_index : {true, false}) {
    for (const int width : {32, 64}) changed = find_of(width, of_index, kept) || changed;
  }
  for (const auto& [unit, strided] : strided_) {
    if (kept.contains(unit)) continue;
    not_strided_.insert(unit);
    changed = true;
  }
  strided_ = std::move(kept);
  // Side condition: what is stated of a stride (add_facts) is said to be assumed, or has a cell that moves by it.
  std::erase_if(moved_, [&](const auto& m) {
    return std::none_of(strided_.begin(), strided_.end(), [&](const auto& s) {
      return std::get<1>(s.first) == m.first.first && s.second.stride == m.first.second;
    });
  });
  return changed;
}

void LoopStrides::add_facts(std::uint32_t loop, std::set<std::uint32_t>& numbers, Substitute& before,
                            std::vector<Term>& facts) {
  const Term zero = graph_.constant(64, 0);
  for (const auto& [key, moved] : moved_) {
    if (key.first != loop) continue;
    const auto [variable, end] = moved;
    const Term stride = key.second;
    numbers.insert(variable.id);
    before.map(variable, graph_.sub(variable, stride));
    facts.push_back(
        graph_.implies(graph_.eq(variables_.iterations_before(loop, 64), zero), graph_.eq(variable, zero)));
    if (!end) continue;
    facts.push_back(graph_.ule(graph_.add(variable, graph_.add(stride, stride)), graph_.constant(64, *end)));
  }
}

}  // namespace warpproof::equivalence
