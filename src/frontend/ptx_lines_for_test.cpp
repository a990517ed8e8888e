#include "src/frontend/ptx_lines_for_test.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace warpproof {
namespace {

struct Line {
  int line = 0;          // of `file`; 0 where unknown
  std::string text;      // trimmed
  std::string function;  // it stands in
};

std::vector<Line> located_lines(const std::string& ptx, const std::string& file) {
  static const std::regex file_line(R"(\s*\.file\s+(\d+)\s+"([^"]*)\".*)");
  static const std::regex loc(R"(\s*\.loc\s+(\d+)\s+(\d+)\s.*)");
  static const std::regex function(
      R"((?:\.visible |\.weak )*\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+).*)");
  std::istringstream in(ptx);
  std::vector<std::string> texts;
  std::string number;
  std::smatch m;
  for (std::string text; std::getline(in, text);) {
    if (std::regex_match(text, m, file_line) && m[2] == file) number = m[1];
    texts.push_back(text);
  }
  std::vector<Line> out;
  Line now;
  for (const std::string& text : texts) {
    if (std::regex_match(text, m, loc)) {
      // Inside a user's function, text inlined from elsewhere keeps the user's line.
      if (m[1] == number) now.line = std::stoi(m[2]);
    } else if (std::regex_match(text, m, function)) {
      now.function = m[1];
      now.line = 0;
    } else {
      // The mark of the prelude's own asm statements (attributes.cuh, WP_OWN).
      static const std::string own = "/*warpproof*/ ";
      const size_t mark = text.find(own);
      const size_t begin = mark != std::string::npos ? mark + own.size() : text.find_first_not_of(" \t");
      if (begin == std::string::npos || text.find_first_of("/.$", begin) == begin) continue;
      now.text = text.substr(begin);
      out.push_back(now);
    }
  }
  return out;
}

// "shfl.sync.bfly" of "@%p1 shfl.sync.bfly.b32 ..": empty for anything else.
std::string warp_operation(const std::string& text) {
  static const std::regex pattern(
      R"((?:.*[ ;{])?((?:shfl|vote|match|redux|bar|barrier)(?:\.[a-z]+){1,2}|activemask)[. \t].*)");
  std::smatch m;
  return std::regex_match(text, m, pattern) ? m[1].str() : "";
}

// What calling `function` executes, with the functions it calls.
std::vector<std::string> operations_of(const std::string& function, const std::vector<Line>& lines) {
  std::vector<std::string> out;
  for (const Line& line : lines) {
    if (line.function != function) continue;
    if (const std::string operation = warp_operation(line.text); !operation.empty()) out.push_back(operation);
    std::string callee = line.text.substr(0, line.text.find_first_of(", ;"));
    const bool called = callee != function && std::any_of(lines.begin(), lines.end(), [&](const Line& other) {
                          return other.function == callee;
                        });
    if (called) {
      const std::vector<std::string> inner = operations_of(callee, lines);
      out.insert(out.end(), inner.begin(), inner.end());
    }
  }
  return out;
}

}  // namespace

std::map<int, std::vector<std::string>> instructions_by_line(const std::string& ptx,
                                                             const std::string& file) {
  std::map<int, std::vector<std::string>> out;
  for (const Line& line : located_lines(ptx, file)) {
    if (line.line > 0 && line.text[0] != '{' && line.text[0] != '}') out[line.line].push_back(line.text);
    if (line.line > 0 && line.text.starts_with("{ .reg .pred")) out[line.line].push_back(line.text);
  }
  return out;
}

std::map<int, std::vector<std::string>> warp_operations_by_line(const std::string& ptx,
                                                                const std::string& file) {
  const std::vector<Line> lines = located_lines(ptx, file);
  std::map<int, std::vector<std::string>> out;
  for (const Line& line : lines) {
    if (line.line == 0) continue;
    std::vector<std::string>& here = out[line.line];
    if (const std::string operation = warp_operation(line.text); !operation.empty())
      here.push_back(operation);
    const std::string callee = line.text.substr(0, line.text.find_first_of(", ;"));
    // A function of the user's own file speaks for itself, under its own lines.
    const bool elsewhere = std::none_of(lines.begin(), lines.end(), [&](const Line& other) {
      return other.function == callee && other.line > 0;
    });
    if (elsewhere && callee != line.function) {
      const std::vector<std::string> inner = operations_of(callee, lines);
      here.insert(here.end(), inner.begin(), inner.end());
    }
  }
  std::erase_if(out, [](const auto& entry) { return entry.second.empty(); });
  return out;
}

}  // namespace warpproof
