#include "checker/symbolic/iteration_state.h"

namespace warpproof::symbolic {

std::vector<StateCell> parts_of(const StateCell& cell, const LocalMemory& memory) {
  std::map<StateCell, bool> parts;
  if (memory.cells() != nullptr) {
    for (const auto& [address, value] : *memory.cells()) {
      const std::uint64_t from = std::max(address, cell.at);
      const std::uint64_t to = std::min(address + static_cast<std::uint64_t>(value.width) / 8, cell.end());
      if (from < to) parts.emplace(iteration_state::bytes(from, to), true);
    }
  }
  std::vector<StateCell> out = bytes_beside(parts, cell.at, cell.end());
  for (const auto& [part, is_there] : parts) out.push_back(part);
  return out;
}

}  // namespace warpproof::symbolic
