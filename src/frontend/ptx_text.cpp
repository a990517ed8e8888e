#include "src/frontend/ptx_text.h"

#include <cctype>
#include <charconv>
#include <map>

#include "src/base/quoted_text.h"
#include "src/base/text.h"

namespace warpproof {
namespace {

// Calls `f` with each line, its '\n' included.
template <class F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) f(take_line(text));
}

// `.file 3 "name"`: true, with the number and the place of the name inside `line`.
bool file_line(std::string_view line, int& number, size_t& name_begin, size_t& name_end) {
  const std::string_view t = trimmed(line);
  if (!t.starts_with(".file")) return false;
  name_begin = line.find('"');
  if (name_begin == std::string_view::npos) return false;
  // nvcc writes a quote in a name as it is: the name ends at the last one.
  name_end = line.rfind('"');
  if (name_end < ++name_begin) return false;
  const std::string_view digits = trimmed(t.substr(5));
  return std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc();
}

std::map<int, std::string> file_table(std::string_view ptx) {
  std::map<int, std::string> table;
  for_each_line(ptx, [&](std::string_view line) {
    int number = 0;
    size_t begin = 0, end = 0;
    if (file_line(line, number, begin, end)) table.emplace(number, unescaped(line.substr(begin, end - begin)));
  });
  return table;
}

// Tokens outside comments: words (letters, digits, `_ $ % .`), strings, single characters.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  // Empty at the end.
  std::string_view next() {
    skip();
    if (at_ >= text_.size()) return {};
    const size_t begin = at_;
    if (text_[at_] == '"') {
      ++at_;
      while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, text_.size());
    } else if (is_word(text_[at_])) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    } else {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

 private:
  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' || c == '.';
  }
  void skip() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_]))) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        const size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

void skip_parentheses(Tokens& tokens, std::string_view& token) {
  if (token != "(") return;
  while (!token.empty() && token != ")") token = tokens.next();
  token = tokens.next();
}

}  // namespace

std::string strip_debug_sections(std::string_view ptx) {
  std::string out;
  out.reserve(ptx.size());
  bool in_section = false;
  for_each_line(ptx, [&](std::string_view line) {
    const std::string_view t = trimmed(line);
    if (t.starts_with(".section")) in_section = true;
    if (in_section) {
      // Sections hold data directives only, so the first brace that closes ends it.
      if (t.find('}') != std::string_view::npos) in_section = false;
    } else if (t.starts_with(".target") && t.ends_with(", debug")) {
      out.append(line.substr(0, line.rfind(", debug"))).append("\n");
    } else {
      out.append(line);
    }
  });
  return out;
}

std::string rename_files(std::string_view ptx, const std::function<std::string(const std::string&)>& rename) {
  std::string out;
  out.reserve(ptx.size());
  for_each_line(ptx, [&](std::string_view line) {
    int number = 0;
    size_t begin = 0, end = 0;
    if (file_line(line, number, begin, end)) {
      out.append(line.substr(0, begin));
      out.append(escaped(rename(unescaped(line.substr(begin, end - begin)))));
      out.append(line.substr(end));
    } else {
      out.append(line);
    }
  });
  return out;
}

std::vector<PtxFunction> function_definitions(std::string_view ptx) {
  const std::map<int, std::string> files = file_table(ptx);
  std::vector<PtxFunction> out;
  Tokens tokens(ptx);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token != ".func" && token != ".entry") continue;
    PtxFunction function;
    function.entry = token == ".entry";
    token = tokens.next();
    skip_parentheses(tokens, token);
    function.name = token;
    token = tokens.next();
    skip_parentheses(tokens, token);
    while (!token.empty() && token != "{" && token != ";") token = tokens.next();
    if (token != "{") continue;
    for (int depth = 1; depth > 0 && !token.empty();) {
      token = tokens.next();
      if (token == "{") ++depth;
      if (token == "}") --depth;
      if (token == ".loc" && function.file.empty()) {
        token = tokens.next();
        int number = 0;
        std::from_chars(token.data(), token.data() + token.size(), number);
        if (const auto file = files.find(number); file != files.end()) function.file = file->second;
      }
    }
    out.push_back(std::move(function));
  }
  return out;
}

}  // namespace warpproof
