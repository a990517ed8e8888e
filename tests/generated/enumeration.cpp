#include "tests/generated/enumeration.h"

#include <algorithm>
#include <stdexcept>

#include "src/machine/address_map.h"
#include "src/term/fold.h"

namespace warpproof::generated {

std::uint64_t Enumeration::value(Term t, std::uint32_t assignment) {
  const Column& c = column(t);
  return c.size() == 1 ? c[0] : c[assignment];
}

bool Enumeration::infeasible(Term predicate) {
  const Column& c = column(predicate);
  return std::all_of(c.begin(), c.end(), [](std::uint64_t v) { return v == 0; });
}

const Enumeration::Column& Enumeration::column(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    bool ready = true;
    for (const Term x : graph_.operands(t)) {
      if (columns_.contains(x.id)) continue;
      stack.push_back(x);
      ready = false;
    }
    if (!ready) continue;
    stack.pop_back();
    if (!columns_.contains(t.id)) columns_.emplace(t.id, compute(t));
  }
  return columns_.at(root.id);
}

Enumeration::Column Enumeration::compute(Term t) {
  const Kind kind = graph_.kind(t);
  const int width = graph_.width(t);
  const auto operands = graph_.operands(t);
  if (kind == Kind::Const) return {graph_.value(t)};
  if (kind == Kind::Var) {
    if (const auto other = stands_for_(t)) return Column(column(*other));
    if (width != 64) throw std::logic_error("a variable that is no pointer: " + graph_.name(t));
    return {allocation_base(graph_.name(t) == "out" ? 1 : 0)};
  }
  std::vector<const Column*> columns;
  std::vector<std::uint8_t> widths;
  bool varies = kind == Kind::Read;
  for (const Term x : operands) {
    columns.push_back(&columns_.at(x.id));
    widths.push_back(static_cast<std::uint8_t>(graph_.width(x)));
    varies |= columns.back()->size() > 1;
  }
  Column out(varies ? settings_.inputs() : 1);
  std::vector<std::uint64_t> values(operands.size());
  for (std::uint32_t a = 0; a < out.size(); ++a) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = columns[i]->size() == 1 ? (*columns[i])[0] : (*columns[i])[a];
    out[a] = kind == Kind::Read ? input(a, static_cast<std::uint32_t>(graph_.aux(t)), values[0], width)
                                : fold(kind, width, graph_.aux(t), values, widths);
  }
  const bool all_alike = std::all_of(out.begin(), out.end(), [&](std::uint64_t v) { return v == out[0]; });
  if (all_alike) out = {out[0]};
  return out;
}

// The words in[t], little endian; everything else is 0.
std::uint64_t Enumeration::input(std::uint32_t assignment, std::uint32_t allocation, std::uint64_t offset,
                                 int width) const {
  std::uint64_t out = 0;
  for (int i = 0; allocation == 0 && i < width / 8; ++i) {
    const std::uint64_t at = offset + static_cast<std::uint64_t>(i), thread = at / 4;
    if (at % 4 != 0 || thread >= settings_.block) continue;
    const auto bits = static_cast<std::uint64_t>(settings_.input_bits);
    out |= (assignment >> (thread * bits) & ((1u << bits) - 1)) << (8 * i);
  }
  return out;
}

}  // namespace warpproof::generated
