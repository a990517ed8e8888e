#include "checker/equivalence/index_uses.h"

#include <algorithm>

#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr int kSigned = 31, kUnsigned = 32, kAddressSpace = 47;  // bits

}  // namespace

IndexUses::IndexUses(const TermGraph& graph, Moved moved, std::function<bool(Term)> is_invariant)
    : graph_(graph), moved_(std::move(moved)), is_invariant_(std::move(is_invariant)) {}

bool IndexUses::seen(Term t, int what) { return !seen_.try_emplace({t.id, what}, true).second; }

// One of the numbers that make up a sum, all of it.
void IndexUses::add_part(Term t, int bits) {
  std::uint64_t step = 1;
  const int width = graph_.width(t);
  if (graph_.kind(t) == Kind::Mul && graph_.operands(t).size() == 2 && graph_.is_const(graph_.operands(t)[1])) {
    step = graph_.value(graph_.operands(t)[1]);
    t = graph_.operands(t)[0];
  }
  if (graph_.kind(t) == Kind::Extract && graph_.aux(t) == 0) t = graph_.operands(t)[0];
  const auto what = moved_.find(t.id);
  if (what == moved_.end()) return;
  const std::uint64_t down = width == 64 ? 0 - step : (1ull << width) - step;
  step = std::min(step, down);
  if (step == 0 || step > kFarthestStep) return;
  const IndexBound bound{((1ull << bits) - 1) / step - 1, step, width};
  const auto [known, fresh] = bounds_.try_emplace(what->second, bound);
  if (!fresh && bound.most < known->second.most) known->second = bound;
}

void IndexUses::add_sum(Term t, int bits) {
  if (seen(t, bits)) return;
  if (graph_.kind(t) != Kind::Add) return add_part(t, bits);
  for (const Term part : graph_.operands(t)) add_part(part, bits);
}

void IndexUses::add_address(Term t) {
  if (seen(t, 0)) return;
  const auto operands = graph_.operands(t);
  switch (graph_.kind(t)) {
    case Kind::Add:
      for (const Term part : operands) add_address(part);
      return;
    case Kind::Mul:
      if (operands.size() == 2 && graph_.is_const(operands[1])) add_address(operands[0]);
      return;
    case Kind::Ite:
      add_address(operands[1]);
      add_address(operands[2]);
      return;
    case Kind::SExt:
    case Kind::ZExt:
      if (graph_.width(operands[0]) == 32)
        add_sum(operands[0], graph_.kind(t) == Kind::SExt ? kSigned : kUnsigned);
      return;
    default:
      return;
  }
}

void IndexUses::add_compared(Term t, int bits) {
  if (graph_.width(t) == 32) return add_sum(t, bits);
  if (graph_.width(t) != 64) return;
  if (bits != kAddressSpace) add_address(t);
  add_sum(t, kAddressSpace);
}

void IndexUses::add_conditions(std::span<const Term> roots) {
  for (const Term c : topological_order(graph_, roots)) {
    const Kind kind = graph_.kind(c);
    if (kind != Kind::Slt && kind != Kind::Ult && kind != Kind::Eq) continue;
    const Term a = graph_.operands(c)[0], b = graph_.operands(c)[1];
    // Whether two numbers are equal says nothing of what is between them: `c += 100000; if (c == n) break;`
    // may wrap around 2^32 many times. Pointers go straight to their end.
    if (kind == Kind::Eq && graph_.width(a) != 64) continue;
    const int bits = kind == Kind::Eq ? kAddressSpace : kind == Kind::Slt ? kSigned : kUnsigned;
    if (is_invariant_(b)) add_compared(a, bits);
    if (is_invariant_(a)) add_compared(b, bits);
  }
}

void IndexUses::add_reads(std::span<const Term> roots) {
  for (const Term read : collect_leaves(graph_, roots).reads) add_address(graph_.operands(read)[0]);
}

}  // namespace warpproof::equivalence
