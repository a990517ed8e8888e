#include "src/frontend/compiler_environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace warpproof {
namespace {

constexpr std::array<std::string_view, 14> kOfShells = {
    "_",   "OLDPWD",     "SHLVL",          "TERM",    "COLUMNS",       "LINES",    "LS_COLORS",
    "PS1", "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "SSH_AUTH_SOCK", "WINDOWID", "DISPLAY"};
// Of one run of a job.
constexpr std::array<std::string_view, 6> kOfJobs = {"GITHUB_", "RUNNER_",    "ACTIONS_",
                                                     "CI_",     "BUILDKITE_", "WARPPROOF_"};

std::string_view name_of(std::string_view entry) { return entry.substr(0, entry.find('=')); }

bool is_passing(std::string_view name) {
  return std::find(kOfShells.begin(), kOfShells.end(), name) != kOfShells.end() ||
         std::any_of(kOfJobs.begin(), kOfJobs.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

bool is_replaced(std::string_view name) { return is_passing(name) || name == "LC_ALL" || name == "TMPDIR"; }

}  // namespace

std::vector<std::string> compiler_environment(const std::string& temporary) {
  std::vector<std::string> out = {"LC_ALL=C", "TMPDIR=" + temporary};
  if (std::getenv("SOURCE_DATE_EPOCH") == nullptr) out.push_back("SOURCE_DATE_EPOCH=0");
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = name_of(*entry);
    if (is_passing(name)) out.push_back(std::string(name) + "=");
  }
  return out;
}

std::vector<std::string> kept_environment() {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!is_replaced(name_of(*entry))) out.emplace_back(*entry);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace warpproof
