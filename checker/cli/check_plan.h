// What a call of `check` looks at: its files, one after the other, the kernels that were chosen, the launches of each.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/check_request.h"
#include "checker/cli/input.h"
#include "checker/cli/launch_plan.h"
#include "checker/cli/parameters.h"

namespace warpproof::cli {

struct PlannedKernel {
  Selected selected;
  std::size_t unit = 0;  // index into CheckRequest::units
  std::vector<launch::Condition> conditions;
  launch::Bounds bounds;
};

struct Planned {
  Job job;
  std::shared_ptr<const PlannedKernel> kernel;
  std::optional<BlockRequest> block = std::nullopt;  // of several that are asked for
};

// What comes of it. Called one at a time, from any thread, and in the order of the files, whichever was read first.
struct PlanEvents {
  std::function<void(const std::string&)> progress;  // at any time
  std::function<void(const std::string&)> note;
  std::function<void(const InputError&)> bad_input;
  std::function<void(const std::string& file, const InputError&)> unread;  // after bad_input
  std::function<void(const std::string& file, const std::exception&)> failed;
  std::function<const Input*(Input)> keep;  // where it stays
  // Of one file, or of all where what is asked for is about them all; in order. Whether kernels were chosen there.
  std::function<void(std::vector<Planned> jobs, bool has_kernels)> jobs;
  std::function<void(const std::string& file)> reached;  // after all that is known of it
};

// Files are read in any order, several at a time. As soon as one is read, and those before it are, its jobs are known. But
// where conditions, sizes or values are given, one of all kernels has to have what they name, so that no job is known before
// the last file is read.
class CheckPlan {
 public:
  // `cache`: of compilers' results; null: all are made anew. All of them outlive this.
  CheckPlan(const CheckRequest& request, const PlanEvents& events, CompileCache* cache);
  ~CheckPlan();
  CheckPlan(const CheckPlan&) = delete;
  CheckPlan& operator=(const CheckPlan&) = delete;

  // Files that are to be read, each as often as there are targets to read it for.
  std::size_t size() const;
  std::size_t files() const;  // the same, but each once
  // One of them; each once.
  void read(std::size_t k);
  // When all are read.
  void finish();

 private:
  class Planner;
  std::unique_ptr<Planner> planner_;
};

// The options of one of its jobs, without those that a clock has a part in.
CheckOptions options_of(const CheckRequest& request, const Planned& planned);

}  // namespace warpproof::cli
