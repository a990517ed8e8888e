#include "src/machine/barrier_sites.h"

#include "spec/barrier.h"
#include "src/machine/collective.h"

namespace warpproof {

bool is_barrier_of_everyone(const Instruction& instruction) {
  return instruction.op == Opcode::Barrier && instruction.mod.aligned &&
         barrier_operands(instruction).count < 0 && spec::barrier_blocks(barrier_op(instruction));
}

bool BarrierSites::search(std::uint32_t function, std::vector<char>& seen) {
  if (seen[function]) return false;
  seen[function] = 1;
  for (const Instruction& in : program_.functions[function].code) {
    if (is_barrier_of_everyone(in)) return true;
    if (in.op == Opcode::Call && in.callee >= 0 && search(static_cast<std::uint32_t>(in.callee), seen))
      return true;
  }
  return false;
}

bool BarrierSites::holds_barrier(std::uint32_t function) {
  const auto known = holds_.find(function);
  if (known != holds_.end()) return known->second;
  std::vector<char> seen(program_.functions.size(), 0);
  return holds_[function] = search(function, seen);
}

const BarrierSites::Facts& BarrierSites::facts(std::uint32_t function) {
  const auto known = facts_.find(function);
  if (known != facts_.end()) return known->second;
  Facts& out = facts_[function];
  const Function& f = program_.functions[function];
  const FunctionGraph& graph = graph_of_(function);
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
    bool holds = false;
    for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last && !holds; ++i) {
      const Instruction& in = f.code[i];
      holds = is_barrier_of_everyone(in) || (in.op == Opcode::Call && in.callee >= 0 &&
                                             holds_barrier(static_cast<std::uint32_t>(in.callee)));
    }
    if (holds) out.barrier_blocks.push_back(b);
  }
  out.past.assign(f.blocks.size(), 0);
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
    if (graph.is_trivial_exit[b]) continue;
    for (const std::uint32_t site : out.barrier_blocks) {
      if (graph.post_dominates(static_cast<int>(b), static_cast<int>(site))) out.past[b] = 1;
    }
  }
  return out;
}

bool BarrierSites::is_past_barrier(std::uint32_t function, std::uint32_t block) {
  return holds_barrier(function) && facts(function).past[block] != 0;
}

}  // namespace warpproof
