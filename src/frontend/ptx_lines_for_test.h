// Reads PTX by source line, for tests of what the compilers made of a line.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpproof {

// The instructions under each line of `file`, in order of their appearance. Calls, labels, directives left
// out or spelt over several lines count as they stand.
std::map<int, std::vector<std::string>> instructions_by_line(const std::string& ptx, const std::string& file);

// The warp and barrier operations that each line of `file` executes ("shfl.sync.bfly"), itself or through
// functions of other files.
std::map<int, std::vector<std::string>> warp_operations_by_line(const std::string& ptx,
                                                                const std::string& file);

}  // namespace warpproof
