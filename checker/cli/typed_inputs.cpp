#include "checker/cli/typed_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "checker/cli/options.h"
#include "checker/cli/parameter_types.h"

namespace warpproof::cli {
namespace {

using Inputs = std::vector<std::pair<std::string, std::string>>;
using Bytes = std::map<std::uint64_t, std::uint8_t>;

constexpr std::size_t kMostZeros = 3;  // numbers that are given by name where each of them is 0

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  return std::nullopt;
}

// The bytes of "00ff12", from an offset on.
void put_hex(std::string_view text, std::uint64_t at, Bytes& out) {
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
    if (high && low) out[at++] = static_cast<std::uint8_t>(*high * 16 + *low);
  }
}

std::uint64_t word_at(const Bytes& bytes, std::uint64_t at, unsigned count) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < count; ++i) {
    const auto it = bytes.find(at + i);
    if (it != bytes.end()) out |= std::uint64_t{it->second} << (8 * i);
  }
  return out;
}

// The starts of the words of `size` bytes in which some byte is not 0.
std::vector<std::uint64_t> words_that_matter(const Bytes& bytes, unsigned size) {
  std::vector<std::uint64_t> out;
  for (const auto& [at, byte] : bytes) {
    const std::uint64_t start = at / size * size;
    if (byte != 0 && (out.empty() || out.back() != start)) out.push_back(start);
  }
  return out;
}

// Where no type is known: words of four bytes.
void name_words(const std::string& name, const Bytes& bytes, Inputs& out) {
  const std::vector<std::uint64_t> starts = words_that_matter(bytes, 4);
  for (std::size_t i = 0; i < starts.size();) {
    const std::uint64_t value = word_at(bytes, starts[i], 4);
    std::size_t end = i + 1;
    while (end < starts.size() && starts[end] == starts[end - 1] + 4 && word_at(bytes, starts[end], 4) == value) ++end;
    const std::uint64_t last = starts[end - 1] + 3;
    out.emplace_back(fmt::format("{} bytes {}..{}", name, starts[i], last),
                     end - i == 1 ? fmt::format("0x{:08x}", value) : fmt::format("0x{:08x} each four", value));
    i = end;
  }
}

enum class PointersAre : std::uint8_t { Given, LeftOut };

// Neighbours of one value as one range. Of several dimensions, of vectors and of structures each number stands alone. What
// lies between the members of a structure is given in words of four bytes.
void name_array(const std::string& name, const ElementNames::Array& array, const Bytes& bytes, Inputs& out, PointersAre pointers = PointersAre::Given) {
  const bool folds = array.inner.empty() && !array.layout && array.element.components == 1 && array.is_array;
  const unsigned size = array.element.bytes;
  Bytes others;
  for (auto it = bytes.begin(); it != bytes.end();) {
    const auto [at, byte] = *it;
    if (byte == 0) {
      ++it;
      continue;
    }
    const auto word = ElementNames::word_at(name, array, at);
    if (!word) {
      others.insert(*it++);
      continue;
    }
    if (word->is_pointer && pointers == PointersAre::LeftOut) {  // to a buffer of its own, as other pointers
      it = bytes.lower_bound(word->begin + word->element.bytes);
      continue;
    }
    const std::uint64_t value = word_at(bytes, word->begin, word->element.bytes);
    std::uint64_t last = word->begin;
    while (folds && word_at(bytes, last + size, size) == value) last += size;
    out.emplace_back(last == word->begin ? word->name : fmt::format("{}[{}..{}]", name, word->begin / size, last / size),
                     value_text(word->element, value));
    it = bytes.lower_bound(last + word->element.bytes);
  }
  name_words(name, others, out);
}

class Reader {
 public:
  Reader(const ParameterWords& parameters, const ElementNames& elements, const NeededInputs* needed)
      : parameters_(parameters), elements_(elements), needed_(needed) {}

