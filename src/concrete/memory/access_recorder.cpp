#include "src/concrete/memory/access_recorder.h"

#include <algorithm>
#include <bit>
#include <set>

#include "src/base/symbol_name.h"
#include "src/concrete/change_observer.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/endless_loops.h"
#include "src/concrete/control/observed.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/grid_race_monitor.h"
#include "src/concrete/memory/executions.h"
#include "src/concrete/memory/read_only_loads.h"
#include "src/concrete/observer.h"
#include "src/concrete/ordering.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

AccessRecorder::AccessRecorder(const Parts& parts)
    : setup_(parts.context.setup),
      options_(parts.context.options),
      block_(parts.context.block),
      positions_(parts.code.positions),
      current_(parts.code.current),
      races_(parts.races),
      between_(parts.between),
      race_instruction_(parts.executions.race_instruction),
      threads_(parts.threads),
      endless_loops_(parts.endless_loops),
      observed_(parts.observed),
      executions_(parts.executions),
      read_only_loads_(parts.read_only_loads) {}

// Constant memory is never written.
void AccessRecorder::note_access(const Instruction& in, const Warp& warp, int lane, const Accessed& a,
                          RaceMonitor::Kind kind, int bytes, std::uint64_t value) {
  if (endless_loops_.is_looking()) endless_loops_.note_spin_access(in, a, kind, bytes);
  if (options_.observer != nullptr) observed_.tell_access(a, kind, bytes, lane, value);
  if (options_.changes != nullptr && kind != RaceMonitor::Kind::Read && is_common(a.space))
    tell_change(in, threads_.warp_index(warp), lane, a, kind == RaceMonitor::Kind::Atomic, bytes);
  if (!options_.races || (a.space != Space::Shared && a.space != Space::Global)) return;
  if (in.op == Opcode::Ld || in.op == Opcode::St) kind = access_kind(in, a.space);
  if (options_.orders) {
    // Lanes of one instruction are as good as any other threads, and no two atomics leave one value.
    kind = without_atomicity(in, kind);
    race_instruction_ = races_.next_instruction();
    if (in.op == Opcode::Atom || in.op == Opcode::Red || pending_group) value = race_instruction_;
  }
  const std::uint64_t address = a.space == Space::Shared ? kSharedBase + a.address : a.address;
  const std::uint32_t w = threads_.warp_index(warp);
  races_.access({threads_.thread_of(w, lane), kind, address, bytes, value, race_instruction_, in.place,
                 executions_.executions(w)[static_cast<std::size_t>(lane)], current_, pending_group,
                 fragment_kind(in)});
  if (between_ != nullptr && a.space == Space::Global)
    note_between(in, kind, threads_.thread_of(w, lane), a.address, bytes, value);
  if (read_only_loads_.judges_read_only_loads() && a.space == Space::Global)
    read_only_loads_.note_read_only(in, kind, threads_.thread_of(w, lane), a.address, bytes);
  if (in.mod.is_volatile && (in.op == Opcode::Ld || in.op == Opcode::St))
    note_strong(in, threads_.thread_of(w, lane), a, in.op == Opcode::Ld, in.op == Opcode::St);
}

void AccessRecorder::tell_change(const Instruction& in, std::uint32_t warp, int lane, const Accessed& a, bool is_atomic,
                                 int bytes) {
  const auto [known, fresh] = calls_.try_emplace(current_);
  for (PositionId p = positions_.at(current_).caller; fresh && p != kNoPosition; p = positions_.at(p).caller) {
    const Function& f = setup_.program.functions[positions_.at(p).function];
    known->second.insert(known->second.begin(), f.code[f.blocks[positions_.at(p).block].last - 1].place);  // the call
  }
  options_.changes->changes({known->second, in.place, threads_.thread_of(warp, lane),
                             executions_.iterations(warp)[static_cast<std::size_t>(lane)],
                             a.space == Space::Shared ? kSharedBase + a.address : a.address, bytes, is_atomic});
}

// What an access is where atomics order nothing: updates alone that commute with each other stay atomic.
AccessKind AccessRecorder::without_atomicity(const Instruction& in, AccessKind kind) const {
  const std::uint32_t update = setup_.commuting_update;
  if (update != 0 && update == commuting_update(in) &&
      is_silent(setup_.program.functions[positions_.at(current_).function], in))
    return AccessKind::Atomic;
  if (kind == AccessKind::StrongRead) return AccessKind::Read;
  return kind == AccessKind::Atomic ? AccessKind::Write : kind;
}

void AccessRecorder::note_fence(const Instruction& in, std::uint32_t warp, LaneMask mask) {
  if (!options_.races || options_.orders || !setup_.synchronises || !is_fence(in)) return;
  const bool acquires = !in.mod.ordering.starts_with("release"),
             releases = !in.mod.ordering.starts_with("acquire");
  for_each_lane(mask, [&](int lane) { races_.fence(threads_.thread_of(warp, lane), acquires, releases); });
  if (between_ != nullptr && mask != 0)
    between_->fence({block_, threads_.thread_of(warp, std::countr_zero(mask))}, releases && !is_of_block(in));
}

void AccessRecorder::note_strong(const Instruction& in, std::uint32_t thread, const Accessed& a, bool reads,
                          bool writes) {
  if (!options_.races || options_.orders || !setup_.synchronises) return;
  if (a.space != Space::Shared && a.space != Space::Global) return;
  const std::uint64_t address = a.space == Space::Shared ? kSharedBase + a.address : a.address;
  if (reads) races_.strong_read(thread, address, orders(in, "acquire"));
  if (writes) races_.strong_write(thread, address, reads, orders(in, "release"));
  if (between_ == nullptr) return;
  const GridRaceMonitor::Thread self{block_, thread};
  const bool returns = reads && in.op != Opcode::Red;
  if (a.space != Space::Global || is_of_block(in)) {
    if (returns) between_->read_in_block(self);
    return;
  }
  if (returns) between_->strong_read(self, address);
  if (writes) between_->strong_write(self, address, reads, orders(in, "release"));
}

void AccessRecorder::note_between(const Instruction& in, AccessKind kind, std::uint32_t thread,
                                  std::uint64_t address, int bytes, std::uint64_t value) {
  const bool loads = in.op == Opcode::Ld || in.op == Opcode::Ldu;
  const bool is_plain = loads || in.op == Opcode::St;
  GridRaceMonitor::Access access{block_, thread, !loads, false, address, bytes, {}, in.place};
  access.strong = options_.orders ? kind == AccessKind::Atomic  // without_atomicity
                                  : (!is_plain || in.mod.is_volatile) && !is_of_block(in);
  if (in.op == Opcode::St) access.value = value;
  between_->access(access);
}

}  // namespace warpproof::concrete
