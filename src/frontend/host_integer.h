// Integers of host code as expressions over variables whose values are not known: what a launch's grid is made from.
//
// Values are those of C++ on a 64-bit Linux: two's complement of 1 (bool), 8, 16, 32 or 64 bits. Where C++ leaves a
// result undefined, arithmetic wraps: a program that overflows has more launches here than it can have.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpproof {

struct IntegerType {
  int bits = 32;  // 1: bool
  bool is_signed = true;

  bool operator==(const IntegerType&) const = default;
};

// The type of that name, as clang writes it without aliases; nothing for any other.
std::optional<IntegerType> host_integer_type(std::string type);
// "unsigned int"
std::string type_name(const IntegerType& type);

class HostInteger;
using HostIntegerPtr = std::shared_ptr<const HostInteger>;

class HostInteger {
 public:
  enum class Kind : std::uint8_t { Constant, Variable, Unary, Binary, Cast, Choice };

  static HostIntegerPtr constant(IntegerType type, std::uint64_t value);
  // Two of one key have one value. `name` is for people.
  static HostIntegerPtr variable(IntegerType type, std::string key, std::string name);
  // A value that no other expression is known to have.
  static HostIntegerPtr unknown(IntegerType type, std::string name);
  // ! ~ - +, of the operand's type (! gives bool).
  static HostIntegerPtr unary(const std::string& op, HostIntegerPtr a);
  // The operands have been converted to one type, but those of && || << >>. Null where the result is never defined.
  static HostIntegerPtr binary(const std::string& op, IntegerType type, HostIntegerPtr a, HostIntegerPtr b);
  static HostIntegerPtr cast(IntegerType type, HostIntegerPtr a);
  static HostIntegerPtr choice(HostIntegerPtr condition, HostIntegerPtr a, HostIntegerPtr b);

  Kind kind() const { return kind_; }
  const IntegerType& type() const { return type_; }
  // Of a constant: sign-extended to 64 bits where its type is signed.
  std::optional<std::uint64_t> value() const;
  const std::string& name() const { return name_; }
  const std::string& key() const { return key_; }
  const std::string& op() const { return op_; }
  const std::vector<HostIntegerPtr>& operands() const { return operands_; }
  // Equal: equal values in every run.
  bool same_as(const HostInteger& other) const;
  std::size_t size() const { return size_; }
  bool has_unknown() const { return has_unknown_; }

  // The expression with a value in place of each part that equals `part`.
  static HostIntegerPtr with(const HostIntegerPtr& e, const HostInteger& part, const HostIntegerPtr& value);

  // As C writes it, without the conversions that the language adds. `called`: what a part of it is called, if anything.
  using Called = std::function<std::optional<std::string>(const HostInteger&)>;
  std::string text(const Called& called = nullptr) const;

 private:
  HostInteger() = default;

  Kind kind_ = Kind::Constant;
  IntegerType type_;
  std::uint64_t value_ = 0;
  std::string key_, name_, op_;
  std::vector<HostIntegerPtr> operands_;
  std::size_t size_ = 1;
  bool has_unknown_ = false;
};

// A smaller type's value in a larger one, unchanged.
bool widens(const IntegerType& from, const IntegerType& to);

// An expression as the text of launch::Condition, whose names are a kernel's parameters: `name_of` gives the text for
// what an expression, or a part of it, equals, and its type. Nothing where it holds a variable of which nothing is known.
struct NamedInteger {
  std::string text;
  IntegerType type;
};
std::optional<std::string> condition_text(
    const HostInteger& expression, const std::function<std::optional<NamedInteger>(const HostInteger&)>& name_of);

}  // namespace warpproof
