// One Catch2 test case for each pair below tests/equivalence/cases.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>

#include "checker/cli/input.h"
#include "tests/equivalence/pair_case.h"
#include "tests/registered_cases.h"
#include "tests/sample_size.h"

namespace {

using warpproof::equivalence::Verdict;
using warpproof::tests::MissingCases;
using warpproof::tests::PairCase;
using warpproof::tests::register_test;

constexpr double kOfUnknown = 0.1;  // of the effort, where unknown is what is expected

class PairTest : public Catch::ITestInvoker {
 public:
  explicit PairTest(PairCase pair) : pair_(std::move(pair)) {}
  void invoke() const override {
    PairCase pair = pair_;
    // A wrong "equivalent" comes soon or not at all; WARPPROOF_SAMPLES=all looks with all of the effort.
    if (pair.expect == Verdict::Unknown && !warpproof::testing::all_samples()) pair.options.check.effort *= kOfUnknown;
    const auto result = warpproof::tests::run_pair(pair);
    if (!result.difference.empty())
      std::cout << pair_.file << ": " << pair_.line << ": " << result.difference << '\n'
                << result.report << '\n';
    INFO(result.difference);
    CHECK(result.difference.empty());
  }

 private:
  PairCase pair_;
};

bool register_pairs() {
  const warpproof::tests::Shard shard;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/equivalence/cases")) {
    if (entry.path().extension() == ".cu") files.push_back(entry.path().generic_string());
  }
  std::sort(files.begin(), files.end());
  std::size_t number = 0;
  try {
    const warpproof::tests::DearCases dear;
    for (const std::string& file : files) {
      for (PairCase& pair : warpproof::tests::parse_pairs(warpproof::cli::read_file(file), file)) {
        const std::string name = file.substr(file.find_last_of('/') + 1) + ": " + pair.line;
        if (!dear.contains(name) && shard.runs(number++)) register_test(new PairTest(std::move(pair)), name, "[pair]");
      }
    }
  } catch (const std::exception& error) {
    register_test(new MissingCases(error.what()), "headers of pairs are read", "[pair]");
  }
  if (number < 60) register_test(new MissingCases("fewer than 60 pairs"), "pairs are found", "[pair]");
  return true;
}

const bool kRegistered = register_pairs();

}  // namespace
