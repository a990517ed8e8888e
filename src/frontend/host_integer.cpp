#include "src/frontend/host_integer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace warpproof {
namespace {

constexpr std::size_t kLargest = 200;  // operators of an expression

std::uint64_t mask_of(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

// To 64 bits.
std::uint64_t extended(const IntegerType& type, std::uint64_t value) {
  value &= mask_of(type.bits);
  if (type.is_signed && type.bits < 64 && value >> (type.bits - 1) != 0) value |= ~mask_of(type.bits);
  return value;
}

// How tightly an operator binds; 0 for what is no binary one.
int precedence(const std::string& op) {
  static const std::map<std::string, int> kAll = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},  {"-", 9},  {"<<", 8},
                                                  {">>", 8}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"==", 6},
                                                  {"!=", 6}, {"&", 5},  {"^", 4},  {"|", 3},  {"&&", 2}, {"||", 1}};
  const auto it = kAll.find(op);
  return it == kAll.end() ? 0 : it->second;
}

// Nothing where C++ leaves the result undefined, or does for some width.
std::optional<std::uint64_t> computed(const std::string& op, const IntegerType& type, std::uint64_t a,
                                      std::uint64_t b) {
  const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
  const bool sign = type.is_signed;
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "&") return a & b;
  if (op == "|") return a | b;
  if (op == "^") return a ^ b;
  if (op == "&&") return a != 0 && b != 0;
  if (op == "||") return a != 0 || b != 0;
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return sign ? sa < sb : a < b;
  if (op == "<=") return sign ? sa <= sb : a <= b;
  if (op == ">") return sign ? sa > sb : a > b;
  if (op == ">=") return sign ? sa >= sb : a >= b;
  if (op == "/" || op == "%") {
    if (b == 0 || (sign && sb == -1)) return sign && sb == -1 ? std::optional(op == "/" ? 0 - a : 0) : std::nullopt;
    if (sign) return static_cast<std::uint64_t>(op == "/" ? sa / sb : sa % sb);
    return op == "/" ? a / b : a % b;
  }
  if (op == "<<" || op == ">>") {
    if (b >= static_cast<std::uint64_t>(type.bits)) return std::nullopt;
    if (op == "<<") return a << b;
    return sign ? static_cast<std::uint64_t>(sa >> b) : a >> b;
  }
  return std::nullopt;
}

}  // namespace

std::optional<IntegerType> host_integer_type(std::string type) {
  for (const char* qualifier : {"const ", "volatile "})
    if (type.starts_with(qualifier)) type = type.substr(std::string(qualifier).size());
  static const std::map<std::string, IntegerType> kTypes = {
      // Whether char has a sign is for the compiler's options to say.
      {"bool", {1, false}},           {"signed char", {8, true}},
          {"unsigned char", {8, false}},
      {"short", {16, true}},          {"unsigned short", {16, false}},
      {"int", {32, true}},            {"unsigned int", {32, false}},
      {"long", {64, true}},           {"unsigned long", {64, false}},
      {"long long", {64, true}},      {"unsigned long long", {64, false}}};
  const auto it = kTypes.find(type);
  if (it == kTypes.end()) return std::nullopt;
  return it->second;
}

std::string type_name(const IntegerType& type) {
  const char* name = type.bits == 1    ? "bool"
                     : type.bits == 8  ? "char"
                     : type.bits == 16 ? "short"
                     : type.bits == 32 ? "int"
                                       : "long";
  if (type.bits == 1) return name;
  return type.is_signed ? (type.bits == 8 ? "signed char" : name) : std::string("unsigned ") + name;
}

bool widens(const IntegerType& from, const IntegerType& to) {
  if (from == to) return true;
  return to.bits > from.bits && (!from.is_signed || to.is_signed);
}

HostIntegerPtr HostInteger::constant(IntegerType type, std::uint64_t value) {
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->type_ = type;
  out->value_ = value & mask_of(type.bits);
  return out;
}

HostIntegerPtr HostInteger::variable(IntegerType type, std::string key, std::string name) {
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->kind_ = Kind::Variable;
  out->type_ = type;
  out->key_ = std::move(key);
  out->name_ = std::move(name);
  return out;
}

