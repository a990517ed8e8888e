#include "checker/cli/parameter_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }

// Splits source into words, numbers, literals (kept as "" without their text) and single characters. Comments
// and preprocessor lines are left out. A newline inside `\`-continued lines counts as a blank.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::vector<std::string_view> all() {
    std::vector<std::string_view> tokens;
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        line_start = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c)) || starts("\\\n")) {
        at_ += c == '\\' ? 2 : 1;
      } else if (starts("//")) {
        skip_line();
      } else if (starts("/*")) {
        skip_to("*/", at_ + 2);
      } else if (c == '#' && line_start) {
        skip_directive();
      } else {
        line_start = false;
        tokens.push_back(token());
      }
    }
    return tokens;
  }

 private:
  bool starts(std::string_view s) const { return text_.substr(at_, s.size()) == s; }
  void skip_to(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') at_ += starts("\\\n") ? 2 : 1;
  }
  void skip_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (starts("/*")) {
        skip_to("*/", at_ + 2);
      } else if (starts("//")) {
        skip_line();
      } else {
        at_ += starts("\\\n") ? 2 : 1;
      }
    }
  }

  std::string_view token() {
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (c == '"' || c == '\'') {
      literal(c);
      return text_.substr(begin, 0);
    }
    if (starts_word(c)) {
      while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
      const std::string_view word = text_.substr(begin, at_ - begin);
      if (at_ < text_.size() && text_[at_] == '"' && word.ends_with('R') && word.size() <= 3) {
        const std::size_t open = std::min(text_.find('(', at_), text_.size());
        skip_to(")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"", open);
        return text_.substr(begin, 0);
      }
      return word;
    }
    if (std::isdigit(static_cast<unsigned char>(c))) {
      while (at_ < text_.size() && (is_word_character(text_[at_]) || text_[at_] == '.' || text_[at_] == '\'')) ++at_;
      return text_.substr(begin, at_ - begin);
    }
    ++at_;
    return text_.substr(begin, 1);
  }

  void literal(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

using Span = std::vector<std::string_view>;

bool is_word(std::string_view token) { return !token.empty() && starts_word(token.front()); }
bool opens(std::string_view t) { return t == "(" || t == "[" || t == "{"; }
bool closes(std::string_view t) { return t == ")" || t == "]" || t == "}"; }

// Attributes that take arguments in parentheses.
bool is_attribute(std::string_view word) {
  static constexpr std::array names = {
      "__launch_bounds__", "__attribute__",  "__declspec", "alignas",  "decltype", "__cluster_dims__",
      "__maxnreg__",       "__block_size__", "noexcept",   "explicit", "requires", "__align__"};
  return std::find(names.begin(), names.end(), word) != names.end();
}

// Words that qualify a type without being one.
bool is_qualifier(std::string_view word) {
  static constexpr std::array names = {
      "const", "volatile", "__restrict__", "__restrict", "restrict",         "struct",
      "class", "enum",     "union",        "typename",   "__grid_constant__"};
  return std::find(names.begin(), names.end(), word) != names.end();
}

// Words that end a parameter declaration without being its name: `int` of `f(int)`.
bool is_type_word(std::string_view word) {
  static constexpr std::array names = {"void",   "bool",    "char",     "short",    "int",     "long",
                                       "signed", "float",   "double",   "unsigned", "wchar_t", "auto",
                                       "size_t", "char8_t", "char16_t", "char32_t"};
  return is_qualifier(word) || std::find(names.begin(), names.end(), word) != names.end();
}

// One parameter's name from its tokens, "" where it has none.
std::string name_of(const Span& tokens) {
  std::optional<std::string> name;
  int depth = 0;
  std::size_t words = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view t = tokens[i];
    if (depth == 0 && (t == "=" || t == "[")) break;
    // `void (*callback)(int)`: the name stands in the first parentheses.
    if (depth == 0 && t == "(" && i + 1 < tokens.size() && (tokens[i + 1] == "*" || tokens[i + 1] == "&")) {
      for (std::size_t k = i + 2; k < tokens.size() && tokens[k] != ")"; ++k) {
        if (is_word(tokens[k]) && !is_type_word(tokens[k])) return std::string(tokens[k]);
      }
      return "";
    }
    if (opens(t) || t == "<") ++depth;
    if (closes(t) || t == ">") --depth;
    if (depth > 0 || !is_word(t)) continue;
    // The last word is the name unless it is part of the type: `ns::T`, or the only word.
    const bool qualified = i >= 2 && tokens[i - 1] == ":" && tokens[i - 2] == ":";
    if (!qualified && !is_qualifier(t)) ++words;
    name = is_type_word(t) || qualified ? "" : std::string(t);
  }
  const bool only_a_type = words < 2;
  return name && !only_a_type ? *name : "";
}

// One parameter's type from its tokens, without qualifiers and the name.
std::string type_of(const Span& tokens) {
  const std::string name = name_of(tokens);
  std::string type;
  for (const std::string_view t : tokens) {
    if (t == "=") break;
    if ((is_qualifier(t) && t != "struct" && t != "union") || (!name.empty() && t == name)) continue;
    type += (type.empty() ? "" : " ") + std::string(t);
  }
  return type;
}

// Of the parameter itself, as in `int* __restrict__ p`, not of what it points at.
std::string restrict_of(const Span& tokens) {
  static constexpr std::array words = {"__restrict__", "__restrict", "restrict"};
  const auto is_restrict = [](std::string_view t) {
    return std::find(words.begin(), words.end(), t) != words.end();
  };
  const auto star = std::find(tokens.rbegin(), tokens.rend(), "*");
  return star != tokens.rend() && std::any_of(tokens.rbegin(), star, is_restrict) ? "restrict" : "";
}

class Scan {
 public:
  using Part = std::string (*)(const Span&);
  Scan(std::string_view source, Part part) : tokens_(Tokens(source).all()), part_(part) {}

  ParameterNames run() {
    for (at_ = 0; at_ < tokens_.size();) {
      const std::string_view t = tokens_[at_++];
      if (t == "__global__" || t == "__device__") declaration();
    }
    return std::move(names_);
  }

 private:
  // The position after the bracket that closes the one at `open`.
  std::size_t past(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (opens(tokens_[i])) ++depth;
      if (closes(tokens_[i]) && --depth == 0) return i + 1;
    }
    return tokens_.size();
  }

  // From the token after `__global__` on: up to NAME `(`, or to what shows that it declares no function.
  void declaration() {
    std::string_view last;
    while (at_ < tokens_.size()) {
      const std::string_view t = tokens_[at_];
      if (t == ";" || t == "{" || t == "=" || t == "}") return;
      if (t != "(") {
        last = t;
        ++at_;
        continue;
      }
      const std::size_t end = past(at_);
      if (is_word(last) && !is_attribute(last)) {
        add(last, Span(tokens_.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
                       tokens_.begin() + static_cast<std::ptrdiff_t>(end > at_ + 1 ? end - 1 : at_ + 1)));
        at_ = end;
        return;
      }
      at_ = end;
    }
  }

  void add(std::string_view function, const Span& tokens) {
    std::vector<std::string> list;
    Span parameter;
    int depth = 0, angles = 0;
    bool in_default = false;
    for (const std::string_view t : tokens) {
      if (depth == 0 && angles == 0 && t == ",") {
        list.push_back(part_(parameter));
        parameter.clear();
        in_default = false;
        continue;
      }
      in_default |= depth == 0 && angles == 0 && t == "=";
      if (opens(t)) ++depth;
      if (closes(t)) --depth;
      // In a default argument `<` may compare; names before it are what counts.
      if (!in_default && t == "<") ++angles;
      if (!in_default && t == ">" && angles > 0) --angles;
      parameter.push_back(t);
    }
    const bool none =
        list.empty() && (parameter.empty() || (parameter.size() == 1 && parameter[0] == "void"));
    if (!none) list.push_back(part_(parameter));
    auto& lists = names_[std::string(function)];
    if (std::find(lists.begin(), lists.end(), list) == lists.end()) lists.push_back(std::move(list));
  }

  std::vector<std::string_view> tokens_;
  Part part_;  // of a parameter's declaration that is wanted
  std::size_t at_ = 0;
  ParameterNames names_;
};

}  // namespace

ParameterNames scan_parameter_names(std::string_view source) { return Scan(source, name_of).run(); }

ParameterNames scan_parameter_types(std::string_view source) { return Scan(source, type_of).run(); }

ParameterNames scan_restricted_parameters(std::string_view source) { return Scan(source, restrict_of).run(); }

std::vector<std::string> parameter_names(const ParameterNames& scanned, std::string_view function,
                                         std::size_t count) {
  const auto lists = scanned.find(function);
  if (lists == scanned.end()) return {};
  const std::vector<std::string>* fitting = nullptr;
  for (const auto& list : lists->second) {
    if (list.size() != count) continue;
    // A forward declaration without names does not contradict the definition.
    const bool nameless =
        std::all_of(list.begin(), list.end(), [](const std::string& n) { return n.empty(); });
    if (nameless) continue;
    if (fitting != nullptr) return {};
    fitting = &list;
  }
  return fitting == nullptr ? std::vector<std::string>{} : *fitting;
}

}  // namespace warpproof::cli
