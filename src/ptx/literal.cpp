#include "src/ptx/literal.h"

#include <bit>
#include <charconv>
#include <limits>
#include <tuple>

#include "src/ptx/limits.h"

namespace warpproof::ptx {
namespace {

bool is_hex_float(std::string_view t, char marker, std::size_t digits) {
  return t.size() == digits + 2 && t[0] == '0' && (t[1] | 0x20) == marker;
}

std::optional<std::uint64_t> digits_of(std::string_view digits, int base, std::string& error) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (code == std::errc::result_out_of_range) {
    error = "the number does not fit 64 bits";
  } else if (code != std::errc() || end != digits.data() + digits.size()) {
    error = "malformed number '" + std::string(digits.substr(0, 40)) + "'";
  } else {
    return value;
  }
  return std::nullopt;
}

std::optional<Literal> read_integer(std::string_view token, std::string& error) {
  Literal out;
  std::string_view digits = token;
  if (digits.size() > 1 && (digits.back() == 'U' || digits.back() == 'u')) {
    out.is_unsigned = true;
    digits.remove_suffix(1);
  }
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const char second = static_cast<char>(digits[1] | 0x20);
    base = second == 'x' ? 16 : second == 'b' ? 2 : 8;
    digits.remove_prefix(base == 8 ? 1 : 2);
  }
  const auto value = digits_of(digits, base, error);
  if (!value) return std::nullopt;
  out.bits = *value;
  // A literal is .s64 unless it says U or needs the top bit (4.5.1).
  out.is_unsigned = out.is_unsigned || (*value >> 63) != 0;
  return out;
}

int precedence_of(std::string_view op) {
  static constexpr struct {
    std::string_view text;
    int precedence;
  } kTable[] = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9}, {"-", 9},  {"<<", 8},
                {">>", 8}, {"<", 7},  {"<=", 7}, {">", 7}, {">=", 7}, {"==", 6},
                {"!=", 6}, {"&", 5},  {"^", 4},  {"|", 3}, {"&&", 2}, {"||", 1}};
  for (const auto& row : kTable)
    if (row.text == op) return row.precedence;
  return -1;
}

std::int64_t as_signed(std::uint64_t bits) { return std::bit_cast<std::int64_t>(bits); }

// Integer arithmetic wraps at 64 bits; comparison, division, remainder and right shift follow the type
// (4.5.6).
std::string integer_binary(std::string_view op, const Literal& a, const Literal& b, Literal& out) {
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  const std::int64_t sa = as_signed(a.bits), sb = as_signed(b.bits);
  out = {Literal::Kind::Integer, 0, is_unsigned};
  auto truth = [&out](bool value) { out = {Literal::Kind::Integer, value ? 1u : 0u, false}; };
  if (op == "+")
    out.bits = a.bits + b.bits;
  else if (op == "-")
    out.bits = a.bits - b.bits;
  else if (op == "*")
    out.bits = a.bits * b.bits;
  else if (op == "&")
    out.bits = a.bits & b.bits;
  else if (op == "|")
    out.bits = a.bits | b.bits;
  else if (op == "^")
    out.bits = a.bits ^ b.bits;
  else if (op == "<<")
    out = {a.kind, b.bits > 63 ? 0 : a.bits << b.bits, a.is_unsigned};
  else if (op == ">>" && a.is_unsigned)
    out = {a.kind, b.bits > 63 ? 0 : a.bits >> b.bits, true};
  else if (op == ">>")
    out = {a.kind, static_cast<std::uint64_t>(sa >> (b.bits > 63 ? 63 : b.bits)), false};
  else if (op == "==")
    truth(a.bits == b.bits);
  else if (op == "!=")
    truth(a.bits != b.bits);
  else if (op == "&&")
    truth(a.bits != 0 && b.bits != 0);
  else if (op == "||")
    truth(a.bits != 0 || b.bits != 0);
  else if (op == "<")
    truth(is_unsigned ? a.bits < b.bits : sa < sb);
  else if (op == "<=")
    truth(is_unsigned ? a.bits <= b.bits : sa <= sb);
  else if (op == ">")
    truth(is_unsigned ? a.bits > b.bits : sa > sb);
  else if (op == ">=")
    truth(is_unsigned ? a.bits >= b.bits : sa >= sb);
  else {
    if (b.bits == 0) return "division by zero in a constant expression";
    const bool overflow = !is_unsigned && sa == std::numeric_limits<std::int64_t>::min() && sb == -1;
    if (op == "/")
      out.bits = is_unsigned ? a.bits / b.bits : overflow ? a.bits : static_cast<std::uint64_t>(sa / sb);
    else
      out.bits = is_unsigned ? a.bits % b.bits : overflow ? 0 : static_cast<std::uint64_t>(sa % sb);
  }
  return {};
}

