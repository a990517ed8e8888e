#include "checker/cli/element_of.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>
#include <string_view>

#include "checker/cli/parameter_types.h"

namespace warpproof::cli {
namespace {

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

}  // namespace warpproof::cli
