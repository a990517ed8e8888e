#include "checker/cli/struct_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "src/base/text.h"

namespace warpproof::cli {
namespace {

// One structure's members, from the token after its `{` on.
class Members {
 public:
  Members(const std::vector<std::string_view>& tokens, std::size_t at, const StructLayouts& known, const SourceConstants& constants)
      : tokens_(tokens), at_(at), known_(known), constants_(constants) {}

  // Nothing where the layout is not known. `end`: the position of its `}`.
  std::optional<StructLayout> read(std::size_t& end) {
    bool is_known = true;
    while (token() != "}" && at_ < tokens_.size()) is_known = statement() && is_known;
    end = at_;
    if (!is_known || at_ >= tokens_.size() || out_.members.empty()) return std::nullopt;
    out_.size = aligned(out_.size, out_.alignment);
    return out_;
  }

 private:
  std::string_view token() const { return at_ < tokens_.size() ? tokens_[at_] : std::string_view(); }
  static std::uint64_t aligned(std::uint64_t at, std::uint64_t alignment) { return (at + alignment - 1) / alignment * alignment; }

  // Up to the end of the statement: a `;`, or the `}` of a body.
  void skip() {
    int depth = 0;
    for (; at_ < tokens_.size(); ++at_) {
      if (tokens_[at_] == "{" || tokens_[at_] == "(") ++depth;
      if (tokens_[at_] == "}" && depth == 0) return;
      if (tokens_[at_] == "}" || tokens_[at_] == ")") --depth;
      if (depth == 0 && (tokens_[at_] == ";" || (tokens_[at_] == "}" && (at_ + 1 == tokens_.size() || tokens_[at_ + 1] != ";")))) {
        ++at_;
        return;
      }
    }
  }

  // A declaration of members, or what has no part in the layout. False where that is not certain.
  bool statement() {
    if (token() == ";") return ++at_, true;
    if ((token() == "public" || token() == "private" || token() == "protected") && at_ + 1 < tokens_.size() && tokens_[at_ + 1] == ":") {
      at_ += 2;
      return true;
    }
    if (token() == "static" || token() == "using" || token() == "typedef" || token() == "friend") return skip(), true;
    std::vector<std::string_view> words;
    std::string type;
    for (; at_ < tokens_.size() && (is_word_character(token().front()) || token() == ":"); ++at_) {
      if (token() == "virtual" || token() == "union" || token() == "alignas" || token() == "__align__" || token() == "__attribute__" ||
          token() == "struct" || token() == "class" || token() == "enum")
        return skip(), false;
      if (token() != "const" && token() != "volatile" && token() != "mutable") words.push_back(token());
    }
    // A function or a constructor has no part in the layout; `int (*f)(int)` is a pointer.
    if (token() == "(" || token() == "~" || (!words.empty() && words.back() == "operator")) {
      const bool is_function = token() != "(" || at_ + 1 >= tokens_.size() || (tokens_[at_ + 1] != "*" && tokens_[at_ + 1] != "&");
      return skip(), is_function;
    }
    // `int* p`
    bool is_pointer = false;
    while (token() == "*") {
      is_pointer = true;
      ++at_;
      while (token() == "const" || token() == "__restrict__" || token() == "__restrict") ++at_;
      if (at_ < tokens_.size() && is_word_character(token().front())) words.push_back(tokens_[at_++]);
    }
    if (words.size() < 2) return skip(), false;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) type += (i == 0 || words[i] == ":" || words[i - 1] == ":" ? "" : " ") + std::string(words[i]);
    std::string_view name = words.back();
    while (true) {
      std::vector<std::uint64_t> dimensions;
      while (token() == "[") {
        const auto size = take_dimension(tokens_, at_, constants_);
        if (!size) return skip(), false;
        dimensions.push_back(*size);
      }
      if (!add(is_pointer ? "unsigned long" : type, "." + std::string(name), dimensions, is_pointer ? type : "")) return skip(), false;
      if (token() == "=" || token() == "{") {
        while (at_ < tokens_.size() && token() != "," && token() != ";") ++at_;
      }
      if (token() == ";") return ++at_, true;
      if (token() != "," || is_pointer || at_ + 1 >= tokens_.size() || !is_word_character(tokens_[at_ + 1].front())) return skip(), false;
      name = tokens_[at_ + 1];
      at_ += 2;
    }
  }

