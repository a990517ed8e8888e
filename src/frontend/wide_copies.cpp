#include "src/frontend/wide_copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace warpproof {
namespace {

constexpr std::uint64_t kWidth = 16;  // bytes
constexpr std::string_view kCall = "call void @llvm.memcpy.";

// Takes a text apart from its begin.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::uint64_t> number() {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return out;
  }
  // All before a comma that is in no parentheses.
  std::optional<std::string_view> argument() {
    int depth = 0;
    bool quoted = false;  // @"name"
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
      if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
      if (depth < 0) return std::nullopt;
      if (c != ',' || depth > 0) continue;
      const std::string_view out = rest_.substr(0, i);
      rest_.remove_prefix(i + 1);
      take(" ");
      return out;
    }
    return std::nullopt;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct Pointer {
  std::string type, value;  // "ptr addrspace(3)", "%p"
  std::uint64_t alignment = 1;
};

// "ptr noundef align 16 %p"
std::optional<Pointer> pointer_of(std::string_view text) {
  Words words(text);
  Pointer out;
  if (!words.take("ptr ")) return std::nullopt;
  out.type = "ptr";
  if (words.take("addrspace(")) {
    const auto space = words.number();
    if (!space || !words.take(") ")) return std::nullopt;
    out.type = fmt::format("ptr addrspace({})", *space);
  }
  for (;;) {
    if (words.take("noundef ") || words.take("nonnull ")) continue;
    if (words.take("align ")) {
      const auto bytes = words.number();
      if (!bytes || !words.take(" ")) return std::nullopt;
      out.alignment = *bytes;
    } else if (words.take("dereferenceable(")) {
      if (!words.number() || !words.take(") ")) return std::nullopt;
    } else {
      break;
    }
  }
  out.value = words.rest();
  // A name, or a constant expression.
  const bool is_value = out.value.starts_with('%') || out.value.starts_with('@') || out.value.starts_with("addrspacecast (") ||
                        out.value.starts_with("getelementptr ") || out.value.starts_with("inttoptr (");
  return is_value ? std::optional(out) : std::nullopt;
}

// The line of a copy, as loads and stores; empty where it stays as it is.
std::string wide_copy(std::string_view line, int& number) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  Words words(line.substr(begin));
  if (!words.take("tail ")) words.take("notail ");
  if (!words.take(kCall)) return "";
  const std::size_t open = words.rest().find('(');
  if (open == std::string_view::npos) return "";
  words.take(words.rest().substr(0, open + 1));
  const auto to_text = words.argument(), from_text = words.argument();
  if (!to_text || !from_text || !words.take("i64 ")) return "";
  const auto size = words.number();
  if (!size || !words.take(", i1 ")) return "";
  const bool is_volatile = words.take("true");
  if (!is_volatile && !words.take("false")) return "";
  if (!words.take(")")) return "";
  const std::string place(words.rest());  // ", !dbg !14"
  if (!place.empty() && !place.starts_with(",")) return "";
  const auto to = pointer_of(*to_text), from = pointer_of(*from_text);
  if (!to || !from || *size == 0 || *size % kWidth != 0 || *size > kLargestWideCopy) return "";
  if (std::max(to->alignment, from->alignment) < kWidth) return "";
  std::string out;
  const std::string volatile_word = is_volatile ? "volatile " : "";
  for (std::uint64_t at = 0; at < *size; at += kWidth) {
    const std::string name = fmt::format("%warpproof.copy.{}", number++);
    out += fmt::format("  {0}.from = getelementptr i8, {1} {2}, i64 {3}{4}\n  {0}.to = getelementptr i8, {5} {6}, i64 {3}{4}\n", name, from->type,
                       from->value, at, place, to->type, to->value);
    out += fmt::format("  {0} = load {1}<2 x i64>, {2} {0}.from, align {3}{4}\n  store {1}<2 x i64> {0}, {5} {0}.to, align {6}{4}\n", name,
                       volatile_word, from->type, std::min(from->alignment, kWidth), place, to->type, std::min(to->alignment, kWidth));
  }
  return out;
}

}  // namespace

std::string with_wide_copies(std::string_view ir) {
  std::string out;
  out.reserve(ir.size());
  int number = 0;
  while (!ir.empty()) {
    const std::size_t end = std::min(ir.find('\n'), ir.size());
    const std::string_view line = ir.substr(0, end);
    const std::string copy = line.find(kCall) == std::string_view::npos ? "" : wide_copy(line, number);
    if (copy.empty()) {
      out.append(line);
      if (end < ir.size()) out += '\n';
    } else {
      out += copy;
    }
    ir.remove_prefix(std::min(end + 1, ir.size()));
  }
  return out;
}

}  // namespace warpproof
