#include "checker/report/report.h"

#include <algorithm>

namespace warpproof::report {

int exit_code(const Report& report) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(report.kernels.begin(), report.kernels.end(),
                       [&](const Kernel& k) { return k.verdict == verdict; });
  };
  if (any(Verdict::Violation)) return 1;
  return any(Verdict::Unknown) || (report.kernels.empty() && !report.nothing_to_check) ? 2 : 0;
}

void put_in_order(std::vector<Finding>& findings) {
  const auto is_error = [](const Finding& f) { return f.level == spec::Level::Error; };
  const auto rank = [&](const Finding& f) {
    if (!is_error(f)) return 2;
    return f.rule == spec::Rule::ValueUninitialised || f.rule == spec::Rule::ValueTaintedUse ? 1 : 0;
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
  std::erase_if(findings, [&](const Finding& f) {
    return !is_error(f) && std::any_of(findings.begin(), findings.end(), [&](const Finding& other) {
      return is_error(other) && other.rule == f.rule && other.place.file == f.place.file &&
             other.place.line == f.place.line;
    });
  });
}

}  // namespace warpproof::report
