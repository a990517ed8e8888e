#include "checker/symbolic/alignment.h"

#include <algorithm>
#include <array>
#include <bit>

#include "src/term/term_forms.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

Alignment::Answer Alignment::judge(Term offset, int bytes) {
  const int bits = std::bit_width(static_cast<unsigned>(bytes)) - 1;
  const std::uint64_t low = (1ull << bits) - 1;
  if (bits < 1 || (g.zero_bits(offset) & low) == low) return {g.truth(false), false};
  const auto [it, fresh] = known_.try_emplace({offset.id, bits}, Answer{});
  if (fresh) it->second = decide(offset, bits);
  return it->second;
}

Alignment::Answer Alignment::decide(Term offset, int bits) {
  const auto [rest, constant] = split_constant(g, offset);
  Term low = offset;
  for (int n = 1; n <= bits; ++n) {
    const std::uint64_t mask = (1ull << n) - 1;
    if ((g.zero_bits(rest) & mask) == mask && (constant & mask) != 0) return {g.truth(true), false};
    low = g.extract(offset, n - 1, 0);
    if (g.is_const(low) && g.value(low) != 0) return {g.truth(true), false};
  }
  const Term aligned = g.eq(low, g.constant(bits, 0));
  if (g.is_const(aligned)) return {g.lnot(aligned), false};
  const Leaves leaves = collect_leaves(g, std::array{low});
  const bool by_launch = leaves.reads.empty() &&
                         std::all_of(leaves.variables.begin(), leaves.variables.end(), is_of_launch_);
  return by_launch ? Answer{g.lnot(aligned), false} : Answer{g.truth(false), true};
}

}  // namespace warpproof::symbolic
