// A run that is found shows that something satisfies what a kernel assumes. That the terms which stand for it in
// a proof do not leave the same run out is another matter, which is asked here: an assumption that is constantly
// false would prove anything.
#include <cstring>

#include "checker/attempt.h"
#include "src/machine/address_map.h"

namespace warpproof {

namespace {

std::uint64_t bytes_at(const std::vector<std::uint8_t>& bytes, std::size_t offset, int bits) {
  std::uint64_t value = 0;
  const std::size_t size = std::min<std::size_t>(8, static_cast<std::size_t>(bits) / 8);
  if (offset < bytes.size()) std::memcpy(&value, bytes.data() + offset, std::min(size, bytes.size() - offset));
  return value;
}

}  // namespace

bool Attempt::admits(const Launch& launch, const RunInputs& inputs) {
  using Kind = symbolic::Input::Kind;
  Substitute put(graph_);
  for (const symbolic::Input& input : executor_.inputs()) {
    std::optional<std::uint64_t> value;
    switch (input.kind) {
      case Kind::Parameter:
        if (input.index < inputs.params.size())
          value = bytes_at(inputs.params[input.index], input.offset, graph_.width(input.term));
        break;
      case Kind::LaneParameter: {
        const auto thread = static_cast<std::size_t>(input.thread);
        if (thread < inputs.per_lane_params.size() && input.index < inputs.per_lane_params[thread].size())
          value = bytes_at(inputs.per_lane_params[thread][input.index], input.offset, graph_.width(input.term));
        break;
      }
      case Kind::BlockSize:
        value = launch.block[input.index];
        break;
      case Kind::GridSize:
        value = launch.grid[input.index];
        break;
      case Kind::BlockIndex:
        value = launch.ctaid[input.index];
        break;
      case Kind::WarpIndex:
      case Kind::Group:
      case Kind::Choice:
      case Kind::Special:
        break;
    }
    if (value && graph_.kind(input.term) == warpproof::Kind::Var) {
      const auto [low, high] = graph_.unsigned_range(input.term);
      if (*value < low || *value > high) return false;
      put.map(input.term, graph_.constant(graph_.width(input.term), *value));
    }
  }
  std::vector<Term> query{put(executor_.in_scope())};
  for (const Term t : executor_.assumptions()) query.push_back(put(t));
  for (const Term t : executor_.facts_of_products()) query.push_back(put(t));
  return check(query, nullptr, true) != Answer::Unsat;
}

}  // namespace warpproof