  bool add(const std::string& type, const std::string& path, const std::vector<std::uint64_t>& dimensions, const std::string& pointee) {
    const auto element = element_of(type);
    const StructLayout* const inner = element ? nullptr : layout_of(known_, type);
    if (!element && inner == nullptr) return false;
    // A vector of four is aligned as one of its size, one of three as its components.
    const std::uint64_t size = element ? element->size() : inner->size;
    const std::uint64_t alignment = inner != nullptr ? inner->alignment : element->components == 3 ? element->bytes : std::min<std::uint64_t>(size, 16);
    std::uint64_t count = 1;
    for (const std::uint64_t d : dimensions) count = std::min<std::uint64_t>(count * std::min<std::uint64_t>(d, 1u << 16), 1u << 16);
    out_.size = aligned(out_.size, alignment);
    out_.alignment = std::max(out_.alignment, alignment);
    for (std::uint64_t i = 0; i < count; ++i, out_.size += size) {
      std::string subscripts;
      std::uint64_t rest = i;
      for (std::size_t d = dimensions.size(); d-- > 0; rest /= dimensions[d]) subscripts = fmt::format("[{}]", rest % dimensions[d]) + subscripts;
      for (std::size_t m = 0; m < (element ? element->components : inner->members.size()); ++m) {
        if (out_.members.size() >= StructLayout::kMostMembers) return false;
        if (!element) {
          const StructLayout::Member& member = inner->members[m];
          out_.members.push_back({out_.size + member.offset, member.element, path + subscripts + member.path, member.pointee});
        } else {
          const std::string component = element->components > 1 ? std::string(".") + "xyzw"[m] : "";
          out_.members.push_back({out_.size + m * element->bytes, {element->kind, element->bytes, 1}, path + subscripts + component, pointee});
        }
      }
    }
    return true;
  }

  const std::vector<std::string_view>& tokens_;
  std::size_t at_;
  const StructLayouts& known_;
  const SourceConstants& constants_;
  StructLayout out_;
};

}  // namespace

StructLayouts struct_layouts(const std::vector<std::string_view>& tokens, std::string_view source, const SourceConstants& constants) {
  StructLayouts out;
  if (source.find("pragma pack") != std::string_view::npos) return out;
  const auto set = [&](std::string_view name, std::optional<StructLayout> layout) {
    const auto [it, fresh] = out.try_emplace(std::string(name), layout);
    if (!fresh) it->second.reset();
  };
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens[i] != "struct" && tokens[i] != "class") continue;
    const bool is_template = i > 0 && tokens[i - 1] == ">";
    std::size_t end = i;
    if (tokens[i + 1] == "{") {  // typedef struct { .. } Name;
      auto layout = Members(tokens, i + 2, out, constants).read(end);
      if (i > 0 && tokens[i - 1] == "typedef" && end + 1 < tokens.size()) set(tokens[end + 1], std::move(layout));
    } else if (tokens[i + 2] == "{") {
      auto layout = Members(tokens, i + 3, out, constants).read(end);
      set(tokens[i + 1], is_template ? std::nullopt : std::move(layout));
    } else if (tokens[i + 1] == "alignas" || tokens[i + 1] == "__align__" || tokens[i + 1] == "__attribute__") {
      std::size_t name = i + 2;
      while (name + 1 < tokens.size() && tokens[name + 1] != "{" && tokens[name] != ";") ++name;
      set(tokens[name], std::nullopt);
    } else if (tokens[i + 2] == ":" || tokens[i + 2] == "final") {
      set(tokens[i + 1], std::nullopt);
    }
  }
  return out;
}

const StructLayout* layout_of(const StructLayouts& layouts, std::string type) {
  std::string name;
  for (const std::string_view word : tokens_of(type)) {
    if (word == "const" || word == "volatile" || word == "struct" || word == "class") continue;
    if (!is_word_character(word.front()) && word != ":") return nullptr;
    if (word != ":") name = std::string(word);
  }
  const auto it = layouts.find(name);
  return it == layouts.end() || !it->second ? nullptr : &*it->second;
}

}  // namespace warpproof::cli
