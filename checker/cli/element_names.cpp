#include "checker/cli/element_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "checker/cli/parameter_types.h"
#include "checker/cli/template_body.h"
#include "src/base/text.h"

namespace warpproof::cli {
namespace {

using Array = ElementNames::Array;

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The declaration after a `__shared__` or `__device__` at `at`: its type, then names with their dimensions.
class SharedDeclaration {
 public:
  // `body`: of the template that it stands in.
  SharedDeclaration(const std::vector<std::string_view>& tokens, std::size_t at, const StructLayouts& structs,
                    const SourceConstants& constants, const TemplateBody* body)
      : tokens_(tokens), at_(at), structs_(structs), constants_(constants), arguments_(body == nullptr ? nullptr : &body->arguments) {}

  template <class Add>
  void read(const Add& add) {
    std::vector<std::string_view> words;
    for (; at_ < tokens_.size() && is_word_character(tokens_[at_].front()); ++at_) {
      if (is_attribute(tokens_[at_])) {
        skip_brackets();
        continue;
      }
      if (!is_qualifier(tokens_[at_])) words.push_back(tokens_[at_]);
    }
    // A type of more than words, `Tile<4>::Storage`: that its variable is none of another type that is known.
    if (words.size() < 2 || (token() != "[" && token() != ";" && token() != "," && token() != "=")) return unknown_type(add);
    std::string type;
    for (std::size_t i = 0; i + 1 < words.size(); ++i) type += (i == 0 ? "" : " ") + std::string(words[i]);
    const auto known_type = ElementNames::array_of(in_template(type), structs_);
    std::string_view name = words.back();
    while (true) {
      Array array = known_type.value_or(Array());
      array.is_array = false;
      const bool known = dimensions(array);
      add(std::string(name), known && known_type ? std::optional(array) : std::nullopt);
      if (token() != "," || at_ + 1 >= tokens_.size() || !is_word_character(tokens_[at_ + 1].front())) return;
      name = tokens_[at_ + 1];
      at_ += 2;
    }
  }

 private:
  template <class Add>
  void unknown_type(const Add& add) {
    constexpr std::size_t kMost = 256;  // tokens of a declaration
    std::string_view last;
    for (const std::size_t end = std::min(at_ + kMost, tokens_.size()); at_ < end && token() != "[" && token() != ";" && token() != "=" && token() != "{"; ++at_) last = token();
    if (!last.empty() && is_word_character(last.front())) add(std::string(last), std::nullopt);
  }
  std::string_view token() const { return at_ < tokens_.size() ? tokens_[at_] : std::string_view(); }
  std::string in_template(std::string_view word) const {
    if (arguments_ == nullptr) return std::string(word);
    const auto it = arguments_->find(word);
    return it == arguments_->end() ? std::string(word) : it->second;
  }
  static bool is_qualifier(std::string_view word) {
    return word == "extern" || word == "volatile" || word == "const" || word == "static" || word == "__shared__" ||
           word == "__device__" || word == "__constant__" || word == "__managed__" || word == "struct";
  }
  static bool is_attribute(std::string_view word) {
    return word == "alignas" || word == "__align__" || word == "__attribute__";
  }
  // Leaves the position at the last bracket.
  void skip_brackets() {
    int depth = 0;
    for (std::size_t i = at_ + 1; i < tokens_.size(); ++i) {
      if (tokens_[i] == "(") ++depth;
      if (tokens_[i] == ")" && --depth == 0) {
        at_ = i;
        return;
      }
      if (depth == 0) return;
    }
  }
  // False where the size of an inner dimension is no number.
  bool dimensions(Array& array) {
    bool known = true;
    for (bool is_first = true; token() == "["; is_first = false) {
      array.is_array = true;
      const auto size = take_dimension(tokens_, at_, constants_, arguments_);
      if (is_first) array.first = size.value_or(0);
      else array.inner.push_back(size.value_or(1));
      known = known && (is_first || size);
    }
    return known;
  }

  const std::vector<std::string_view>& tokens_;
  std::size_t at_;
  const StructLayouts& structs_;
  const SourceConstants& constants_;
  const SourceConstants::Arguments* const arguments_;  // of the template that it stands in; null: in none that is known
};

}  // namespace

ElementNames::ElementNames(std::string_view source, const std::vector<std::string>& parameter_names,
                           const std::vector<std::string>& parameter_types, std::string_view kernel) {
  const auto add = [&](const std::string& name, const std::optional<Array>& array) {
    const auto [it, fresh] = arrays_.try_emplace(name, array);
    if (fresh || !it->second) return;
    // Kernels may have arrays of this name that differ in length.
    if (!array || array->first != it->second->first) it->second->first = 0;
    auto other = array;
    if (other) other->first = it->second->first;
    if (it->second != other) it->second.reset();
  };
  const std::vector<std::string_view> tokens = tokens_of(source);
  const SourceConstants constants(tokens, source);
  structs_ = struct_layouts(tokens, source, constants);
  const TemplateBody body = template_body(tokens, kernel);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "__shared__" || tokens[i] == "__device__" || tokens[i] == "__constant__")
      SharedDeclaration(tokens, i + 1, structs_, constants, body.holds(i) ? &body : nullptr).read(add);
  }
  for (std::size_t i = 0; i < parameter_names.size() && i < parameter_types.size(); ++i) {
    const std::string& type = parameter_types[i];
    const auto whole = is_pointer_type(type) || parameter_names[i].empty() ? std::nullopt : array_of(type, structs_);
    for (const StructLayout::Member& member : whole && whole->layout ? whole->layout->members : std::vector<StructLayout::Member>()) {
      if (member.pointee.empty()) continue;
      const std::string place = fmt::format("{}+{}", parameter_names[i], member.offset);
      members_.emplace(place, parameter_names[i] + member.path);
      add(place, array_of(member.pointee, structs_));
    }
    const std::size_t star = type.rfind('*');
    if (parameter_names[i].empty() || !is_pointer_type(type) || type.find('*') != star) continue;
    add(parameter_names[i], array_of(type.substr(0, star), structs_));
  }
}

