#include "checker/cli/check_job.h"

#include <fmt/format.h>

#include <new>
#include <string_view>

#include "checker/cli/fixes.h"
#include "checker/cli/needed_inputs.h"
#include "checker/cli/one_pointer.h"
#include "checker/cli/options.h"
#include "checker/report/add_once.h"
#include "checker/report/archive.h"
#include "src/base/shortage.h"

namespace warpproof::cli {
namespace {

// What bytes begin with.
constexpr char kResult = 'r', kShortResult = 's', kOver = 'o', kFailure = 'f', kBadInput = 'i';

// Where nobody says which block, most launches have whole warps: what goes wrong in a last warp that is not whole is
// distinguished from what goes wrong in any. Of launches it is not asked: they say which block (apply_launch), so that the
// kernel is never one whose parameters are one pointer.
void look_at_whole_warps(const Selected& kernel, CheckOptions options, report::Kernel& result) {
  if (options.block || result.verdict != report::Verdict::Violation || result.block != "any") return;
  const std::string whole_warps = "block % 32 == 0";
  if (result.holds_for != whole_warps && result.holds_for != whole_warps + kOneDimension) {
    options.block = parse_block("any:32");
    report::Kernel whole = check_kernel(kernel.input->program, kernel.candidate->function, options);
    whole.seconds += result.seconds;
    whole.block = result.block;
    // What makes whole warps safe says nothing of the others, unless it was proved of all blocks, too.
    const bool is_of_all = whole.safe_if == result.safe_if || whole.safe_if.starts_with("blockDim.x % ");
    if (!whole.safe_if.empty() && !is_of_all) whole.safe_if = "blockDim.x % 32 == 0 && " + whole.safe_if;
    if (whole.verdict == report::Verdict::Violation) result = std::move(whole);
    if (whole.verdict != report::Verdict::Proved) return;
    result.holds_for = whole.holds_for;
    result.seconds = whole.seconds;
    for (const std::string& assumption : whole.assumptions) report::add_once(result.assumptions, assumption);
  }
  result.only_partial_warps = true;
}

}  // namespace

report::Kernel check_job(const Job& job, const CheckOptions& options, const CompileOptions& compile, bool wants_fix) {
  const Selected& kernel = job.kernel;
  const OnePointer one = one_pointer_of(job, false);
  report::Kernel result = one.empty() ? check_kernel(kernel.input->program, kernel.candidate->function, options)
                                      : check_with_one_pointer(job, one, options);
  look_at_perhaps_one(job, options, result);
  tell_one_buffer(job, options, result);
  look_at_whole_warps(kernel, options, result);
  tell_of_unread_launch(job, options, result);
  // What is found whatever an argument is that the launch may not give is found in the launch, too.
  if (result.verdict == report::Verdict::Violation && has_open_arguments(job))
    keep_needed_inputs(kernel, options.assumptions, result);
  tell_of_open_arguments(job, result);
  require_cooperative(job, result);
  // Edits are proved of the kernel as it is.
  if (wants_fix && one.empty()) result.fix = find_fix(kernel, compile, options, result);
  return result;
}

std::string job_reply(const std::function<std::optional<report::Kernel>()>& check) {
  shortage::watch();
  try {
    const std::optional<report::Kernel> result = check();
    if (!result) return {kOver};
    const std::string bytes = report::pack(*result);
    return (shortage::noted() ? kShortResult : kResult) + bytes;
  } catch (const InputError&) {
    return {kBadInput};
  } catch (const std::exception& error) {
    return kFailure + why_failed(error);
  }
}

JobReply read_job_reply(const std::optional<std::string>& bytes) {
  JobReply out;
  const char what = bytes && !bytes->empty() ? bytes->front() : '\0';
  const std::string_view rest = what == '\0' ? std::string_view() : std::string_view(*bytes).substr(1);
  out.is_bad_input = what == kBadInput;
  out.shortage = what == kShortResult;
  if (what == kResult || what == kShortResult) out.result = report::unpack(rest);
  if (what == kFailure) out.failure = rest;
  if (what == '\0') out.failure = "the process that checked it ended early; it may have run out of memory (--memory MB allows more)";
  return out;
}

std::string why_failed(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory (--memory MB allows more)"
                                                                : std::string("internal error: ") + error.what();
}

report::Kernel failed_kernel(const std::string& name, const std::string& file, const CheckOptions& options, const std::string& reason) {
  report::Kernel kernel;
  kernel.name = name;
  kernel.file = file;
  kernel.verdict = report::Verdict::Unknown;
  kernel.block = options.block ? options.block->text : "any";
  kernel.grid = options.grid ? fmt::format("{}", fmt::join(*options.grid, ",")) : "any";
  kernel.unknown.push_back({reason, {}});
  return kernel;
}

}  // namespace warpproof::cli
