#include "checker/equivalence/equivalence.h"

#include <algorithm>
#include <utility>

#include "checker/equivalence/block_sizes.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/question.h"
#include "checker/equivalence/through_third.h"
#include "checker/launch/cluster.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

namespace {

// Of one shape of block.
EquivalenceReport compare_two(const Side& a, const Side& b, const EquivalenceOptions& asked) {
  // Of two kernels that take other grids those are compared that both take.
  EquivalenceOptions options = asked;
  for (const Side* side : {&a, &b}) launch::add_cluster(side->program->functions[side->function], options.check.assumptions);
  for (launch::Condition& condition : conditions_of_bools(a, b, options)) {
    const auto is_same = [&](const launch::Condition& c) { return c.text() == condition.text(); };
    const auto& all = options.check.assumptions;
    if (std::none_of(all.begin(), all.end(), is_same)) options.check.assumptions.push_back(std::move(condition));
  }
  const CompareTwo straight = [](const Side& x, const Side& y, const EquivalenceOptions& o) {
    return compare(x, y, o, {});
  };
  const auto through_third = [&](effort::Clock::time_point deadline) {
    return compare_through_third(a, b, options, deadline, straight);
  };
  const effort::Scope scope(options.check.effort, options.check.timeout_seconds);
  const std::uint64_t before = effort::spent();
  EquivalenceReport out = compare(a, b, options, through_third);
  if (out.verdict == Verdict::Unknown && out.bits_of_numbers) {
    // Rounding and all, the two may still be the same.
    EquivalenceOptions exact = options;
    exact.floats = FloatMeaning::Exact;
    EquivalenceReport bit_for_bit = compare(a, b, exact, through_third);
    if (bit_for_bit.verdict == Verdict::Equivalent) {
      out = std::move(bit_for_bit);
      out.floats = options.floats;
    }
  }
  if (scope.cut_short() && out.verdict == Verdict::Unknown)
    out.unknown.push_back({"", {effort::kStoppedByTime, {}}});
  out.effort = (effort::spent() - before) / 1'000;
  return out;
}

}  // namespace

EquivalenceReport check_equivalence(const Side& a, const SideForBlock& b, const EquivalenceOptions& asked) {
  EquivalenceOptions options = asked;
  // Where threads stop is compared as what a kernel does.
  options.check.policies.device_assert = spec::DeviceAssert::Ignore;
  options.check.policies.trap = spec::Trap::Ignore;
  const auto one = [&](const EquivalenceOptions& o) {
    return compare_two(a, b(block_shape(a, o.check.block)[0]), o);
  };
  if (!options.check.block || !options.check.block->any) return one(options);
  return compare_sizes(a, b(options.check.block->multiple), options, one);
}

EquivalenceReport check_equivalence(const Side& a, const Side& b, const EquivalenceOptions& options) {
  return check_equivalence(
      a, [&](std::uint32_t) -> const Side& { return b; }, options);
}

}  // namespace warpproof::equivalence
