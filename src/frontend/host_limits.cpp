#include "src/frontend/host_limits.h"

#include <algorithm>

namespace warpproof {
namespace {

constexpr int kDeepest = 40;  // of expressions within each other

using Number = __int128;

bool is_within(const HostLimits& inner, const HostLimits& outer) { return outer.low <= inner.low && inner.high <= outer.high; }
HostLimits both(const HostLimits& a, const HostLimits& b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
HostLimits either(const HostLimits& a, const HostLimits& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

HostLimits limits(const HostInteger& n, int depth);

HostLimits of_product(const HostLimits& a, const HostLimits& b) {
  const Number all[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  return {*std::min_element(std::begin(all), std::end(all)), *std::max_element(std::begin(all), std::end(all))};
}

// Operands of a comparison have one type; so have those of arithmetic, but for shifts.
HostLimits of_operation(const HostInteger& n, int depth) {
  const HostLimits any = limits_of(n.type());
  const std::string& op = n.op();
  const HostLimits a = limits(*n.operands()[0], depth), b = limits(*n.operands()[1], depth);
  const auto fitting = [&](const HostLimits& result) { return is_within(result, any) ? result : any; };
  const bool is_number = b.low == b.high;
  if (op == "+") return fitting({a.low + b.low, a.high + b.high});
  if (op == "-") return fitting({a.low - b.high, a.high - b.low});
  // Numbers of 64 bits: their product fits in 128.
  if (op == "*") return fitting(of_product(a, b));
  if (op == "/" && is_number && b.low > 0) return {a.low / b.low, a.high / b.low};
  if (op == "%" && is_number && b.low > 0) {
    const Number most = b.low - 1;
    return {a.low >= 0 ? Number{0} : std::max(a.low, -most), a.high <= 0 ? Number{0} : std::min(a.high, most)};
  }
  if (op == "&" && is_number && b.low >= 0) return {0, a.low >= 0 ? std::min(a.high, b.low) : b.low};
  if (op == ">>" && is_number && b.low >= 0 && b.low < n.type().bits) return {a.low >> static_cast<int>(b.low), a.high >> static_cast<int>(b.low)};
  return any;
}

// What is left of the value where the comparison holds, if the value is one of its sides.
HostLimits where(const HostInteger& condition, bool holds, const HostInteger& value, HostLimits known, int depth) {
  if (condition.kind() == HostInteger::Kind::Unary && condition.op() == "!") return where(*condition.operands()[0], !holds, value, known, depth);
  if (condition.kind() != HostInteger::Kind::Binary || condition.operands().size() != 2) return known;
  const HostInteger &a = *condition.operands()[0], &b = *condition.operands()[1];
  std::string op = condition.op();
  if ((op != "<" && op != "<=" && op != ">" && op != ">=") || !(a.type() == b.type()) || !(a.type() == value.type())) return known;
  const bool is_a = value.same_as(a);
  if (!is_a && !value.same_as(b)) return known;
  const HostLimits other = limits(is_a ? b : a, depth);
  // The value is less than the other one, or more.
  const bool is_less = (op.front() == '<') == (is_a == holds), may_be_equal = (op.size() == 2) == holds;
  const Number step = may_be_equal ? 0 : 1;
  const HostLimits left = is_less ? HostLimits{known.low, std::min(known.high, other.high - step)} : HostLimits{std::max(known.low, other.low + step), known.high};
  return left.low <= left.high ? left : known;
}

HostLimits limits(const HostInteger& n, int depth) {
  const HostLimits any = limits_of(n.type());
  if (const auto value = n.value()) {
    const Number number = n.type().is_signed ? Number{static_cast<std::int64_t>(*value)} : Number{*value};
    return is_within({number, number}, any) ? HostLimits{number, number} : any;
  }
  if (depth > kDeepest) return any;
  switch (n.kind()) {
    case HostInteger::Kind::Constant:
    case HostInteger::Kind::Variable:
      return any;
    case HostInteger::Kind::Unary: {
      if (n.op() != "-") return any;
      const HostLimits a = limits(*n.operands()[0], depth + 1), out{-a.high, -a.low};
      return is_within(out, any) ? out : any;
    }
    case HostInteger::Kind::Cast: {
      const HostLimits a = limits(*n.operands()[0], depth + 1);
      return n.type().bits > 1 && is_within(a, any) ? a : any;
    }
    case HostInteger::Kind::Choice: {
      const HostInteger &condition = *n.operands()[0], &yes = *n.operands()[1], &no = *n.operands()[2];
      return either(both(any, where(condition, true, yes, limits(yes, depth + 1), depth + 1)),
                    both(any, where(condition, false, no, limits(no, depth + 1), depth + 1)));
    }
    case HostInteger::Kind::Binary:
      return n.operands().size() == 2 ? of_operation(n, depth + 1) : any;
  }
  return any;
}

}  // namespace

HostLimits limits_of(const IntegerType& type) {
  if (type.bits == 1) return {0, 1};
  const int bits = type.is_signed ? type.bits - 1 : type.bits;
  const Number most = (Number{1} << bits) - 1;
  return {type.is_signed ? -most - 1 : Number{0}, most};
}

HostLimits limits_of(const HostInteger& number) { return limits(number, 0); }

}  // namespace warpproof
