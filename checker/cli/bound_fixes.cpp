#include "checker/cli/bound_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

constexpr std::size_t kMostBounds = 4;

// `name[index]`, by columns.
struct Subscript {
  TextRange whole, index;
  std::string name;
};

// Those of a line, the outer ones before those in their brackets.
std::vector<Subscript> subscripts(const std::string& code) {
  std::vector<Subscript> out;
  for (std::size_t open = code.find('['); open != std::string::npos; open = code.find('[', open + 1)) {
    std::size_t begin = open;
    while (begin > 0 && is_word_character(code[begin - 1])) --begin;
    const std::string name = code.substr(begin, open - begin);
    int depth = 0;
    std::size_t close = open;
    for (; close < code.size(); ++close) {
      if (code[close] == '[') ++depth;
      if (code[close] == ']' && --depth == 0) break;
    }
    // Of several dimensions the last index does not say whether the access is inside; of members the name does not.
    const bool is_one = close < code.size() && (close + 1 == code.size() || code[close + 1] != '[') &&
                        (begin == 0 || (code[begin - 1] != '.' && code[begin - 1] != '>'));
    if (is_identifier(name) && is_one) out.push_back({{begin, close + 1}, {open + 1, close}, name});
  }
  return out;
}

class BoundFixes {
 public:
  BoundFixes(const FixSource& source, std::size_t line, std::size_t column, const AddFix& add)
      : source_(source), code_(source.code()[line]), line_(line), column_(column), add_(add) {}

  void run() {
    const auto access = accessed();
    if (!access) return;
    std::string index = text(access->index);
    if (!is_pure(index)) return;
    // Other accesses with this index are out of bounds with it: the whole statement is left out, else the one value.
    const auto all = subscripts(code_);
    const auto with_index = std::count_if(all.begin(), all.end(), [&](const Subscript& s) { return text(s.index) == index; });
    if (index.find_first_of("&|^?<>=!~,") != std::string::npos) index = "(" + index + ")";
    for (const std::string& bound : bounds_of(access->name)) {
      for (const std::string& guard : {fmt::format("{} < {}", index, bound), fmt::format("{0} >= 0 && {0} < {1}", index, bound)}) {
        if (with_index > 1) guard_statement(guard);
        guard_value(*access, guard);
        if (with_index == 1) guard_statement(guard);
      }
    }
  }

 private:
  std::string text(TextRange range) const { return source_.lines()[line_].substr(range.begin, range.end - range.begin); }

  // What is read begins at the column of the access; what is stored to is the first one before the `=` there.
  std::optional<Subscript> accessed() const {
    const auto all = subscripts(code_);
    const auto read = std::find_if(all.begin(), all.end(), [&](const Subscript& s) { return s.whole.begin == column_; });
    if (read != all.end()) return *read;
    const Subscript* stored = nullptr;
    for (const Subscript& s : all) {
      if (s.whole.end <= column_ && trimmed(std::string_view(code_).substr(s.whole.end, column_ - s.whole.end)).empty()) stored = &s;
    }
    if (stored != nullptr) return *stored;
    // An argument of an atomic operation: the only one of the line.
    return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
  }

  // The statement is the line, and every thread that comes to it may leave it out.
  void guard_statement(const std::string& guard) {
    const std::string_view statement = trimmed(code_);
    const auto calls = [&](std::string_view what) { return statement.find(what) != std::string_view::npos; };
    if (!source_.begins_statement(line_) || !statement.ends_with(';') || std::count(statement.begin(), statement.end(), ';') != 1 ||
        statement.find('{') != std::string_view::npos || calls("_sync") || calls("__sync") || calls("sync(") || calls("return") ||
        is_declaration())
      return;
    const std::size_t at = indent_of(code_).size();
    SourceText lines = source_.lines();
    if (const auto own = source_.header_at(line_)) {
      if (own->kind != Header::Kind::If || own->text.find("||") != std::string::npos) return;
      lines[line_].insert(own->condition.end, " && " + guard);
    } else {
      lines[line_].insert(at, fmt::format("if ({}) ", guard));
    }
    add_(fmt::format("the guard `{}` in line {}", guard, line_ + 1), std::move(lines));
  }

