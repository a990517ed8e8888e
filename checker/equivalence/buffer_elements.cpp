#include "checker/equivalence/buffer_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "checker/equivalence/float_words.h"
#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostParts = 64;  // of a word that is chosen or put together

Elements elements_of(const Side& side, std::uint32_t allocation) {
  const ParameterPart part = pointing_part(allocation);
  const Function& f = side.program->functions[side.function];
  if (part.index < f.parameters.size()) {
    const bool whole = part.offset == 0 && part.index < side.parameter_types.size();
    return whole ? elements_of_pointer(side.parameter_types[part.index]) : Elements::Open;
  }
  return Elements::Open;
}

}  // namespace

Elements elements_of_pointer(const std::string& type) {
  using namespace std::string_view_literals;
  // Bytes are any memory, and so are vectors of integers: they move what is of another type.
  constexpr std::array kIntegers = {"int"sv,       "unsigned int"sv,   "unsigned"sv,
                                    "short"sv,     "unsigned short"sv, "long"sv,
                                    "long long"sv, "unsigned long"sv,  "unsigned long long"sv};
  constexpr std::array kFloats = {"float"sv,   "double"sv,  "float2"sv,        "float3"sv,        "float4"sv,
                                  "double2"sv, "double4"sv, "__half"sv,        "__half2"sv,       "half"sv,
                                  "half2"sv,   "double3"sv, "__nv_bfloat16"sv, "__nv_bfloat162"sv};
  std::string words = type;
  for (const std::string_view extra :
       {"const"sv, "volatile"sv, "__restrict__"sv, "__restrict"sv, "restrict"sv}) {
    for (auto at = words.find(extra); at != std::string::npos; at = words.find(extra))
      words.erase(at, extra.size());
  }
  const auto star = words.find('*');
  if (star == std::string::npos || words.find('*', star + 1) != std::string::npos) return Elements::Open;
  std::string element;  // with one space between words
  for (const char c : words.substr(0, star)) {
    if (c != ' ' || (!element.empty() && element.back() != ' ')) element += c;
  }
  while (element.ends_with(' ')) element.pop_back();
  const auto is_in = [&](const auto& list) {
    return std::find(list.begin(), list.end(), element) != list.end();
  };
  return is_in(kIntegers) ? Elements::Integers : is_in(kFloats) ? Elements::Floats : Elements::Open;
}

Elements elements_of(const Side& a, const Side& b, const Matching& matching, std::uint32_t allocation) {
  const Elements x = elements_of(a, allocation), y = elements_of(b, matching.allocation_in_b(allocation));
  if (x == y) return x;
  const bool one = x == Elements::Integers || y == Elements::Integers,
             other = x == Elements::Floats || y == Elements::Floats;
  return one && !other ? Elements::Integers : Elements::Open;
}

bool is_computed_number(const TermGraph& graph, Term t) {
  std::vector<Term> open{t};
  for (std::size_t looked_at = 0; !open.empty(); ++looked_at) {
    const Term x = open.back();
    open.pop_back();
    if (looked_at > kMostParts) return false;
    const auto operands = graph.operands(x);
    const Kind kind = graph.kind(x);
    if (kind == Kind::Float && made_format(FloatOp::unpack(graph.aux(x)))) continue;
    if (kind != Kind::Ite && kind != Kind::Concat) return false;
    open.insert(open.end(), operands.begin() + (kind == Kind::Ite ? 1 : 0), operands.end());
  }
  return true;
}

std::string numbers_in(const std::string& buffer) {
  return fmt::format(
      "over the real numbers, words of '{}' that floating-point instructions make or use are compared as "
      "numbers, not "
      "bit by bit, though it is not declared to hold floats",
      buffer);
}

}  // namespace warpproof::equivalence
