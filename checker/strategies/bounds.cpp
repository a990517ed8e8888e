#include "checker/strategies/bounds.h"

#include <utility>

namespace warpproof::strategies {

void look_at_bounds(const CheckOptions& options,
                    const std::function<report::Kernel(const CheckOptions&)>& check, report::Kernel& out) {
  if (!out.without_witness || out.runs_go_on || options.bounds) return;
  CheckOptions judged = options;
  judged.bounds.emplace();
  report::Kernel other = check(judged);
  for (report::EffortShare& share : other.effort_shares) share.strategy += " with bounds";
  auto& shares = other.effort_shares;
  shares.insert(shares.begin(), out.effort_shares.begin(), out.effort_shares.end());
  if (other.verdict == report::Verdict::Violation && !other.findings.empty() &&
      other.findings.front().rule == spec::Rule::MemoryOutOfBounds) {
    out = std::move(other);
  } else {
    out.effort_shares = std::move(shares);
  }
}

}  // namespace warpproof::strategies
