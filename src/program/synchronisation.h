// Accesses that take part in synchronisation though their own words do not say so.
//
// Two conflicting accesses are a data race only if one of them is weak (PTX ISA 9.x, memory consistency
// model). Plain code synchronises with accesses that are weak as written, or that only the pattern around
// them tells from data:
//
//  - The plain read before a compare-and-swap loop, as in the atomicAdd(double) of the CUDA C++ Programming
//    Guide 13.0 (atomic functions): whatever it returns, the swap at the same address checks it
//    (checked_reads.h). It is taken as a relaxed read, of any value. Verdicts name these reads among their assumptions.
//  - A volatile store to shared memory after a fence: it publishes what the thread did before the fence. The
//    fence stands on every way to it, in whatever basic block or function, and no barrier of the block
//    between; what else is stored between does not matter, as accesses are ordered by fences and flags one by
//    one. Volatile stores to shared memory without a fence are data, as in code written for warps in
//    lockstep, and race like weak ones.
#pragma once

#include "src/program/program.h"

namespace warpproof {

// A fence of at least the block that orders accesses, in one direction or both.
bool is_fence(const Instruction& in);

// Does what one thread did before it become known to another one after it: a fence, an access that acquires or releases?
bool orders_through_memory(const Instruction& in);

// Of an access that is strong, or a fence: does it say something to threads of other blocks? Without a word on it, it
// does.
bool is_beyond_block(const Instruction& in);
// Does it release what went before it, as far as it is beyond the block?
bool releases_others(const Instruction& in);

// Sets Modifiers::checked_by_swap, with is_volatile, and Modifiers::publishes.
void mark_synchronisation(Program& program);

}  // namespace warpproof
