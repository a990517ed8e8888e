// Prints the reports of case files, times left out, so that two versions of the program can be compared byte by
// byte: a change that is meant to change no verdict changes none of them, nor the effort that they tell of.
//
//   bazel build -c opt //tests/effort:reports, and in the root of the repository, before and after:
//   bazel-bin/tests/effort/reports $(find tests/cases examples -name '*.cu' -o -name '*.ptx' | sort) > FILE
#include <cstdio>
#include <exception>
#include <regex>
#include <string>

#include "checker/report/report.h"
#include "tests/case_runner.h"

namespace {

std::string report_of(const std::string& file) {
  static const std::regex kTimes("[0-9]+\\.[0-9]+ s\\b");
  try {
    const warpproof::tests::LoadedCase loaded = warpproof::tests::load_case(file);
    warpproof::report::Report report;
    report.kernels = warpproof::tests::check_case(loaded);
    return std::regex_replace(warpproof::report::to_text(report, {}), kTimes, "TIME");
  } catch (const std::exception& error) {
    return std::string("FAILED: ") + error.what() + "\n";
  }
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    std::printf("== %s\n%s", arguments[i], report_of(arguments[i]).c_str());
    std::fflush(stdout);
  }
}
