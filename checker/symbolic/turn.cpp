// Whose turn it is.
#include "checker/symbolic/executor.h"
#include "src/program/synchronisation.h"

namespace warpproof::symbolic {

// Does the loop wait for what other threads store, and do nothing else?
bool Executor::polls(std::uint32_t function, std::uint32_t head) {
  const auto [known, added] = polling_loops_.try_emplace({function, head}, false);
  if (!added) return known->second;
  const Function& f = program_.functions[function];
  bool reads = false;
  for (const auto& loop : graph_of(function).loops) {
    if (loop.head != static_cast<int>(head)) continue;
    for (const int b : loop.blocks) {
      const Block& block = f.blocks[static_cast<std::size_t>(b)];
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        const Instruction& in = f.code[i];
        const bool stores =
            in.op == Opcode::St && in.mod.space != Space::Local && in.mod.space != Space::Param;
        const bool other = info(in.op).cls != OpcodeClass::Alu && in.op != Opcode::Bra &&
                           in.op != Opcode::Ld && in.op != Opcode::St && !is_fence(in);
        if (stores || other) return false;
        reads = reads || (in.op == Opcode::Ld && in.mod.is_volatile);
      }
    }
  }
  return known->second = reads;
}

// The first strand by position; but those that wait for values in memory leave the others the way, and then
// the one goes on whose own signals are the oldest. So what is handed over is stored before it is read, where
// it can be.
std::map<Executor::Position, Executor::Strand>::iterator Executor::next_to_run() {
  auto next = runnable_.end();
  for (auto it = runnable_.begin(); it != runnable_.end(); ++it) {
    const Frame& top = it->second.top();
    if (!graph_of(top.function).is_loop_head(static_cast<int>(top.block)) || !polls(top.function, top.block))
      return it;
    if (next == runnable_.end() || it->second.signalled < next->second.signalled) next = it;
  }
  return next;
}

}  // namespace warpproof::symbolic
