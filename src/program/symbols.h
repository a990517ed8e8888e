// Names of a PTX function while it is lowered: nested scopes of registers, variables, labels.
//
// Register ranges (`.reg .b32 %r<100>`) are kept as ranges and a register is made when it is first used, so
// that a huge range costs nothing.
//
// Source: PTX ISA 9.x, 5.1 and 5.4 (declarations, parameterised names), 4.4 (identifiers).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/program/program.h"

namespace warpproof::lowering {

struct Symbol {
  enum class Kind : std::uint8_t { Register, VectorRegister, Variable, Function, Label };
  Kind kind = Kind::Register;
  std::uint32_t index = 0;  // register, variable, function or label number
};

class SymbolTable {
 public:
  // Drops all scopes but the module's and opens one for the function.
  void start_function();
  void push() { scopes_.emplace_back(); }
  void pop() { scopes_.pop_back(); }

  // False when the innermost scope has the name already.
  bool add(std::string_view name, Symbol symbol);
  // Names prefix0 .. prefix(count-1), registers of that type.
  bool add_range(std::string_view prefix, std::uint64_t count, Type type);

  // Resolves a name from the innermost scope outwards. A register of a range is appended to `registers`.
  std::optional<Symbol> find(std::string_view name, std::vector<Register>& registers);

 private:
  struct RegisterRange {
    std::uint64_t count;
    Type type;
  };
  struct Scope {
    std::unordered_map<std::string_view, Symbol> names;
    std::unordered_map<std::string_view, RegisterRange> ranges;
  };
  static const RegisterRange* find_range(const Scope& scope, std::string_view name);
  std::vector<Scope> scopes_ = std::vector<Scope>(1);
};

}  // namespace warpproof::lowering
