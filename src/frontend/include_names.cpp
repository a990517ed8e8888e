#include "src/frontend/include_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace warpproof {
namespace {

constexpr std::array<std::string_view, 3> kTests = {"__has_include", "__has_include_next", "__has_embed"};
constexpr std::array<std::string_view, 4> kDirectives = {"include", "include_next", "import",
                                                         "__include_macros"};

template <class List>
bool is_one_of(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool begins_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool in_word(char c) { return begins_word(c) || std::isdigit(static_cast<unsigned char>(c)); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\n'; }

// A backslash at the end of a line joins it with the next one, also in the middle of a word; compilers let blanks stand
// after it.
std::string joined_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && text[end] != '\n' && is_blank(text[end])) ++end;
    if (end < text.size() && text[end] == '\n')
      i = end;
    else
      out += text[i];
  }
  return out;
}

class Finder {
 public:
  Finder(std::string_view text, bool is_system) : text_(text), is_system_(is_system) {}

  IncludeNames run() {
    while (at_ < text_.size()) {
      if (!begins_word(text_[at_])) {
        ++at_;
        continue;
      }
      const std::size_t begin = at_;
      while (at_ < text_.size() && in_word(text_[at_])) ++at_;
      take(begin, text_.substr(begin, at_ - begin));
    }
    return std::move(out_);
  }

 private:
  void take(std::size_t begin, std::string_view word) {
    if (is_one_of(kTests, word)) return test(begin, word);
    const bool is_directive = is_one_of(kDirectives, word) || word == "embed";
    if (is_directive && is_behind_sign(begin)) return directive(word);
    note_part(word);
  }

  void directive(std::string_view word) {
    if (word == "embed") out_.is_untold = true;
    if (!take_name(skipped(at_))) out_.has_computed = true;
  }

  void test(std::size_t begin, std::string_view word) {
    if (word == "__has_embed") out_.is_untold = true;
    const std::size_t open = skipped(at_);
    const bool is_call = open < text_.size() && text_[open] == '(';
    if (is_call && take_name(skipped(open + 1))) return;
    if (is_asked_about(begin) || (is_system_ && !is_call)) return;
    out_.is_untold = true;
  }

  // "defined(__has_include)", "#ifdef __has_include", "#define __has_include(x) 0": nothing is looked for.
  bool is_asked_about(std::size_t begin) const {
    std::size_t end = before(begin);
    if (end > 0 && text_[end - 1] == '(') end = before(end - 1);
    std::size_t start = end;
    while (start > 0 && in_word(text_[start - 1])) --start;
    static constexpr std::array<std::string_view, 6> kAsks = {"defined", "ifdef",    "ifndef",
                                                              "elifdef", "elifndef", "define"};
    return is_one_of(kAsks, text_.substr(start, end - start));
  }

  // A name in <> or "" on one line.
  bool take_name(std::size_t at) {
    if (at >= text_.size() || (text_[at] != '<' && text_[at] != '"')) return false;
    const char close = text_[at] == '<' ? '>' : '"';
    const std::size_t end = text_.find_first_of(close == '>' ? ">\n" : "\"\n", at + 1);
    if (end == std::string_view::npos || text_[end] != close) return false;
    (close == '>' ? out_.angled : out_.quoted).emplace_back(text_.substr(at + 1, end - at - 1));
    at_ = end + 1;
    return true;
  }

  std::size_t skipped(std::size_t at) const {
    for (;;) {
      while (at < text_.size() && is_blank(text_[at])) ++at;
      if (text_.substr(at, 2) != "/*") return at;
      at = std::min(text_.find("*/", at + 2), text_.size() - 2) + 2;
    }
  }

  // Where what comes before `at`, blanks left out, ends.
  std::size_t before(std::size_t at) const {
    while (at > 0 && is_blank(text_[at - 1])) --at;
    return at;
  }

  // "#" or "%:", which is the same. Where a comment stands between, any word counts.
  bool is_behind_sign(std::size_t begin) const {
    const std::size_t end = before(begin);
    if (end > 0 && text_[end - 1] == '#') return true;
    return end > 1 && (text_.substr(end - 2, 2) == "%:" || text_.substr(end - 2, 2) == "*/");
  }

  void note_part(std::string_view word) {
    for (const std::string_view test : kTests) {
      if (word.size() >= test.size()) continue;
      out_.has_first_part |= test.starts_with(word);
      out_.has_last_part |= test.ends_with(word);
    }
  }

  const std::string_view text_;
  const bool is_system_;
  std::size_t at_ = 0;
  IncludeNames out_;
};

}  // namespace

IncludeNames include_names(std::string_view text, bool is_system) {
  const std::string whole = joined_lines(text);
  IncludeNames out = Finder(whole, is_system).run();
  // Trigraphs: ??= is #, ??/ is a backslash, which could end a line.
  if (!is_system &&
      (text.find("?\?=") != std::string_view::npos || text.find("?\?/") != std::string_view::npos))
    out.is_untold = true;
  return out;
}

}  // namespace warpproof
