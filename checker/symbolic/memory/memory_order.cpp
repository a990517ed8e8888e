#include "checker/symbolic/memory/memory_order.h"

#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/memory/loads_and_stores.h"
#include "checker/symbolic/race.h"
#include "src/program/synchronisation.h"

namespace warpproof::symbolic {

namespace {

bool acquires(const Instruction& ins) {
  return ins.mod.ordering.starts_with("acquire") || ins.mod.ordering.starts_with("acq_rel");
}

bool releases(const Instruction& ins) {
  return ins.mod.ordering.starts_with("release") || ins.mod.ordering.starts_with("acq_rel");
}

}  // namespace

MemoryOrder::MemoryOrder(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      iterations_(parts.loop_state.iterations),
      races_(parts.races),
      loads_and_stores_(parts.loads_and_stores),
      loop_state_(parts.loop_state) {}

bool MemoryOrder::synchronises_through_memory(const Program& program) {
  for (const Function& f : program.functions) {
    for (const Instruction& ins : f.code) {
      if (orders_through_memory(ins)) return true;
    }
  }
  return false;
}

HandOver::Iterations MemoryOrder::serials_of(const Strand& s) const {
  if (iterations_.empty() || s.loops.empty()) return nullptr;
  std::map<std::vector<std::uint32_t>, int> out;
  for (const Position& at : loop_state_.planned_loops(s)) {
    if (const auto iteration = iterations_.find(at); iteration != iterations_.end())
      out[at] = iteration->second.serial;
  }
  if (out.empty()) return nullptr;
  return std::make_shared<const std::map<std::vector<std::uint32_t>, int>>(std::move(out));
}

void MemoryOrder::note_fence(const Lanes& active, const Instruction& ins) {
  if (!races_.hand_over().enabled() || !is_fence(ins)) return;
  const bool one_sided = ins.op == Opcode::Fence;
  races_.hand_over().fence(active, !one_sided || !ins.mod.ordering.starts_with("release"),
                           !one_sided || !ins.mod.ordering.starts_with("acquire"), races_.now());
}

void MemoryOrder::note_strong_read(const Strand& s, const Target& target, const Lanes& bits, int bytes,
                                const Instruction& ins) {
  HandOver& hand_over = races_.hand_over();
  if (!hand_over.enabled() || !ins.mod.is_volatile || ins.mod.checked_by_swap) return;
  const std::uint64_t time = races_.now();
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t)) || g.is_false(s.guard.at(t))) continue;
    hand_over.read({{t, time},
                    {target.space, target.allocation},
                    target.guard.at(t),
                    target.offset.at(t),
                    bits.at(t),
                    bytes,
                    acquires(ins)});
  }
}

void MemoryOrder::note_store(Strand& s, const Target& target, const Lanes& bits, int bytes,
                          const Instruction& ins) {
  HandOver& hand_over = races_.hand_over();
  if (!hand_over.enabled()) return;
  if (target.allocation == kNoAllocation && target.space == Space::Global) return hand_over.give_up();
  const std::uint64_t time = races_.now();
  if (ins.mod.is_volatile) s.signalled = time;
  const HandOver::Iterations iterations = serials_of(s);
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t))) continue;
    HandOver::Write write;
    write.event = {t, time};
    write.key = {target.space, target.allocation};
    write.guard = target.guard.at(t);
    write.offset = target.offset.at(t);
    write.bytes = bytes;
    write.value = bits.at(t);
    write.releases = releases(ins);
    write.iterations = iterations;
    hand_over.write(std::move(write));
  }
}

void MemoryOrder::note_update(Strand& s, const Target& target, int bytes, const Value& b, const Value& c,
                           const std::optional<Lanes>& result, const Instruction& ins) {
  HandOver& hand_over = races_.hand_over();
  if (!hand_over.enabled()) return;
  if (target.allocation == kNoAllocation && target.space == Space::Global) return hand_over.give_up();
  using Op = HandOver::Write::Op;
  const bool integer = !is_float(ins.type) && ins.type != Type::B128;
  const std::uint64_t time = races_.now();
  s.signalled = time;
  const HandOver::Iterations iterations = serials_of(s);
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t))) continue;
    HandOver::Write write;
    write.op = ins.mod.reduce == ReduceOp::Exch  ? Op::Exchange
               : ins.mod.reduce == ReduceOp::Cas ? Op::CompareAndSwap
                                                 : Op::Update;
    write.event = {t, time};
    write.key = {target.space, target.allocation};
    write.guard = target.guard.at(t);
    write.offset = target.offset.at(t);
    write.bytes = bytes;
    if (integer && result) {
      write.old = result->at(t);
      write.value = loads_and_stores_.atomic_update(ins, result->at(t), b.bits.at(t), c.bits.at(t));
    } else if (integer && write.op == Op::Exchange) {
      write.value = b.bits.at(t);
    }
    if (write.op == Op::CompareAndSwap) write.expected = b.bits.at(t);
    if (integer && ins.mod.reduce == ReduceOp::Add) write.added = b.bits.at(t);
    write.acquires = acquires(ins);
    write.releases = releases(ins);
    write.iterations = iterations;
    hand_over.write(std::move(write));
  }
}

}  // namespace warpproof::symbolic
