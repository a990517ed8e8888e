// The threads of a block, by warp, and their registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/concrete/context.h"
#include "src/concrete/control/code.h"
#include "src/concrete/warp.h"

namespace warpproof::concrete {

class Threads {
 public:
  Threads(const Context& context, const Code& code);
  Threads(const Threads&) = delete;

  std::vector<Warp> warps;
  bool unsettled = false;  // something happened that may let a rendezvous fire

  std::uint32_t warp_index(const Warp& warp) const {
    return static_cast<std::uint32_t>(&warp - warps.data());
  }
  std::uint32_t thread_of(std::uint32_t warp, int lane) const {
    return warp * static_cast<std::uint32_t>(launch_.warp_size) + static_cast<std::uint32_t>(lane);
  }
  Bank& bank_of(std::uint32_t warp, PositionId position) {
    const Positions::Node& node = positions_.at(position);
    const auto depth = static_cast<std::size_t>(node.depth);
    if (depth < warps[warp].banks.size()) {
      for (const auto& bank : warps[warp].banks[depth]) {
        if (bank->function == node.function) return *bank;
      }
    }
    return new_bank(warp, node);
  }
  // All 32 lanes of a full warp are here, and none has exited or waits elsewhere.
  bool is_whole(std::uint32_t w, LaneMask mask) const {
    const Warp& warp = warps[w];
    return mask == ~0u && warp.exists == ~0u && (warp.exited | warp.halted | warp.waiting) == 0;
  }
  LaneMask excused(const Warp& warp) const;

  // Calls f(depth of the call, number of the loop, iterations by lane) for each loop that the warp's lanes at
  // this position are in.
  template <class F>
  void for_each_loop_at(PositionId position, std::uint32_t warp, F f) {
    for (PositionId p = position; p != kNoPosition; p = positions_.at(p).caller) {
      const Positions::Node node = positions_.at(p);
      const FunctionGraph& graph = *setup_.graphs[node.function];
      for (std::size_t i = 0; i < graph.loops.size(); ++i) {
        if (!graph.in_loop_of_head(graph.loops[i].head, static_cast<int>(node.block))) continue;
        f(node.depth, i, bank_of(warp, p).iterations.data() + i * kLanes);
      }
    }
  }

 private:
  Bank& new_bank(std::uint32_t warp, const Positions::Node& node);

  const Setup& setup_;
  const Launch& launch_;
  const Positions& positions_;
};

}  // namespace warpproof::concrete
