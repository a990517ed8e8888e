// How instructions of the Warp and Barrier classes name the operations of spec/, and which operand is which.
// Shared by the evaluator and the symbolic executor.
#pragma once

#include <optional>
#include <string>

#include "spec/barrier.h"
#include "spec/redux.h"
#include "spec/shfl.h"
#include "spec/targets.h"
#include "spec/vote.h"
#include "src/program/program.h"

namespace warpproof {

// Two instructions are one operation with the same qualifiers, so that lanes waiting at them can meet (PTX
// ISA, shfl.sync and siblings). Operands and the place in the program do not matter.
bool same_operation(const Instruction& a, const Instruction& b);

// Indices into Instruction::sources; -1 for an operand that the operation does not have.
//   value  shfl a, vote predicate, match a, redux a
//   b, c   shfl
//   mask   the member mask; absent in the deprecated forms and in activemask
struct CollectiveOperands {
  int value = -1, b = -1, c = -1, mask = -1;
};
CollectiveOperands collective_operands(const Instruction& instruction);

//   count  -1 when no thread count is written; predicate: red only
struct BarrierOperands {
  int id = 0, count = -1, predicate = -1;
};
BarrierOperands barrier_operands(const Instruction& instruction);

// False for a form that has no definition in spec/; `why` (may be null) names it.
bool collective_supported(const Instruction& instruction, std::string* why);

// Requires collective_supported().
spec::ShflMode shfl_mode(const Instruction& instruction);
spec::ReduxOp redux_op(const Instruction& instruction);
spec::BarrierOp barrier_op(const Instruction& instruction);

// target.isa: the instruction needs a later target than this one.
bool needs_later_target(const Instruction& instruction, spec::Target target);
// shfl or vote without .sync (shfl.legacy).
bool is_legacy_collective(const Instruction& instruction);

// "shfl.sync.bfly", "barrier.sync.aligned": for messages.
std::string operation_name(const Instruction& instruction);

}  // namespace warpproof
