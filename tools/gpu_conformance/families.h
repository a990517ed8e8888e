// The families of programs, each in a file of its own; make_program (program.h) chooses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tools/gpu_conformance/forms.h"
#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {

std::uint64_t table_count();
ConformanceProgram table_program(std::uint64_t number);

std::uint64_t form_count();
std::uint64_t approximation_count();
// Of Kind::Form or Kind::Approximation. With `shown`, the program stores that source operand (the lower or
// upper 32 bits of it) where it else stores its result: what a differing result was computed from.
struct ShownOperand {
  std::size_t operand = 0;
  bool upper = false;
};
const InstructionForm& form_of(ProgramId id);
ConformanceProgram form_program(ProgramId id, std::optional<ShownOperand> shown = {});

ConformanceProgram random_program(std::uint64_t number);

}  // namespace warpproof::conformance