double as_double(const Literal& v) {
  if (v.kind == Literal::Kind::Float64) return std::bit_cast<double>(v.bits);
  if (v.kind == Literal::Kind::Float32) return std::bit_cast<float>(static_cast<std::uint32_t>(v.bits));
  return v.is_unsigned ? static_cast<double>(v.bits) : static_cast<double>(as_signed(v.bits));
}

std::string float_binary(std::string_view op, const Literal& a, const Literal& b, Literal& out) {
  const double x = as_double(a), y = as_double(b);
  double value = 0;
  if (op == "+")
    value = x + y;
  else if (op == "-")
    value = x - y;
  else if (op == "*")
    value = x * y;
  else if (op == "/" && y != 0)
    value = x / y;
  else
    return "operator '" + std::string(op) + "' is not defined for floating-point constants here";
  out = {Literal::Kind::Float64, std::bit_cast<std::uint64_t>(value), false};
  return {};
}

}  // namespace

std::optional<Literal> read_literal(std::string_view token, std::string& error) {
  for (const auto& [marker, digits, kind] : {std::tuple{'f', std::size_t{8}, Literal::Kind::Float32},
                                             std::tuple{'d', std::size_t{16}, Literal::Kind::Float64}}) {
    if (!is_hex_float(token, marker, digits)) continue;
    const auto bits = digits_of(token.substr(2), 16, error);
    return bits ? std::optional(Literal{kind, *bits, false}) : std::nullopt;
  }
  const bool hex = token.size() > 1 && token[0] == '0' && (token[1] | 0x20) == 'x';
  if (hex || token.find_first_of(".eE") == std::string_view::npos) return read_integer(token, error);
  double value = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (code != std::errc() || end != token.data() + token.size()) {
    error = "malformed floating-point number '" + std::string(token.substr(0, 40)) + "'";
    return std::nullopt;
  }
  return Literal{Literal::Kind::Float64, std::bit_cast<std::uint64_t>(value), false};
}

std::string ExpressionStack::push(Literal value) {
  values_.push_back(value);
  return {};
}

std::string ExpressionStack::open() {
  int depth = 0;
  for (const Operator& op : operators_) depth += op.precedence == 0;
  if (depth >= kMaxNesting) return "parentheses nested too deeply";
  operators_.push_back({"(", 0});
  return {};
}

std::string ExpressionStack::close() {
  if (std::string error = reduce(1); !error.empty()) return error;
  if (operators_.empty()) return "unbalanced ')'";
  operators_.pop_back();
  return {};
}

std::string ExpressionStack::unary(char op) {
  static constexpr std::string_view kTexts = "-+~!";
  if (operators_.size() > 4096) return "too many operators in a constant expression";
  operators_.push_back({kTexts.substr(kTexts.find(op), 1), 100});
  return {};
}

std::string ExpressionStack::binary(std::string_view op) {
  const int precedence = precedence_of(op);
  if (std::string error = reduce(precedence); !error.empty()) return error;
  operators_.push_back({op, precedence});
  return {};
}

std::string ExpressionStack::finish(Literal& result) {
  std::string error = reduce(1);
  if (error.empty() && (values_.size() != 1 || !operators_.empty())) error = "malformed constant expression";
  if (error.empty()) result = values_.front();
  values_.clear();
  operators_.clear();
  return error;
}

// Applies what binds at least as tightly as `precedence` (all binary operators associate to the left).
std::string ExpressionStack::reduce(int precedence) {
  while (!operators_.empty() && operators_.back().precedence >= precedence) {
    const Operator op = operators_.back();
    operators_.pop_back();
    if (std::string error = apply(op); !error.empty()) return error;
  }
  return {};
}

std::string ExpressionStack::apply(const Operator& op) {
  const bool is_unary = op.precedence == 100;
  if (values_.size() < (is_unary ? 1u : 2u)) return "malformed constant expression";
  Literal b = values_.back();
  if (is_unary) {
    Literal& v = values_.back();
    if (b.kind != Literal::Kind::Integer) {
      // The sign bit of the constant; a negated single stays a single.
      if (op.text == "-")
        v.bits ^= std::uint64_t{1} << (b.kind == Literal::Kind::Float32 ? 31 : 63);
      else if (op.text != "+")
        return "operator '" + std::string(op.text) + "' needs an integer";
    } else if (op.text == "-")
      v.bits = 0 - b.bits;
    else if (op.text == "~")
      v.bits = ~b.bits;
    else if (op.text == "!")
      v = {Literal::Kind::Integer, b.bits == 0 ? 1u : 0u, false};
    return {};
  }
  values_.pop_back();
  Literal& a = values_.back();
  const bool integers = a.kind == Literal::Kind::Integer && b.kind == Literal::Kind::Integer;
  Literal out;
  std::string error = integers ? integer_binary(op.text, a, b, out) : float_binary(op.text, a, b, out);
  a = out;
  return error;
}

}  // namespace warpproof::ptx
