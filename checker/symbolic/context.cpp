#include "checker/symbolic/context.h"

namespace warpproof::symbolic {

Term SharedInputs::variable(TermGraph& graph, Input::Kind kind, std::uint32_t index, std::uint32_t offset,
                            int thread, int width, const std::string& name) {
  const auto [it, fresh] = known_.try_emplace({kind, index, offset, thread, width}, Term{});
  if (fresh) it->second = graph.var(width, name);
  return it->second;
}

Term Context::variable(Input::Kind kind, std::uint32_t index, std::uint32_t offset, int thread, int width,
                       const std::string& name) const {
  if (options.shared_inputs == nullptr) return graph.var(width, name);
  const bool parameter = kind == Input::Kind::Parameter || kind == Input::Kind::LaneParameter;
  const auto number = options.parameter_numbers.find(index);
  const std::uint32_t shared =
      parameter && number != options.parameter_numbers.end() ? number->second : index;
  return options.shared_inputs->variable(graph, kind, shared, offset, thread, width, name);
}

}  // namespace warpproof::symbolic