  Inputs read(const std::vector<std::string>& rerun) {
    bool has_arguments = false;
    for (std::size_t i = 0; i + 1 < rerun.size(); ++i) {
      if (rerun[i] == "--arg") argument(rerun[++i]), has_arguments = true;
      else if (rerun[i] == "--bytes") at_address(rerun[++i]);
      else if (rerun[i].starts_with("-")) ++i;  // all options of a rerun have values, but for --unsized, the last
    }
    // Numbers first: on them hangs how much of memory is read.
    out_.insert(out_.end(), memory_.begin(), memory_.end());
    // Where some words of memory are given, that the rest of it is 0 says how much it is.
    bool others_are_needed = some_are_zero_ || !memory_.empty() || (needed_ != nullptr && needed_->zeros_of_memory);
    if (out_.empty() && !zero_scalars_.empty() && zero_scalars_.size() <= kMostZeros) {
      for (const std::string& name : zero_scalars_) out_.emplace_back(name, "0");
      others_are_needed = needed_ != nullptr && needed_->zeros_of_memory;
    }
    if (others_are_needed) out_.emplace_back(out_.empty() ? "all of them" : "all others", "0");
    if (out_.empty() && needed_ != nullptr && has_arguments) out_.emplace_back("all of them", "any");
    return std::move(out_);
  }

 private:
  void argument(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return;
    const std::string given = text.substr(0, equals);
    const std::string_view value = std::string_view(text).substr(equals + 1);
    // "p@5": of thread 5.
    const std::size_t at = given.find('@');
    const auto index = index_of(given.substr(0, at));
    const std::string name = (index ? name_of(*index) : given.substr(0, at)) +
                             (at == std::string::npos ? "" : " of thread " + given.substr(at + 1));
    if (value.starts_with("cells:")) return buffer(name, value);
    const std::string type = index ? type_of(*index) : std::string();
    const bool is_of_thread = at != std::string::npos;
    const bool is_needed = needed_ == nullptr || !needed_->not_needed.contains(text);
    if (value.starts_with("bytes:")) {
      Bytes bytes;
      put_hex(value.substr(6), 0, bytes);
      return structure(name, elements_.value_of(type), bytes, is_of_thread, is_needed);
    }
    if (is_needed) scalar(name, type, value, is_of_thread);
  }