  // "float v = in[i];": what it declares is used after it.
  bool is_declaration() const {
    const std::size_t at = indent_of(code_).size();
    std::size_t end = at;
    while (end < code_.size() && (is_word_character(code_[end]) || code_[end] == ':')) ++end;
    const std::size_t next = code_.find_first_not_of(" *&", end);
    return end > at && next != std::string::npos && next > end && is_word_character(code_[next]);
  }

  void guard_value(const Subscript& access, const std::string& guard) {
    const std::string_view after = trimmed(std::string_view(code_).substr(access.whole.end));
    const std::string_view before = trimmed(std::string_view(code_).substr(0, access.whole.begin));
    const bool is_stored = (after.starts_with('=') && !after.starts_with("==")) || before.ends_with('&') || before.ends_with("++") ||
                           before.ends_with("--") || after.starts_with("++") || after.starts_with("--") ||
                           (after.size() > 1 && after[1] == '=' && std::string_view("+-*/%&|^").find(after[0]) != std::string_view::npos);
    if (is_stored || after.starts_with('.')) return;
    SourceText lines = source_.lines();
    lines[line_].replace(access.whole.begin, access.whole.end - access.whole.begin,
                         fmt::format("({} ? {} : 0)", guard, text(access.whole)));
    add_(fmt::format("the guard `{}` of what line {} reads", guard, line_ + 1), std::move(lines));
  }

  // The size of the array of that name, else the integer parameters of the function.
  std::vector<std::string> bounds_of(const std::string& name) const {
    std::vector<std::string> out;
    for (std::size_t i = line_ + 1; i-- > 0 && out.empty();) {
      for (const Subscript& s : subscripts(source_.code()[i])) {
        const std::string_view before = trimmed(std::string_view(source_.code()[i]).substr(0, s.whole.begin));
        const std::string_view after = trimmed(std::string_view(source_.code()[i]).substr(s.whole.end));
        const bool declares = !before.empty() && is_word_character(before.back()) && !before.ends_with("return") &&
                              (after.starts_with(';') || after.starts_with('=') || after.starts_with(','));
        const std::string size = source_.lines()[i].substr(s.index.begin, s.index.end - s.index.begin);
        if (s.name == name && declares && is_pure(size)) out.push_back(is_identifier(size) || is_number(size) ? size : "(" + size + ")");
      }
    }
    if (out.empty()) out = integer_parameters();
    if (out.size() > kMostBounds) out.resize(kMostBounds);
    return out;
  }

  static bool is_number(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  // Of the function that holds the line: "int n", "const unsigned count".
  std::vector<std::string> integer_parameters() const {
    std::optional<std::size_t> outermost;
    for (auto open = source_.opening(line_); open; open = source_.opening(*open)) outermost = open;
    if (!outermost) return {};
    constexpr std::size_t kMostLines = 12;
    std::string head = source_.code()[*outermost];
    head = head.substr(0, head.rfind('{'));
    for (std::size_t i = *outermost; i-- > 0 && *outermost - i < kMostLines && head.find('(') == std::string::npos;)
      head = source_.code()[i] + " " + head;
    const std::size_t close = head.rfind(')');
    if (close == std::string::npos) return {};
    std::size_t open = close;
    for (int depth = 0; open > 0; --open) {
      if (head[open] == ')') ++depth;
      if (head[open] == '(' && --depth == 0) break;
    }
    std::vector<std::string> out;
    std::string part;
    for (const char c : head.substr(open + 1, close - open - 1) + ",") {
      if (c != ',') {
        part += c;
        continue;
      }
      const std::string_view declared = trimmed(part);
      std::size_t begin = declared.size();
      while (begin > 0 && is_word_character(declared[begin - 1])) --begin;
      const std::string_view type = trimmed(declared.substr(0, begin));
      const bool is_integer = type.ends_with("int") || type.ends_with("unsigned") || type.ends_with("size_t") || type.ends_with("long") ||
                              type.ends_with("32_t") || type.ends_with("64_t");
      if (is_integer && is_identifier(declared.substr(begin))) out.emplace_back(declared.substr(begin));
      part.clear();
    }
    return out;
  }

  const FixSource& source_;
  const std::string& code_;
  const std::size_t line_, column_;
  const AddFix& add_;
};

}  // namespace

void bound_fixes(const FixSource& source, std::size_t line, std::size_t column, const AddFix& add) {
  BoundFixes(source, line, column, add).run();
}

}  // namespace warpproof::cli
