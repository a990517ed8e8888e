// C++ text line by line, without its comments and literals.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpproof::cli {

class CodeLines {
 public:
  struct Line {
    std::string code;                    // as long as the line; comments and literals are blanks
    bool has_code = false;               // anything but blanks and comments
    std::optional<std::size_t> comment;  // the column after `//`, from 0
  };

  // The next line. A comment that is open at its end goes on in the line after it; a literal does not.
  Line next(std::string_view line);

 private:
  bool in_comment_ = false;
};

}  // namespace warpproof::cli
