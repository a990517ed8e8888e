#include "checker/report/printable.h"

#include <catch2/catch.hpp>

using warpproof::report::display_width;
using warpproof::report::printable;
using warpproof::report::quote_line;
using warpproof::report::valid_utf8;

namespace {
const std::string kReplacement = "\xEF\xBF\xBD";
}

TEST_CASE("printable text keeps what is harmless") {
  for (const std::string text :
       {"", "plain", "caf\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "a|b \"c\" \\d"}) {
    CHECK(printable(text) == text);
    CHECK(valid_utf8(text) == text);
  }
}

TEST_CASE("printable text escapes control characters") {
  CHECK(printable("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\x0dd");
  CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable("\xC2\x9B"
                  "31m") == "\\x9b31m");  // the one-character form of ESC [
}

TEST_CASE("printable text shows characters that reorder or break lines") {
  CHECK(printable("a\xE2\x80\xAE"
                  "b") == "a\\u{202e}b");
  CHECK(printable("a\xE2\x81\xA6"
                  "b") == "a\\u{2066}b");
  CHECK(printable("a\xE2\x80\xA8"
                  "b") == "a\\u{2028}b");
}

TEST_CASE("bytes that are no UTF-8 are replaced") {
  struct Case {
    std::string name, text;
    int replacements;
  };
  const std::vector<Case> cases = {
      {"lone continuation", "\x80", 1},  {"lone lead", "\xC3", 1},
      {"overlong slash", "\xC0\xAF", 2}, {"overlong three", "\xE0\x80\xAF", 3},
      {"surrogate", "\xED\xA0\x80", 3},  {"above U+10FFFF", "\xF4\x90\x80\x80", 4},
      {"cut off", "\xE2\x82", 2},        {"never a byte of UTF-8", "\xFE\xFF", 2},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    std::string expected = "<";
    for (int i = 0; i < c.replacements; ++i) expected += kReplacement;
    expected += ">";
    CHECK(printable("<" + c.text + ">") == expected);
    CHECK(valid_utf8("<" + c.text + ">") == expected);
  }
}

TEST_CASE("valid_utf8 leaves control characters to the JSON writer") {
  CHECK(valid_utf8("\x1b\n") == "\x1b\n");
}

TEST_CASE("a quoted line puts the caret below its column") {
  CHECK(quote_line("  v += 1;", 3).caret == 2);
  CHECK(quote_line("  v += 1;", 3).text == "  v += 1;");
  CHECK(quote_line("x", 0).caret == 0);
  SECTION("tabs become blanks") {
    CHECK(quote_line("\tv;", 2).text == "        v;");
    CHECK(quote_line("\tv;", 2).caret == 8);
    CHECK(quote_line("ab\tv;", 4).caret == 8);
  }
  SECTION("columns count bytes, carets characters") { CHECK(quote_line("\xC3\xA9 v", 4).caret == 2); }
  SECTION("escaped characters take their room") {
    CHECK(quote_line("\x1b v", 3).text == "\\x1b v");
    CHECK(quote_line("\x1b v", 3).caret == 5);
  }
  SECTION("a column past the end") {
    CHECK(quote_line("ab", 3).caret == 2);
    CHECK(quote_line("ab", 99).caret == 2);
  }
}

TEST_CASE("of a long line only the part around the caret is quoted") {
  const std::string line = std::string(1'000'000, 'a') + "HERE" + std::string(1'000'000, 'b');
  for (const int column : {1, 100, 1'000'001, 2'000'004}) {
    INFO(column);
    const auto quoted = quote_line(line, column);
    CHECK(display_width(quoted.text) <= 168);
    REQUIRE(quoted.caret < quoted.text.size());
    CHECK(quoted.text[quoted.caret] == line[static_cast<std::size_t>(column - 1)]);
  }
  CHECK(quote_line(line, 1'000'001).text.find("HERE") != std::string::npos);
}
