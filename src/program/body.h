// The body of a function while it is lowered: what its parts share. Labels (labels.h), instructions (instruction.h), calls
// (calls.h) and matrix instructions (matrix_lowering.h) are the parts; body.cpp goes through the statements.
#pragma once

#include <cstdint>
#include <string>

#include "src/program/blocks.h"
#include "src/program/context.h"
#include "src/program/operands.h"
#include "src/program/places.h"

namespace warpproof::lowering {

struct Body {
  Body(Context& c, const ptx::Function& t, std::uint32_t i, Places& p)
      : context(c),
        module(c.module),
        text(t),
        index(i),
        function(c.program.functions[i]),
        operands(c, function),
        places(p),
        blocks(function) {}
  Body(const Body&) = delete;

  // A register that no name stands for.
  Operand new_register(std::string name, Type type);
  void declare_register(const ptx::Declaration& d);
  // To the label unless the guard lets the instruction run; its guard is gone then.
  void branch_around(Instruction& guarded, std::uint32_t label);

  Context& context;
  const ptx::Module& module;
  const ptx::Function& text;
  const std::uint32_t index;  // of the function
  Function& function;
  OperandReader operands;
  Places& places;
  BlockBuilder blocks;
};

Operand immediate_operand(std::uint64_t bits);
Operand register_operand(std::uint32_t index);
// "ld.global.u32"
std::string opcode_text(const ptx::Module& module, const ptx::Statement& st);

}  // namespace warpproof::lowering
