// Runs a program without a shell, with a time limit.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/interruption.h"

namespace warpproof {

struct ProcessResult {
  int exit_status = -1;    // 128 + signal where a signal ended it
  bool timed_out = false;  // killed, with its children
  std::string output;      // stdout and stderr as they came, at most `output_limit` bytes
  bool truncated = false;  // there was more
};

// `argv[0]` is the program's path; `extra_environment` holds NAME=VALUE entries that replace the caller's.
// It may take `timeout_seconds` of processor time, and twenty times as much real time. Throws std::runtime_error if the
// program cannot be started.
ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::vector<std::string>& extra_environment, int timeout_seconds,
                          size_t output_limit);

// The same for output that is too much to keep: stdout goes to `take` as it comes, stderr to the file `errors`, and
// `output` stays empty. `take` may answer that it wants no more: the program is ended, and its status is not 0.
ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::vector<std::string>& extra_environment, int timeout_seconds,
                          const std::function<bool(std::string_view)>& take, const std::string& errors);

// The first executable file called `name` in `search_path` (directories divided by ':'); empty if none.
std::string find_program(const std::string& name, const std::string& search_path);

// A private directory under $TMPDIR or /tmp that goes, with all in it, at the end of its scope. Throws InputError where
// it cannot be made.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  const std::string& path() const { return folder_.path(); }

 private:
  interruption::Folder folder_;
};

}  // namespace warpproof
