// Inputs of findings in a file: what `check --save-inputs` writes and `replay` runs again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/report/report.h"

namespace warpproof::cli {

// JSON, schema "warpproof-inputs/1": each run of a finding once, with what it shows, its inputs, and the words that make it.
std::string saved_inputs(const report::Report& report);

// The commands of the text, each without its "warpproof run". Only words that `saved_inputs` writes are taken, as the text may
// come from anybody: none of them writes a file or reads one as data. Throws InputError, with line and column in `file`,
// for anything else.
std::vector<std::vector<std::string>> read_saved_runs(std::string_view text, const std::string& file);

}  // namespace warpproof::cli
