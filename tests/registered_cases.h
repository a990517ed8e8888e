// Catch2 test cases that are made from files, registered when the program starts and split over Bazel's
// shards (docs.bazel.build, "Test encyclopedia": TEST_TOTAL_SHARDS, TEST_SHARD_INDEX,
// TEST_SHARD_STATUS_FILE).
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/sample_size.h"

namespace warpproof::tests {

// A suite that lost its cases must not pass.
class MissingCases : public Catch::ITestInvoker {
 public:
  explicit MissingCases(std::string message) : message_(std::move(message)) {}
  void invoke() const override { FAIL(message_); }

 private:
  std::string message_;
};

// The registry owns the invoker from here on. The tag has its brackets.
inline void register_test(Catch::ITestInvoker* invoker, const std::string& name, const std::string& tag) {
  const Catch::AutoReg registration(invoker, CATCH_INTERNAL_LINEINFO, "", Catch::NameAndTags(name, tag));
}

// Which cases, counted from 0, this process runs.
class Shard {
 public:
  Shard() {
    if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE"))
      std::ofstream(status, std::ios::app).flush();
  }
  bool runs(std::size_t number) const { return number % shards_ == shard_; }

 private:
  std::size_t shards_ = std::max<std::size_t>(testing::number_from_environment("TEST_TOTAL_SHARDS", 1), 1);
  std::size_t shard_ = testing::number_from_environment("TEST_SHARD_INDEX", 0);
};

// Cases that take long (tests/dear_cases.txt), by name; none where all are to run.
class DearCases {
 public:
  DearCases() {
    if (testing::is_all("WARPPROOF_CASES")) return;
    std::ifstream file("tests/dear_cases.txt");
    if (!file) throw std::runtime_error("tests/dear_cases.txt cannot be read");
    for (std::string line; std::getline(file, line);)
      if (!line.starts_with('#')) names_.insert(line);
  }
  bool contains(const std::string& name) const { return names_.contains(name); }
  const std::set<std::string>& names() const { return names_; }

 private:
  std::set<std::string> names_;
};

}  // namespace warpproof::tests
