#include "src/frontend/diagnostics.h"

#include <regex>
#include <sstream>

namespace warpproof {

InputError first_error(const std::string& output, const std::string& path, const std::string& program) {
  static const std::regex clang_style(R"(^(.+?):(\d+):(?:(\d+):)? (?:fatal )?error: (.*)$)");
  static const std::regex nvcc_style(R"(^(.+?)\((\d+)\): (?:catastrophic )?error(?: #[\w-]+)?: (.*)$)");
  std::istringstream lines(output);
  std::string whole = output;
  while (!whole.empty() && std::isspace(static_cast<unsigned char>(whole.back()))) whole.pop_back();
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 2000) continue;
    std::smatch m;
    if (std::regex_match(line, m, clang_style)) {
      return InputError({m[1], std::stoi(m[2]), m[3].matched ? std::stoi(m[3]) : 0},
                        m[4].str() + "\n" + whole);
    }
    if (std::regex_match(line, m, nvcc_style)) {
      return InputError({m[1], std::stoi(m[2]), 0}, m[3].str() + "\n" + whole);
    }
  }
  return InputError({path}, program + " failed" + (whole.empty() ? " without a message" : ":\n" + whole));
}

}  // namespace warpproof
