// Blocks of a grid that may hand each other data through global memory while they run.
//
// Kernels are compared block by block: each block of one leaves what the block of that number leaves in the other,
// from any contents of memory. For the launches as wholes that is enough only where no block can tell, while it runs,
// what another one stored:
//
//   Two accesses of different blocks to a word, one of them a store and one of them weak, race unless something
//   orders them (PTX ISA 9.x, memory consistency model). Within a launch that takes a strong read of global memory
//   (atomics whose result is used, volatile, relaxed and acquiring loads) that sees what another block stored
//   strongly, after a fence of the grid or by an operation that releases. Where a kernel lacks one of the three, its
//   blocks cannot order plain accesses; as they do not race, which every verdict takes for granted, a plain load sees
//   what the launch found or what its own block stored, and of a word that one block stores to plainly, no other block
//   reads or changes anything. Then only what stands at the end counts.
//
// Where all three are there, as in a barrier of the grid, in flags, and in the reduction by the last block, what a
// block stores and takes back may have been read in between; one load may see another store than the load before it;
// and which block stores to a word last may hang on where its stores stand among the others'. None of that shows in
// what one block leaves. Nothing of it is compared yet: `exchanges` says where it may happen.
//
// Side conditions: only what is plainly stored, or plainly loaded from words that are changed at all, can be handed over
// unseen. Strong accesses alone are somebody else's matter (atomic_matching.h; what a volatile load brings is any
// value). That the reader has a fence after its strong read is not asked for: kernels that are widely used have none
// (src/concrete/grid_race_monitor.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "checker/equivalence/equivalence.h"
#include "checker/symbolic/executor.h"

namespace warpproof::equivalence {

struct BlockExchange {
  std::string what;         // for people
  std::uint32_t place = 0;  // of the strong read
};

// Does the kernel, or what it calls, release anything to other blocks at all?
bool may_release(const Side& side);

// Of an execution that is over: what its blocks may hand each other. Nothing: they cannot, or there is one block.
std::optional<BlockExchange> exchange_between_blocks(const symbolic::Executor& executor);

}  // namespace warpproof::equivalence
