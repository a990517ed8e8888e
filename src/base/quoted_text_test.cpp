#include "src/base/quoted_text.h"

#include <catch2/catch.hpp>

using namespace warpproof;

TEST_CASE("escapes of compilers are read") {
  CHECK(unescaped(R"(a b.cu)") == "a b.cu");
  CHECK(unescaped(R"(\303\244.cu)") == "\xc3\xa4.cu");
  CHECK(unescaped(R"(q\"b\\t\tn\n)") == "q\"b\\t\tn\n");
  CHECK(unescaped(R"(\1\778\0011)") == "\x01\x3f" "8\x01" "1");
  CHECK(unescaped(R"(\377)") == "\xff");
}

TEST_CASE("what is no escape stands for itself") {
  CHECK(unescaped(R"(a"b)") == "a\"b");
  CHECK(unescaped(R"(a\)") == "a\\");
  CHECK(unescaped(R"(a\qb\8)") == "a\\qb\\8");
  CHECK(unescaped("").empty());
}

TEST_CASE("each text comes back") {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  for (const std::string& text : {all, all + "7", std::string("\\101"), std::string("\\\\\""), std::string("x\001") + "1"}) {
    const std::string one = escaped(text);
    CHECK(unescaped(one) == text);
    CHECK(one.find('\n') == std::string::npos);
    CHECK(one.find('\0') == std::string::npos);
  }
}
