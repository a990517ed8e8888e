// What the parts of lowering share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/program/program.h"
#include "src/program/symbols.h"
#include "src/ptx/module.h"

namespace warpproof::lowering {

struct Context {
  const ptx::Module& module;
  Program& program;
  SymbolTable symbols;
  std::unordered_map<std::string_view, std::uint32_t> functions;  // by name, into Program::functions
  std::uint64_t initial_bytes = 0;                                // of all initialisers so far
  // Variables that stand for predicate registers: one byte, 0 or 1.
  std::unordered_set<std::uint32_t> predicate_parameters;
  std::vector<std::uint32_t> address_taken;  // functions, by index: what indirect calls may reach

  [[noreturn]] void fail(std::string_view where, const std::string& message) const {
    throw InputError(module.locate(where), message);
  }
};

// The number that stands for a function: where no memory lies.
constexpr std::uint64_t function_address(std::uint32_t index) { return (2ull << 60) + 16ull * index; }

// A variable or parameter as declared, without its initial value; `function` owns it (-1: the module).
Variable lower_variable(const Context& context, const ptx::Declaration& declaration, int function);

// Fills in the initial value; all module-scope names must be in context.symbols.
void lower_initialiser(Context& context, const ptx::Declaration& declaration, Variable& variable);

// Declares a name in the innermost scope; fails when it is there already.
void declare(Context& context, std::string_view name, Symbol symbol);
// Appends the variable to the program and declares it.
std::uint32_t declare_variable(Context& context, const ptx::Declaration& declaration, int function);

// Lowers the body of a function; its parameters are in Program::functions[index] already.
void lower_body(Context& context, const ptx::Function& function, std::uint32_t index);

}  // namespace warpproof::lowering
