// Text from input (names, source lines, compiler flags) made safe to print.
//
// A kernel's text may hold escape sequences that drive a terminal, bytes that are no UTF-8, and characters
// that reorder what the reader sees (Unicode, "Bidirectional formatting characters"). None of them reaches
// the output.
#pragma once

#include <string>
#include <string_view>

namespace warpproof::report {

// Control characters become \n, \t or \xNN, bidirectional controls and line separators \u{NNNN}, bytes that
// are no UTF-8 U+FFFD.
std::string printable(std::string_view text);

// Bytes that are no UTF-8 become U+FFFD; everything else stays. For JSON, whose writer escapes the rest.
std::string valid_utf8(std::string_view text);

// One source line as it is quoted: tabs expanded to multiples of 8, the rest as `printable`, and of a line
// longer than `width` only the part around the caret.
struct QuotedLine {
  std::string text;
  std::size_t caret = 0;  // columns before the caret
};
// `column` counts bytes from 1; a column past the end puts the caret after the line.
QuotedLine quote_line(std::string_view line, int column, std::size_t width = 160);

// Columns that a printable text takes, each code point as one.
std::size_t display_width(std::string_view text);

}  // namespace warpproof::report
