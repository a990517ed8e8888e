#include "checker/cli/template_body.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

// "float" and "64" of "ns::reduce<float, 64u>".
std::vector<std::string> arguments_in(std::string_view name) {
  std::vector<std::string> out;
  if (!name.ends_with('>')) return out;
  int depth = 0;
  std::size_t open = name.size();
  while (open-- > 0) {
    if (name[open] == '>' || name[open] == ')') ++depth;
    if (name[open] == '<' || name[open] == '(') --depth;
    if (depth == 0) break;
  }
  if (depth != 0) return out;
  std::string one;
  const auto add = [&] {
    const std::string_view text = trimmed(one);
    const bool is_number = !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0;
    out.emplace_back(is_number ? text.substr(0, text.find_first_not_of("0123456789")) : text);
    one.clear();
  };
  for (const char c : name.substr(open + 1, name.size() - open - 2)) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0) add();
    else one += c;
  }
  add();
  return out;
}

std::string_view base_of(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

class Scan {
 public:
  explicit Scan(const std::vector<std::string_view>& tokens) : tokens_(tokens) {}

  // The names of `template <typename T, int N = 4>` whose `<` is at `at`, which then is after its `>`. Nothing for packs and
  // for templates of templates.
  std::optional<std::vector<std::string>> parameters(std::size_t& at) const {
    std::vector<std::string> out;
    std::string_view last;
    int depth = 0;
    bool is_default = false, is_known = true;
    for (; at < tokens_.size(); ++at) {
      const std::string_view t = tokens_[at];
      if (t == "<" || t == "(") ++depth;
      if (t == ">" || t == ")") --depth;
      if ((t == "," && depth == 1) || depth == 0) {
        if (last.empty()) is_known = false;
        out.emplace_back(last);
        last = {};
        is_default = false;
        if (depth == 0) break;
      }
      if (t == "=") is_default = true;
      if (t == "." || t == "template") is_known = false;
      if (!is_default && depth == 1 && !t.empty() && is_word_character(t.front())) last = t;
    }
    ++at;
    return is_known ? std::optional(out) : std::nullopt;
  }

  // After the bracket that the one at `at` is closed by.
  std::size_t after(std::size_t at, std::string_view open, std::string_view close) const {
    int depth = 0;
    for (; at < tokens_.size(); ++at) {
      if (tokens_[at] == open) ++depth;
      if (tokens_[at] == close && --depth == 0) return at + 1;
    }
    return tokens_.size();
  }

  // From the head of a template on, the `{` of the function of that name; nothing for another one, or where it has no body.
  std::optional<std::size_t> body(std::size_t at, std::string_view function) const {
    constexpr std::size_t kMost = 256;  // tokens of a head
    for (const std::size_t end = std::min(at + kMost, tokens_.size()); at + 1 < end; ++at) {
      const std::string_view t = tokens_[at];
      if (t == "{" || t == ";" || t == "}" || t == "template") return std::nullopt;
      if (t != function || tokens_[at + 1] != "(") continue;
      at = after(at + 1, "(", ")");
      return at < tokens_.size() && tokens_[at] == "{" ? std::optional(at) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  const std::vector<std::string_view>& tokens_;
};

}  // namespace

TemplateBody template_body(const std::vector<std::string_view>& tokens, std::string_view kernel) {
  const std::vector<std::string> arguments = arguments_in(kernel);
  TemplateBody out;
  if (arguments.empty()) return out;
  const Scan scan(tokens);
  const std::string_view function = base_of(kernel);
  bool several = false;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i] != "template" || tokens[i + 1] != "<") continue;
    std::size_t at = i + 1;
    const auto names = scan.parameters(at);
    const auto body = scan.body(at, function);
    if (!body) continue;
    if (out.end != 0) several = true;
    out.begin = *body;
    out.end = scan.after(*body, "{", "}");
    out.arguments.clear();
    for (std::size_t k = 0; names && names->size() == arguments.size() && k < names->size(); ++k) out.arguments.emplace((*names)[k], arguments[k]);
  }
  return several || out.arguments.empty() ? TemplateBody() : out;
}

}  // namespace warpproof::cli
