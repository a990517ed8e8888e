// Where the members of a source's structures lie: "weight" of struct Node is the float at byte 4.
//
// A scan of tokens, as in element_names.h. Only structures whose layout follows from their text alone are known: members of
// known types, one after the other, each aligned as its size says. Bases, virtual functions, bit fields, unions, attributes
// and #pragma pack leave a structure unknown; so does a second one of the same name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/cli/element_of.h"
#include "checker/cli/source_constants.h"

namespace warpproof::cli {

struct StructLayout {
  struct Member {
    std::uint64_t offset = 0;
    ElementOf element;  // of one component
    std::string path;   // ".weight", ".window.y", ".a[3]"
    std::string pointee{};  // what a pointer points to, "float"; empty: it is none
    bool operator==(const Member&) const = default;
  };
  std::vector<Member> members;  // in order; no more than kMostMembers
  std::uint64_t size = 0, alignment = 1;
  bool operator==(const StructLayout&) const = default;

  static constexpr std::size_t kMostMembers = 256;
};

using StructLayouts = std::map<std::string, std::optional<StructLayout>, std::less<>>;  // nothing: not known

StructLayouts struct_layouts(const std::vector<std::string_view>& tokens, std::string_view source, const SourceConstants& constants);

// Of "Node const", "struct ns::Node"; null for what is none, or is not known.
const StructLayout* layout_of(const StructLayouts& layouts, std::string type);

}  // namespace warpproof::cli
