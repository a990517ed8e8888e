#include "src/concrete/control/threads.h"

#include <memory>
#include <utility>

namespace warpproof::concrete {

Threads::Threads(const Context& context, const Code& code)
    : setup_(context.setup), launch_(context.launch), positions_(code.positions) {}

// Lanes of the warp that no collective waits for.
LaneMask Threads::excused(const Warp& warp) const {
  const auto all = static_cast<LaneMask>(LaneSet::first(launch_.warp_size).bits);
  const bool absent_exited = launch_.policies.absent_lanes == spec::AbsentLanes::Exited;
  return warp.exited | (absent_exited ? all & ~warp.exists : 0);
}

Bank& Threads::new_bank(std::uint32_t w, const Positions::Node& node) {
  auto& banks = warps[w].banks;
  if (banks.size() <= static_cast<std::size_t>(node.depth)) banks.resize(node.depth + 1);
  auto bank = std::make_unique<Bank>();
  bank->function = node.function;
  bank->lanes = &setup_.lanes[node.function];
  const std::size_t registers = bank->lanes->offset.size() + 1;
  bank->registers.assign(bank->lanes->register_lines, Line{});
  bank->defined.assign(registers, 0);
  bank->defined.back() = ~0u;
  bank->tainted.assign(registers, 0);
  bank->iterations.assign(setup_.graphs[node.function]->loops.size() * kLanes, 0);
  banks[node.depth].push_back(std::move(bank));
  return *banks[node.depth].back();
}

}  // namespace warpproof::concrete
