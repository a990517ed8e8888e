#include "src/frontend/inlined_calls.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "src/base/text.h"

namespace warpproof {
namespace {

// DWARF 4, section 7: tags, attributes and forms that matter here.
constexpr std::uint64_t kInlinedSubroutine = 0x1d;
constexpr std::uint64_t kLowPc = 0x11, kHighPc = 0x12, kCallFile = 0x58, kCallLine = 0x59;
constexpr std::size_t kDeepest = 1000;  // entries in entries

std::optional<std::uint64_t> number(std::string_view word) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(out) : std::nullopt;
}

// What is not as expected.
struct Unreadable {};

// The bytes of a section. Names stand for numbers that only the linker knows.
class Bytes {
 public:
  void append(std::string_view directive) {
    const std::size_t blank = directive.find_first_of(" \t");
    const std::size_t size = directive.starts_with(".b8")    ? 1
                             : directive.starts_with(".b16") ? 2
                             : directive.starts_with(".b32") ? 4
                             : directive.starts_with(".b64") ? 8
                                                             : throw Unreadable{};
    std::string_view list = blank == std::string_view::npos ? "" : directive.substr(blank);
    while (!list.empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      const std::string_view word = trimmed(list.substr(0, comma));
      list.remove_prefix(std::min(comma + 1, list.size()));
      const auto value = number(word);
      if (!value) names_.emplace(bytes_.size(), word);
      for (std::size_t i = 0; i < size; ++i)
        bytes_.push_back(static_cast<std::uint8_t>(value.value_or(0) >> (8 * i)));
    }
  }

  bool at_end() const { return at_ >= bytes_.size(); }
  void skip(std::uint64_t count) {
    if (count > bytes_.size() - at_) throw Unreadable{};
    at_ += count;
  }
  std::uint64_t fixed(std::size_t size) {
    const std::size_t from = at_;
    skip(size);
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < size; ++i) out |= std::uint64_t{bytes_[from + i]} << (8 * i);
    return out;
  }
  std::uint64_t leb() {  // signed ones are only skipped
    std::uint64_t out = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint64_t byte = fixed(1);
      if (shift < 64) out |= (byte & 0x7f) << shift;
      if (byte < 0x80) return out;
    }
  }
  std::string_view name() {  // of an address; empty for a number
    const auto found = names_.find(at_);
    skip(8);
    return found == names_.end() ? std::string_view() : found->second;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::map<std::size_t, std::string_view> names_;
  std::size_t at_ = 0;
};

struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> attributes;  // with their forms
};
using Abbreviations = std::map<std::uint64_t, Abbreviation>;

Abbreviations read_abbreviations(Bytes bytes) {
  Abbreviations out;
  while (!bytes.at_end()) {
    const std::uint64_t code = bytes.leb();
    if (code == 0) break;
    Abbreviation& entry = out[code];
    entry.tag = bytes.leb();
    entry.has_children = bytes.fixed(1) != 0;
    for (;;) {
      const std::uint64_t attribute = bytes.leb(), form = bytes.leb();
      if (attribute == 0 && form == 0) break;
      entry.attributes.emplace_back(attribute, form);
    }
  }
  return out;
}

// Passes over a value; those of numbers are returned. Addresses are read by name.
std::uint64_t read_value(Bytes& bytes, std::uint64_t form) {
  constexpr int kString = -1, kNumber = -2, kBlock = -3;
  static const std::map<std::uint64_t, int> sizes = {
      {0x01, 8},       {0x05, 2},       {0x06, 4}, {0x07, 8},       {0x08, kString},
      {0x09, kBlock},  {0x0b, 1},       {0x0c, 1}, {0x0d, kNumber}, {0x0e, 4},
      {0x0f, kNumber}, {0x10, 4},       {0x11, 1}, {0x12, 2},       {0x13, 4},
      {0x14, 8},       {0x15, kNumber}, {0x17, 4}, {0x18, kBlock},  {0x19, 0}};
  static const std::map<std::uint64_t, std::size_t> block_lengths = {{0x03, 2}, {0x04, 4}, {0x0a, 1}};
  if (const auto block = block_lengths.find(form); block != block_lengths.end()) {
    bytes.skip(bytes.fixed(block->second));
    return 0;
  }
  const auto size = sizes.find(form);
  if (size == sizes.end()) throw Unreadable{};
  if (size->second >= 0) return bytes.fixed(static_cast<std::size_t>(size->second));
  if (size->second == kNumber) return bytes.leb();
  if (size->second == kBlock) bytes.skip(bytes.leb());
  while (size->second == kString && bytes.fixed(1) != 0) {
  }
  return 0;
}

