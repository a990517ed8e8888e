#include "checker/cli/output_file.h"

#include <filesystem>
#include <fstream>

namespace warpproof::cli {

std::string why_not_written(const std::string& file, const std::vector<std::string>& inputs) {
  if (file.empty()) return "";
  std::error_code ignored;
  for (const std::string& input : inputs) {
    if (std::filesystem::equivalent(input, file, ignored)) return "is an input file; the report would overwrite it";
  }
  return std::ofstream(file, std::ios::app) ? "" : "cannot be written";
}

bool write_file(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::trunc | std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

}  // namespace warpproof::cli
