#include "tests/attack/case_file.h"

#include <fmt/format.h>

namespace warpproof::attack {

std::string case_file(const std::string& name, const generated::Kernel& kernel, const Judgement& judgement) {
  const generated::Settings& s = kernel.settings;
  const bool broken = !judgement.truth.errors.empty();
  const std::string block = !s.sizes.empty() ? fmt::format("{}*", s.warp_size)
                            : s.rows == 1    ? fmt::format("{}", s.block)
                                             : fmt::format("{},{}", s.block / s.rows, s.rows);
  const std::string rule = broken ? std::string(spec::rule_id(judgement.truth.errors.begin()->rule)) : "-";
  std::string out = fmt::format(
      "// case: {}   expect: {}   class: generated   launch: grid(1) block({}) warp({}) unroll({}) runs(none)"
      "   rule: {}   at: -\n",
      name,
      broken                                  ? "unsafe"
      : judgement.outcome == Outcome::Vacuous ? "unproved"
                                              : "safe",
      block, s.warp_size, s.unroll, rule);
  if (broken) out += fmt::format("// cause: {}\n", judgement.truth.run);
  if (!s.cuda_source) out += "// note: judged as PTX\n";
  out += fmt::format("// pending: {}\n", judgement.text);
  return out + kernel.text();
}

}  // namespace warpproof::attack