// Code between two labels was inlined at this line.
struct InlinedCall {
  std::string_view first, end;
  std::uint64_t file = 0, line = 0;
  std::size_t depth = 0;
};

std::vector<InlinedCall> read_calls(Bytes bytes, const Abbreviations& abbreviations) {
  std::vector<InlinedCall> out;
  bytes.skip(4);
  const std::uint64_t version = bytes.fixed(2);
  bytes.skip(4);
  if (version < 2 || version > 4 || bytes.fixed(1) != 8) throw Unreadable{};
  std::size_t depth = 0;
  while (!bytes.at_end()) {
    const std::uint64_t code = bytes.leb();
    if (code == 0) {
      if (depth == 0 || --depth == 0) break;
      continue;
    }
    const auto found = abbreviations.find(code);
    if (found == abbreviations.end() || depth > kDeepest) throw Unreadable{};
    InlinedCall call;
    call.depth = depth;
    for (const auto& [attribute, form] : found->second.attributes) {
      if (form == 0x01 && (attribute == kLowPc || attribute == kHighPc)) {
        (attribute == kLowPc ? call.first : call.end) = bytes.name();
        continue;
      }
      const std::uint64_t value = read_value(bytes, form);
      if (attribute == kCallFile) call.file = value;
      if (attribute == kCallLine) call.line = value;
    }
    const bool complete =
        !call.first.empty() && !call.end.empty() && call.first != call.end && call.line != 0;
    if (found->second.tag == kInlinedSubroutine && complete) out.push_back(call);
    if (found->second.has_children) ++depth;
    if (depth == 0) break;
  }
  return out;
}

std::vector<InlinedCall> read_sections(std::string_view ptx) {
  std::map<std::string_view, Bytes> sections;
  Bytes* open = nullptr;
  while (!ptx.empty()) {
    const std::string_view line = trimmed(take_line(ptx));
    if (line.starts_with(".section")) {
      open = &sections[trimmed(line.substr(8))];
    } else if (line.find('}') != std::string_view::npos) {
      open = nullptr;
    } else if (open != nullptr && line.starts_with(".b")) {
      open->append(line);
    }
  }
  return read_calls(sections[".debug_info"], read_abbreviations(sections[".debug_abbrev"]));
}

class Writer {
 public:
  explicit Writer(const std::vector<InlinedCall>& calls) {
    for (const InlinedCall& call : calls) {
      begins_[call.first].push_back(&call);
      ends_[call.end].push_back(&call);
    }
  }

  std::string rewrite(std::string_view ptx) {
    std::string out;
    out.reserve(ptx.size());
    while (!ptx.empty()) {
      const std::string_view line = take_line(ptx), text = trimmed(line);
      if (text.starts_with(".loc") && text.find(',') == std::string_view::npos && !open_.empty()) {
        out += chain(text);
        continue;
      }
      if (text.ends_with(":")) pass(text.substr(0, text.size() - 1));
      out += line;
    }
    return out;
  }

 private:
  using Calls = std::map<std::string_view, std::vector<const InlinedCall*>>;

  void pass(std::string_view label) {
    if (const auto ends = ends_.find(label); ends != ends_.end())
      for (const InlinedCall* call : ends->second) std::erase(open_, call);
    if (const auto begins = begins_.find(label); begins != begins_.end())
      open_.insert(open_.end(), begins->second.begin(), begins->second.end());
    std::stable_sort(open_.begin(), open_.end(),
                     [](const InlinedCall* a, const InlinedCall* b) { return a->depth < b->depth; });
  }

  // Each call's place with the one around it, from the outermost, so that the last line names all of them.
  std::string chain(std::string_view loc) const {
    std::string out, around;
    for (const InlinedCall* call : open_) {
      const std::string place = std::to_string(call->file) + " " + std::to_string(call->line) + " 0";
      out += "\t.loc " + place + around + "\n";
      around = ", function_name $L__inlined, inlined_at " + place;
    }
    return out + "\t" + std::string(loc) + around + "\n";
  }

  Calls begins_, ends_;
  std::vector<const InlinedCall*> open_;  // around the line at hand, the outermost first
};

}  // namespace

std::string with_inlined_calls(std::string_view ptx) {
  try {
    const std::vector<InlinedCall> calls = read_sections(ptx);
    if (!calls.empty()) return Writer(calls).rewrite(ptx);
  } catch (const Unreadable&) {
  }
  return std::string(ptx);
}

}  // namespace warpproof