bool ElementNames::Array::may_have(std::uint64_t bytes) const {
  std::uint64_t row = size();  // bytes of one element of the first dimension
  for (const std::uint64_t n : inner) {
    if (row == 0 || row > bytes) return false;
    row *= n;
  }
  if (row == 0) return false;
  return !is_array ? bytes == row : first == 0 ? bytes % row == 0 : bytes / row == first && bytes % row == 0;
}

void ElementNames::require_sizes(const std::multimap<std::string, std::uint64_t>& variables) {
  for (auto& [name, array] : arrays_) {
    const auto [begin, end] = variables.equal_range(name);
    if (array && begin != end && std::none_of(begin, end, [&](const auto& v) { return array->may_have(v.second); })) array.reset();
  }
}

const ElementNames::Array* ElementNames::find(const std::string& name) const {
  const auto it = arrays_.find(name);
  return it == arrays_.end() || !it->second ? nullptr : &*it->second;
}

std::optional<ElementNames::Array> ElementNames::array_of(const std::string& type, const StructLayouts& structs) {
  Array out;
  if (const auto element = element_of(type)) out.element = *element;
  else if (const StructLayout* const layout = layout_of(structs, type)) out.layout = *layout;
  else return std::nullopt;
  return out;
}

std::optional<ElementNames::Array> ElementNames::value_of(const std::string& type) const {
  auto out = array_of(type, structs_);
  if (out) out->is_array = false;
  return out;
}

std::optional<ElementNames::Word> ElementNames::word_at(const std::string& name, const Array& array, std::uint64_t byte) {
  const std::uint64_t size = array.size(), begin = byte / size * size;
  if (!array.is_array && begin != 0) return std::nullopt;
  std::uint64_t index = byte / size;
  std::string subscripts;
  for (std::size_t i = array.inner.size(); i-- > 0; index /= array.inner[i])
    subscripts = fmt::format("[{}]", index % array.inner[i]) + subscripts;
  if (array.is_array) subscripts = fmt::format("[{}]", index) + subscripts;
  if (array.layout) {
    for (const StructLayout::Member& member : array.layout->members) {
      const std::uint64_t at = begin + member.offset;
      if (byte >= at && byte - at < member.element.bytes) return Word{at, member.element, name + subscripts + member.path, !member.pointee.empty()};
    }
    return std::nullopt;  // between two members
  }
  const std::uint64_t component = (byte - begin) / array.element.bytes;
  const std::string member = array.element.components > 1 ? std::string(".") + "xyzw"[component] : "";
  return Word{begin + component * array.element.bytes, {array.element.kind, array.element.bytes, 1}, name + subscripts + member};
}

std::string ElementNames::member_named(const std::string& name) const {
  const auto it = members_.find(name);
  return it == members_.end() ? name : it->second;
}

std::string ElementNames::with_members(std::string text) const {
  for (const auto& [place, name] : members_) {
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + 1)) {
      const std::size_t end = at + place.size();
      const bool is_whole = (at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || std::isdigit(static_cast<unsigned char>(text[end])) == 0);
      if (is_whole) text.replace(at, place.size(), name);
    }
  }
  return text;
}

std::string ElementNames::in_source_words(const std::string& text) const {
  static constexpr std::string_view kByte = "byte ", kOf = " of ", kBuffer = "the buffer of ",
                                    kShared = " (shared memory)", kMemory = " memory";
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(kByte); at != std::string::npos; at = text.find(kByte, at + 1)) {
    std::size_t end = at + kByte.size();
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    const auto byte = number(std::string_view(text).substr(at + kByte.size(), end - at - kByte.size()));
    if (!byte || text.compare(end, kOf.size(), kOf) != 0) continue;
    end += kOf.size();
    if (text.compare(end, kBuffer.size(), kBuffer) == 0) end += kBuffer.size();
    const std::size_t name_begin = end;
    while (end < text.size() && is_word_character(text[end])) ++end;
    if (end < text.size() && text[end] == '+') {
      std::size_t digits = end + 1;
      while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) ++digits;
      if (members_.contains(text.substr(name_begin, digits - name_begin))) end = digits;
    }
    const std::string name = text.substr(name_begin, end - name_begin);
    if (text.compare(end, kMemory.size(), kMemory) == 0) continue;  // "of shared memory" names no variable
    const Array* const array = find(name);
    const auto word = array == nullptr ? std::nullopt : word_at(member_named(name), *array, *byte);
    if (!word || word->begin != *byte) continue;
    if (text.compare(end, kShared.size(), kShared) == 0) end += kShared.size();
    // "4 bytes at byte 124 of grid" is grid[31], if an element has four. An access of another size keeps its own.
    const std::string size = fmt::format("{} {} at ", word->element.bytes, word->element.bytes == 1 ? "byte" : "bytes");
    std::size_t begin = at;
    const bool fits = at >= from + size.size() && text.compare(at - size.size(), size.size(), size) == 0;
    if (fits) begin -= size.size();
    out += text.substr(from, begin - from) + word->name;
    from = end;
    at = end - 1;
  }
  return with_members(out + text.substr(from));  // where it is no element, such as "the buffer of rows+8"
}

}  // namespace warpproof::cli
