// What the types of a kernel's parameters say, as C++, demanglers or PTX write them.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace warpproof::cli {

// Bits and signedness of an integer type; nothing for other types, such as an enumeration.
std::optional<std::pair<int, bool>> integer_type(const std::string& type);

// "float const*", but not the structure "pair<int*>".
bool is_pointer_type(const std::string& type);

}  // namespace warpproof::cli
