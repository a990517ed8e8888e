// The types that memory is made of, by their names in the source, and values of them as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpproof::cli {

struct ElementOf {
  enum class Kind : std::uint8_t { Signed, Unsigned, Bool, Float, Half, BFloat };
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

}  // namespace warpproof::cli