HostIntegerPtr HostInteger::unknown(IntegerType type, std::string name) {
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->kind_ = Kind::Variable;
  out->type_ = type;
  out->name_ = std::move(name);
  out->has_unknown_ = true;
  return out;
}

std::optional<std::uint64_t> HostInteger::value() const {
  if (kind_ != Kind::Constant) return std::nullopt;
  return extended(type_, value_);
}

HostIntegerPtr HostInteger::unary(const std::string& op, HostIntegerPtr a) {
  if (a == nullptr || a->size_ >= kLargest) return nullptr;
  const IntegerType type = op == "!" ? IntegerType{1, false} : a->type_;
  if (op == "+") return a;
  if (const auto v = a->value()) return constant(type, op == "!" ? *v == 0 : op == "~" ? ~*v : 0 - *v);
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->kind_ = Kind::Unary;
  out->type_ = type;
  out->op_ = op;
  out->size_ = a->size_ + 1;
  out->has_unknown_ = a->has_unknown_;
  out->operands_ = {std::move(a)};
  return out;
}

HostIntegerPtr HostInteger::binary(const std::string& op, IntegerType type, HostIntegerPtr a, HostIntegerPtr b) {
  if (a == nullptr || b == nullptr || precedence(op) == 0 || a->size_ + b->size_ >= kLargest) return nullptr;
  const auto x = a->value(), y = b->value();
  if (x && y) {
    const auto v = computed(op, a->type_, *x, *y);
    return v ? constant(type, *v) : nullptr;
  }
  if ((x || y) && (op == "||" || op == "&&")) {
    const bool known = (x ? *x : *y) != 0;
    if (known == (op == "||")) return constant(type, known ? 1 : 0);
    return cast(type, x ? b : a);  // the other side decides
  }
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->kind_ = Kind::Binary;
  out->type_ = type;
  out->op_ = op;
  out->size_ = a->size_ + b->size_ + 1;
  out->has_unknown_ = a->has_unknown_ || b->has_unknown_;
  out->operands_ = {std::move(a), std::move(b)};
  return out;
}

HostIntegerPtr HostInteger::cast(IntegerType type, HostIntegerPtr a) {
  if (a == nullptr || a->type_ == type) return a;
  if (type.bits == 1) return binary("!=", type, a, constant(a->type_, 0));
  if (const auto v = a->value()) return constant(type, *v);
  // What was widened before goes from the narrow value at once.
  if (a->kind_ == Kind::Cast && widens(a->operands_[0]->type_, a->type_)) return cast(type, a->operands_[0]);
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->kind_ = Kind::Cast;
  out->type_ = type;
  out->size_ = a->size_ + 1;
  out->has_unknown_ = a->has_unknown_;
  out->operands_ = {std::move(a)};
  return out;
}

HostIntegerPtr HostInteger::choice(HostIntegerPtr condition, HostIntegerPtr a, HostIntegerPtr b) {
  if (condition == nullptr || a == nullptr || b == nullptr || !(a->type_ == b->type_)) return nullptr;
  if (const auto v = condition->value()) return *v != 0 ? a : b;
  if (a->same_as(*b)) return a;
  if (condition->size_ + a->size_ + b->size_ >= kLargest) return nullptr;
  std::shared_ptr<HostInteger> out(new HostInteger);
  out->kind_ = Kind::Choice;
  out->type_ = a->type_;
  out->size_ = condition->size_ + a->size_ + b->size_ + 1;
  out->has_unknown_ = condition->has_unknown_ || a->has_unknown_ || b->has_unknown_;
  out->operands_ = {std::move(condition), std::move(a), std::move(b)};
  return out;
}

bool HostInteger::same_as(const HostInteger& other) const {
  if (this == &other) return true;
  if (has_unknown_ || other.has_unknown_) return false;
  if (kind_ != other.kind_ || !(type_ == other.type_) || op_ != other.op_ || key_ != other.key_ ||
      value_ != other.value_ || operands_.size() != other.operands_.size())
    return false;
  for (std::size_t i = 0; i < operands_.size(); ++i)
    if (!operands_[i]->same_as(*other.operands_[i])) return false;
  return true;
}

