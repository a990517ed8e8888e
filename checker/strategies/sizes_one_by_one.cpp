#include "checker/strategies/sizes_one_by_one.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "checker/launch/sizes.h"
#include "checker/strategies/loops.h"

namespace warpproof::strategies::sizes_one_by_one {

void run(Situation& s, KernelReport& report, std::uint32_t largest) {
  const Question& q = s.question;
  const std::uint32_t multiple = q.request().multiple;
  report::Kernel& out = report.out();
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t n = multiple; n <= largest; n += multiple) {
    if (q.is_allowed(n)) sizes.push_back(n);
  }
  // Whole warps first: they are what is launched most.
  std::stable_partition(sizes.begin(), sizes.end(), [](std::uint32_t n) { return n % 32 == 0; });
  std::set<std::uint32_t> good;
  std::vector<report::UnknownReason> reasons = std::move(out.unknown);
  out.unknown.clear();
  for (const std::uint32_t n : sizes) {
    if (Situation::Clock::now() > s.deadline) break;
    if (q.options().progress) q.options().progress(fmt::format("{}: block size {}", q.function().name, n));
    const auto attempt = follow_with_loops(s, q.shape({n, 1, 1}), s.deadline);
    report.take(*attempt);
    if (attempt->violated()) {
      out.findings = attempt->outcome().findings();
      out.verdict = report::Verdict::Violation;
      out.violated_for = fmt::format("block {}", n);
      break;
    }
    if (!attempt->proved()) {
      reasons = attempt->outcome().unknowns();
      break;
    }
    good.insert(n);
  }
  if (good.size() == sizes.size()) {
    out.verdict = report::Verdict::Proved;
    out.holds_for = launch::all_sizes(multiple, largest);
    return;
  }
  if (report.has_witness_among([&](std::uint32_t n) { return good.contains(n); }))
    out.holds_for = launch::list_sizes(good);
  if (out.verdict == report::Verdict::Violation) return;
  out.unknown = reasons;
  if (reasons.empty() || good.size() > 0)
    report.add_unknown(fmt::format("only {} of {} block sizes were decided", good.size(), sizes.size()));
}

}  // namespace warpproof::strategies::sizes_one_by_one
