// Which launches of a kernel are checked: those that the source makes, else what the command line asks for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/check.h"
#include "checker/cli/parameters.h"
#include "src/frontend/launches.h"

namespace warpproof::cli {

// One check of a kernel.
struct Job {
  Selected kernel;
  std::optional<HostLaunch> launch = std::nullopt;
  std::vector<std::string> notes = {};  // about launches that could not be read, or are not there
  std::string unread = {};  // without a launch: "the launch at k.cu:9", of this kernel or of one that is not known
};

class LaunchPlan {
 public:
  // Reads the launches of a CUDA file. What hinders becomes a note of the kernels that it leaves without a launch.
  void read(const std::string& file, const CompileOptions& compile);

  // The checks of a kernel: one for each of its launches; one without where there is none that can be checked. None where
  // it has launches, and the program comes to none of them: why_unchecked() says so.
  std::vector<Job> jobs_of(const Selected& kernel) const;
  std::string why_unchecked(const Selected& kernel) const;
  // Of the file that was read last: empty where its host half could not be read; nothing where it was not tried.
  const std::optional<DeclaredFunctions>& declared() const { return declared_; }

 private:
  // Is it said of this kernel? Of those with internal linkage each file has its own, of one symbol.
  static bool is_of(const Selected& kernel, const std::string& symbol, const std::string& file, const std::string& kernel_file);

  // With the file whose tree has them.
  std::vector<std::pair<HostLaunch, std::string>> launches_;
  std::optional<DeclaredFunctions> declared_;
  std::vector<UnreadLaunch> unread_;
  std::vector<std::pair<UnreadLaunch, std::string>> unreached_;
  std::vector<LaunchText> texts_;  // of files whose launches were read
  std::vector<std::string> problems_;
};

// The launch's block, grid, dynamic shared memory and relations, where the options do not say otherwise.
void apply_launch(const Job& job, CheckOptions& options);

// The program launches the kernel with a block that is not known: whether one that breaks a rule is among those that occur is
// not known either, so that a violation becomes a warning and the verdict unknown. Not so where the kernel says which block
// it takes.
void tell_of_unread_launch(const Job& job, const CheckOptions& options, report::Kernel& result);
bool has_open_arguments(const Job& job);
// A violation that needs a value of a parameter of which it is not known that the launch gives it is unknown.
void tell_of_open_arguments(const Job& job, report::Kernel& result);
// A kernel that meets at a barrier of the grid is proved for cooperative launches only.
void require_cooperative(const Job& job, report::Kernel& result);

// "main.cu:88"
std::string place_of(const HostLaunch& launch);
// "the launch at main.cu:88: block 256, grid (n + 255) / 256"
std::string launch_text(const HostLaunch& launch);
report::LaunchSource launch_source(const HostLaunch& launch);

}  // namespace warpproof::cli
