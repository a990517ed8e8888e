#include "checker/cli/parameter_types.h"

#include <functional>
#include <map>

namespace warpproof::cli {

std::optional<std::pair<int, bool>> integer_type(const std::string& type) {
  static const std::map<std::string, std::pair<int, bool>, std::less<>> kTypes = {
      {"bool", {8, false}},
      {"char", {8, true}},
      {"signed char", {8, true}},
      {"unsigned char", {8, false}},
      {"short", {16, true}},
      {"unsigned short", {16, false}},
      {"int", {32, true}},
      {"unsigned int", {32, false}},
      {"unsigned", {32, false}},
      {"long", {64, true}},
      {"unsigned long", {64, false}},
      {"long long", {64, true}},
      {"unsigned long long", {64, false}},
      {"size_t", {64, false}},
      {"ptrdiff_t", {64, true}},
      {"int8_t", {8, true}},
      {"uint8_t", {8, false}},
      {"int16_t", {16, true}},
      {"uint16_t", {16, false}},
      {"int32_t", {32, true}},
      {"uint32_t", {32, false}},
      {"int64_t", {64, true}},
      {"uint64_t", {64, false}}};
  const auto it = kTypes.find(type.starts_with("std :: ") ? type.substr(7) : type);
  if (it == kTypes.end()) return std::nullopt;
  return it->second;
}

bool is_pointer_type(const std::string& type) {
  const std::size_t star = type.rfind('*'), argument = type.rfind('>');
  return star != std::string::npos && (argument == std::string::npos || argument < star);
}

}  // namespace warpproof::cli
