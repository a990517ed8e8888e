#include "src/program/flow.h"

namespace warpproof {

void mark_named_variables(Program& program) {
  for (Function& f : program.functions) {
    const Flow flow(program, f);
    for (Instruction& in : f.code) in.mod.names_variable = flow.slot_of(in).has_value();
  }
}

}  // namespace warpproof
