// `--emit-reproducer`: the first violation of a report as a program for a GPU.
#pragma once

#include <string>
#include <vector>

#include "checker/cli/input.h"
#include "checker/report/report.h"

namespace warpproof::cli {

// Writes the program into `path`. Returns what to report of it, one line; throws InputError where the file cannot be written
// or no finding has a program.
std::string emit_reproducer(const report::Report& report, const std::vector<Input>& inputs,
                            const std::string& path);

}  // namespace warpproof::cli
