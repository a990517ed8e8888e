// `--assume`: a condition over a kernel's scalar parameters and its launch, as C writes it.
//
//   n <= 1024 && n % 4 == 0        blockDim.x == 2 * m || mode == 0x10u
//
// Operators, from the tightest: ! - + ~ (unary) and casts such as (unsigned int) and (long), * / %, + -, << >>, < <= > >=, == !=, &, ^, |, &&, ||.
// Numbers are decimal or hexadecimal, with the suffixes u, l and ul; names are parameters, of launches in the source also members of
// structures that are passed by value (p.stride), blockDim.x, .y and .z, gridDim.x, .y and .z (unsigned int) and warpSize (int).
//
// Types are those of C++ ([conv.prom], [expr.arith.conv]): operands narrower than int are promoted, then the
// wider type wins, and of equal widths the unsigned one, so that `n < blockDim.x` compares as unsigned int
// whatever n is. A comparison is an int, 0 or 1. Arithmetic wraps. Where C++ leaves a result undefined
// (division by zero, a shift by the width or more) the condition does not hold; what && and || do not
// evaluate does not count.
//
// `--size` gives bytes by an expression of the same form, whose arithmetic is that of 64 bits throughout:
// 4 * n is no number of 32 bits though n is. It is assumed to be a size: neither negative nor more than
// kLargestSize.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/term/term.h"

namespace warpproof::launch {

// What a name stands for: a value of 8, 16, 32 or 64 bits.
struct Quantity {
  enum class Kind : std::uint8_t { Parameter, BlockSize, GridSize, WarpSize };
  Kind kind = Kind::Parameter;
  std::uint32_t index = 0;  // of the parameter; axis, 0 is x
  int bits = 32;
  bool is_signed = true;
  // Of a member of a structure that is passed by value: bytes into the parameter. Nothing: it is the parameter.
  std::optional<std::uint32_t> member = std::nullopt;

  bool operator==(const Quantity&) const = default;
  auto operator<=>(const Quantity&) const = default;
  std::uint32_t offset() const { return member.value_or(0); }
  std::uint32_t bytes() const { return static_cast<std::uint32_t>(bits) / 8; }
};

inline constexpr std::uint64_t kLargestSize = 1ull << 39;  // bytes; more than any GPU has

// What is wrong with a condition's text; the column counts from 1.
class ConditionError : public std::runtime_error {
 public:
  ConditionError(int column, const std::string& message) : std::runtime_error(message), column_(column) {}
  int column() const { return column_; }

 private:
  int column_;
};

class UnknownName : public ConditionError {
 public:
  using ConditionError::ConditionError;
};

class Condition {
 public:
  // The quantity of a parameter's name; nothing where there is none of that name. May throw
  // std::runtime_error with a reason why a parameter cannot be spoken of.
  using Lookup = std::function<std::optional<Quantity>(const std::string&)>;

  // Throws ConditionError.
  static Condition parse(const std::string& text, const Lookup& parameter);
  // That the expression is the size of what `name` stands for; text() says so in words.
  static Condition parse_size(const std::string& name, const std::string& bytes, const Lookup& parameter);

  const std::string& text() const { return text_; }
  // Where it comes from: "from the launch at main.cu:88"; empty for what the user asked for.
  const std::string& origin() const { return origin_; }
  void set_origin(std::string origin) { origin_ = std::move(origin); }
  // The program itself computes it before the launch, in these types: no signed number overflows there, as C++ gives that no
  // meaning. text() says so where there is a signed sum, difference or product.
  void set_computed();
  bool is_size() const { return is_size_; }
  // Each quantity once, in the order of the text, with the name it goes by.
  const std::vector<std::pair<std::string, Quantity>>& names() const { return names_; }
  // "n: int, m: unsigned int", without those of the launch.
  std::string types() const;

  // The number of "n == 7", of a parameter or a member; nothing of other conditions.
  std::optional<std::uint64_t> given_number() const;

  // The condition as a predicate; `value` gives terms of Quantity::bits.
  Term holds(TermGraph& graph, const std::function<Term(const Quantity&)>& value) const;
  // That its sums, differences, products and shifts to the left are those of the numbers, and that no negative
  // number is compared as an unsigned one: what C++ says of the condition is then what it says as it reads. Not asked
  // of what is done to bits (n & (n - 1)), of literals (x == -1) and casts, and of what && and || do not evaluate.
  Term exact(TermGraph& graph, const std::function<Term(const Quantity&)>& value) const;
  // Of a size: the value, 64 bits. It means something where holds() does.
  Term size(TermGraph& graph, const std::function<Term(const Quantity&)>& value) const;
  // The same condition over parameters that go by other numbers.
  Condition renumbered(const std::function<std::uint32_t(std::uint32_t)>& number) const;

  // One step of the condition in postfix order.
  struct Step {
    enum class Kind : std::uint8_t { Literal, Name, Unary, Binary };
    Kind kind = Kind::Literal;
    std::string op;           // Unary, Binary
    std::uint64_t value = 0;  // Literal
    int bits = 32;            // Literal: its type
    bool is_signed = true;
    std::size_t name = 0;  // Name: index into names()
  };

 private:
  friend class ConditionBuilder;
  std::string text_, origin_;
  bool is_size_ = false, is_computed_ = false;
  std::vector<Step> steps_;
  std::vector<std::pair<std::string, Quantity>> names_;
};

}  // namespace warpproof::launch
