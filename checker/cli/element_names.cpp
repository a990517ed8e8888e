#include "checker/cli/element_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>

#include "checker/cli/parameter_types.h"

namespace warpproof::cli {
namespace {

using Array = ElementNames::Array;

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The source's words, numbers and single characters, without comments, literals and directives.
std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> out;
  bool line_start = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const auto skip_to = [&](std::string_view end, std::size_t from) {
      const std::size_t found = text.find(end, from);
      at = found == std::string_view::npos ? text.size() : found + end.size();
    };
    if (c == '\n') line_start = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
    } else if (text.substr(at, 2) == "//" || (c == '#' && line_start)) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      skip_to("*/", at + 2);
    } else if (c == '"' || c == '\'') {
      for (++at; at < text.size() && text[at] != c && text[at] != '\n'; ++at) at += text[at] == '\\' ? 1 : 0;
      at = std::min(at + 1, text.size());
      line_start = false;
    } else {
      std::size_t end = at + 1;
      while (in_word(c) && end < text.size() && in_word(text[end])) ++end;
      out.push_back(text.substr(at, end - at));
      at = end;
      line_start = false;
    }
  }
  return out;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The declaration behind a `__shared__` or `__device__` at `at`: its type, then names with their dimensions.
class SharedDeclaration {
 public:
  SharedDeclaration(const std::vector<std::string_view>& tokens, std::size_t at) : tokens_(tokens), at_(at) {}

  template <class Add>
  void read(const Add& add) {
    std::vector<std::string_view> words;
    for (; at_ < tokens_.size() && in_word(tokens_[at_].front()); ++at_) {
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
    const auto element = element_of(type);
    std::string_view name = words.back();
    while (true) {
      Array array{element.value_or(ElementOf()), {}, false};
      const bool known = dimensions(array);
      add(std::string(name), known && element ? std::optional(array) : std::nullopt);
      if (token() != "," || at_ + 1 >= tokens_.size() || !in_word(tokens_[at_ + 1].front())) return;
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
    if (!last.empty() && in_word(last.front())) add(std::string(last), std::nullopt);
  }
  std::string_view token() const { return at_ < tokens_.size() ? tokens_[at_] : std::string_view(); }
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
    for (bool first = true; token() == "["; first = false) {
      array.is_array = true;
      std::vector<std::string_view> inside;
      int depth = 0;
      for (; at_ < tokens_.size(); ++at_) {
        if (tokens_[at_] == "[") ++depth;
        if (tokens_[at_] == "]" && --depth == 0) break;
        if (depth > 0 && inside.size() < 4) inside.push_back(tokens_[at_]);
      }
      if (at_ < tokens_.size()) ++at_;
      if (first) continue;
      const auto size = inside.size() == 2 ? number(inside[1]) : std::nullopt;
      known = known && size && *size > 0;
      array.inner.push_back(size.value_or(1));
    }
    return known;
  }

  const std::vector<std::string_view>& tokens_;
  std::size_t at_;
};

double half_value(std::uint64_t bits, int exponent_bits, int fraction_bits) {
  const auto fraction = static_cast<double>(bits & ((1u << fraction_bits) - 1));
  const int exponent = static_cast<int>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const double sign = (bits >> (exponent_bits + fraction_bits) & 1) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(1 + std::ldexp(fraction, -fraction_bits), exponent - bias);
}

// A NaN has bits that matter, and a sign.
std::string float_text(double value, std::uint64_t bits, unsigned bytes) {
  return std::isnan(value) ? fmt::format("nan (0x{:0{}x})", bits, 2 * bytes) : fmt::format("{}", value);
}

}  // namespace

std::optional<ElementOf> element_of(std::string type) {
  using Kind = ElementOf::Kind;
  for (const std::string_view word : {"const", "volatile", "__restrict__", "__restrict"}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word)) type.erase(at, word.size());
  }
  const std::size_t first = type.find_first_not_of(' ');
  if (first == std::string::npos) return std::nullopt;
  type = type.substr(first, type.find_last_not_of(' ') - first + 1);
  for (const std::string_view prefix : {"std :: ", "std::"}) {
    if (type.starts_with(prefix)) type.erase(0, prefix.size());
  }
  if (type == "bool") return ElementOf{Kind::Bool, 1, 1};
  if (const auto integer = integer_type(type))
    return ElementOf{integer->second ? Kind::Signed : Kind::Unsigned, static_cast<unsigned>(integer->first) / 8, 1};
  static const std::map<std::string, ElementOf, std::less<>> kFloats = {
      {"float", {Kind::Float, 4, 1}},          {"double", {Kind::Float, 8, 1}},
      {"half", {Kind::Half, 2, 1}},            {"__half", {Kind::Half, 2, 1}},
      {"__nv_bfloat16", {Kind::BFloat, 2, 1}}, {"nv_bfloat16", {Kind::BFloat, 2, 1}}};
  if (const auto it = kFloats.find(type); it != kFloats.end()) return it->second;
  static const std::map<std::string, ElementOf, std::less<>> kVectors = {
      {"char", {Kind::Signed, 1, 1}},  {"uchar", {Kind::Unsigned, 1, 1}},    {"short", {Kind::Signed, 2, 1}},
      {"int", {Kind::Signed, 4, 1}},   {"ushort", {Kind::Unsigned, 2, 1}},   {"uint", {Kind::Unsigned, 4, 1}},
      {"float", {Kind::Float, 4, 1}},  {"double", {Kind::Float, 8, 1}},      {"longlong", {Kind::Signed, 8, 1}},
      {"ulonglong", {Kind::Unsigned, 8, 1}}};
  if (type.back() < '1' || type.back() > '4') return std::nullopt;
  const auto it = kVectors.find(type.substr(0, type.size() - 1));
  if (it == kVectors.end()) return std::nullopt;
  ElementOf out = it->second;
  out.components = static_cast<unsigned>(type.back() - '0');
  return out;
}

