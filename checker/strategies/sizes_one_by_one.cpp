#include "checker/strategies/sizes_one_by_one.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "checker/launch/sizes.h"
#include "checker/strategies/portfolio.h"

namespace warpproof::strategies::sizes_one_by_one {

namespace {

// Sizes that kernels are launched with most, the smallest first.
constexpr std::uint32_t kCommon[] = {32, 64, 128, 256, 512, 1024};

bool is_common(std::uint32_t n) {
  return std::find(std::begin(kCommon), std::end(kCommon), n) != std::end(kCommon);
}

class Sizes {
 public:
  Sizes(Situation& s, KernelReport& report, std::uint32_t largest)
      : s_(s), report_(report), out_(report.out()) {
    const Question& q = s.question;
    for (std::uint32_t n = q.request().multiple; n <= largest; n += q.request().multiple) {
      if (q.is_allowed(n)) all_.push_back(n);
    }
    // Common ones, then other whole warps.
    const auto others = std::stable_partition(all_.begin(), all_.end(), is_common);
    common_ = static_cast<std::size_t>(others - all_.begin());
    std::stable_partition(others, all_.end(), [](std::uint32_t n) { return n % 32 == 0; });
  }

  void run() {
    for (std::size_t i = 0; i < all_.size() && goes_on(i); ++i) decide(i);
  }
  std::size_t count() const { return all_.size(); }
  const std::set<std::uint32_t>& good() const { return good_; }
  // Of the first size that was not decided.
  const std::vector<report::UnknownReason>& reasons() const { return reasons_; }

 private:
  // Where a common size is open the others are not tried: they would not come out better.
  bool goes_on(std::size_t next) const {
    return out_.verdict != report::Verdict::Violation && Situation::Clock::now() <= s_.deadline &&
           (next < common_ || good_.size() == next);
  }

  // Of the effort that is left each common size that is to come has the same share.
  void decide(std::size_t i) {
    const Question& q = s_.question;
    const std::uint32_t n = all_[i];
    if (q.options().progress) q.options().progress(fmt::format("{}: block size {}", q.function().name, n));
    const auto deadline = s_.deadline;
    if (i < common_) s_.deadline = s_.after(1.0 / static_cast<double>(common_ - i));
    const auto attempt = strategies::run(of_one_shape(), s_, q.shape({n, 1, 1}));
    s_.deadline = deadline;
    report_.take(*attempt);
    if (attempt->violated()) {
      out_.findings = attempt->outcome().findings();
      out_.verdict = report::Verdict::Violation;
      out_.violated_for = fmt::format("block {}", n);
    } else if (attempt->proved()) {
      good_.insert(n);
    } else if (reasons_.empty()) {
      reasons_ = attempt->outcome().unknowns();
      for (report::UnknownReason& r : reasons_) r.reason = fmt::format("block {}: {}", n, r.reason);
    }
  }

  Situation& s_;
  KernelReport& report_;
  report::Kernel& out_;
  std::vector<std::uint32_t> all_;
  std::size_t common_ = 0;  // so many of `all_` are
  std::set<std::uint32_t> good_;
  std::vector<report::UnknownReason> reasons_;
};

}  // namespace

void run(Situation& s, KernelReport& report, std::uint32_t largest) {
  report::Kernel& out = report.out();
  const std::vector<report::UnknownReason> before = std::move(out.unknown);
  out.unknown.clear();
  Sizes sizes(s, report, largest);
  sizes.run();
  const auto& good = sizes.good();
  if (good.size() == sizes.count()) {
    out.verdict = report::Verdict::Proved;
    out.holds_for = launch::all_sizes(s.question.request().multiple, largest);
    return;
  }
  if (report.has_witness_among([&](std::uint32_t n) { return good.contains(n); }))
    out.holds_for = launch::list_sizes(good);
  if (out.verdict == report::Verdict::Violation) return;
  out.unknown = sizes.reasons().empty() ? before : sizes.reasons();
  if (out.unknown.empty() || good.size() > 0)
    report.add_unknown(fmt::format("only {} of {} block sizes were decided", good.size(), sizes.count()));
}

}  // namespace warpproof::strategies::sizes_one_by_one
