// Which forms matrix instructions have: their words and types read, and how many registers each matrix takes.
//
// Source: PTX ISA 9.x, 9.7.14, the "Syntax" of each instruction; the shapes are those of spec/matrix.h.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

// What follows the mnemonic, in any order but for the types. Nothing for a form that has no meaning here.
std::optional<Modifiers> read_matrix_words(Opcode op, std::span<const std::string_view> words);

// Registers that a matrix takes: of mma exactly so many. wmma may have a multiple, and hold elements several
// times.
int matrix_registers(spec::MatrixRole role, spec::MatrixShape shape, spec::MatrixElement element);
// Of one of them.
Type matrix_register_type(spec::MatrixElement element);

// The lowest sm_NN that has the instruction.
int minimum_target_of_matrix(const Instruction& instruction);

// "mma.sync.aligned.m16n8k16.f32.f16": for messages.
std::string matrix_operation_name(const Instruction& instruction);

// Is it an operation of that name whose sums are rounded, in an order that is open?
bool is_product_of_reals(std::string_view operation_name);

// One row of the table of instructions.
struct MatrixForms {
  Opcode op;
  std::string types, words;
};
std::vector<MatrixForms> matrix_forms();

}  // namespace warpproof
