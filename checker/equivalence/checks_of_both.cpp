#include "checker/equivalence/checks_of_both.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <utility>

#include "checker/equivalence/unknown_parts.h"
#include "checker/report/add_once.h"

namespace warpproof::equivalence {

namespace {

constexpr double kQuickCheckSeconds = 4;  // before runs are tried

report::Kernel check_side(const EquivalenceOptions& options, const Matching& matching, const EquivalenceReport& out,
                          bool in_b, double seconds) {
  const Side& side = in_b ? out.b : out.a;
  CheckOptions check = options.check;
  check.block = BlockRequest{};
  check.block->shape = matching.block;
  check.block->text = out.block;
  check.cuda_source = side.cuda_source;
  check.parameter_names = side.parameter_names;
  check.parameters.clear();
  for (const auto& [index, value] : in_b ? matching.fixed_b : matching.fixed_a)
    check.parameters[std::to_string(index)] = value;
  if (in_b) check.assumptions = matching.conditions_of_b(check.assumptions);
  check.budget_seconds = seconds;
  report::Kernel kernel = check_kernel(*side.program, side.function, check);
  kernel.name = side.name;
  kernel.file = side.file;
  return kernel;
}

void record_check(report::Kernel kernel, bool in_b, EquivalenceReport& out) {
  for (const auto& text : kernel.assumptions) report::add_once(out.assumptions, text);
  for (const auto& text : kernel.approximations) report::add_once(out.approximations, text);
  if (kernel.verdict == report::Verdict::Unknown) {
    for (const auto& u : kernel.unknown) add_unknown(out, in_b ? "b" : "a", u.reason, u.place);
    if (kernel.unknown.empty()) add_unknown(out, in_b ? "b" : "a", "not proved free of undefined behaviour");
  }
  if (kernel.verdict != report::Verdict::Proved) out.checks.push_back(std::move(kernel));
}

}  // namespace

bool both_keep_rules(const EquivalenceOptions& options, const Matching& matching,
                     const std::function<bool()>& differing_run, EquivalenceReport& out) {
  using report::Verdict;
  const auto begin = std::chrono::steady_clock::now();  // for reports only
  const double full = options.check.budget_seconds / 3, quick = std::min(full, kQuickCheckSeconds);
  std::array<report::Kernel, 2> kernels{check_side(options, matching, out, false, quick),
                                        check_side(options, matching, out, true, quick)};
  const auto any = [&](Verdict v) {
    return std::any_of(kernels.begin(), kernels.end(), [&](const auto& k) { return k.verdict == v; });
  };
  if (!any(Verdict::Violation) && any(Verdict::Unknown) && full > quick) {
    if (differing_run()) return false;
    for (const bool in_b : {false, true}) {
      if (kernels[in_b].verdict == Verdict::Unknown) kernels[in_b] = check_side(options, matching, out, in_b, full);
    }
  }
  const bool clean = !any(Verdict::Violation);
  if (!clean) out.verdict = equivalence::Verdict::Undefined;
  for (const bool in_b : {false, true}) record_check(std::move(kernels[in_b]), in_b, out);
  out.check_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return clean;
}

}  // namespace warpproof::equivalence
