// Files that a command writes.
#pragma once

#include <string>
#include <vector>

namespace warpproof::cli {

// Why the file cannot be written, or is not to be, as it is one of `inputs`; empty where it can, and for no file at all. It is
// there afterwards.
std::string why_not_written(const std::string& file, const std::vector<std::string>& inputs);

// False where it could not be written.
bool write_file(const std::string& file, const std::string& text);

}  // namespace warpproof::cli
