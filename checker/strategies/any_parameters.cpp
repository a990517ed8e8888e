#include "checker/strategies/any_parameters.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "checker/strategies/kernel_check.h"

namespace warpproof::strategies {

namespace {

constexpr double kShareOfGiven = 0.4;

}  // namespace

report::Kernel check_parameters(const Program& program, std::uint32_t function, const CheckOptions& options) {
  using Clock = Situation::Clock;
  if (options.parameters.empty()) return KernelCheck(program, function, options).run();
  CheckOptions given = options;
  given.budget_seconds *= kShareOfGiven;
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  report::Kernel out = KernelCheck(program, function, given).run();
  if (out.verdict != report::Verdict::Unknown || out.without_witness || spent() < given.budget_seconds / 2)
    return out;
  CheckOptions any = options;
  any.parameters.clear();
  any.suggest_seconds = 0;
  any.budget_seconds = std::max(0.001, options.budget_seconds - spent());
  KernelCheck any_check(program, function, any);
  report::Kernel all = any_check.run();
  // The witness there need not have these values.
  if (all.verdict == report::Verdict::Proved)
    KernelCheck(program, function, options).require_witness_of(any_check, all);
  for (report::EffortShare share : all.effort_shares) {
    share.strategy += " with parameters of any value";
    out.effort_shares.push_back(std::move(share));
  }
  if (all.verdict == report::Verdict::Proved) {
    all.effort_shares = std::move(out.effort_shares);
    return all;
  }
  return out;
}

}  // namespace warpproof::strategies
