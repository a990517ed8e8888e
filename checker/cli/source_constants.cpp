#include "checker/cli/source_constants.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>

#include "checker/cli/element_of.h"
#include "src/base/text.h"

namespace warpproof::cli {
namespace {

constexpr std::size_t kMostTokens = 64;  // of one expression
constexpr int kMostDepth = 16;           // of names and parentheses within each other
constexpr std::uint64_t kMostValue = 1ull << 32;

using Number = std::optional<std::uint64_t>;

// "32", "0x20", "32u".
Number literal(std::string_view text) {
  const bool is_hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (is_hexadecimal) text.remove_prefix(2);
  else if (text.size() > 1 && text[0] == '0') return std::nullopt;  // octal, binary
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
  if (error != std::errc()) return std::nullopt;
  const bool is_whole = std::all_of(end, text.data() + text.size(), [](char c) { return std::string_view("uUlLzZ").find(c) != std::string_view::npos; });
  return is_whole ? Number(value) : std::nullopt;
}

// A name, as no number is.
bool is_name(std::string_view token) {
  return is_word_character(token.front()) && std::isdigit(static_cast<unsigned char>(token.front())) == 0;
}

// One expression, by precedence: shifts, sums, products.
class ConstantExpression {
 public:
  using ValueOf = std::function<Number(std::string_view name, int depth)>;

  ConstantExpression(std::span<const std::string_view> tokens, const ValueOf& value_of, int depth)
      : tokens_(tokens), value_of_(value_of), depth_(depth) {}

  Number whole() {
    if (tokens_.empty() || tokens_.size() > kMostTokens || depth_ > kMostDepth) return std::nullopt;
    const Number value = shifts();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  std::string_view token(std::size_t ahead = 0) const { return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : std::string_view(); }

  Number shifts() {
    Number value = sums();
    while (value && ((token() == "<" && token(1) == "<") || (token() == ">" && token(1) == ">"))) {
      const bool is_left = token() == "<";
      at_ += 2;
      const Number by = sums();
      if (!by || *by > 31) return std::nullopt;
      value = limited(is_left ? *value << *by : *value >> *by);
    }
    return value;
  }
  Number sums() {
    Number value = products();
    while (value && (token() == "+" || token() == "-")) {
      const bool is_sum = tokens_[at_++] == "+";
      const Number other = products();
      if (!other || (!is_sum && *other > *value)) return std::nullopt;
      value = limited(is_sum ? *value + *other : *value - *other);
    }
    return value;
  }
  Number products() {
    Number value = factor();
    while (value && (token() == "*" || token() == "/" || token() == "%")) {
      const char op = tokens_[at_++].front();
      const Number other = factor();
      if (!other || (op != '*' && *other == 0)) return std::nullopt;
      value = limited(op == '*' ? *value * *other : op == '/' ? *value / *other : *value % *other);
    }
    return value;
  }
  Number factor() {
    const std::string_view first = token();
    if (first.empty()) return std::nullopt;
    if (first == "(") return in_parentheses();
    ++at_;
    if (first == "sizeof") return size_of_type();
    if (is_name(first)) return token() == "(" || token() == ":" ? std::nullopt : value_of_(first, depth_ + 1);
    const Number value = literal(first);
    return value ? limited(*value) : std::nullopt;
  }
  Number in_parentheses() {
    if (++depth_ > kMostDepth) return std::nullopt;
    ++at_;
    const Number value = shifts();
    --depth_;
    if (token() != ")") return std::nullopt;
    ++at_;
    return value;
  }
  Number size_of_type() {
    if (token() != "(") return std::nullopt;
    std::string type;
    for (++at_; at_ < tokens_.size() && is_word_character(token().front()); ++at_) type += (type.empty() ? "" : " ") + std::string(token());
    if (token() != ")") return std::nullopt;
    ++at_;
    const auto element = element_of(type);
    return element ? Number(element->size()) : std::nullopt;
  }
  static Number limited(std::uint64_t value) { return value <= kMostValue ? Number(value) : std::nullopt; }

  std::span<const std::string_view> tokens_;
  const ValueOf& value_of_;
  std::size_t at_ = 0;
  int depth_;
};

}  // namespace

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> out;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto skip_to = [&](std::string_view end, std::size_t from) {
      const std::size_t found = text.find(end, from);
      at = found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (c == '\n') line_start = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
    } else if (text.substr(at, 2) == "//" || (c == '#' && line_start)) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      skip_to("*/", at + 2);
    } else if (c == '"' || c == '\'') {
      for (++at; at < text.size() && text[at] != c && text[at] != '\n'; ++at) at += text[at] == '\\' ? 1 : 0;
      at = std::min(at + 1, text.size());
      line_start = false;
    } else {
      std::size_t end = at + 1;
      while (is_word_character(c) && end < text.size() && is_word_character(text[end])) ++end;
      out.push_back(text.substr(at, end - at));
      at = end;
      line_start = false;
    }
  }
  return out;
}

