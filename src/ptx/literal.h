// Numbers as PTX writes them, and constant expressions over them.
//
// Source: PTX ISA 9.x, sections 4.5.1 (integer constants), 4.5.2 (floating-point constants), 4.5.5 and 4.5.6
// (constant expressions).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::ptx {

struct Literal {
  enum class Kind : std::uint8_t { Integer, Float32, Float64 };
  Kind kind = Kind::Integer;
  std::uint64_t bits = 0;    // the integer, or the bits of the float
  bool is_unsigned = false;  // integers: .u64 (suffix U, or above 2^63-1), otherwise .s64
};

// Reads one token (`12`, `0x1fU`, `017`, `0b101`, `0f3F800000`, `0d...`, `1.5e3`). nullopt and a message when
// it is no number or does not fit 64 bits.
std::optional<Literal> read_literal(std::string_view token, std::string& error);

// Evaluates an expression handed over token by token (operator precedence, explicit stacks). Every member
// returns an empty string, or what is wrong.
class ExpressionStack {
 public:
  std::string push(Literal value);
  std::string open();                       // (
  std::string close();                      // )
  std::string unary(char op);               // - + ~ !
  std::string binary(std::string_view op);  // * / % + - << >> < <= > >= == != & ^ | && ||
  std::string finish(Literal& result);      // the whole value; the stack is empty afterwards

 private:
  struct Operator {
    std::string_view text;
    int precedence;  // 0: an open parenthesis; 100: unary
  };
  std::string reduce(int precedence);
  std::string apply(const Operator& op);
  std::vector<Literal> values_;
  std::vector<Operator> operators_;
};

}  // namespace warpproof::ptx
