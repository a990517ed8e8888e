// Operands of one instruction, from text to indices and bits.
#pragma once

#include <string>

#include "src/program/context.h"

namespace warpproof::lowering {

// Thrown where valid PTX has no meaning here; the instruction becomes Opcode::Unsupported, `what` follows its
// name.
struct UnsupportedForm {
  std::string what;
};

class OperandReader {
 public:
  OperandReader(Context& context, Function& function) : context_(context), function_(function) {}

  // `relaxed`: the register may be wider than the type (ld, st, cvt: PTX ISA 9.x, 9.4.1).
  Operand source(const ptx::Operand& text, Type type, bool relaxed);
  Operand destination(const ptx::Operand& text, Type type, bool relaxed);
  // A predicate register of a guard.
  std::uint32_t guard(std::string_view name);
  Address address(const ptx::Operand& text, Space& space);
  // A register or immediate that holds an address: 32 bits, or as wide as addresses are.
  Operand pointer(const ptx::Operand& text);
  std::optional<Symbol> find(std::string_view name) {
    return context_.symbols.find(name, function_.registers);
  }

 private:
  Symbol require(std::string_view name);
  void check_width(std::string_view where, Type have, Type want, bool relaxed) const;
  Operand special(const ptx::Operand& text, Type type) const;

  Context& context_;
  Function& function_;
};

}  // namespace warpproof::lowering
