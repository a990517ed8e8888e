// The built command as a subprocess, on files of a folder of its own.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "src/frontend/process.h"

namespace warpproof::cli {

inline constexpr const char* kTool = "checker/cli/warpproof";

struct Outcome {
  int status = -1;
  std::string out, err;
};

inline std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return (std::ostringstream() << in.rdbuf()).str();
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A folder of its own for each test case, and the tool run on files in it.
class Workshop {
 public:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  Outcome run(std::vector<std::string> arguments) const {
    std::vector<std::string> argv = {"/bin/sh", "-c", "exec \"$0\" \"$@\" 2>\"$WARPPROOF_STDERR\"", kTool};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const auto result =
        warpproof::run_process(argv, {"WARPPROOF_STDERR=" + path("stderr")}, 7200, std::size_t{64} << 20);
    REQUIRE_FALSE(result.timed_out);
    return {result.exit_status, result.output, read(path("stderr"))};
  }

 private:
  TemporaryDirectory folder_;
};

}  // namespace warpproof::cli
