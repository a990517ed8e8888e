#include "checker/attempt/admits.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "src/machine/address_map.h"
#include "src/term/traverse.h"

namespace warpproof {

namespace {

std::uint64_t bytes_at(const std::vector<std::uint8_t>& bytes, std::size_t offset, int bits) {
  std::uint64_t value = 0;
  const std::size_t size = std::min<std::size_t>(8, static_cast<std::size_t>(bits) / 8);
  if (offset < bytes.size()) std::memcpy(&value, bytes.data() + offset, std::min(size, bytes.size() - offset));
  return value;
}

}  // namespace

bool admits(const Followed& followed, const Launch& launch, const RunInputs& inputs) {
  using Kind = symbolic::Input::Kind;
  TermGraph& graph = followed.graph;
  const symbolic::Executor& executor = followed.executor;
  Substitute put(graph);
  for (const symbolic::Input& input : executor.record().inputs) {
    std::optional<std::uint64_t> value;
    switch (input.kind) {
      case Kind::Parameter:
        if (input.index < inputs.params.size())
          value = bytes_at(inputs.params[input.index], input.offset, graph.width(input.term));
        break;
      case Kind::LaneParameter: {
        const auto thread = static_cast<std::size_t>(input.thread);
        if (thread < inputs.per_lane_params.size() && input.index < inputs.per_lane_params[thread].size())
          value = bytes_at(inputs.per_lane_params[thread][input.index], input.offset, graph.width(input.term));
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
    // A member of which the conditions leave one value.
    if (input.kind == Kind::Parameter && value && graph.is_const(input.term) && graph.value(input.term) != *value) return false;
    if (value && graph.kind(input.term) == warpproof::Kind::Var) {
      const auto [low, high] = graph.unsigned_range(input.term);
      if (*value < low || *value > high) return false;
      put.map(input.term, graph.constant(graph.width(input.term), *value));
    }
  }
  std::vector<Term> query{put(executor.record().in_scope)};
  for (const Term t : executor.record().assumptions) query.push_back(put(t));
  for (const Term t : executor.record().facts_of_products) query.push_back(put(t));
  for (const Term t : followed.questions.facts_of_sizes()) query.push_back(put(t));
  return followed.questions.check(query, nullptr, true) != Answer::Unsat;
}

}  // namespace warpproof
