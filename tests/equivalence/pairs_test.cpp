// One Catch2 test case for each pair below tests/equivalence/cases, registered when the program starts and
// split over Bazel's shards (docs.bazel.build, "Test encyclopedia": TEST_TOTAL_SHARDS, TEST_SHARD_INDEX).
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "checker/cli/input.h"
#include "tests/equivalence/pair_case.h"

namespace {

using warpproof::tests::PairCase;

class PairTest : public Catch::ITestInvoker {
 public:
  explicit PairTest(PairCase pair) : pair_(std::move(pair)) {}
  void invoke() const override {
    const auto result = warpproof::tests::run_pair(pair_);
    if (!result.difference.empty())
      std::cout << pair_.file << ": " << pair_.line << ": " << result.difference << '\n'
                << result.report << '\n';
    INFO(result.difference);
    CHECK(result.difference.empty());
  }

 private:
  PairCase pair_;
};

// A suite that lost its cases must not pass.
class MissingPairs : public Catch::ITestInvoker {
 public:
  explicit MissingPairs(std::string message) : message_(std::move(message)) {}
  void invoke() const override { FAIL(message_); }

 private:
  std::string message_;
};

std::size_t number_from_environment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

void register_test(Catch::ITestInvoker* invoker, const std::string& name) {
  const Catch::AutoReg registration(invoker, CATCH_INTERNAL_LINEINFO, "", Catch::NameAndTags(name, "[pair]"));
}

bool register_pairs() {
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE"))
    std::ofstream(status, std::ios::app).flush();
  const std::size_t shards = std::max<std::size_t>(number_from_environment("TEST_TOTAL_SHARDS", 1), 1);
  const std::size_t shard = number_from_environment("TEST_SHARD_INDEX", 0);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/equivalence/cases")) {
    if (entry.path().extension() == ".cu") files.push_back(entry.path().generic_string());
  }
  std::sort(files.begin(), files.end());
  std::size_t number = 0;
  try {
    for (const std::string& file : files) {
      for (PairCase& pair : warpproof::tests::parse_pairs(warpproof::cli::read_file(file), file)) {
        const std::string name = file.substr(file.find_last_of('/') + 1) + ": " + pair.line;
        if (number++ % shards == shard) register_test(new PairTest(std::move(pair)), name);
      }
    }
  } catch (const std::exception& error) {
    register_test(new MissingPairs(error.what()), "headers of pairs are read");
  }
  if (number < 60) register_test(new MissingPairs("fewer than 60 pairs"), "pairs are found");
  return true;
}

const bool kRegistered = register_pairs();

}  // namespace
