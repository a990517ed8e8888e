#include "src/program/operands.h"

#include "src/program/literals.h"
#include "src/program/specials.h"

namespace warpproof::lowering {
namespace {

using Kind = ptx::Operand::Kind;

bool is_constant(const ptx::Operand& text) {
  return text.kind == Kind::Integer || text.kind == Kind::Float32 || text.kind == Kind::Float64;
}

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string describe_width(Type type) {
  return type == Type::Pred ? "a predicate" : std::to_string(bits_of(type)) + " bits wide";
}

}  // namespace

Symbol OperandReader::require(std::string_view name) {
  if (const auto symbol = find(name)) return *symbol;
  if (name == "_") context_.fail(name, "'_' cannot stand here");
  // %v.x of a vector register, or a whole special vector.
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos && find(name.substr(0, dot))) throw UnsupportedForm{"vector register"};
  if (find_special(std::string(name) + ".x")) throw UnsupportedForm{"vector of special registers"};
  context_.fail(name, quoted(name) + " is undeclared");
}

void OperandReader::check_width(std::string_view where, Type have, Type want, bool relaxed) const {
  const bool predicates = have == Type::Pred || want == Type::Pred;
  const bool fits = predicates ? have == want
                    : relaxed  ? bits_of(have) >= bits_of(want)
                               : bits_of(have) == bits_of(want);
  if (!fits)
    context_.fail(where, quoted(where) + " is " + describe_width(have) + ", the operand must be " +
                             describe_width(want));
}

Operand OperandReader::special(const ptx::Operand& text, Type type) const {
  const SpecialRegister found = *find_special(text.text);
  Operand out;
  if (bits_of(type) != found.bits && found.special != Special::GridId)
    throw UnsupportedForm{std::string(text.text) + " read as " + std::to_string(bits_of(type)) + " bits"};
  if (found.zero) {
    out.kind = Operand::Kind::Immediate;
    return out;
  }
  out.kind = Operand::Kind::Special;
  out.special = found.special;
  out.index = found.number;
  out.negated = text.negated;
  return out;
}

Operand OperandReader::source(const ptx::Operand& text, Type type, bool relaxed) {
  Operand out;
  std::string error;
  if (is_constant(text) || (text.kind == Kind::Symbol && text.text == "WARP_SZ")) {
    const std::uint64_t value = is_constant(text) ? text.bits : 32 + text.bits;
    const Kind kind = is_constant(text) ? text.kind : Kind::Integer;
    const auto bits = immediate_bits(kind, value, type, error);
    if (!bits) context_.fail(text.text, error);
    out.kind = Operand::Kind::Immediate;
    out.bits = *bits;
    return out;
  }
  if (text.kind != Kind::Symbol) context_.fail(text.text, "expected a register or a constant");
  if (text.negated && type != Type::Pred) context_.fail(text.text, "only a predicate can be negated");
  if (find_special(text.text)) return special(text, type);
  const Symbol symbol = require(text.text);
  out.index = symbol.index;
  out.negated = text.negated;
  switch (symbol.kind) {
    case Symbol::Kind::Register:
      if (text.bits != 0) context_.fail(text.text, "an offset cannot be added to a register here");
      check_width(text.text, function_.registers[symbol.index].type, type, relaxed);
      out.kind = Operand::Kind::Register;
      return out;
    case Symbol::Kind::Variable:
      if (bits_of(type) < 32 || is_float(type))
        context_.fail(text.text, "an address does not fit this operand");
      out.kind = Operand::Kind::Variable;
      out.bits = text.bits;
      return out;
    case Symbol::Kind::VectorRegister:
      throw UnsupportedForm{"vector register"};
    case Symbol::Kind::Function:
      if (bits_of(type) != 64 || is_float(type) || text.bits != 0)
        throw UnsupportedForm{"address of function " + std::string(text.text)};
      out.kind = Operand::Kind::Immediate;
      out.bits = function_address(symbol.index);
      return out;
    case Symbol::Kind::Label:
      break;
  }
  throw UnsupportedForm{"address of label " + std::string(text.text)};
}

Operand OperandReader::destination(const ptx::Operand& text, Type type, bool relaxed) {
  if (text.kind != Kind::Symbol || text.negated || text.bits != 0)
    context_.fail(text.text, "expected a register to write to");
  Operand out;
  if (text.text == "_") return out;
  const Symbol symbol = require(text.text);
  if (symbol.kind == Symbol::Kind::VectorRegister) throw UnsupportedForm{"vector register"};
  if (symbol.kind != Symbol::Kind::Register) context_.fail(text.text, quoted(text.text) + " is no register");
  check_width(text.text, function_.registers[symbol.index].type, type, relaxed);
  out.kind = Operand::Kind::Register;
  out.index = symbol.index;
  return out;
}

std::uint32_t OperandReader::guard(std::string_view name) {
  const Symbol symbol = require(name);
  if (symbol.kind != Symbol::Kind::Register || function_.registers[symbol.index].type != Type::Pred)
    context_.fail(name, quoted(name) + " is no predicate register");
  return symbol.index;
}

Address OperandReader::address(const ptx::Operand& text, Space& space) {
  if (text.kind != Kind::Address) context_.fail(text.text, "expected an address in brackets");
  if (text.elements.count != 1) throw UnsupportedForm{"address of several parts"};
  const ptx::Operand& base = context_.module.elements[text.elements.first];
  Address out;
  out.offset = static_cast<std::int64_t>(base.bits);
  if (base.kind == Kind::Integer) return out;
  if (base.kind != Kind::Symbol || base.negated)
    context_.fail(base.text, "expected a register, variable or constant");
  const Symbol symbol = require(base.text);
  out.index = symbol.index;
  if (symbol.kind == Symbol::Kind::Register) {
    const int bits = bits_of(function_.registers[symbol.index].type);
    if (bits != 32 && bits != context_.program.address_bits)
      context_.fail(base.text, quoted(base.text) + " cannot hold an address");
    out.base = Address::Base::Register;
    return out;
  }
  if (symbol.kind != Symbol::Kind::Variable) throw UnsupportedForm{"address " + std::string(base.text)};
  out.base = Address::Base::Variable;
  const Space own = context_.program.variables[symbol.index].space;
  // The name of a global variable is a generic address too (5.2: the global window is mapped as is).
  if (space == Space::Generic && own == Space::Global) space = Space::Global;
  if (space != own) throw UnsupportedForm{quoted(base.text) + " is in another state space"};
  return out;
}

Operand OperandReader::pointer(const ptx::Operand& text) {
  const Type wide = context_.program.address_bits == 64 ? Type::U64 : Type::U32;
  const auto symbol = text.kind == Kind::Symbol ? find(text.text) : std::nullopt;
  const bool narrow = symbol && symbol->kind == Symbol::Kind::Register &&
                      bits_of(function_.registers[symbol->index].type) == 32;
  return source(text, narrow ? Type::U32 : wide, false);
}

}  // namespace warpproof::lowering
