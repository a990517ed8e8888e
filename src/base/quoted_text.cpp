#include "src/base/quoted_text.h"

namespace warpproof {
namespace {

constexpr std::string_view kLetters = "abfnrtv\\\"", kMeant = "\a\b\f\n\r\t\v\\\"";
constexpr std::size_t kMostDigits = 3;

bool is_octal(char c) { return c >= '0' && c <= '7'; }

}  // namespace

std::string unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool may_escape = text[0] == '\\' && text.size() > 1;
    const std::size_t letter = may_escape ? kLetters.find(text[1]) : std::string_view::npos;
    if (letter != std::string_view::npos) {
      out += kMeant[letter];
      text.remove_prefix(2);
    } else if (may_escape && is_octal(text[1])) {
      std::size_t digits = 0;
      unsigned byte = 0;
      for (text.remove_prefix(1); digits < kMostDigits && digits < text.size() && is_octal(text[digits]); ++digits)
        byte = byte * 8 + static_cast<unsigned>(text[digits] - '0');
      out += static_cast<char>(byte);
      text.remove_prefix(digits);
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const std::size_t letter = kMeant.find(c);
    const auto byte = static_cast<unsigned char>(c);
    if (letter != std::string_view::npos) {
      out += '\\';
      out += kLetters[letter];
    } else if (byte < 0x20 || byte == 0x7f) {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + (byte >> shift & 7));
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace warpproof
