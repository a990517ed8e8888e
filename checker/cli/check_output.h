// What a check writes: its report, kernel by kernel, to standard output or to a file (-o), and the files that are asked for beside it.
#pragma once

#include <fstream>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/check_command.h"
#include "checker/cli/input.h"
#include "checker/cli/options.h"
#include "checker/cli/progress.h"
#include "checker/report/report.h"
#include "checker/report/stream.h"

namespace warpproof::cli {

class CheckOutput {
 public:
  // `inputs`: of the kernels of the report. All that is passed outlives this.
  CheckOutput(const CheckArguments& arguments, const Console& console, ProgressLine& progress, const std::vector<Input>& inputs)
      : arguments_(arguments), console_(console), progress_(progress), inputs_(inputs) {}

  // Before any work is done: a file that cannot be written, or would overwrite an input.
  std::optional<InputError> problem_before() const;
  // Once, before the others.
  void open();
  bool is_open() const { return stream_.has_value(); }
  void add(const report::Kernel& kernel);
  // The rest of the report, which has all kernels that were added, and the files beside it.
  void close(const report::Report& report);
  // Afterwards: what could not be written.
  std::vector<InputError> problems_after();

 private:
  std::string whole(const report::Report& report) const;
  void save(const std::string& file, const std::string& text);
  std::ostream& out() { return arguments_.output.empty() ? console_.out : file_; }

  const CheckArguments& arguments_;
  const Console& console_;
  ProgressLine& progress_;
  const std::vector<Input>& inputs_;
  std::optional<report::Stream> stream_;
  std::ofstream file_;   // -o
  std::string unsaved_;  // a file that could not be written
};

}  // namespace warpproof::cli
