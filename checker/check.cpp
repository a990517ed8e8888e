#include "checker/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "checker/attempt/parameters.h"
#include "checker/report/add_once.h"
#include "checker/strategies/any_parameters.h"
#include "checker/strategies/block_shapes.h"
#include "checker/strategies/bounds.h"
#include "checker/strategies/bounds_for_unknown.h"
#include "checker/strategies/smaller_numbers.h"
#include "src/base/effort.h"
#include "src/cfg/rotate_loops.h"

namespace warpproof {

bool has_parameter(const Program& program, std::uint32_t function,
                   const std::vector<std::string>& parameter_names, const std::string& name) {
  return find_parameter(program, function, parameter_names, name).has_value();
}

namespace {

report::Kernel check_request(const Program& program, std::uint32_t function, const CheckOptions& options) {
  // How many groups of asynchronous copies are pending is known best of iterations that are all alike, the last
  // one included.
  const auto copies = [](const Function& f) {
    return std::any_of(f.code.begin(), f.code.end(),
                       [](const Instruction& in) { return info(in.op).cls == OpcodeClass::AsyncCopy; });
  };
  if (std::none_of(program.functions.begin(), program.functions.end(), copies))
    return strategies::check_parameters(program, function, options);
  const Program rotated = rotate_loops(program);
  return strategies::check_parameters(rotated, function, options);
}

report::Kernel check(const Program& program, std::uint32_t function, const CheckOptions& options) {
  const auto space = strategies::several_dimensions(program, function, options.block);
  if (!space) return check_request(program, function, options);
  return strategies::check_shapes(program, function, options, *space, [&](const CheckOptions& one) {
    return check_request(program, function, one);
  });
}

// .reqnctapercluster: no grid runs that is not a multiple of it (PTX ISA 9.1, 11.3.4; CUDA Programming Guide, Thread Block
// Clusters).
void add_cluster(const Function& f, CheckOptions& options) {
  if (!f.is_entry || !f.cluster) return;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::uint32_t blocks = (*f.cluster)[d];
    if (blocks < 2) continue;
    auto condition = launch::Condition::parse(fmt::format("gridDim.{} % {} == 0", "xyz"[d], blocks),
                                              [](const std::string&) { return std::nullopt; });
    condition.set_origin("from .reqnctapercluster");
    options.assumptions.push_back(std::move(condition));
  }
}

}  // namespace

report::Kernel check_kernel(const Program& program, std::uint32_t function, const CheckOptions& given) {
  const effort::Scope scope(given.effort, given.timeout_seconds);
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t before = effort::spent();
  CheckOptions options = given;
  add_cluster(program.functions[function], options);
  report::Kernel out = strategies::check_large_numbers(options, [&](const CheckOptions& with) { return check(program, function, with); });
  strategies::look_at_bounds(
      options, [&](const CheckOptions& judged) { return check(program, function, judged); }, out);
  const auto narrower = [&](const CheckOptions& with) { return check(program, function, with); };
  if (!scope.cut_short()) strategies::look_for_bounds(program, function, options, narrower, out);
  if (scope.cut_short()) {
    if (out.verdict == report::Verdict::Unknown) {
      out.unknown.push_back({effort::kStoppedByTime, {program.file, 0, 0, {}}});
    } else {
      report::add_once(out.approximations, effort::kStoppedByTime);
    }
  }
  out.effort = (effort::spent() - before) / 1'000;
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace warpproof
