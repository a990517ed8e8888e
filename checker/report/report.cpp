#include "checker/report/report.h"

#include <algorithm>

namespace warpproof::report {

int exit_code(const Report& report) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(report.kernels.begin(), report.kernels.end(),
                       [&](const Kernel& k) { return k.verdict == verdict; });
  };
  if (any(Verdict::Violation)) return 1;
  return any(Verdict::Unknown) || report.kernels.empty() ? 2 : 0;
}

}  // namespace warpproof::report
