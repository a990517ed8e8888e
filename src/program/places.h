// Source places of instructions from .loc directives.
//
// Source: PTX ISA 9.x, 11.5.3 (.loc). `inlined_at` names the call's place; when a .loc before it gave that
// place an inlined_at of its own, the chain goes on there.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "src/program/program.h"
#include "src/ptx/module.h"

namespace warpproof::lowering {

class Places {
 public:
  Places(const ptx::Module& module, Program& program) : module_(module), program_(program) {}

  void start_function();
  void location(const ptx::Loc& loc);
  // Appends the place of a piece of text to Program::places and returns its index.
  std::uint32_t at(std::string_view text);

 private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  using Stack = std::vector<SourceLocation>;
  void push(Stack& stack, std::uint64_t file, std::uint64_t line, std::uint64_t column) const;

  const ptx::Module& module_;
  Program& program_;
  Stack current_;
  std::map<Key, Stack> seen_;  // the stack each place had when it was last named
};

}  // namespace warpproof::lowering
