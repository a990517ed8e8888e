// Which plain reads a compare-and-swap checks, by the text of a function (see synchronisation.h).
//
// A swap checks a read if it compares with what that read returned last, at the address that was read. That holds where
//  - the swap's operand is, on every way from the read, what it returned in its last execution;
//  - on ways that end without the swap, what the read returned goes into comparisons only: it is not stored, nor handed to other
//    threads, nor is an address of a store computed from it (what functions do with arguments, and with results, is not looked at);
#pragma once

#include <set>

#include "src/program/program.h"

namespace warpproof {

std::set<const Instruction*> checked_reads(const Program& program, const Function& function);

}  // namespace warpproof
