// Small edits of the source that often mend a finding. Whether one does is for a proof of the edited kernel to say; what is
// seen to here is that an edit adds or moves a barrier, names other lanes in a mask, guards one access by a bound, or
// asserts what the launch has to keep. A line that a barrier is put before begins a statement of a block in braces.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/cli/fix_source.h"
#include "checker/report/report.h"

namespace warpproof::cli {

struct FixCandidate {
  std::string what;  // "__syncwarp() before line 12"
  SourceText lines;
};

// For a finding of a kernel in `file`, whose text is `lines`; the likeliest first, none where no such edit is known.
std::vector<FixCandidate> fix_candidates(const report::Finding& finding, const std::string& file, const SourceText& lines);

// `assert(blockDim.x % 32 == 0);` as the first statement of a kernel, with <cassert> where it is not included. Nothing where the
// kernel's head is not found.
std::optional<FixCandidate> asserted(const std::string& condition, const std::string& kernel, const SourceText& lines);

// "--- k.cu", "+++ k.cu", and hunks with three lines around each change. Empty where nothing
// changed, or the changes lie more than some thousand lines apart.
std::string unified_diff(const std::string& file, const SourceText& before, const SourceText& after);

}  // namespace warpproof::cli
