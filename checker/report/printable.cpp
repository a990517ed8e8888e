#include "checker/report/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpproof::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  // bytes; 0: no UTF-8 here
};

// The code point at the start of `text`. Overlong forms, surrogates and values above U+10FFFF are no UTF-8
// (Unicode 15, table 3-7).
CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return {};
  char32_t value = byte(0) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, length};
}

bool reorders_or_breaks_lines(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

// Appends the first code point of `text`, made printable, and returns how many bytes it took.
std::size_t append_printable(std::string& out, std::string_view text) {
  const CodePoint c = decode(text);
  if (c.length == 0) {
    out += kReplacement;
    return 1;
  }
  if (c.value == '\n') {
    out += "\\n";
  } else if (c.value == '\t') {
    out += "\\t";
  } else if (c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0)) {
    out += fmt::format("\\x{:02x}", static_cast<unsigned>(c.value));
  } else if (reorders_or_breaks_lines(c.value)) {
    out += fmt::format("\\u{{{:04x}}}", static_cast<unsigned>(c.value));
  } else {
    out += text.substr(0, c.length);
  }
  return c.length;
}

// Start of the code point that is `columns` columns to the left of the end of `text`, at most 0.
std::size_t columns_from_end(std::string_view text, std::size_t columns) {
  std::size_t at = text.size();
  while (at > 0 && columns > 0) {
    --at;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    --columns;
  }
  return at;
}

std::string_view first_columns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size() && columns > 0) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    --columns;
  }
  return text.substr(0, at);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) text.remove_prefix(append_printable(out, text));
  return out;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = decode(text).length;
    out += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

QuotedLine quote_line(std::string_view line, int column, std::size_t width) {
  // Only the neighbourhood of the caret can be shown, so only that is converted.
  const std::size_t caret_byte = column > 0 ? std::min(static_cast<std::size_t>(column - 1), line.size()) : 0;
  const std::size_t first = caret_byte > 4 * width ? caret_byte - 4 * width : 0;
  std::string_view rest = line.substr(first, 8 * width);
  bool cut_left = first > 0;
  bool cut_right = first + rest.size() < line.size();

  std::string before, all;
  std::size_t at = first, columns = 0;
  while (!rest.empty()) {
    if (at <= caret_byte) before = all;
    std::size_t taken = 1;
    if (rest.front() == '\t') {
      all.append(8 - columns % 8, ' ');
    } else {
      taken = append_printable(all, rest);
    }
    columns = display_width(all);
    at += taken;
    rest.remove_prefix(taken);
  }
  if (caret_byte >= at) before = all;

  QuotedLine quoted;
  const std::size_t caret = display_width(before);
  const std::size_t start = caret > width / 2 && columns > width ? columns_from_end(before, width / 2) : 0;
  cut_left |= start > 0;
  quoted.caret = caret - display_width(std::string_view(before).substr(0, start));
  const std::string_view shown = first_columns(std::string_view(all).substr(start), width);
  cut_right |= start + shown.size() < all.size();
  quoted.text = (cut_left ? "... " : "") + std::string(shown) + (cut_right ? " ..." : "");
  if (cut_left) quoted.caret += 4;
  return quoted;
}

}  // namespace warpproof::report
