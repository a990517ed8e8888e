// `warpproof.toml`: what a repository's check is, so that `warpproof check` needs no words.
//
// Its keys are the long options of `check`, without the dashes, and mean what they mean there; what is read is turned into
// words of a command line, so that a value is judged once, by one reader. Paths in it are relative to it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "checker/cli/check_request.h"

namespace warpproof::cli {

inline constexpr const char* kProjectFile = "warpproof.toml";

// Options that the command line gives, by name, with their values: they stand in place of what the file says, in the
// tables of kernels, too.
using GivenOptions = std::map<std::string, std::vector<std::string>>;

// The nearest one, in this folder or above, no further than the repository's root (the folder with .git) and 32 folders;
// empty where there is none.
std::string find_project_file();

// Reads it. `files` in place of those that it names, unless there are none. Throws InputError, with line and column, for
// what is no TOML, for a key that is not known, for a value of a wrong type or that the option does not take.
struct ReadProject {
  CheckRequest request;
  std::uint64_t memory_mb = 0;
};
ReadProject read_project(const std::string& file, const GivenOptions& given, const std::vector<std::string>& files);

}  // namespace warpproof::cli
