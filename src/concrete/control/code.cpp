#include "src/concrete/control/code.h"

#include <string>

namespace warpproof::concrete {

Code::Code(const Context& context)
    : positions(context.setup.graphs),
      sites(context.setup.program,
            [&setup = context.setup](std::uint32_t f) -> const FunctionGraph& { return *setup.graphs[f]; }),
      holds_barrier(context.setup.too_large.empty() && sites.holds_barrier(context.setup.root)),
      setup_(context.setup) {}

// A block made by lowering may be empty: then the function's own place.
std::uint32_t Code::place_of(PositionId p) const {
  const Function& f = function_at(p);
  const Block& block = f.blocks[positions.at(p).block];
  return block.first < block.last ? f.code[block.first].place : f.place;
}

const Instruction& Code::instruction_at(PositionId p) const {
  const Function& f = function_at(p);
  return f.code[f.blocks[positions.at(p).block].first];
}

// Bytes of local memory that the frames around `position` take.
std::uint64_t Code::local_base(PositionId position) const {
  std::uint64_t base = 0;
  for (PositionId p = positions.at(position).caller; p != kNoPosition; p = positions.at(p).caller) {
    base += setup_.layout.local_size[positions.at(p).function];
  }
  return base;
}

// The calls around a place in another file than the kernel: there the user looks for the cause.
std::vector<RelatedPlace> Code::calls_from_elsewhere(PositionId position, std::uint32_t place) const {
  std::vector<RelatedPlace> out;
  const auto file_of = [&](std::uint32_t p) {
    const Place& where = setup_.program.places[p];
    return where.stack.empty() ? std::string() : where.stack.back().file;
  };
  const std::string own = file_of(setup_.program.functions[setup_.root].place);
  if (own.empty() || file_of(place) == own) return out;
  for (PositionId p = positions.at(position).caller; p != kNoPosition; p = positions.at(p).caller) {
    const std::uint32_t call = instruction_at(p).place;
    if (file_of(call) != own) continue;
    out.push_back({call, "called from here"});
    break;
  }
  return out;
}

// The variable's address in its own space, for the frame that executes now.
std::uint64_t Code::variable_address(std::uint32_t v) const {
  const std::uint64_t address = setup_.layout.address[v];
  return setup_.program.variables[v].space == Space::Local ? local_base(current) + address : address;
}
}  // namespace warpproof::concrete
