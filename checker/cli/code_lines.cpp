#include "checker/cli/code_lines.h"

#include <algorithm>
#include <cctype>

namespace warpproof::cli {

CodeLines::Line CodeLines::next(std::string_view line) {
  Line out;
  out.code = std::string(line);
  char quote = '\0';
  const auto blank = [&](std::size_t at, std::size_t count) {
    for (std::size_t i = at; i < std::min(at + count, line.size()); ++i) out.code[i] = ' ';
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view two = line.substr(i, 2);
    if (in_comment_) {
      const bool ends = two == "*/";
      blank(i, ends ? 2 : 1);
      if (!ends) continue;
      in_comment_ = false;
      ++i;
    } else if (quote != '\0') {
      const bool is_escape = line[i] == '\\';
      blank(i, is_escape ? 2 : 1);
      if (is_escape) ++i;
      else if (line[i] == quote) quote = '\0';
    } else if (two == "//") {
      out.comment = i + 2;
      blank(i, line.size());
      break;
    } else if (two == "/*") {
      in_comment_ = true;
      blank(i++, 2);
    } else {
      out.has_code = out.has_code || std::isspace(static_cast<unsigned char>(line[i])) == 0;
      if (line[i] != '"' && line[i] != '\'') continue;
      quote = line[i];
      blank(i, 1);
    }
  }
  return out;
}

}  // namespace warpproof::cli
