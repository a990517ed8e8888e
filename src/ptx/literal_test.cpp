// Numbers and constant expressions: PTX ISA 9.x, section 4.5.
#include "src/ptx/literal.h"

#include <bit>
#include <catch2/catch.hpp>

namespace warpproof::ptx {
namespace {

Literal read(std::string_view token) {
  std::string error;
  const auto literal = read_literal(token, error);
  INFO(token << ": " << error);
  REQUIRE(literal);
  return *literal;
}

TEST_CASE("literal: integers of every base, with and without U") {
  struct Case {
    std::string_view token;
    std::uint64_t bits;
    bool is_unsigned;
  };
  for (const Case& c :
       {Case{"0", 0, false}, Case{"12", 12, false}, Case{"12U", 12, true}, Case{"0x1f", 31, false},
        Case{"0X1FU", 31, true}, Case{"017", 15, false}, Case{"0b101", 5, false},
        Case{"9223372036854775807", ~0ull >> 1, false}, Case{"9223372036854775808", 1ull << 63, true},
        Case{"0xffffffffffffffff", ~0ull, true}}) {
    const Literal literal = read(c.token);
    CHECK(literal.kind == Literal::Kind::Integer);
    CHECK(literal.bits == c.bits);
    CHECK(literal.is_unsigned == c.is_unsigned);
  }
}

TEST_CASE("literal: floating constants by bits and in decimal") {
  CHECK(read("0f3F800000").kind == Literal::Kind::Float32);
  CHECK(read("0f3F800000").bits == 0x3f800000u);
  CHECK(read("0d3FF0000000000000").bits == std::bit_cast<std::uint64_t>(1.0));
  CHECK(read("1.5").bits == std::bit_cast<std::uint64_t>(1.5));
  CHECK(read("25e-1").bits == std::bit_cast<std::uint64_t>(2.5));
  CHECK(read("2.").bits == std::bit_cast<std::uint64_t>(2.0));
}

TEST_CASE("literal: what is no number is refused with a reason") {
  for (const char* token :
       {"18446744073709551616", "0x", "0b2", "089", "12ab", "0f3F80000", "0f3F80000G", "1e999"}) {
    std::string error;
    INFO(token);
    CHECK_FALSE(read_literal(token, error));
    CHECK_FALSE(error.empty());
  }
}

Literal integer(std::int64_t value) {
  return {Literal::Kind::Integer, static_cast<std::uint64_t>(value), false};
}

std::int64_t binary(std::int64_t a, std::string_view op, std::int64_t b) {
  ExpressionStack stack;
  Literal out;
  REQUIRE(stack.push(integer(a)).empty());
  REQUIRE(stack.binary(op).empty());
  REQUIRE(stack.push(integer(b)).empty());
  REQUIRE(stack.finish(out).empty());
  return static_cast<std::int64_t>(out.bits);
}

TEST_CASE("expression: every operator on signed integers") {
  CHECK(binary(7, "+", -9) == -2);
  CHECK(binary(7, "-", 9) == -2);
  CHECK(binary(-7, "*", 9) == -63);
  CHECK(binary(-7, "/", 2) == -3);
  CHECK(binary(-7, "%", 2) == -1);
  CHECK(binary(INT64_MIN, "/", -1) == INT64_MIN);
  CHECK(binary(INT64_MIN, "%", -1) == 0);
  CHECK(binary(1, "<<", 4) == 16);
  CHECK(binary(1, "<<", 64) == 0);
  CHECK(binary(-16, ">>", 2) == -4);
  CHECK(binary(-16, ">>", 99) == -1);
  CHECK(binary(6, "&", 3) == 2);
  CHECK(binary(6, "|", 3) == 7);
  CHECK(binary(6, "^", 3) == 5);
  CHECK(binary(-1, "<", 0) == 1);
  CHECK(binary(-1, ">=", 0) == 0);
  CHECK(binary(3, "==", 3) == 1);
  CHECK(binary(3, "!=", 3) == 0);
  CHECK(binary(3, "&&", 0) == 0);
  CHECK(binary(0, "||", 2) == 1);
}

TEST_CASE("expression: an unsigned operand makes division and comparison unsigned") {
  ExpressionStack stack;
  Literal out;
  stack.push({Literal::Kind::Integer, ~0ull, true});
  stack.binary("/");
  stack.push(integer(2));
  REQUIRE(stack.finish(out).empty());
  CHECK(out.bits == ~0ull / 2);
}

TEST_CASE("expression: precedence, parentheses and signs") {
  ExpressionStack stack;
  Literal out;
  // -(1 + 2) * 3 + 1 << 2
  stack.unary('-');
  stack.open();
  stack.push(integer(1));
  stack.binary("+");
  stack.push(integer(2));
  stack.close();
  stack.binary("*");
  stack.push(integer(3));
  stack.binary("+");
  stack.push(integer(1));
  stack.binary("<<");
  stack.push(integer(2));
  REQUIRE(stack.finish(out).empty());
  CHECK(static_cast<std::int64_t>(out.bits) == -32);
}

TEST_CASE("expression: division by zero is an error, not a crash") {
  ExpressionStack stack;
  Literal out;
  stack.push(integer(1));
  stack.binary("%");
  stack.push(integer(0));
  CHECK(stack.finish(out) == "division by zero in a constant expression");
}

}  // namespace
}  // namespace warpproof::ptx