std::string value_text(const ElementOf& element, std::uint64_t bits) {
  using Kind = ElementOf::Kind;
  const int shift = 64 - 8 * static_cast<int>(element.bytes);
  bits = bits << shift >> shift;
  switch (element.kind) {
    case Kind::Signed:
      return fmt::format("{}", static_cast<std::int64_t>(bits << shift) >> shift);
    case Kind::Bool:
      return bits == 0 ? "false" : bits == 1 ? "true" : fmt::format("{}", bits);
    case Kind::Float:
      if (element.bytes == 8) return float_text(std::bit_cast<double>(bits), bits, 8);
      // As a float: the shortest text that reads back as it.
      if (const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits)); !std::isnan(value))
        return fmt::format("{}", value);
      return float_text(std::nan(""), bits, 4);
    case Kind::Half:
      return float_text(half_value(bits, 5, 10), bits, 2);
    case Kind::BFloat:
      return float_text(half_value(bits, 8, 7), bits, 2);
    case Kind::Unsigned:
      break;
  }
  return fmt::format("{}", bits);
}

ElementNames::ElementNames(std::string_view source, const std::vector<std::string>& parameter_names,
                           const std::vector<std::string>& parameter_types) {
  const auto add = [&](const std::string& name, const std::optional<Array>& array) {
    const auto [it, fresh] = arrays_.try_emplace(name, array);
    if (!fresh && it->second != array) it->second.reset();
  };
  const std::vector<std::string_view> tokens = tokens_of(source);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "__shared__" || tokens[i] == "__device__" || tokens[i] == "__constant__") SharedDeclaration(tokens, i + 1).read(add);
  }
  for (std::size_t i = 0; i < parameter_names.size() && i < parameter_types.size(); ++i) {
    const std::string& type = parameter_types[i];
    const std::size_t star = type.rfind('*');
    if (parameter_names[i].empty() || !is_pointer_type(type) || type.find('*') != star) continue;
    const auto element = element_of(type.substr(0, star));
    add(parameter_names[i], element ? std::optional(Array{*element, {}, true}) : std::nullopt);
  }
}

const ElementNames::Array* ElementNames::find(const std::string& name) const {
  const auto it = arrays_.find(name);
  return it == arrays_.end() || !it->second ? nullptr : &*it->second;
}

std::string ElementNames::name_of(const std::string& name, const Array& array, std::uint64_t index,
                                  unsigned component) {
  std::string subscripts;
  for (std::size_t i = array.inner.size(); i-- > 0; index /= array.inner[i])
    subscripts = fmt::format("[{}]", index % array.inner[i]) + subscripts;
  if (array.is_array) subscripts = fmt::format("[{}]", index) + subscripts;
  const std::string member = array.element.components > 1 ? std::string(".") + "xyzw"[component] : "";
  return name + subscripts + member;
}

std::string ElementNames::told(const std::string& text) const {
  static constexpr std::string_view kByte = "byte ", kOf = " of ", kBuffer = "the buffer of ",
                                    kShared = " (shared memory)";
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
    while (end < text.size() && in_word(text[end])) ++end;
    const std::string name = text.substr(name_begin, end - name_begin);
    const Array* const array = find(name);
    if (array == nullptr || *byte % array->element.bytes != 0 || (!array->is_array && *byte >= array->element.size()))
      continue;
    if (text.compare(end, kShared.size(), kShared) == 0) end += kShared.size();
    // "4 bytes at byte 124 of grid" is grid[31], if an element has four. An access of another size keeps its own.
    const std::string size = fmt::format("{} {} at ", array->element.bytes, array->element.bytes == 1 ? "byte" : "bytes");
    std::size_t begin = at;
    const bool fits = at >= from + size.size() && text.compare(at - size.size(), size.size(), size) == 0;
    if (fits) begin -= size.size();
    out += text.substr(from, begin - from) +
           name_of(name, *array, *byte / array->element.size(),
                   static_cast<unsigned>(*byte % array->element.size() / array->element.bytes));
    from = end;
    at = end - 1;
  }
  return out + text.substr(from);
}

}  // namespace warpproof::cli
