#include "checker/strategies/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "checker/attempt/parameters.h"
#include "checker/counterexample/dynamic_shared.h"
#include "checker/launch/sizes.h"
#include "checker/report/add_once.h"

namespace warpproof::strategies {

namespace {

BlockRequest default_request(const Function& f) {
  BlockRequest r;
  if (!f.is_entry) {
    r.shape = {32, 1, 1};
    r.text = "32 (a warp)";
  } else if (f.required_block) {
    r.shape = *f.required_block;
    r.text = fmt::format("{},{},{} (.reqntid)", r.shape[0], r.shape[1], r.shape[2]);
  } else {
    r.any = true;
    r.text = "any";
  }
  return r;
}

}  // namespace

std::string shape_text(const std::array<std::uint32_t, 3>& s) {
  return s[1] * s[2] == 1 ? fmt::format("{}", s[0]) : fmt::format("{},{},{}", s[0], s[1], s[2]);
}

Question::Question(const Program& program, std::uint32_t root, const CheckOptions& options)
    : program_(program), root_(root), asked_(options), options_(options) {
  request_ = options.block.value_or(default_request(function()));
  largest_ = launch::largest_block(function());
  if (request_.text.empty()) request_.text = request_.any ? "any" : shape_text(request_.shape);
}

std::optional<std::string> Question::why_no_launch() const {
  if (request_.any || !function().is_entry || launch::allows_block(function(), request_.shape)) return std::nullopt;
  const std::string allowed = function().required_block
                                  ? ".reqntid " + shape_text(*function().required_block)
                                  : fmt::format(".maxntid {}", launch::largest_block(function()));
  return "no launch has " + request_.text + " threads: the kernel declares " + allowed + ", so nothing was proved";
}

std::optional<std::string> Question::take_conditions(std::vector<std::string>& assumptions) {
  if (options_.assumptions.empty()) return std::nullopt;
  const auto all =
      std::make_shared<launch::Assumptions>(options_.assumptions, fixed_parameters(), options_.warp_size);
  options_.assumed = all;
  for (const launch::Condition& c : options_.assumptions) {
    const std::string types = c.types();
    report::add_once(assumptions, (c.origin().empty() ? "assumed" : c.origin()) + ": " + c.text() +
                                      (types.empty() ? "" : " (" + types + ")"));
  }
  if (!request_.axes) narrow_sizes(*all);
  launch::LaunchSpace space{request_.shape, request_.multiple, largest_, options_.grid};
  if (any_size()) space.block.reset();
  launch::Values witness;
  const auto answer = largest_ == 0 ? launch::Assumptions::Answer::Contradiction : all->find(space, &witness);
  if (answer == launch::Assumptions::Answer::Contradiction)
    return "no launch that is asked for satisfies the assumptions (" + all->text() + "), so nothing was proved";
  if (answer != launch::Assumptions::Answer::Satisfied)
    return "no launch was found that satisfies the assumptions (" + all->text() + ")";
  all->want_exact(space);
  if (all->wants_exact()) all->find(space, &witness);
  for (const auto& [q, value] : witness) {
    if (q.kind == launch::Quantity::Kind::GridSize) run_grid_[q.index] = static_cast<std::uint32_t>(value);
  }
  if (request_.axes) return std::nullopt;  // what follows for one shape does not for the others
  options_.facts = all->facts(space);
  for (const auto& [q, f] : options_.facts) {
    if (f.low == f.high && !q.member) options_.parameters.try_emplace(std::to_string(q.index), f.low);
  }
  return std::nullopt;
}

// Of all sizes those that some input satisfies the conditions with: their greatest common divisor is the step.
void Question::narrow_sizes(const launch::Assumptions& all) {
  if (!request_.any) return;
  std::uint32_t step = 0, most = 0;
  for (std::uint32_t n = request_.multiple; n <= largest_; n += request_.multiple) {
    if (!all.allows_block({n, 1, 1}, options_.grid)) continue;
    step = std::gcd(step, n);
    most = n;
  }
  largest_ = most;
  if (most == 0) return;
  request_.multiple = step;
  if (step == most) {
    request_.any = false;
    request_.shape = {most, 1, 1};
  }
}

counterexample::Granted Question::granted() const {
  counterexample::Granted out;
  out.conditions = options_.assumed.get();
  out.any_grid = !options_.grid;
  return out;
}

bool Question::is_allowed(std::uint32_t n) const {
  return options_.assumed == nullptr || options_.assumed->allows_block({n, 1, 1}, options_.grid);
}

std::map<std::uint32_t, std::uint64_t> Question::fixed_parameters() const {
  return warpproof::fixed_parameters(program_, root_, options_);
}

bool Question::dynamic_shared_is_open() const {
  return counterexample::dynamic_shared_is_open(program_, root_, options_.dynamic_shared);
}

symbolic::Shape Question::shape(std::array<std::uint32_t, 3> block) const {
  symbolic::Shape s;
  s.block = block;
  s.grid = options_.grid;
  s.dynamic_shared = options_.dynamic_shared.value_or(0);
  s.dynamic_shared_is_open = dynamic_shared_is_open();
  s.warp_size = options_.warp_size;
  return s;
}

symbolic::Shape Question::shape_of_any_size() const {
  symbolic::Shape s = shape({largest_multiple(), 1, 1});
  s.symbolic_size = true;
  s.multiple = request_.multiple;
  return s;
}

Launch Question::launch_of_runs() const {
  Launch launch;
  launch.block = request_.shape;
  launch.grid = options_.grid.value_or(run_grid_);
  launch.dynamic_shared = options_.dynamic_shared.value_or(0);
  launch.warp_size = options_.warp_size;
  launch.target_sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
  launch.policies = options_.policies;
  launch.cuda_source = options_.cuda_source;
  return launch;
}

std::vector<std::uint32_t> Question::sizes_of_runs() const {
  std::vector<std::uint32_t> sizes;
  if (!any_size()) return sizes;
  // Whole warps first, partial ones hide what is wrong there.
  for (const std::uint32_t n : {32u, 64u, 128u, 1u, 20u, 48u, 256u, 1024u}) {
    if (n <= largest_ && n % request_.multiple == 0 && is_allowed(n)) sizes.push_back(n);
  }
  for (std::uint32_t n = request_.multiple; n <= largest_ && sizes.empty(); n += request_.multiple) {
    if (is_allowed(n)) sizes.push_back(n);
  }
  return sizes;
}

}  // namespace warpproof::strategies
