#include "checker/cli/code_lines.h"

#include <catch2/catch.hpp>

using warpproof::cli::CodeLines;

TEST_CASE("comments and literals are blanked, and columns stay") {
  CodeLines lines;
  const CodeLines::Line first = lines.next(R"(f("a // b", '"', x); // warpproof: y)");
  CHECK(first.code == R"(f(        ,    , x);                )");
  CHECK(first.has_code);
  REQUIRE(first.comment);
  CHECK(*first.comment == 23);

  const CodeLines::Line open = lines.next("a /* b // c");
  CHECK(open.code == "a          ");
  CHECK_FALSE(open.comment);
  const CodeLines::Line inside = lines.next("  \"in it\"");
  CHECK(inside.code == "         ");
  CHECK_FALSE(inside.has_code);
  const CodeLines::Line closed = lines.next("*/ b");
  CHECK(closed.code == "   b");
  CHECK(closed.has_code);
}

TEST_CASE("a literal ends with its line, and an escaped quote does not end it") {
  CodeLines lines;
  CHECK(lines.next(R"("a\"b" c)").code == R"(       c)");
  CHECK(lines.next("\"a").has_code);
  CHECK(lines.next("b").code == "b");
  CHECK(lines.next("\"a\\").code == "   ");
}

TEST_CASE("a line of comments has no code") {
  CodeLines lines;
  const CodeLines::Line line = lines.next("  // a");
  CHECK_FALSE(line.has_code);
  CHECK(*line.comment == 4);
  CHECK_FALSE(lines.next("/* a */  ").has_code);
}
