#include "checker/symbolic/control/code.h"

namespace warpproof::symbolic {

Code::Code(const Program& program, std::uint32_t root)
    : program_(program), root_(root), layout_(warpproof::layout(program, root)) {}

std::uint32_t Code::place_of_block(std::uint32_t function, std::uint32_t block) const {
  const Function& f = program_.functions[function];
  return f.code[f.blocks[block].first].place;
}

// The position of a strand at the head of a loop that its frame number `depth` is in.
Position Code::head_position(const Strand& s, std::size_t depth, std::uint32_t head) const {
  Position p;
  for (std::size_t i = 0; i < depth; ++i) {
    const Frame& f = s.frames[i];
    const std::uint32_t block = i + 1 < depth ? f.block : head;
    p.push_back(static_cast<std::uint32_t>(graph_of(f.function).order[block]));
    p.push_back(block);
    p.push_back(f.function);
  }
  return p;
}

std::vector<LoopFrame> Code::frames_of(const Position& at) {
  std::vector<LoopFrame> out;
  for (std::size_t i = 0; i + 2 < at.size(); i += 3) out.push_back({at[i + 2], at[i + 1]});
  return out;
}

claims::InstructionAt Code::instruction_at(const Strand& s, std::uint32_t place) const {
  claims::InstructionAt out;
  for (std::size_t i = 0; i + 1 < s.frames.size(); ++i) {
    const Function& f = program_.functions[s.frames[i].function];
    out.calls.push_back(f.code[f.blocks[s.frames[i].block].last - 1].place);  // a call ends its block
  }
  out.place = place;
  return out;
}

std::uint64_t Code::local_base(const Strand& s) const {
  std::vector<std::uint32_t> functions;
  for (const Frame& f : s.frames) functions.push_back(f.function);
  return layout_.local_base(functions);
}

const FunctionGraph& Code::graph_of(std::uint32_t function) const {
  auto it = graphs_.find(function);
  if (it == graphs_.end()) it = graphs_.emplace(function, analyse(program_.functions[function])).first;
  return it->second;
}

const Instruction& Code::instruction_at(const Strand& s) const {
  const Function& f = program_.functions[s.top().function];
  return f.code[f.blocks[s.top().block].first];
}

Position Code::position_of(const Strand& s) const {
  Position p;
  p.reserve(s.frames.size() * 3);
  for (const Frame& f : s.frames) {
    p.push_back(static_cast<std::uint32_t>(graph_of(f.function).order[f.block]));
    p.push_back(f.block);
    p.push_back(f.function);
  }
  return p;
}

}  // namespace warpproof::symbolic
