#include "checker/check.h"

#include <algorithm>
#include <chrono>

#include "checker/attempt/parameters.h"
#include "checker/launch/cluster.h"
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
  // A launch of the program whose y or z is open has axes.
  const bool is_flat = options.is_of_program && options.block && !options.block->axes;
  const auto space = is_flat ? std::nullopt : strategies::several_dimensions(program, function, options.block);
  if (!space) return check_request(program, function, options);
  return strategies::check_shapes(program, function, options, *space, [&](const CheckOptions& one) {
    return check_request(program, function, one);
  });
}

}  // namespace

report::Kernel check_kernel(const Program& program, std::uint32_t function, const CheckOptions& given) {
  const effort::Scope scope(given.effort, given.timeout_seconds);
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t before = effort::spent();
  CheckOptions options = given;
  launch::add_cluster(program.functions[function], options.assumptions);
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
