// The text of a CUDA file, looked at as `check --fix` needs it: which conditions and loops hold a line, where a statement
// begins, which arguments a call has. It is no parser: what it does not recognise it does not find, and every edit that
// is made with it is compiled and proved before it is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::cli {

using SourceText = std::vector<std::string>;  // by line

bool is_identifier(std::string_view text);
std::string indent_of(const std::string& line);

// A condition that may be evaluated a second time: no call, no assignment.
bool is_pure(std::string_view text);

// Of columns, from 0.
struct TextRange {
  std::size_t begin = 0, end = 0;
};

// An `if`, `for` or `while` at the begin of a line, whose parentheses close in that line.
struct Header {
  enum class Kind : std::uint8_t { If, For, While };
  Kind kind = Kind::If;
  std::size_t line = 0;   // from 0
  TextRange condition;    // in that line
  std::string text;       // of the condition
  std::size_t close = 0;  // the column of the parenthesis that closes it
  std::size_t last = 0;   // the last line of what it governs

  bool is_loop() const { return kind != Kind::If; }
};

// The call of a warp operation: CUDA names end in _sync, or are __syncwarp.
struct WarpCall {
  std::string name;
  std::vector<TextRange> arguments;
  std::size_t end = 0;  // the column of its closing parenthesis
};

class FixSource {
 public:
  explicit FixSource(const SourceText& lines);

  const SourceText& lines() const { return lines_; }
  // With comments and literals blanked out, of the same lines and columns.
  const SourceText& code() const { return code_; }

  // A statement may be put before the line: the text before it ends a statement or begins a block, and it begins one.
  bool begins_statement(std::size_t line) const;

  // The `{` that the line stands in: its line; nothing outside of all blocks.
  std::optional<std::size_t> opening(std::size_t line) const;
  // The line of the `}` that ends the block whose `{` is the last one of line `open`.
  std::optional<std::size_t> closing(std::size_t open) const;

  std::optional<Header> header_at(std::size_t line) const;
  // Those that govern the text at a column of the line, from the innermost to the outermost.
  std::vector<Header> headers_over(std::size_t line, std::size_t column) const;

 private:
  std::optional<std::size_t> line_before(std::size_t line) const;
  bool parentheses_are_closed(std::size_t line) const;

  const SourceText& lines_;
  SourceText code_;
};

// The first call of a warp operation in the text that begins at column `from` or later.
std::optional<WarpCall> warp_call_at(const std::string& code, std::size_t from);

}  // namespace warpproof::cli
