// `--format html`: the runs of a report's findings, made again step by step.
#pragma once

#include <vector>

#include "checker/cli/input.h"
#include "checker/report/html_page.h"
#include "checker/report/report.h"

namespace warpproof::cli {

// A finding of which there is no run to show gets a reason instead. A run that many findings share is made once.
report::PageRuns page_runs(const report::Report& report, const std::vector<Input>& inputs);

}  // namespace warpproof::cli
