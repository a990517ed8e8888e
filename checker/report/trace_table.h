// A counterexample's steps as a table.
#pragma once

#include <string>
#include <vector>

#include "checker/report/report.h"

namespace warpproof::report {

// The lines of the table, headings first. An iteration of steps that comes again and again is shown once,
// with how often, and a step that neighbouring warps take one after the other as one row; of what is then
// left at most `most` rows are shown (0: all), the first and the last ones and those that the finding is
// about. Steps in `file` give their line alone. Columns that would be empty are left out.
std::vector<std::string> trace_table(const std::vector<TraceStep>& trace, const std::string& file,
                                     std::size_t most);

// "k.cu:12:5", leaving out what is unknown, printable.
std::string place_text(const SourcePlace& place);

}  // namespace warpproof::report
