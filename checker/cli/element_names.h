// Bytes of memory in the words of the source: "byte 124 of grid" is grid[31] where grid is declared as int grid[..].
//
// A scan of tokens, no parser, as in parameter_names.h: where the source does not tell for certain which element a byte
// belongs to, bytes stay bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::cli {


struct ElementOf {
  enum class Kind { Signed, Unsigned, Bool, Float, Half, BFloat };
  Kind kind = Kind::Signed;
  unsigned bytes = 4;    // of one component
  unsigned components = 1;  // float4 has four: x, y, z, w
  unsigned size() const { return bytes * components; }
  bool operator==(const ElementOf&) const = default;
};
// Of "unsigned int", "float4", "std :: uint8_t", "const __half"; nothing for other types.
std::optional<ElementOf> element_of(std::string type);

// "7", "-1", "1.5", "nan", "true": the value that has these bits.
std::string value_text(const ElementOf& element, std::uint64_t bits);

class ElementNames {
 public:
  // `source`: the text of the file, empty for PTX. Types of pointers are "float const*", of others "int".
  ElementNames(std::string_view source, const std::vector<std::string>& parameter_names,
               const std::vector<std::string>& parameter_types);

  struct Array {
    ElementOf element;
    std::vector<std::uint64_t> inner;  // sizes of all dimensions but the first
    bool is_array = true;              // else one element: its name alone
    bool operator==(const Array&) const = default;
  };
  // Null where nothing is known.
  const Array* find(const std::string& name) const;

  // The element that begins at this byte, "grid[31]", "tile[1][4]", "out[7].y".
  static std::string name_of(const std::string& name, const Array& array, std::uint64_t index, unsigned component);

  // The text with bytes that begin an element replaced: "byte 124 of grid (shared memory)" by "grid[31]".
  std::string told(const std::string& text) const;

 private:
  std::map<std::string, std::optional<Array>, std::less<>> arrays_;  // nothing: declared in several ways
};

}  // namespace warpproof::cli
