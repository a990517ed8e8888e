#include "checker/equivalence/shared_sizes.h"

#include <algorithm>

#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

bool reads_size(const Instruction& in) {
  return std::any_of(in.sources.begin(), in.sources.end(), [](const Operand& o) {
    return o.kind == Operand::Kind::Special && o.special == Special::TotalSmemSize;
  });
}

bool reads_size(const Side& side, const Layout& layout) {
  const auto& functions = side.program->functions;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    if (!layout.reachable[f]) continue;
    if (std::any_of(functions[f].code.begin(), functions[f].code.end(), [](const auto& in) { return reads_size(in); }))
      return true;
  }
  return false;
}

}  // namespace

bool reads_unlike_shared_sizes(const Side& a, const Side& b) {
  const Layout of_a = layout(*a.program, a.function), of_b = layout(*b.program, b.function);
  return of_a.dynamic_shared_offset != of_b.dynamic_shared_offset && (reads_size(a, of_a) || reads_size(b, of_b));
}

}  // namespace warpproof::equivalence