  std::optional<std::size_t> index_of(const std::string& given) const {
    for (std::size_t i = 0; i < parameters_.names.size(); ++i) {
      if (parameters_.names[i] == given) return i;
    }
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), index);
    if (given.empty() || error != std::errc() || end != given.data() + given.size()) return std::nullopt;
    return index;
  }
  std::string name_of(std::size_t i) const {
    return i < parameters_.names.size() && !parameters_.names[i].empty() ? parameters_.names[i]
                                                                         : fmt::format("parameter {}", i);
  }
  std::string type_of(std::size_t i) const {
    return i < parameters_.types.size() ? parameters_.types[i] : std::string();
  }

  // "cells:any:0=01020304,64=ff"
  void buffer(const std::string& name, std::string_view value) {
    Bytes bytes;
    const std::size_t colon = value.find(':', 6);
    std::string_view rest = colon == std::string_view::npos ? std::string_view() : value.substr(colon + 1);
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view cell = rest.substr(0, comma);
      const std::size_t equals = cell.find('=');
      std::uint64_t offset = 0;
      if (equals != std::string_view::npos) {
        std::from_chars(cell.data(), cell.data() + equals, offset);
        put_hex(cell.substr(equals + 1), offset, bytes);
      }
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    memory(name, bytes);
  }

  void memory(const std::string& name, const Bytes& bytes) {
    const ElementNames::Array* const array = elements_.find(name);
    if (array != nullptr) name_array(name, *array, bytes, memory_);
    else name_words(name, bytes, memory_);
  }

  // "0x7d0000000000=01ff": memory that no parameter's buffer holds.
  void at_address(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return;
    Bytes bytes;
    const auto address = parse_integer(text.substr(0, equals));
    const auto above = address ? pointers_.upper_bound(*address) : pointers_.begin();
    constexpr std::uint64_t kFarthest = std::uint64_t{1} << 32;
    if (address && above != pointers_.begin() && std::prev(above)->first != 0 && *address - std::prev(above)->first < kFarthest) {
      const auto& [base, place] = *std::prev(above);
      put_hex(std::string_view(text).substr(equals + 1), *address - base, bytes);
      const ElementNames::Array* const array = elements_.find(place);
      if (array != nullptr) name_array(elements_.member_named(place), *array, bytes, memory_);
      else name_words(elements_.member_named(place), bytes, memory_);
      return;
    }
    put_hex(std::string_view(text).substr(equals + 1), 0, bytes);
    name_words("memory at " + text.substr(0, equals) + ",", bytes, memory_);
  }

  // A structure that is passed by value: its members that are not 0. Of one thread's own it is said that all are 0, as they
  // are not those of the others.
  void structure(const std::string& name, const std::optional<ElementNames::Array>& array, const Bytes& bytes, bool is_of_thread,
                 bool zeros_are_needed = true) {
    const std::size_t before = out_.size();
    for (const StructLayout::Member& member : array && array->layout && !is_of_thread ? array->layout->members : std::vector<StructLayout::Member>()) {
      if (!member.pointee.empty()) pointers_.emplace(word_at(bytes, member.offset, 8), fmt::format("{}+{}", name, member.offset));
    }
    if (array) name_array(name, *array, bytes, out_, PointersAre::LeftOut);
    else name_words(name, bytes, out_);
    if (out_.size() == before && is_of_thread) out_.emplace_back(name, "all bytes 0");
    else if (!is_of_thread && zeros_are_needed) some_are_zero_ = some_are_zero_ || has_zero_member(name, array, bytes);
  }

  static bool has_zero_member(const std::string& name, const std::optional<ElementNames::Array>& array, const Bytes& bytes) {
    return std::any_of(bytes.begin(), bytes.end(), [&](const auto& byte) {
      if (!array) return word_at(bytes, byte.first / 4 * 4, 4) == 0;
      const auto member = ElementNames::word_at(name, *array, byte.first);
      return member && !member->is_pointer && word_at(bytes, member->begin, member->element.bytes) == 0;
    });
  }

  void scalar(const std::string& name, const std::string& type, std::string_view value, bool is_of_thread) {
    if (is_pointer_type(type) && value == "0") return;  // nothing is accessed through it
    const auto bits = parse_integer(value);
    const auto whole = is_pointer_type(type) ? std::nullopt : elements_.value_of(type);
    if (bits && whole && whole->layout && whole->size() <= sizeof *bits) {  // a structure of one word
      Bytes bytes;
      for (std::uint64_t i = 0; i < whole->size(); ++i) bytes[i] = static_cast<std::uint8_t>(*bits >> (8 * i));
      return structure(name, whole, bytes, is_of_thread);
    }
    if (!is_of_thread && (value == "0" || value == "0x0")) {
      some_are_zero_ = true;
      zero_scalars_.push_back(name);
      return;
    }
    const auto element = is_pointer_type(type) ? std::nullopt : element_of(type);
    out_.emplace_back(name, element && element->components == 1 && bits ? value_text(*element, *bits)
                                                                        : std::string(value));
  }

  const ParameterWords& parameters_;
  const ElementNames& elements_;
  const NeededInputs* const needed_;  // null: not known
  Inputs out_, memory_;
  std::map<std::uint64_t, std::string> pointers_;  // in structures, by what they are: "rows+8"
  bool some_are_zero_ = false;  // of the parameters that are left out
  std::vector<std::string> zero_scalars_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> typed_inputs(const std::vector<std::string>& rerun,
                                                              const ParameterWords& parameters,
                                                              const ElementNames& elements, const NeededInputs* needed) {
  return Reader(parameters, elements, needed).read(rerun);
}

}  // namespace warpproof::cli