namespace {

struct Written {
  std::string text;
  int binds = 12;  // 12: needs no parentheses
};

std::string number_text(const HostInteger& e) {
  const std::uint64_t v = *e.value();
  return e.type().is_signed ? std::to_string(static_cast<std::int64_t>(v)) : std::to_string(v);
}

std::string within(const Written& w, int least) { return w.binds < least ? "(" + w.text + ")" : w.text; }

Written written(const HostInteger& e, const HostInteger::Called& called) {
  if (called) {
    if (auto name = called(e)) return {std::move(*name), 12};
  }
  switch (e.kind()) {
    case HostInteger::Kind::Constant:
      return {number_text(e), 12};
    case HostInteger::Kind::Variable:
      return {e.name(), 12};
    case HostInteger::Kind::Unary:
      return {e.op() + within(written(*e.operands()[0], called), 11), 11};
    case HostInteger::Kind::Cast:
      return written(*e.operands()[0], called);
    case HostInteger::Kind::Choice:
      return {within(written(*e.operands()[0], called), 1) + " ? " + within(written(*e.operands()[1], called), 1) + " : " +
                  within(written(*e.operands()[2], called), 1),
              0};
    case HostInteger::Kind::Binary:
      break;
  }
  const int p = precedence(e.op());
  return {within(written(*e.operands()[0], called), p) + " " + e.op() + " " + within(written(*e.operands()[1], called), p + 1), p};
}

// The type that a condition's operand has: narrower ones become int.
IntegerType promoted(const IntegerType& t) { return t.bits < 32 ? IntegerType{32, true} : t; }

// No division by zero and no shift too far, whatever the variables are.
bool always_defined(const HostInteger& e) {
  if (e.kind() == HostInteger::Kind::Binary) {
    const auto right = e.operands()[1]->value();
    if ((e.op() == "/" || e.op() == "%") && (!right || *right == 0)) return false;
    if ((e.op() == "<<" || e.op() == ">>") && (!right || *right >= 32)) return false;
  }
  return std::all_of(e.operands().begin(), e.operands().end(),
                     [](const HostIntegerPtr& o) { return always_defined(*o); });
}

class ConditionWriter {
 public:
  explicit ConditionWriter(const std::function<std::optional<NamedInteger>(const HostInteger&)>& name_of)
      : name_of_(name_of) {}

  // Text whose value, of type promoted(e.type()), is that of e.
  std::optional<Written> write(const HostInteger& e) {
    if (const auto named = name_of_(e); named && named->type == e.type()) return Written{named->text, 11};
    if (const auto named = name_of_(e)) return converted({named->text, 12}, promoted(named->type), e.type());
    switch (e.kind()) {
      case HostInteger::Kind::Constant:
        return constant(e);
      case HostInteger::Kind::Variable:
        return std::nullopt;
      case HostInteger::Kind::Unary: {
        const auto a = write(*e.operands()[0]);
        if (!a) return std::nullopt;
        return Written{e.op() + within(*a, 11), 11};
      }
      case HostInteger::Kind::Cast: {
        const HostInteger& from = *e.operands()[0];
        const auto a = write(from);
        if (!a) return std::nullopt;
        return converted(*a, promoted(from.type()), e.type());
      }
      case HostInteger::Kind::Choice:
        return choice(e);
      case HostInteger::Kind::Binary:
        break;
    }
    return binary(e);
  }

 private:
  // `w` of type `from`, as `to` (a narrow type's value in an int).
  static std::optional<Written> converted(Written w, const IntegerType& from, const IntegerType& to) {
    if (from == promoted(to) && to.bits >= 32) return w;
    if (to.bits == 1) return w;  // made by comparisons only
    return Written{"(" + type_name(to) + ")" + within(w, 11), 11};
  }

