#include "checker/symbolic/control/strands.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "spec/rules.h"
#include "src/program/synchronisation.h"

namespace warpproof::symbolic {

Strands::Strands(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      code_(parts.code),
      record_(parts.record) {}

void Strands::enter(Strand s) {
  if (ops_.all_false(s.guard)) return;
  const Position at = code_.position_of(s);
  const auto it = runnable.find(at);
  if (it == runnable.end()) {
    runnable.emplace(at, std::move(s));
  } else {
    merge_into(it->second, s);
  }
}

// Values of `from` for its threads, of `into` for the others. Where both are somewhere else the value does
// not matter, so the shorter condition decides.
void Strands::merge_into(Strand& into, const Strand& from) {
  const Lanes& condition = into.guard;
  for (std::size_t depth = 0; depth < into.frames.size(); ++depth) {
    Frame& a = into.frames[depth];
    const Frame& b = from.frames[depth];
    const bool is_top = depth + 1 == into.frames.size();
    const std::vector<bool>* live = is_top ? &code_.graph_of(a.function).live_in[a.block] : nullptr;
    for (std::size_t r = 0; r < a.registers.size(); ++r) {
      if (live != nullptr && !(*live)[r]) {
        a.registers[r] = Value{};
        continue;
      }
      Value& va = a.registers[r];
      const Value& vb = b.registers[r];
      if (va.width == 0 && vb.width == 0) continue;
      // A side that never wrote the register contributes an undefined value.
      const std::uint32_t place =
          program_.functions[a.function].code[program_.functions[a.function].blocks[a.block].first].place;
      const auto undefined = [&](int width) {
        return Value{ops_.constant(width, 0), ops_.yes(),
                     single_origin(record_.event(spec::Rule::ValueUninitialised, place)), width};
      };
      const Value left = va.width == 0 ? undefined(vb.width) : va;
      const Value right = vb.width == 0 ? undefined(va.width) : vb;
      va = ops_.select(condition, left, right);
    }
  }
  into.storage =
      LocalMemory::merge(ops_, into.storage, from.storage, condition,
                         record_.event(spec::Rule::ValueUninitialised, program_.functions[root_].place));
  for (const auto& [key, visit] : from.loops) {
    const auto [it, added] = into.loops.try_emplace(key, visit);
    if (added) continue;
    LoopVisit& mine = it->second;
    if (!mine.iteration.same(visit.iteration))
      mine.iteration = ops_.select(condition, mine.iteration, visit.iteration);
    mine.iterations = std::max(mine.iterations, visit.iterations);
    mine.undecided = std::max(mine.undecided, visit.undecided);
    mine.parted = mine.parted || visit.parted;
    mine.planned = mine.planned || visit.planned;
    mine.begun = mine.begun || visit.begun;
  }
  into.signalled = std::max(into.signalled, from.signalled);
  into.informed = into.informed || from.informed;
  into.guard = unite(into.guard, from.guard);
}

void Strands::note_split(const Lanes& whole, const Lanes& one, const Lanes& other) {
  for (int t = 0; t < threads_; ++t) {
    const Term a = one.at(t), b = other.at(t);
    if (!g.is_false(a) && !g.is_false(b)) wholes_.insert_or_assign(std::minmax(a.id, b.id), whole.at(t));
    if (whole.is_uniform() && one.is_uniform() && other.is_uniform()) return;
  }
}

Lanes Strands::unite(const Lanes& one, const Lanes& other) {
  return ops_.map(
      [&](Term a, Term b) {
        const auto known = wholes_.find(std::minmax(a.id, b.id));
        return known != wholes_.end() ? known->second : g.lor(a, b);
      },
      one, other);
}

// Does the loop wait for what other threads store, and do nothing else?
bool Strands::polls(std::uint32_t function, std::uint32_t head) {
  const auto [known, added] = polling_loops_.try_emplace({function, head}, false);
  if (!added) return known->second;
  const Function& f = program_.functions[function];
  bool reads = false;
  for (const auto& loop : code_.graph_of(function).loops) {
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
std::map<Position, Strand>::iterator Strands::next_to_run() {
  auto next = runnable.end();
  for (auto it = runnable.begin(); it != runnable.end(); ++it) {
    const Frame& top = it->second.top();
    if (!code_.graph_of(top.function).is_loop_head(static_cast<int>(top.block)) ||
        !polls(top.function, top.block))
      return it;
    if (next == runnable.end() || it->second.signalled < next->second.signalled) next = it;
  }
  return next;
}

}  // namespace warpproof::symbolic
