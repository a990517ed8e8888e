// One job of `check`: a kernel with one launch, or with what the command line asks for.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>

#include "checker/check.h"
#include "checker/cli/launch_plan.h"

namespace warpproof::cli {

// With all that the launch says of the verdict. `wants_fix`: an edit that proves it is looked for.
report::Kernel check_job(const Job& job, const CheckOptions& options, const CompileOptions& compile, bool wants_fix);

// What the process of a job hands back of it. None of all: the check did not come to its end.
struct JobReply {
  std::optional<report::Kernel> result;
  bool shortage = false;      // was met on the way (src/base/shortage.h)
  bool is_bad_input = false;  // InputError was thrown
  std::string failure;        // why there is no result: another exception, or an early end
};
// In that process: what `check` gives, as bytes.
std::string job_reply(const std::function<std::optional<report::Kernel>()>& check);
// Nothing: it ended early.
JobReply read_job_reply(const std::optional<std::string>& bytes);

// Why a check that threw this has no result: a defect of ours, or memory that ran out.
std::string why_failed(const std::exception& error);
// What is reported then: nothing is known of the kernel.
report::Kernel failed_kernel(const std::string& name, const std::string& file, const CheckOptions& options, const std::string& reason);

}  // namespace warpproof::cli
