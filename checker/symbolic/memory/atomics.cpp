// Atomics: what they return, and what they leave.
#include "checker/symbolic/memory/loads_and_stores.h"

#include <algorithm>

#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/loops/compared_loops.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/memory/locator.h"
#include "checker/symbolic/memory/memory_order.h"
#include "checker/symbolic/memory/order_recorder.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/race.h"
#include "checker/symbolic/shared_words.h"
#include "spec/rules.h"

namespace warpproof::symbolic {

Term LoadsAndStores::atomic_update(const Instruction& ins, Term old, Term b, Term c) {
  const int width = g.width(old);
  const bool sign = is_signed(ins.type);
  switch (ins.mod.reduce) {
    case ReduceOp::Add:
      return g.add(old, b);
    case ReduceOp::Min:
      return g.ite(sign ? g.slt(b, old) : g.ult(b, old), b, old);
    case ReduceOp::Max:
      return g.ite(sign ? g.slt(old, b) : g.ult(old, b), b, old);
    case ReduceOp::And:
      return g.bit_and(old, b);
    case ReduceOp::Or:
      return g.bit_or(old, b);
    case ReduceOp::Xor:
      return g.bit_xor(old, b);
    case ReduceOp::Exch:
      return b;
    case ReduceOp::Cas:
      return g.ite(g.eq(old, b), c, old);
    // Wraps at the operand (PTX ISA 9.x, atom): inc is 0 from b on, dec is b at 0 and above b.
    case ReduceOp::Inc:
      return g.ite(g.ule(b, old), g.constant(width, 0), g.add(old, g.constant(width, 1)));
    case ReduceOp::Dec:
      return g.ite(g.lor(g.eq(old, g.constant(width, 0)), g.ult(b, old)), b,
                   g.sub(old, g.constant(width, 1)));
    default:
      return old;
  }
}

void LoadsAndStores::atomic(Strand& s, const Instruction& ins) {
  const Lanes active = ops_.land(s.guard, scalar_instructions_.guard_of(s, ins));
  const int bytes = std::max(1, bits_of(ins.type) / 8);
  const Value b = scalar_instructions_.read(s, ins.sources.front(), ins.type, ins.place);
  const Value c =
      ins.sources.size() > 1 ? scalar_instructions_.read(s, ins.sources[1], ins.type, ins.place) : b;
  scalar_instructions_.use(active, b, ins.place, "operand of an atomic");
  if (ins.sources.size() > 1) scalar_instructions_.use(active, c, ins.place, "operand of an atomic");

  const bool wanted = !ins.destinations.empty() && ins.destinations.front().kind == Operand::Kind::Register;
  const bool integer = !is_float(ins.type) && ins.type != Type::B128;
  const bool adds = integer && ins.mod.reduce == ReduceOp::Add;
  const bool commutative = integer && ins.mod.reduce != ReduceOp::Exch && ins.mod.reduce != ReduceOp::Cas &&
                           ins.mod.reduce != ReduceOp::Inc && ins.mod.reduce != ReduceOp::Dec;
  const bool compares = ins.mod.reduce == ReduceOp::Min || ins.mod.reduce == ReduceOp::Max;
  const int operation = 2 * static_cast<int>(ins.mod.reduce) + (compares && is_signed(ins.type) ? 1 : 0);
  std::vector<Term> old_bits(static_cast<std::size_t>(threads_), g.constant(bytes * 8, 0));
  Value undefined = ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
  bool known = true;
  auto targets = locator_.resolve(s, ins, active);
  for (Target& target : targets) {
    accesses_.judge_alignment(target, bytes, ins.place);
    target = locator_.element_of(target, 0, bytes);
  }
  const claims::InstructionAt here = code_.instruction_at(s, ins.place);
  OrderStep step = order_recorder_.atomic_step(ins, targets, b, c);
  for (const Target& target : targets) {
    const BlockMemory::Key key{target.space, target.allocation};
    locator_.judge_bounds(s, target, bytes, ins.place);
    note_access(s, target, AccessKind::Atomic, bytes, ins, nullptr);
    order_recorder_.trace_strong(ins, target.space);
    if (other_blocks_ && target.space == Space::Global) other_blocks_->store(key);
    const bool anywhere = target.allocation == kNoAllocation && target.space == Space::Global;
    compared_loops_.note_disturbance(s, key);
    // Through loaded pointers too: numbers that words there hand out are distinguished like any others.
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(target.guard.at(t))) continue;
      if (!adds) {
        counters_.spoil(key);
      } else {
        counters_.note_addend(key, b.bits.at(t), here);
      }
      if (b.bits.is_uniform() || !integer) break;
    }
    if (anywhere) {
      note_store_behind_loaded(s, target);
      known = false;
      continue;
    }
    induction_.note_loop_write(s, key);
    adds ? shared_words_.note_addition(target, bytes, b.bits)
         : shared_words_.note_write(target, bytes, nullptr);
    const int event = record_.event(spec::Rule::ValueUninitialised, ins.place);
    // An exchange stores what it is given, whatever was there.
    const bool uses_old = ins.mod.reduce != ReduceOp::Exch;
    const auto meet = [&](const Lanes& taint, const Origins& origins) {
      if (!origins) return;
      const Value before{undefined.bits, ops_.land(target.guard, taint), origins, bytes * 8};
      if (uses_old) scalar_instructions_.use(target.guard, before, ins.place, "operand of an atomic");
      undefined.taint = ops_.lor(undefined.taint, before.taint);
      undefined.origins = merge_origins(undefined.origins, before.origins);
    };
    const auto lose = [&] {
      known = false;
      const Value before = definedness(target, bytes, event);
      meet(before.taint, before.origins);
      const Value anything = ops_.defined(ops_.constant(bytes * 8, 0), bytes * 8);
      if (!uses_old) memory_.store(key, target.guard, target.offset, anything, event, true);
      memory_.havoc(key);
    };
    if (!integer) {
      lose();
      continue;
    }
    const auto old = memory_.atomic(
        key, target.guard, target.offset, bytes, commutative, operation, event,
        [&](Term before, int t) { return atomic_update(ins, before, b.bits.at(t), c.bits.at(t)); });
    if (!old) {
      lose();
      continue;
    }
    for (int t = 0; t < threads_; ++t) {
      if (!g.is_false(target.guard.at(t))) old_bits[t] = g.ite(target.guard.at(t), old->bits[t], old_bits[t]);
    }
    meet(Lanes::each(std::vector<Term>(old->taint)), old->origins);
    // The result of an exchange, and what others use.
    if (old->maybe_unwritten && target.space == Space::Shared && (uses_old || wanted)) assume_initialised();
  }
  if (!wanted) {
    for (const Target& target : targets) memory_order_.note_update(s, target, bytes, b, c, std::nullopt, ins);
    return order_.add(std::move(step));
  }
  approximations_.insert("results of atomics are treated as unknown: the order of threads is open");
  const Lanes result = scalar_instructions_.fresh_choices(s, bytes * 8, ins.place, "atomic result",
                                                          known ? &old_bits : nullptr);
  // In shared memory a kernel keeps pointers of its own.
  if (std::all_of(targets.begin(), targets.end(), [](const Target& t) { return t.space == Space::Global; }))
    pointers_.declare_unknowns(result, Pointers::Unknown::Loaded);
  for (const Target& target : targets) memory_order_.note_update(s, target, bytes, b, c, result, ins);
  step.result = result;
  order_.add(std::move(step));
  for (int t = 0; t < threads_; ++t) handed_out_.insert(result.at(t).id);
  if (adds && targets.size() == 1) {
    const Target& only = targets.front();
    shared_words_.note_results(only, bytes, result);
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(only.guard.at(t))) continue;
      counters_.add({only.space, only.allocation}, only.guard.at(t), only.offset.at(t), b.bits.at(t),
                    result.at(t), here);
    }
  }
  undefined.bits = result;
  write_loaded(s, ins, ins.destinations.front(), undefined);
}

}  // namespace warpproof::symbolic
