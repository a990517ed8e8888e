// What one call of `check` is to do: a command line, or a project's file with a command line over it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/cli/options.h"
#include "checker/cli/suppressions.h"
#include "src/base/source.h"

namespace warpproof::cli {

// A [[kernel]] table of a project's file: the kernels of a name, in all files or in those of a pattern.
struct KernelTable {
  std::string name;
  FilePattern file;
  SourceLocation where;
};

// Options, and the kernels that they are for: those of a table, or those of none.
struct CheckUnit {
  CheckArguments arguments;
  std::size_t table = 0;  // from 1; 0: kernels of no table
  // Assumptions, sizes and parameters that are said of these kernels alone: one of them has to have what they name.
  bool own_assumptions = true, own_sizes = true, own_parameters = true;
  std::string note;  // of each of its checks
};

struct CheckRequest {
  std::vector<CheckUnit> units;  // at least one: the first has what is the same for all
  std::vector<KernelTable> tables;
  std::vector<AllowedByProject> allowed;
  std::string project;  // its file; empty: none
  bool has_all_files = true;  // of the project
};

}  // namespace warpproof::cli
