#include "src/concrete/memory/fast_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "spec/redux.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/endless_loops.h"
#include "src/concrete/control/random_schedule.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/memory/access_judge.h"
#include "src/concrete/memory/access_recorder.h"
#include "src/concrete/memory/block_memory.h"
#include "src/concrete/memory/executions.h"
#include "src/concrete/memory/locator.h"
#include "src/concrete/memory/read_only_loads.h"
#include "src/concrete/observer.h"
#include "src/machine/address_map.h"

namespace warpproof::concrete {

namespace {

constexpr std::uint64_t kFarthestRow = 1ull << 36;  // as far as an allocation may reach

}  // namespace

FastRows::FastRows(const Parts& parts)
    : setup_(parts.context.setup),
      inputs_(parts.context.inputs),
      options_(parts.context.options),
      current_(parts.code.current),
      result_(parts.record.result),
      global_(parts.block_memory.global),
      shared_(parts.block_memory.shared),
      random_(parts.random_schedule.random),
      races_(parts.races),
      between_(parts.between),
      race_instruction_(parts.executions.race_instruction),
      threads_(parts.threads),
      endless_loops_(parts.endless_loops),
      locator_(parts.locator),
      access_judge_(parts.access_judge),
      executions_(parts.executions),
      access_recorder_(parts.access_recorder),
      read_only_loads_(parts.read_only_loads) {}

// The memory that holds a row of words from `start` on, if all of it lies in shared memory or in one of the
// kernel's buffers, aligned and within its bounds; null when some rule may have something to say.
CellMemory* FastRows::row_memory(const Instruction& in, const Bank& bank, std::uint64_t start,
                                std::uint64_t bytes) {
  const Location where = classify(in.mod.space, start);
  const std::uint64_t size = kLanes * bytes;
  if (start % bytes != 0 || where.offset > kFarthestRow) return nullptr;
  if (inputs_.extents) {
    const std::uint64_t room = access_judge_.room_at(in, bank, where);
    if (size > room || where.offset > room - size) return nullptr;
  }
  locator_.note_reach(where, size);
  if (where.space == Space::Shared) return in.mod.space == Space::Shared ? &shared_ : nullptr;
  const std::size_t parameters = setup_.program.functions[setup_.root].parameters.size();
  if (where.space != Space::Global || where.allocation >= parameters) return nullptr;
  result_.touched.insert(where.allocation);
  return &global_;
}

// What the race monitors hear of a row of words: as note_access() of each lane.
void FastRows::note_row(const Instruction& in, const Warp& warp, const CellMemory* memory,
                        std::uint64_t start, int bytes, const void* words) {
  if (!options_.races) return;
  race_instruction_ = races_.next_instruction();
  const bool is_shared = memory == &shared_;
  AccessKind kind = access_kind(in, is_shared ? Space::Shared : Space::Global);
  if (options_.orders) kind = access_recorder_.without_atomicity(in, kind);
  races_.access_row(
      {threads_.thread_of(threads_.warp_index(warp), 0), kind, is_shared ? kSharedBase + start : start, bytes,
       0, race_instruction_, in.place, race_instruction_, current_},
      kind == RaceMonitor::Kind::Write ? words : nullptr);
  for (int lane = 0; read_only_loads_.judges_read_only_loads() && !is_shared && lane < kLanes; ++lane)
    read_only_loads_.note_read_only(in, kind, threads_.thread_of(threads_.warp_index(warp), lane),
                   start + static_cast<std::uint64_t>(lane) * static_cast<std::uint64_t>(bytes), bytes);
  if (between_ == nullptr || is_shared) return;
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto at = static_cast<std::size_t>(lane * bytes);
    std::uint64_t value = 0;  // little endian
    if (words != nullptr)
      std::memcpy(&value, static_cast<const std::byte*>(words) + at, static_cast<std::size_t>(bytes));
    access_recorder_.note_between(in, kind, threads_.thread_of(threads_.warp_index(warp), lane), start + at,
                                  bytes, value);
  }
}

// A load or store of consecutive words by all 32 lanes. Under a random schedule the race monitor wants to
// know of each lane by itself which execution it belongs to.
bool FastRows::row_at_once(const Instruction& in, const Warp& warp, Bank& bank, LaneMask mask) {
  const bool is_load = in.op == Opcode::Ld, is_store = in.op == Opcode::St;
  if (options_.observer != nullptr || mask != ~0u || (!is_load && !is_store) || (options_.races && random_) ||
      in.mod.vector != 1 || (options_.races && fragment_kind(in) != 0))
    return false;
  // Who stored what matters.
  if (endless_loops_.is_looking() || (is_store && (endless_loops_.knows_changes() || options_.changes != nullptr)) ||
      (setup_.synchronises && in.mod.is_volatile))
    return false;
  if (is_store && options_.races && !executions_.is_in_one_iteration(threads_.warp_index(warp))) return false;
  if (in.address.base != Address::Base::Register || bank.defined[in.address.index] != ~0u) return false;
  const int bits = bits_of(in.type);
  const Operand& operand = is_load ? in.destinations[0] : in.sources[0];
  if ((bits != 32 && bits != 64) || operand.kind != Operand::Kind::Register ||
      bank.lanes->width[operand.index] != bits || (is_store && bank.defined[operand.index] != ~0u))
    return false;
  const auto bytes = static_cast<std::uint64_t>(bits) / 8;
  std::uint64_t start, unlike = 0;
  const auto steps = [&](auto* at) {
    for (unsigned i = 0; i < kLanes; ++i) unlike |= at[i] - at[0] - i * bytes;
    start = at[0];
  };
  const std::byte* address = bank.slot(in.address.index);
  const bool wide = bank.lanes->width[in.address.index] == 64;
  if (wide) {
    steps(reinterpret_cast<const std::uint64_t*>(address));
  } else {
    steps(reinterpret_cast<const std::uint32_t*>(address));
  }
  if (unlike != 0) return false;
  start += static_cast<std::uint64_t>(in.address.offset);
  if (!wide && start + kLanes * bytes > 0xffffffffull) return false;  // a 32-bit address wraps
  CellMemory* memory = row_memory(in, bank, start, bytes);
  if (memory == nullptr) return false;
  std::byte* words = bank.slot(operand.index);
  if (is_store) {
    memory->write_row(start, bytes, words);
    note_row(in, warp, memory, start, static_cast<int>(bytes), words);
    return true;
  }
  if (!memory->read_row(start, bytes, words)) return false;
  note_row(in, warp, memory, start, static_cast<int>(bytes), nullptr);
  bank.defined[operand.index] = ~0u;
  bank.tainted[operand.index] = 0;
  return true;
}

}  // namespace warpproof::concrete
