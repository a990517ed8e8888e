#include "checker/equivalence/through_third.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "checker/report/add_once.h"
#include "src/base/effort.h"
#include "src/cfg/cfg.h"
#include "src/cfg/skip_loop.h"

namespace warpproof::equivalence {

namespace {

using Clock = effort::Clock;

constexpr int kMostSkipped = 3;        // loops of both kernels, one after the other
constexpr std::size_t kMostTried = 3;  // of one kernel
constexpr auto kMostTime = std::chrono::seconds(12);

class ByWay {
 public:
  ByWay(const EquivalenceOptions& options, Clock::time_point deadline, const CompareTwo& compare)
      : options_(options), deadline_(deadline), compare_(compare) {}

  // `a` and `b` were compared without an answer.
  bool join(const Side& a, const Side& b, bool may_change_b, int left) {
    if (left == 0) return false;
    for (const bool in_b : {false, true}) {
      if (in_b && !may_change_b) continue;
      const Side& side = in_b ? b : a;
      std::size_t tried = 0;
      for (const std::uint32_t head : loops_with_a_follower(side.program->functions[side.function])) {
        if (++tried > kMostTried) break;
        const auto without = skipped(side, head);
        if (!without || !are_equal(side, *without, true)) continue;
        const bool joined = in_b ? are_equal(a, *without, false) || join(a, *without, may_change_b, left - 1)
                                 : are_equal(*without, b, false) || join(*without, b, may_change_b, left - 1);
        if (joined) return true;
      }
    }
    return false;
  }

  // Of all that was proved, as one.
  EquivalenceReport report(const Side& a, const Side& b) && {
    EquivalenceReport out = std::move(reports_.back());
    for (const EquivalenceReport& r : reports_) {
      if (&r == &reports_.back()) continue;
      out.bit_for_bit = out.bit_for_bit && r.bit_for_bit;
      for (const auto& text : r.assumptions) report::add_once(out.assumptions, text);
      for (const auto& text : r.approximations) report::add_once(out.approximations, text);
    }
    out.a = a;
    out.b = b;
    return out;
  }

 private:
  std::optional<Side> skipped(const Side& side, std::uint32_t head) {
    auto program = std::make_unique<Program>(*side.program);
    if (!skip_loop(*program, side.function, head)) return {};
    Side out = side;
    out.program = programs_.emplace_back(std::move(program)).get();
    out.name = side.name + " without a loop";
    return out;
  }

  bool are_equal(const Side& a, const Side& b, bool same_parameters) {
    const double left = std::chrono::duration<double>(deadline_ - Clock::now()).count();
    if (left <= 0) return false;
    EquivalenceOptions o = options_;
    if (same_parameters) o.map.clear();
    o.follow_some_iterations = false;
    o.check.budget_seconds = left;
    EquivalenceReport r = compare_(a, b, o);
    const bool equal = r.verdict == Verdict::Equivalent;
    if (equal) reports_.push_back(std::move(r));
    return equal;
  }

  const EquivalenceOptions& options_;
  const Clock::time_point deadline_;
  const CompareTwo& compare_;
  std::vector<std::unique_ptr<Program>> programs_;
  std::vector<EquivalenceReport> reports_;
};

// Is what the options say of a's parameters true of b's, by the same names?
bool speaks_of_both(const Side& a, const Side& b, const EquivalenceOptions& options) {
  const bool says_nothing = options.check.assumptions.empty() && options.check.parameters.empty();
  return options.map.empty() && (says_nothing || a.parameter_names == b.parameter_names);
}

}  // namespace

std::optional<EquivalenceReport> compare_through_third(const Side& a, const Side& b,
                                                const EquivalenceOptions& options, Clock::time_point deadline,
                                                const CompareTwo& compare) {
  ByWay way(options, std::min(deadline, Clock::now() + kMostTime), compare);
  try {
    if (!way.join(a, b, speaks_of_both(a, b, options), kMostSkipped)) return {};
  } catch (const CfgError&) {
    return {};
  }
  return std::move(way).report(a, b);
}

}  // namespace warpproof::equivalence
