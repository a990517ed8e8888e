// The instructions that random programs are made of. Standard library only.
#pragma once

#include <string>
#include <vector>

namespace warpproof::conformance {

// One instruction: operands are R (32-bit register), D (64), H (16), P (predicate), r d h (register or
// immediate of that width), s (shift amount), p (predicate or its negation), PP (two predicates, p|q), nR nD
// nH (a divisor, not 0), low5 (32-bit register below 32), field (position or length of a bit field: a
// register below 256 or an immediate below 32), least (32-bit register, not -2^31), lut (immediate byte), cR
// cD cH (results whose NaNs count as equal, because the manual leaves their bits open), R.b0 R.h31 (the part
// of a register that a video instruction selects). Destinations come first.
struct InstructionForm {
  std::string opcode;
  std::vector<std::string> operands;
  // What NVIDIA's compiler gets wrong (README.md) is left out: forms for form programs only, and forms that
  // must not stand under a guard.
  bool alone = false, guardable = true;
};

// All forms, with alternatives like add{.rn|.rz}.f32 written out.
const std::vector<InstructionForm>& instruction_forms();

// Those that form programs run and random programs do not.
const std::vector<InstructionForm>& further_forms();

// Likewise those whose result the manual bounds but does not fix.
const std::vector<InstructionForm>& approximate_forms();

}  // namespace warpproof::conformance
