#include "checker/smt/z3_limits.h"

#include <algorithm>

#include "src/base/effort.h"

namespace warpproof {

namespace {

constexpr std::uint64_t kMostResources = 4'000'000'000;  // that Z3 can be given: its count has 32 bits

// The count of a context only grows.
std::uint32_t resources_of(const z3::solver& solver) {
  const z3::stats all = solver.statistics();
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all.is_uint(i) && all.key(i) == "rlimit count") return all.uint_value(i);
  }
  return 0;
}

}  // namespace

Z3Limit limit(z3::solver& solver, z3::params& parameters, std::uint64_t units,
              std::uint64_t units_of_resource) {
  const Z3Limit out{std::clamp<std::uint64_t>(units / units_of_resource, 1, kMostResources),
                    units_of_resource};
  parameters.set("rlimit", static_cast<unsigned>(out.resources));
  if (const auto left = effort::milliseconds_until_stop())
    parameters.set("timeout", static_cast<unsigned>(std::clamp<std::uint64_t>(*left, 1, 1u << 30)));
  solver.set(parameters);
  return out;
}

LimitedCheck check_within(z3::solver& solver, const Z3Limit& limit) {
  const std::uint32_t before = resources_of(solver);
  const z3::check_result result = solver.check();
  const std::uint32_t used = resources_of(solver) - before;
  effort::spend(effort::Work::Question);
  effort::charge(used * limit.units_of_resource);
  if (result == z3::unknown && effort::milliseconds_until_stop() == 0) effort::stop_by_time();
  return {result, used >= limit.resources};
}

}  // namespace warpproof
