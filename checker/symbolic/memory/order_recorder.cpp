#include "checker/symbolic/memory/order_recorder.h"

#include <algorithm>
#include <fmt/format.h>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/other_blocks.h"
#include "src/program/synchronisation.h"

namespace warpproof::symbolic {

OrderRecorder::OrderRecorder(const Parts& parts)
    : context_(parts.context),
      memory_(parts.memory),
      order_(parts.order),
      other_blocks_(parts.other_blocks) {}

void OrderRecorder::trace_strong(const Instruction& ins, Space space) {
  if (other_blocks_ && is_strong_read(ins)) other_blocks_->read_strongly();
  if (!context_.traces_order() || space != Space::Global || !is_beyond_block(ins)) return;
  const bool atomic =
      info(ins.op).cls == OpcodeClass::Memory && (ins.op == Opcode::Atom || ins.op == Opcode::Red);
  if (!atomic && !ins.mod.is_volatile) return;
  const bool has_result = std::any_of(ins.destinations.begin(), ins.destinations.end(),
                                      [](const Operand& d) { return d.kind == Operand::Kind::Register; });
  order_.note_strong(has_result, atomic || ins.op == Opcode::St, ins.place);
  if (releases_others(ins)) order_.note_release(ins.place);
}

OrderStep OrderRecorder::atomic_step(const Instruction& ins, const std::vector<Target>& targets,
                                     const Value& b, const Value& c) {
  OrderStep step;
  if (!context_.traces_order()) return step;
  step.place = ins.place;
  step.floats = is_float(ins.type);
  step.one_order = step.floats || ins.mod.reduce == ReduceOp::Exch || ins.mod.reduce == ReduceOp::Cas ||
                   ins.mod.reduce == ReduceOp::Inc || ins.mod.reduce == ReduceOp::Dec;
  const bool by_sign =
      is_signed(ins.type) && (ins.mod.reduce == ReduceOp::Min || ins.mod.reduce == ReduceOp::Max);
  // Without a word on it an atomic is relaxed and seen by the whole device (PTX ISA 9.x, atom).
  step.operation = fmt::format("{} {} {} {}", static_cast<int>(ins.mod.reduce), bits_of(ins.type),
                               step.floats ? fmt::format("float {}", static_cast<int>(ins.type))
                               : by_sign   ? "signed"
                                           : "",
                               ins.mod.ordering.empty() ? "relaxed.gpu" : ins.mod.ordering);
  step.operands.push_back(b.bits);
  if (ins.sources.size() > 1) step.operands.push_back(c.bits);
  for (const Target& target : targets) {
    const BlockMemory::Key key{target.space, target.allocation};
    if (key.space == Space::Global && key.allocation == kNoAllocation) continue;
    step.accesses.push_back({key, target.guard, target.offset,
                             order_.is_stored_to(key) ? std::make_shared<BlockMemory>(memory_) : nullptr});
  }
  return step;
}

void OrderRecorder::trace_meeting(const Lanes& arrived, const Lanes& mask, const Instruction& ins) {
  if (other_blocks_) other_blocks_->meet();
  if (!context_.traces_order()) return;
  OrderStep step;
  step.kind = OrderStep::Kind::Meeting;
  step.place = ins.place;
  step.guard = arrived;
  step.mask = mask;
  step.orders_memory = ins.op == Opcode::BarWarpSync;
  order_.add(std::move(step));
}

void OrderRecorder::trace_barrier(OrderStep::Kind kind, int id, const Lanes& guard, std::uint32_t place) {
  if (!context_.traces_order()) return;
  OrderStep step;
  step.kind = kind;
  step.place = place;
  step.guard = guard;
  step.barrier = id;
  step.orders_memory = true;
  order_.add(std::move(step));
}

void OrderRecorder::trace_fence(const Lanes& active, const Instruction& ins) {
  if (!context_.traces_order()) return;
  if (releases_others(ins)) order_.note_release(ins.place);
  OrderStep step;
  step.kind = OrderStep::Kind::Fence;
  step.place = ins.place;
  step.guard = active;
  step.operation = fmt::format("{} {}", static_cast<int>(ins.op), ins.mod.ordering);
  order_.add(std::move(step));
}

void OrderRecorder::trace_iteration(OrderStep::Kind kind, const Iteration& iteration, std::uint32_t place) {
  OrderStep step;
  step.kind = kind;
  step.place = place;
  step.loop = iteration.loop;
  order_.add(std::move(step));
}

}  // namespace warpproof::symbolic
