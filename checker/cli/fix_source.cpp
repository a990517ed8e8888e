#include "checker/cli/fix_source.h"

#include <algorithm>
#include <cctype>

#include "checker/cli/code_lines.h"
#include "src/base/text.h"

namespace warpproof::cli {
namespace {

constexpr std::size_t kFarthest = 400;  // lines that are looked through for an enclosing block

SourceText code_of(const SourceText& lines) {
  SourceText out;
  CodeLines code;
  for (const std::string& line : lines) out.push_back(code.next(line).code);
  return out;
}

// The parenthesis that closes the one at `open`; npos where it is not in this line.
std::size_t closing_parenthesis(const std::string& code, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < code.size(); ++k) {
    if (code[k] == '(') ++depth;
    if (code[k] == ')' && --depth == 0) return k;
  }
  return std::string::npos;
}

// What stands between `begin` and `end`, cut at each `separator` that is in no brackets.
std::vector<TextRange> parts_of(const std::string& code, std::size_t begin, std::size_t end, char separator) {
  std::vector<TextRange> out;
  int depth = 0;
  for (std::size_t k = begin; k < end; ++k) {
    if (code[k] == '(' || code[k] == '[' || code[k] == '{') ++depth;
    if (code[k] == ')' || code[k] == ']' || code[k] == '}') --depth;
    if (code[k] != separator || depth != 0) continue;
    out.push_back({begin, k});
    begin = k + 1;
  }
  out.push_back({begin, end});
  for (TextRange& part : out) {
    while (part.begin < part.end && code[part.begin] == ' ') ++part.begin;
    while (part.end > part.begin && code[part.end - 1] == ' ') --part.end;
  }
  return out;
}

}  // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), is_word_character);
}

std::string indent_of(const std::string& line) { return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())); }

bool is_pure(std::string_view text) {
  if (text.empty()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0', last = i > 0 ? text[i - 1] : '\0';
    if ((c == '+' || c == '-') && c == next) return false;
    if (c == '=' && next != '=' && last != '=' && last != '<' && last != '>' && last != '!') return false;
    if (c == '(' && is_word_character(last)) return false;
    if (c == ';' || c == '{' || c == '?') return false;
  }
  return true;
}

FixSource::FixSource(const SourceText& lines) : lines_(lines), code_(code_of(lines)) {}

bool FixSource::begins_statement(std::size_t line) const {
  if (line >= code_.size()) return false;
  const std::string_view text = trimmed(code_[line]);
  if (text.empty() || text.front() == '#') return false;
  for (const std::string_view word : {"else", "case", "default", "while", ")", "&", "|", "+", "*", "=", "?", ":", ",", "."}) {
    if (!text.starts_with(word)) continue;
    // `while` may end a `do`.
    if (word != "while" || !header_at(line) || text.back() == ';') return false;
  }
  const auto before = line_before(line);
  if (!before) return false;
  const char last = trimmed(code_[*before]).back();
  return (last == ';' || last == '{' || last == '}') && parentheses_are_closed(line);
}

std::optional<std::size_t> FixSource::opening(std::size_t line) const {
  int depth = 0;
  for (std::size_t i = line; i-- > 0 && line - i < kFarthest;) {
    for (std::size_t k = code_[i].size(); k-- > 0;) {
      if (code_[i][k] == '}') ++depth;
      if (code_[i][k] == '{' && --depth < 0) return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> FixSource::closing(std::size_t open) const {
  int depth = 0;
  const std::size_t start = code_[open].rfind('{');
  for (std::size_t i = open; i < code_.size() && i - open < kFarthest; ++i) {
    for (std::size_t k = i == open ? start : 0; k < code_[i].size(); ++k) {
      if (code_[i][k] == '{') ++depth;
      if (code_[i][k] == '}' && --depth == 0) return i;
    }
  }
  return std::nullopt;
}

std::optional<Header> FixSource::header_at(std::size_t line) const {
  const std::string& code = code_[line];
  const std::size_t at = indent_of(code).size();
  Header out;
  out.line = out.last = line;
  std::size_t open = std::string::npos;
  for (const auto& [word, kind] : {std::pair<std::string_view, Header::Kind>{"if", Header::Kind::If},
                                   {"for", Header::Kind::For},
                                   {"while", Header::Kind::While}}) {
    if (!std::string_view(code).substr(at).starts_with(word)) continue;
    const std::size_t next = code.find_first_not_of(' ', at + word.size());
    if (next == std::string::npos || code[next] != '(') continue;
    out.kind = kind;
    open = next;
  }
  if (open == std::string::npos) return std::nullopt;
  out.close = closing_parenthesis(code, open);
  if (out.close == std::string::npos) return std::nullopt;
  const auto parts = parts_of(code, open + 1, out.close, ';');
  if (parts.size() != (out.kind == Header::Kind::For ? 3 : 1)) return std::nullopt;
  out.condition = out.kind == Header::Kind::For ? parts[1] : parts[0];
  out.text = lines_[line].substr(out.condition.begin, out.condition.end - out.condition.begin);
  return out;
}

std::vector<Header> FixSource::headers_over(std::size_t line, std::size_t column) const {
  std::vector<Header> out;
  const auto ends_header = [&](std::size_t at) {
    const auto header = header_at(at);
    return header && trimmed(std::string_view(code_[at]).substr(header->close + 1)).empty();
  };
  std::size_t last = line;  // of the statement that is looked at, which begins in `line`
  if (const auto own = header_at(line); own && own->close < column) out.push_back(*own);
  while (out.size() < kFarthest) {
    if (const auto before = line_before(line); before && ends_header(*before)) {
      Header header = *header_at(*before);
      header.last = last;
      line = header.line;
      out.push_back(std::move(header));
      continue;
    }
    const auto open = opening(line);
    if (!open) break;
    last = closing(*open).value_or(line);
    line = *open;
    if (trimmed(code_[*open]) == "{") continue;  // its header is in the line before
    if (auto header = header_at(*open)) {
      header->last = last;
      out.push_back(*std::move(header));
    }
  }
  return out;
}

std::optional<std::size_t> FixSource::line_before(std::size_t line) const {
  for (std::size_t i = line; i-- > 0;) {
    const std::string_view text = trimmed(code_[i]);
    if (!text.empty() && text.front() != '#') return i;
  }
  return std::nullopt;
}

// Counted from the begin of the block that the line stands in.
bool FixSource::parentheses_are_closed(std::size_t line) const {
  int depth = 0;
  const auto open = opening(line);
  for (std::size_t i = open.value_or(0); i < line; ++i) {
    // The head of the block may have begun in an earlier line.
    for (std::size_t k = open == i ? code_[i].rfind('{') : 0; k < code_[i].size(); ++k)
      depth += code_[i][k] == '(' ? 1 : code_[i][k] == ')' ? -1 : 0;
  }
  return depth == 0;
}

std::optional<WarpCall> warp_call_at(const std::string& code, std::size_t from) {
  for (std::size_t open = code.find('(', from); open != std::string::npos; open = code.find('(', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && is_word_character(code[begin - 1])) --begin;
    const std::string_view name = std::string_view(code).substr(begin, open - begin);
    if (begin < from || !(name.ends_with("_sync") || name == "__syncwarp")) continue;
    const std::size_t close = closing_parenthesis(code, open);
    if (close == std::string::npos) continue;
    return WarpCall{std::string(name), parts_of(code, open + 1, close, ','), close};
  }
  return std::nullopt;
}

}  // namespace warpproof::cli
