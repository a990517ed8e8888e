// What usually mends a broken rule, one remedy a rule, in the order of the enum. Reports print it as `help:`.
//
// A file beside the rules' texts: only reports and `warpproof spec` read it, so that a better word does not build the
// checker anew. A rule without a remedy does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "spec/rule.h"

namespace warpproof::spec {

struct RuleHelp {
  Rule rule;
  std::string_view text;  // an order, without a full stop
};

inline constexpr std::array<RuleHelp, kRuleCount> kRuleHelp = {{
    {Rule::MaskSelf,
     "pass a mask that names each lane that gets here: 0xffffffff where all do, else "
     "`mask = __ballot_sync(0xffffffff, condition)` before the branch"},
    {Rule::MaskMissing,
     "take the operation out of the branch, or name only the lanes that get here: "
     "`mask = __ballot_sync(0xffffffff, condition)` before the branch"},
    {Rule::MaskMismatch,
     "compute the mask once, before lanes part, and pass that one value in every lane that it names"},
    {Rule::OpMismatch,
     "let all lanes of the mask reach the same operation: take it out of the branch, or give each branch a mask of its "
     "own lanes"},
    {Rule::PointMismatch,
     "take the operation out of the branch, so that all lanes of the mask execute it at one line"},
    {Rule::ConvergePre70,
     "up to sm_6x take the operation out of the branch; from sm_70 on a mask of the lanes that get here is enough"},
    {Rule::MaskExited,
     "nothing if that is meant; else let lanes leave after the operation, or name only those that are left"},
    {Rule::ShflInactiveSource,
     "launch whole warps (a block size that is a multiple of 32), or use the result only where the lane that is read "
     "takes part"},
    {Rule::ShflSourceOutsideMask,
     "name the lane that is read in the mask, or use the result only where that lane is named"},
    {Rule::ShflWidth, "use a width of 1, 2, 4, 8, 16 or 32"},
    {Rule::ShflOffset, "use a distance from 0 to 31, less than the width"},
    {Rule::ShflCBits, "set only the bits 0x1f1f of the operand c"},
    {Rule::ShflLegacy, "use the form with _sync and a mask of the lanes that take part"},
    {Rule::ValueTaintedUse, "use the value only in lanes where it is defined, or give it a value in all of them"},
    {Rule::ValueUninitialised,
     "write the value before it is read; if another thread writes it, put a barrier in between"},
    {Rule::MaskFromActivemask,
     "take the mask from the condition, `__ballot_sync(0xffffffff, condition)` before the branch: `__activemask()` does "
     "not say which lanes will get here"},
    {Rule::WarpDivergent, "execute it with all 32 lanes of the warp, outside of branches and before any lane returns"},
    {Rule::WarpOperands, "compute the address and the stride from values that are the same in all lanes of the warp"},
    {Rule::MemoryImplicitWarpSync, "put `__syncwarp()` between the two accesses"},
    {Rule::MemoryCollectiveAsFence, "put `__syncwarp()` between the two accesses: shuffles and votes order no memory"},
    {Rule::BarrierDivergent,
     "take the barrier out of the branch or loop, so that every thread of the block reaches it equally often"},
    {Rule::BarrierSplitSite, "use one barrier for all threads, after the place where the branches meet again"},
    {Rule::BarrierUnreached, "let as many threads arrive as the barrier expects, or give it the count that arrives"},
    {Rule::BarrierId, "use a barrier number from 0 to 15"},
    {Rule::BarrierCount,
     "use the number of threads that arrive as the count: a multiple of 32, not above the block's size; or fix the "
     "block's size"},
    {Rule::BarrierRedMix, "use one kind of operation in all threads that meet at the barrier"},
    {Rule::BarrierRearrive, "wait for the barrier before arriving at it again, or use a second barrier number"},
    {Rule::BarrierExited, "nothing if that is meant; else return only after the last barrier"},
    {Rule::Race,
     "put `__syncthreads()` between the two accesses, let one thread do it, or use an atomic operation"},
    {Rule::RaceMixedSize,
     "put `__syncthreads()` between the two accesses, or access the same bytes with the same size"},
    {Rule::StoreSameInstruction,
     "let one lane store, or give each lane a place of its own; where values are to be added, use an atomic operation"},
    {Rule::MemoryOutOfBounds, "guard the access by the size, or make the memory large enough for the largest index"},
    {Rule::MemoryMisaligned, "use an index that is a multiple of the width, align the memory, or use narrower accesses"},
    {Rule::MemoryReadOnly,
     "use an ordinary load, without __ldg, const __restrict__ or ld.global.nc, for what the kernel writes"},
    {Rule::ValueDivisionByZero, "guard the division"},
    {Rule::LoopUnbounded, "bound the loop"},
    {Rule::AsyncUnwaited,
     "wait for the copy (`__pipeline_wait_prior`, `cp.async.wait_group`) before its bytes are touched"},
    {Rule::AsyncSourceSize, "copy no more bytes than the destination takes"},
    {Rule::TargetIsa, "compile for a later target, or use an operation that this one has"},
    {Rule::AssertUser, "mend the code before it, or state its precondition with `warpproof::assume` or --assume"},
    {Rule::AssertDevice, "mend the code before it, or state its precondition with `warpproof::assume` or --assume"},
}};

static_assert([] {
  for (std::size_t i = 0; i < kRuleHelp.size(); ++i) {
    if (static_cast<std::size_t>(kRuleHelp[i].rule) != i || kRuleHelp[i].text.empty()) return false;
  }
  return true;
}(), "each rule has its remedy, in the order of the enum");

constexpr std::string_view rule_help(Rule rule) { return kRuleHelp[static_cast<std::size_t>(rule)].text; }

}  // namespace warpproof::spec
