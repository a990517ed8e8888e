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

void limit_findings(Kernel& kernel, std::size_t most) {
  std::stable_partition(kernel.findings.begin(), kernel.findings.end(),
                        [](const Finding& f) { return f.level == spec::Level::Error; });
  for (std::size_t i = most; i < kernel.findings.size(); ++i) {
    const std::string id(spec::rule_id(kernel.findings[i].rule));
    const auto known = std::find_if(kernel.left_out.begin(), kernel.left_out.end(),
                                    [&](const auto& entry) { return entry.first == id; });
    if (known == kernel.left_out.end()) kernel.left_out.emplace_back(id, 1);
    else ++known->second;
  }
  if (kernel.findings.size() > most) kernel.findings.resize(most);
}

}  // namespace warpproof::report
