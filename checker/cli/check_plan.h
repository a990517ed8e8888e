// What a call of `check` looks at: its files read, the kernels that were chosen, the launches of each.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/check_request.h"
#include "checker/cli/input.h"
#include "checker/cli/launch_plan.h"
#include "checker/cli/parameters.h"

namespace warpproof::cli {

struct Planned {
  Job job;
  std::size_t kernel;  // index into CheckPlan::selected
  std::optional<BlockRequest> block = std::nullopt;  // of several that are asked for
};

struct CheckPlan {
  std::vector<Input> inputs;
  std::vector<Selected> selected;  // point into `inputs`
  std::vector<Planned> jobs;
  // Of each of `selected`:
  std::vector<std::size_t> unit;  // index into CheckRequest::units
  std::vector<std::vector<launch::Condition>> conditions;
  std::vector<launch::Bounds> bounds;
};

// What to report while it is made.
struct PlanEvents {
  std::function<void(const std::string&)> progress, note;
  std::function<void(const InputError&)> bad_input;
  std::function<void(const std::string& file, const InputError&)> unread;  // after bad_input
  std::function<void(const std::string& file, const std::exception&)> failed;
};

// `cache`: of compilers' results; null: all are made anew.
CheckPlan make_plan(const CheckRequest& request, const PlanEvents& events, CompileCache* cache);

// The options of one of its jobs, without those that a clock has a part in.
CheckOptions options_of(const CheckRequest& request, const CheckPlan& plan, const Planned& planned);

}  // namespace warpproof::cli
