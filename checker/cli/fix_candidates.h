// Small edits of the source that often mend a finding. Whether one does is for a proof of the edited kernel to say; what is
// seen to here is that nothing but the order of threads changes: each edit adds or moves a barrier, or names other lanes in a
// mask. A line that a barrier is put before begins a statement of a block in braces.
#pragma once

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

// "--- k.cu", "+++ k.cu", and hunks with three lines around each change. Empty where nothing
// changed, or the changes lie more than some thousand lines apart.
std::string unified_diff(const std::string& file, const SourceText& before, const SourceText& after);

}  // namespace warpproof::cli
