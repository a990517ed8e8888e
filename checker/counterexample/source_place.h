// Where instructions stand in the source, and the steps of a run in words.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "src/concrete/evaluator.h"

namespace warpproof::counterexample {

// Reads lines of source files, once each. Files that cannot be read have empty lines.
class SourceLines {
 public:
  std::string line(const std::string& file, int number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

// Where a user looks for an instruction: the innermost source line whose file can be read, of the user's own
// if there is one (Place::own), else the PTX line. `inlined_at` receives the call sites around it.
report::SourcePlace source_place(const Program& program, std::uint32_t place, SourceLines& lines,
                                 std::vector<report::SourcePlace>* inlined_at = nullptr);

// Adds to a finding at `place` the line of a library's header that the instruction stands in.
void add_library_line(const Program& program, std::uint32_t place, SourceLines& lines,
                      report::Finding& finding);

// "waits at shfl.sync.down, mask 0xffffffff", "branch taken by lanes 0-15".
std::string step_text(const Program& program, const TraceStep& step);

}  // namespace warpproof::counterexample
