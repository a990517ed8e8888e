#include "src/concrete/memory/executions.h"

#include <algorithm>
#include <bit>
#include <set>

#include "src/base/symbol_name.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/threads.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

namespace {

void mix(std::uint64_t& out, std::uint64_t value) {
  out = (out ^ value) * 0x9e3779b97f4a7c15ull;
  out ^= out >> 32;
}

}  // namespace

Executions::Executions(const Parts& parts)
    : launch_(parts.context.launch),
      current_(parts.code.current),
      current_instruction_(parts.code.current_instruction),
      races_(parts.races),
      threads_(parts.threads) {}

// By lane, a number for one execution of the current instruction, the same for all lanes of a warp however
// the schedule splits or joins them: lanes at one place (callers included) that have repeated the loops
// there equally often.
const Numbers& Executions::executions(std::uint32_t warp) {
  if (executions_of_ == race_instruction) return executions_;
  executions_of_ = race_instruction;
  executions_.fill(current_instruction_);
  const auto lanes = static_cast<std::size_t>(launch_.warp_size);
  for (std::size_t lane = 0; lane < lanes; ++lane) mix(executions_[lane], current_);
  threads_.for_each_loop_at(current_, warp,
                            [&](int depth, std::size_t loop, const std::uint32_t* iterations) {
                              for (std::size_t lane = 0; lane < lanes; ++lane) {
                                mix(executions_[lane], static_cast<std::uint64_t>(depth) << 32 | loop);
                                mix(executions_[lane], iterations[lane]);
                              }
                            });
  return executions_;
}

// By lane, a number for the iterations of the loops around the current instruction.
Numbers Executions::iterations(std::uint32_t warp) {
  Numbers out{};
  threads_.for_each_loop_at(current_, warp, [&](int depth, std::size_t loop, const std::uint32_t* iterations) {
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(launch_.warp_size); ++lane) {
      mix(out[lane], static_cast<std::uint64_t>(depth) << 32 | loop);
      mix(out[lane], iterations[lane]);
    }
  });
  return out;
}

// By lane, the number of the store that it executes: lanes that run an instruction at once in different
// iterations execute different ones.
Numbers Executions::stores_of(std::uint32_t warp, LaneMask mask) {
  Numbers out;
  out.fill(race_instruction);
  const Numbers& runs = executions(warp);
  for (LaneMask rest = mask; rest != 0;) {
    const std::uint64_t run = runs[static_cast<std::size_t>(std::countr_zero(rest))];
    LaneMask together = 0;
    for_each_lane(rest, [&](int lane) {
      if (runs[static_cast<std::size_t>(lane)] == run) together |= 1u << lane;
    });
    if (rest != mask) {
      const std::uint64_t number = races_.next_instruction();
      for_each_lane(together, [&](int lane) { out[static_cast<std::size_t>(lane)] = number; });
    }
    rest &= ~together;
  }
  return out;
}

// Are all lanes of the warp, which are at one place, in the same iterations?
bool Executions::is_in_one_iteration(std::uint32_t warp) {
  bool same = true;
  threads_.for_each_loop_at(current_, warp, [&](int, std::size_t, const std::uint32_t* iterations) {
    same = same &&
           std::all_of(iterations, iterations + kLanes, [&](std::uint32_t n) { return n == iterations[0]; });
  });
  return same;
}

}  // namespace warpproof::concrete
