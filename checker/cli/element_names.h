// Bytes of memory in the words of the source: "byte 124 of grid" is grid[31] where grid is declared as int grid[..].
//
// A scan of tokens, no parser, as in parameter_names.h: where the source does not say for certain which element a byte
// belongs to, bytes stay bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/cli/element_of.h"
#include "checker/cli/struct_layout.h"

namespace warpproof::cli {

class ElementNames {
 public:
  // `source`: the text of the file, empty for PTX. Types of pointers are "float const*", of others "int". `kernel`: of a
  // template with its arguments, "reduce<float, 64>": in its body `T` is float.
  ElementNames(std::string_view source, const std::vector<std::string>& parameter_names,
               const std::vector<std::string>& parameter_types, std::string_view kernel = {});

  struct Array {
    ElementOf element{};
    std::vector<std::uint64_t> inner{};  // sizes of all dimensions but the first
    std::uint64_t first = 0;           // the size of the first one; 0: not known
    bool is_array = true;              // else one element: its name alone
    std::optional<StructLayout> layout = std::nullopt;  // of structures, in place of `element`
    bool operator==(const Array&) const = default;

    std::uint64_t size() const { return layout ? layout->size : element.size(); }  // bytes of one element
    // False where so many bytes are no array of these dimensions.
    bool may_have(std::uint64_t bytes) const;
  };
  // The program's variables by name, with their bytes. A name of which none has the declared size has no elements from now
  // on: the preprocessor may have seen other definitions than this scan.
  void require_sizes(const std::multimap<std::string, std::uint64_t>& variables);

  // "rows.out" of "rows+8"; other names stay.
  std::string member_named(const std::string& name) const;
  // The text with such places replaced.
  std::string with_members(std::string text) const;
  // Null where nothing is known.
  const Array* find(const std::string& name) const;
  // An array, or one value, of a type; nothing for types that are not known.
  static std::optional<Array> array_of(const std::string& type, const StructLayouts& structs);
  std::optional<Array> value_of(const std::string& type) const;

  // One number in memory: "grid[31]", "tile[1][4]", "out[7].y", "nodes[3].weight".
  struct Word {
    std::uint64_t begin = 0;
    ElementOf element;  // of one component
    std::string name;
    bool is_pointer = false;
  };
  // The one that holds this byte; nothing where none does, as between two members.
  static std::optional<Word> word_at(const std::string& name, const Array& array, std::uint64_t byte);

  // The text with bytes that begin an element replaced: "byte 124 of grid (shared memory)" by "grid[31]".
  std::string in_source_words(const std::string& text) const;

 private:
  StructLayouts structs_;
  std::map<std::string, std::optional<Array>, std::less<>> arrays_;  // nothing: declared in several ways
  // What a pointer in a structure that is passed by value points to goes by the member's place: "rows+8" is "rows.out".
  std::map<std::string, std::string, std::less<>> members_;
};

}  // namespace warpproof::cli
