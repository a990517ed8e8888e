// Numbers that a source names: `#define TILE 16`, `constexpr int kRow = TILE + 1;`, `enum { kBanks = 32 };`.
//
// A scan of tokens, no parser and no preprocessor: a name that has two definitions of different tokens has no value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::cli {

// The words, numbers and single characters of a text, without comments, literals and directives.
std::vector<std::string_view> tokens_of(std::string_view text);

class SourceConstants {
 public:
  using Tokens = std::vector<std::string_view>;
  using Arguments = std::map<std::string, std::string, std::less<>>;  // of a template: "N" is "64"

  // `tokens`: of `source`, as tokens_of() has them. Both must outlive this.
  SourceConstants(const Tokens& tokens, std::string_view source);

  // The value of an expression of numbers, names, sizeof, parentheses and + - * / % << >>. Nothing where part of it is not
  // known, is negative or exceeds 2^32. `arguments`: null where the expression stands in no template that is known.
  std::optional<std::uint64_t> value(std::span<const std::string_view> expression, const Arguments* arguments = nullptr) const;

 private:
  void read_macros(std::string_view source);
  void read_constants(const Tokens& tokens);
  void define(std::string_view name, Tokens expression);

  std::map<std::string_view, std::optional<Tokens>> definitions_;  // nothing: defined in several ways
};

// The size between the `[` at `at` and its `]`, after which `at` is then. Nothing where it is not known or 0.
std::optional<std::uint64_t> take_dimension(const SourceConstants::Tokens& tokens, std::size_t& at, const SourceConstants& constants,
                                            const SourceConstants::Arguments* arguments = nullptr);

}  // namespace warpproof::cli