  static Written constant(const HostInteger& e) {
    const std::uint64_t v = *e.value();
    const std::string suffix = std::string(e.type().is_signed || e.type().bits < 32 ? "" : "u") +
                               (e.type().bits == 64 ? "l" : "");
    const auto s = static_cast<std::int64_t>(v);
    if (!e.type().is_signed || s >= 0) return {std::to_string(v) + suffix, 12};
    // The least number is no literal with a minus in front.
    const int bits = std::max(32, e.type().bits);
    if (s == std::numeric_limits<std::int64_t>::min() || (bits == 32 && s == std::numeric_limits<std::int32_t>::min()))
      return {"-" + std::to_string(-(s + 1)) + suffix + " - 1", 9};
    return {"-" + std::to_string(-s) + suffix, 11};
  }

  // There is no ?: in conditions. Both sides are computed here, and a condition with an undefined part does not hold:
  // so only where neither side can be undefined does it stand for what C++ computes.
  std::optional<Written> choice(const HostInteger& e) {
    if (!always_defined(*e.operands()[1]) || !always_defined(*e.operands()[2])) return std::nullopt;
    const auto c = write(*e.operands()[0]), a = write(*e.operands()[1]), b = write(*e.operands()[2]);
    if (!c || !a || !b) return std::nullopt;
    const std::string is = "(" + c->text + ")";
    const std::string text = "(" + is + " != 0) * " + within(*a, 11) + " + (" + is + " == 0) * " + within(*b, 11);
    // The factors are ints; the wider type wins.
    return Written{text, 9};
  }

  std::optional<Written> binary(const HostInteger& e) {
    const HostInteger &x = *e.operands()[0], &y = *e.operands()[1];
    auto a = write(x), b = write(y);
    if (!a || !b) return std::nullopt;
    // A conversion to the common type that the other operand calls for anyway is not written.
    const std::string& op = e.op();
    if (op != "&&" && op != "||" && op != "<<" && op != ">>") {
      if (const auto plain = unconverted(x, y.type())) {
        a = plain;
      } else if (const auto plain_b = unconverted(y, x.type())) {
        b = plain_b;
      }
    }
    const int p = precedence(op);
    return Written{within(*a, p) + " " + op + " " + within(*b, p + 1), p};
  }

  // The operand of a cast to `common` that the usual arithmetic conversions make too, where the other operand has it.
  std::optional<Written> unconverted(const HostInteger& e, const IntegerType& common) {
    if (e.kind() != HostInteger::Kind::Cast || !(e.type() == common) || name_of_(e)) return std::nullopt;
    const IntegerType from = promoted(e.operands()[0]->type());
    const bool wins = common.bits > from.bits || (common.bits == from.bits && !common.is_signed);
    if (!wins || common.bits < 32) return std::nullopt;
    return write(*e.operands()[0]);
  }

  const std::function<std::optional<NamedInteger>(const HostInteger&)>& name_of_;
};

}  // namespace

HostIntegerPtr HostInteger::with(const HostIntegerPtr& e, const HostInteger& part, const HostIntegerPtr& value) {
  if (e->same_as(part)) return value;
  std::vector<HostIntegerPtr> inner;
  for (const HostIntegerPtr& operand : e->operands_) inner.push_back(with(operand, part, value));
  HostIntegerPtr out;
  switch (e->kind_) {
    case Kind::Constant:
    case Kind::Variable:
      return e;
    case Kind::Unary:
      out = unary(e->op_, inner[0]);
      break;
    case Kind::Binary:
      out = binary(e->op_, e->type_, inner[0], inner[1]);
      break;
    case Kind::Cast:
      out = cast(e->type_, inner[0]);
      break;
    case Kind::Choice:
      out = choice(inner[0], inner[1], inner[2]);
      break;
  }
  return out != nullptr ? out : e;
}

std::string HostInteger::text(const Called& called) const { return written(*this, called).text; }

std::optional<std::string> condition_text(
    const HostInteger& expression, const std::function<std::optional<NamedInteger>(const HostInteger&)>& name_of) {
  const auto out = ConditionWriter(name_of).write(expression);
  if (!out) return std::nullopt;
  return out->text;
}

}  // namespace warpproof
