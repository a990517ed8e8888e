#include "checker/equivalence/block_sizes.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/equivalence/matching.h"
#include "checker/launch/assumptions.h"
#include "checker/launch/sizes.h"
#include "checker/report/add_once.h"

namespace warpproof::equivalence {

namespace {

bool allows(const Side& side, std::uint32_t size) {
  return launch::allows_block(side.program->functions[side.function], {size, 1, 1});
}

std::vector<std::uint32_t> sizes_of(const Side& a, const Side& b, const EquivalenceOptions& options) {
  EquivalenceOptions one = options;
  one.check.block = BlockRequest{};
  const launch::Assumptions conditions(options.check.assumptions, match(a, b, one).fixed_a,
                                       options.check.warp_size);
  const std::uint32_t step = options.check.block->multiple;
  std::vector<std::uint32_t> out;
  for (std::uint32_t n = step; n <= launch::kLargestBlock; n += step) {
    const launch::LaunchSpace space{std::array<std::uint32_t, 3>{n, 1, 1}, 1, launch::kLargestBlock,
                                    options.check.grid};
    if (allows(a, n) && allows(b, n) &&
        (conditions.empty() || conditions.find(space) != launch::Assumptions::Answer::Contradiction))
      out.push_back(n);
  }
  return out;
}

std::string list(const std::vector<std::uint32_t>& sizes) {
  const std::string text = launch::list_sizes({sizes.begin(), sizes.end()});
  return text.substr(std::string_view("block ").size());
}

void add(EquivalenceReport& all, const EquivalenceReport& one) {
  all.bit_for_bit = all.bit_for_bit && one.bit_for_bit;
  all.compared += one.compared;
  all.by_structure += one.by_structure;
  all.by_normal_form += one.by_normal_form;
  all.by_real_form += one.by_real_form;
  all.by_solver += one.by_solver;
  for (const std::string& text : one.assumptions) report::add_once(all.assumptions, text);
  for (const std::string& text : one.approximations) report::add_once(all.approximations, text);
  all.check_seconds += one.check_seconds;
  all.execute_seconds += one.execute_seconds;
  all.form_seconds += one.form_seconds;
  all.search_seconds += one.search_seconds;
  all.solver_seconds += one.solver_seconds;
  all.seconds += one.seconds;
  all.effort += one.effort;
}

}  // namespace

EquivalenceReport compare_sizes(const Side& a, const Side& b, const EquivalenceOptions& options,
                                const CompareOne& compare_one) {
  const std::uint32_t step = options.check.block->multiple;
  const std::vector<std::uint32_t> sizes = sizes_of(a, b, options);
  if (sizes.empty()) {
    throw InputError(
        {},
        fmt::format("--block: no multiple of {1} up to {0} is allowed on both sides and by what is assumed",
                    launch::kLargestBlock, step));
  }
  std::optional<EquivalenceReport> all;
  std::vector<std::uint32_t> equivalent;
  for (const std::uint32_t n : sizes) {
    EquivalenceOptions one = options;
    one.check.block = BlockRequest{};
    one.check.block->shape = {n, 1, 1};
    one.check.block->text = std::to_string(n);
    if (options.check.progress)
      options.check.progress(fmt::format("comparing {} and {}, block {}", a.name, b.name, n));
    EquivalenceReport report = compare_one(one);
    if (report.verdict != Verdict::Equivalent) {
      if (!equivalent.empty()) report.also_equivalent = list(equivalent);
      return report;
    }
    equivalent.push_back(n);
    all ? add(*all, report) : void(all = std::move(report));
  }
  all->block = fmt::format("{} (each compared)", list(equivalent));
  return std::move(*all);
}

}  // namespace warpproof::equivalence
