// check --fix, --fix-dry-run: a small edit of the source with which the kernel is proved.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/check.h"
#include "checker/cli/parameters.h"
#include "checker/report/report.h"
#include "src/frontend/compile.h"

namespace warpproof::cli {

// Tries edits (fix_candidates.h) on a private copy of the kernel's file, one finding after the other, each compiled and
// checked as the kernel was. Nothing but a kernel that is proved is a fix. `broken`: what the check found. Nothing for PTX,
// and where a finding is not in the file itself.
std::optional<report::ProvedFix> find_fix(const Selected& kernel, const CompileOptions& compile, CheckOptions options,
                                          const report::Kernel& broken);

// A line for each kernel that is broken and has no fix, of PTX for each file: that there is none.
std::vector<std::string> without_fix(const report::Report& report, const std::vector<Input>& inputs);

// Writes the edited text in place of the file, all of it or nothing. Why it did not; empty where it did. A file that is not
// what the edit was proved of stays as it is.
std::string apply_fix(const std::string& file, const report::ProvedFix& fix);

}  // namespace warpproof::cli
