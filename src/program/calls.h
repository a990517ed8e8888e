// Calls, and parameters and results that are registers.
//
// A register as a parameter or result is lowered to a variable in .param space: the function begins with
// loads of its parameters and stores its results where it returns, the caller stores what it passes to
// variables of its own and loads what it gets. An argument may be a register or a constant whatever the
// parameter is.
//
// Source: PTX ISA 9.x, 7.1 (function declarations and definitions), 9.7.12.5 (call).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/program/body.h"

namespace warpproof::lowering {

class CallLowering {
 public:
  explicit CallLowering(Body& body) : body_(body) {}

  // The function's own: their names, and loads at its beginning.
  void declare_parameters();
  void take_parameters();
  // Before a return.
  void pass_results(Guard guard, std::uint32_t place);
  // call (results), name, (arguments); a prototype or list of callees after them makes it an indirect call.
  void call(const ptx::Statement& st, Instruction& in);

 private:
  struct PassedRegister {
    std::uint32_t index = 0, variable = 0;
  };
  struct Passed {  // what a call gives or receives in a register
    std::uint32_t variable = 0;
    Type type = Type::None;
    Operand value;
  };
  Operand byte_register();
  void store_param(std::uint32_t variable, Type type, const Operand& value, Guard guard, std::uint32_t place);
  void load_param(std::uint32_t variable, Type type, const Operand& target, std::uint32_t place);
  void declare_register_parameters(const ptx::Range& texts, const std::vector<std::uint32_t>& variables,
                                   std::vector<PassedRegister>& out);
  std::vector<std::uint32_t> call_variables(const ptx::Operand& tuple,
                                            const std::vector<std::uint32_t>& formals, bool are_results,
                                            std::vector<Passed>& passed);
  void call_function(Instruction in, std::uint32_t function, const ptx::Operand& name,
                     const ptx::Operand* arguments, const ptx::Operand* results);
  void indirect_call(const Instruction& in, const Operand& address, const ptx::Operand* arguments,
                     const ptx::Operand* results);
  void add_call(Instruction in, const std::vector<Passed>& given, const std::vector<Passed>& received);

  Body& body_;
  std::vector<PassedRegister> parameter_registers_, result_registers_;
  std::optional<std::uint32_t> byte_register_;
};

}  // namespace warpproof::lowering
