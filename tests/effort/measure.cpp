// How well effort stands for processor time: checks the given case files and prints, for each kernel or pair,
// the processor seconds, the effort in millions of units (which should be about as many), their ratio, the
// verdict and the name. The weights are in src/base/effort.cpp.
//
//   bazel run -c opt //tests/effort:measure -- $PWD/tests/cases/loops/*.cu $PWD/tests/equivalence/cases/*.cu
#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "checker/cli/input.h"
#include "tests/case_runner.h"
#include "tests/effort/processor_time.h"
#include "tests/equivalence/pair_case.h"

namespace {

using namespace warpproof;

void print(double seconds, std::uint64_t effort, const std::string& verdict, const std::string& name) {
  const double metered = static_cast<double>(effort) / 1e6;
  fmt::print("{:8.2f} {:8.2f} {:6.2f}  {:10} {}\n", seconds, metered, metered > 0 ? seconds / metered : 0.0,
             verdict, name);
  std::fflush(stdout);
}

void measure_case(const std::string& file) {
  const tests::LoadedCase loaded = tests::load_case(file);
  const double before = tests::processor_seconds();
  const auto kernels = tests::check_case(loaded);
  const double seconds = tests::processor_seconds() - before;
  std::uint64_t effort = 0;
  for (const report::Kernel& k : kernels) effort += k.effort;
  const std::string difference = tests::compare_with_expectation(loaded.header, kernels);
  print(seconds, effort, difference.empty() || !loaded.header.pending.empty() ? "expected" : "OTHER",
        file + (difference.empty() ? "" : ": " + difference));
}

void measure_pairs(const std::string& file) {
  for (const tests::PairCase& pair : tests::parse_pairs(cli::read_file(file), file)) {
    const tests::PairResult result = tests::run_pair(pair);
    print(result.processor_seconds, result.effort, result.difference.empty() ? "expected" : "OTHER",
          fmt::format("{}: {} {}{} {}", file, pair.a, pair.b, pair.spec, result.difference));
  }
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string file = arguments[i];
    try {
      if (file.find("/equivalence/") != std::string::npos) {
        measure_pairs(file);
      } else {
        measure_case(file);
      }
    } catch (const std::exception& error) {
      fmt::print("{:>33} {}: {}\n", "FAILED", file, error.what());
    }
  }
}
