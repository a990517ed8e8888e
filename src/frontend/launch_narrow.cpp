#include "src/frontend/launch_narrow.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace warpproof {
namespace {

// Both ends belong to it. Numbers of 64 bits without a sign count up to the largest one with a sign.
struct Range {
  std::int64_t low = 0, high = 0;
};

Range range_of(const IntegerType& type) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  if (type.bits >= 64) return {type.is_signed ? std::numeric_limits<std::int64_t>::min() : 0, kLargest};
  const std::int64_t count = std::int64_t{1} << (type.bits - (type.is_signed ? 1 : 0));
  return {type.is_signed ? -count : 0, count - 1};
}

// What a comparison of the value with a number says.
void narrow(const HostInteger& value, const HostInteger& fact, bool holds, Range& range) {
  if (fact.kind() == HostInteger::Kind::Unary && fact.op() == "!") return narrow(value, *fact.operands()[0], !holds, range);
  if (fact.kind() == HostInteger::Kind::Cast && fact.type().bits == 1) return narrow(value, *fact.operands()[0], holds, range);
  if (fact.kind() != HostInteger::Kind::Binary || fact.operands().size() != 2) return;
  const HostInteger &a = *fact.operands()[0], &b = *fact.operands()[1];
  const bool is_left = a.same_as(value);
  const HostInteger& other = is_left ? b : a;
  if ((!is_left && !b.same_as(value)) || !other.value() || !(other.type() == value.type())) return;
  const auto n = static_cast<std::int64_t>(*other.value());
  if (!value.type().is_signed && n < 0) return;  // 2^63 and more
  std::string op = fact.op();
  const auto turn = [&](const char* one, const char* two) { op = op == one ? two : op == two ? one : op; };
  if (!is_left) {
    turn("<", ">");
    turn("<=", ">=");
  }
  if (!holds) {
    if (op == "==") return;
    if (op == "!=") {
      op = "==";
    } else {
      turn("<", ">=");
      turn(">", "<=");
    }
  }
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max(), kLowest = std::numeric_limits<std::int64_t>::min();
  if ((op == "<" && n == kLowest) || (op == ">" && n == kLargest)) return;
  if (op == "<" || op == "<=" || op == "==") range.high = std::min(range.high, op == "<" ? n - 1 : n);
  if (op == ">" || op == ">=" || op == "==") range.low = std::max(range.low, op == ">" ? n + 1 : n);
}

}  // namespace

bool fits(const HostInteger& value, const IntegerType& type, const std::vector<HostIntegerPtr>& facts) {
  Range range = range_of(value.type());
  // Numbers past the largest that can be written are not in the range: one fact has to leave them out.
  const bool is_cut_off = value.type().bits >= 64 && !value.type().is_signed;
  for (const HostIntegerPtr& fact : facts) narrow(value, *fact, true, range);
  if (is_cut_off && range.high == range_of(value.type()).high) return false;
  const Range all = range_of(type);
  return range.low >= all.low && range.high <= all.high;
}

bool is_plain_char(const AstNode& parameter) { return parameter.type == "char" || parameter.type == "const char"; }

HostIntegerPtr plain_char(HostValues& values, const AstNode& argument) {
  const AstNode& e = without_wrapping(argument);
  if (e.type != "char" && e.type != "const char") return nullptr;
  std::uint64_t number = 128;
  if (e.kind == "CharacterLiteral") {
    number = std::strtoull(e.value.c_str(), nullptr, 10);
  } else if (e.kind.ends_with("CastExpr") && e.op == "IntegralCast" && e.inner.size() == 1) {
    const HostIntegerPtr from = values.integer(*e.inner[0]);
    if (from != nullptr) number = from->value().value_or(128);
  }
  return number < 128 ? HostInteger::constant({8, true}, number) : nullptr;
}

}  // namespace warpproof
