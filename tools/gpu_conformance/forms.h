// The instructions that random programs are made of. Standard library only.
#pragma once

#include <string>
#include <vector>

namespace warpproof::conformance {

// One instruction: operands are R (32-bit register), D (64), H (16), P (predicate), r d h (register or
// immediate of that width), s (shift amount), p (predicate or its negation), PP (two predicates, p|q), nR nD
// nH (a divisor, not 0), low5 (32-bit register below 32), lut (immediate byte), cD (64-bit result whose NaNs
// count as equal). Destinations come first.
struct InstructionForm {
  std::string opcode;
  std::vector<std::string> operands;
};

// All forms, with alternatives like add{.rn|.rz}.f32 written out.
const std::vector<InstructionForm>& instruction_forms();

// Likewise those whose result the manual bounds but does not fix.
const std::vector<InstructionForm>& approximate_forms();

}  // namespace warpproof::conformance
