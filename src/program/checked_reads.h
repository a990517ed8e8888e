// Which plain reads a compare-and-swap checks, by the text of a function (see synchronisation.h).
//
// A swap checks a read if it compares with what that read returned last, at the address that was read. That holds where
//  - the swap's operand may come from the read through copies only, and never from an earlier execution of it;
//  - both addresses are computed in the same way from registers and private memory (operation by operation, not only from the
//    same sources), and nothing that the address depends on is written on any way from the read to the swap.
#pragma once

#include <set>

#include "src/program/program.h"

namespace warpproof {

std::set<const Instruction*> checked_reads(const Program& program, const Function& function);

}  // namespace warpproof
