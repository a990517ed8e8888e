#include "checker/strategies/smaller_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "checker/report/add_once.h"

namespace warpproof::strategies {
namespace {

constexpr std::uint64_t kLarge = 256, kLargest = 0x7fffffff;
constexpr double kSecondsForOwnRun = 0.5;  // of effort

// What the host code gives the launch; what the user asks for is not left out.
bool gives_large_number(const launch::Condition& c) {
  const auto number = c.origin().empty() ? std::nullopt : c.given_number();
  return number && *number >= kLarge && *number <= kLargest;
}

void add_effort(const report::Kernel& before, const std::string& how, report::Kernel& out) {
  for (report::EffortShare& share : out.effort_shares) share.strategy += how;
  out.effort_shares.insert(out.effort_shares.begin(), before.effort_shares.begin(), before.effort_shares.end());
}

}  // namespace

report::Kernel check_large_numbers(const CheckOptions& options, const std::function<report::Kernel(const CheckOptions&)>& check) {
  CheckOptions any = options;
  std::string names;
  std::erase_if(any.assumptions, [&](const launch::Condition& c) {
    if (!gives_large_number(c)) return false;
    names += (names.empty() ? "" : ", ") + c.text();
    return true;
  });
  if (names.empty()) return check(options);
  CheckOptions own = options;
  own.witness_seconds = std::min(own.witness_seconds, kSecondsForOwnRun);
  report::Kernel first = check(own);
  if (first.verdict != report::Verdict::Unknown || !first.runs_go_on) return first;
  any.suggest_seconds = 0;
  report::Kernel out = check(any);
  if (out.verdict == report::Verdict::Proved) {
    report::add_once(out.approximations, fmt::format("a run of the launch comes to no end here, and kept the assumptions until it was stopped; "
                                                     "runs that come to their end have smaller numbers ({} is not asked for)", names));
    add_effort(first, " with any number", out);
    return out;
  }
  add_effort(first, " with any number", out);
  report::Kernel patient = check(options);
  add_effort(out, " with a longer run", patient);
  return patient;
}

}  // namespace warpproof::strategies
