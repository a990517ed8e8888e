// Runs a test case: checks the kernels of one file as its header says and compares with what it expects.
#pragma once

#include <string>
#include <vector>

#include "checker/attempt/check_options.h"
#include "checker/cli/input.h"
#include "checker/report/report.h"
#include "tests/case_header.h"

namespace warpproof::tests {

struct CaseResult {
  bool skipped = false;    // needs nvcc, which this machine lacks
  std::string difference;  // empty: as expected, else what is not
  std::string report;      // what the check said, as text
};

// Never throws for what the file holds: a bad header or a file that cannot be checked is a difference.
CaseResult run_case(const std::string& file);

// A case that is checked several times. Throws InputError as parse_case_header() and cli::load_input() do.
struct LoadedCase {
  CaseHeader header;
  cli::Input input;
};
LoadedCase load_case(const std::string& file);

// How a check differs from what the header says.
struct CaseChange {
  const Program* program = nullptr;  // with the same functions as the case's own
  CheckOptions::Runs runs = CheckOptions::Runs::All;  // none where the header says so
  double budget_seconds = 0;         // of effort; 0: as in tests
  double effort = 0;                 // as --effort; 0: as the header says
};
std::vector<report::Kernel> check_case(const LoadedCase& loaded, const CaseChange& change = {});

// Whether the kernels of one file give what the header expects: empty, or what they do not give. `pending` is
// left out of account.
std::string compare_with_expectation(const CaseHeader& header, const std::vector<report::Kernel>& kernels);

// The .cu and .ptx files below the folders, sorted. Throws std::runtime_error for a folder without any.
std::vector<std::string> find_cases(const std::vector<std::string>& folders);

}  // namespace warpproof::tests