SourceConstants::SourceConstants(const Tokens& tokens, std::string_view source) {
  read_macros(source);
  read_constants(tokens);
}

void SourceConstants::define(std::string_view name, Tokens expression) {
  if (expression.size() > kMostTokens) expression.clear();
  const auto [it, fresh] = definitions_.try_emplace(name, expression);
  if (!fresh && it->second != expression) it->second.reset();
}

void SourceConstants::read_macros(std::string_view source) {
  while (!source.empty()) {
    std::string_view line = trimmed(take_line(source));
    if (!line.starts_with('#')) continue;
    line = trimmed(line.substr(1));
    const bool is_definition = line.starts_with("define");
    if (!is_definition && !line.starts_with("undef")) continue;
    line = trimmed(line.substr(is_definition ? 6 : 5));
    const auto end = static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_word_character) - line.begin());
    const std::string_view name = line.substr(0, end), value = line.substr(end);
    if (name.empty()) continue;
    // An undefined name, a macro with parameters and one that goes on in the next line have no value.
    const bool is_number = is_definition && !value.starts_with('(') && !value.ends_with('\\');
    define(name, is_number ? tokens_of(value) : Tokens());
  }
}

void SourceConstants::read_constants(const Tokens& tokens) {
  const auto expression_from = [&](std::size_t at) {
    Tokens out;
    for (int depth = 0; at < tokens.size() && out.size() <= kMostTokens; ++at) {
      const std::string_view t = tokens[at];
      if (t == "(" || t == "{") ++depth;
      if (depth == 0 && (t == "," || t == ";" || t == ")" || t == "}")) break;
      if (t == ")" || t == "}") --depth;
      out.push_back(t);
    }
    return out;
  };
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
    const bool is_enumeration = tokens[i] == "enum";
    if (!is_enumeration && tokens[i] != "const" && tokens[i] != "constexpr") continue;
    // Up to `{`, or over the type to the first `=`.
    std::size_t at = i + 1;
    while (at < tokens.size() && (is_word_character(tokens[at].front()) || tokens[at] == ":")) ++at;
    if (is_enumeration && at < tokens.size() && tokens[at] == "{") ++at;
    else if (!is_enumeration) --at;
    while (at + 1 < tokens.size() && is_name(tokens[at]) && tokens[at + 1] == "=") {
      Tokens expression = expression_from(at + 2);
      const std::size_t end = at + 2 + expression.size();
      define(tokens[at], std::move(expression));
      if (end >= tokens.size() || tokens[end] != ",") break;
      at = end + 1;
    }
  }
}

std::optional<std::uint64_t> SourceConstants::value(std::span<const std::string_view> expression, const Arguments* arguments) const {
  std::size_t steps = 0;  // a name may stand in an expression many times, and so on
  const ConstantExpression::ValueOf value_of = [&](std::string_view name, int depth) -> Number {
    if (++steps > 1000) return std::nullopt;
    if (arguments != nullptr) {
      if (const auto it = arguments->find(name); it != arguments->end()) return literal(it->second);
    }
    const auto it = definitions_.find(name);
    return it == definitions_.end() || !it->second ? std::nullopt : ConstantExpression(*it->second, value_of, depth).whole();
  };
  return ConstantExpression(expression, value_of, 0).whole();
}

std::optional<std::uint64_t> take_dimension(const SourceConstants::Tokens& tokens, std::size_t& at, const SourceConstants& constants,
                                            const SourceConstants::Arguments* arguments) {
  const std::size_t begin = at + 1;
  for (int depth = 0; at < tokens.size(); ++at) {
    if (tokens[at] == "[") ++depth;
    if (tokens[at] == "]" && --depth == 0) break;
  }
  if (at >= tokens.size()) return std::nullopt;
  const auto size = constants.value(std::span(tokens).subspan(begin, at - begin), arguments);
  ++at;
  return size && *size > 0 ? size : std::nullopt;
}

}  // namespace warpproof::cli
