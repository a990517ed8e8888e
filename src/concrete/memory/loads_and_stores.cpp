#include "src/concrete/memory/loads_and_stores.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>

#include "src/base/symbol_name.h"
#include "src/concrete/atomic.h"
#include "src/concrete/control/endless_loops.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/memory/access_judge.h"
#include "src/concrete/memory/access_recorder.h"
#include "src/concrete/memory/executions.h"
#include "src/concrete/memory/fast_rows.h"
#include "src/concrete/memory/locator.h"
#include "src/machine/alu.h"

namespace warpproof::concrete {

LoadsAndStores::LoadsAndStores(const Parts& parts)
    : report_(parts.record.findings),
      domain_(parts.registers.domain),
      races_(parts.races),
      race_instruction_(parts.executions.race_instruction),
      threads_(parts.threads),
      record_(parts.record),
      registers_(parts.registers),
      endless_loops_(parts.endless_loops),
      locator_(parts.locator),
      access_judge_(parts.access_judge),
      fast_rows_(parts.fast_rows),
      executions_(parts.executions),
      access_recorder_(parts.access_recorder) {}

void LoadsAndStores::memory(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  if (fast_rows_.row_at_once(in, warp, bank, mask)) {
    if (is_common(in.mod.space)) warp.informed |= mask;
    return;
  }
  std::array<std::uint64_t, kLanes> at;
  locator_.addresses_of(in, warp, bank, mask, at);
  race_instruction_ = races_.next_instruction();
  const std::size_t parts = in.op == Opcode::St                           ? in.sources.size()
                            : in.op == Opcode::Ld || in.op == Opcode::Ldu ? in.destinations.size()
                                                                          : 1;
  const LaneMask bad = access_judge_.judge_access(in, warp, bank, mask, at,
                                                  parts * static_cast<std::uint64_t>(bits_of(in.type)) / 8);
  switch (in.op) {
    case Opcode::Ld:
    case Opcode::Ldu:
      return load(in, warp, bank, mask, bad, at);
    case Opcode::St:
      return store(in, warp, bank, mask & ~bad, at);
    default:
      return atomic(in, warp, bank, mask & ~bad, at);
  }
}

void LoadsAndStores::load(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask, LaneMask bad,
                   const std::array<std::uint64_t, kLanes>& at) {
  const int bits = bits_of(in.type), bytes = bits / 8;
  if (bits < 8 || bits > 64) throw Stop{"a load of " + std::to_string(bits) + " bits", in.place};
  for (std::size_t part = 0; part < in.destinations.size(); ++part) {
    LaneVector word(bits);
    word.lane.fill(0);
    LaneMask tainted = 0;
    std::array<OriginId, kLanes> origin;
    for_each_lane(bad,
                  [&](int lane) { origin[lane] = report_.origin(spec::Rule::MemoryOutOfBounds, in.place); });
    tainted |= bad;
    for_each_lane(mask & ~bad, [&](int lane) {
      const Accessed a =
          locator_.locate(in, warp, bank, lane, at[lane] + part * static_cast<std::uint64_t>(bytes));
      const CellMemory::Value value = a.memory->read(a.address, bytes);
      access_recorder_.note_access(in, warp, lane, a, RaceMonitor::Kind::Read, bytes, 0);
      word.lane[lane] = value.bits;
      if (value.origin == 0 && !value.unwritten) return;
      const bool is_private = a.space == Space::Local || a.space == Space::Param;
      if ((is_private && is_padded(a, bytes)) || (in.mod.sets_field && is_unwritten(value))) return;
      tainted |= 1u << lane;
      origin[lane] = value.origin != 0
                         ? value.origin
                         : report_.origin(spec::Rule::ValueUninitialised, in.place,
                                          is_private && !in.mod.names_variable && is_beside_written(a));
    });
    registers_.write_destination(in, part, bank, mask, word, is_signed(in.type), tainted, origin);
  }
}

bool LoadsAndStores::is_unwritten(const CellMemory::Value& value) const {
  return value.origin == 0 || report_.origin_of(value.origin).rule == spec::Rule::ValueUninitialised;
}

// A word of which some bytes are defined and others were never written, as when a struct with padding is
// copied: those are 0 here.
bool LoadsAndStores::is_padded(const Accessed& a, int bytes) const {
  bool any_defined = false;
  for (int i = 0; i < bytes; ++i) {
    const CellMemory::Value one = a.memory->read(a.address + static_cast<std::uint64_t>(i), 1);
    const bool is_defined = one.origin == 0 && !one.unwritten;
    if (one.origin != 0 && report_.origin_of(one.origin).rule != spec::Rule::ValueUninitialised) return false;
    any_defined = any_defined || is_defined;
  }
  return any_defined;
}

// Padding of a struct fills words of 8 bytes of which other bytes are members.
bool LoadsAndStores::is_beside_written(const Accessed& a) const {
  for (std::uint64_t at = a.address / 8 * 8; at < a.address / 8 * 8 + 8; ++at) {
    const CellMemory::Value one = a.memory->read(at, 1);
    if (one.origin == 0 && !one.unwritten) return true;
  }
  return false;
}

void LoadsAndStores::store(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                    const std::array<std::uint64_t, kLanes>& at) {
  const int bits = bits_of(in.type), bytes = bits / 8;
  if (bits < 8 || bits > 64) throw Stop{"a store of " + std::to_string(bits) + " bits", in.place};
  const Numbers stores = executions_.stores_of(threads_.warp_index(warp), mask);
  std::vector<Read> values(in.sources.size());
  for (std::size_t part = 0; part < in.sources.size(); ++part) {
    registers_.read_operand(in, in.sources[part], bits, warp, bank, mask, values[part]);
    values[part].word = fit_word(domain_, values[part].word, bits, false);
  }
  const auto width = static_cast<std::uint64_t>(bytes);
  check_same_address(in, warp, bank, mask, at, stores, width * values.size(), [&](int lane, std::uint64_t i) {
    return values[i / width].word.at(lane) >> (8 * (i % width)) & 0xff;
  });
  for (std::size_t part = 0; part < in.sources.size(); ++part) {
    const Read& value = values[part];
    const LaneVector& word = value.word;
    // Where lanes meet, the lowest one's value stands, so the highest writes first.
    for (int lane = kLanes - 1; lane >= 0; --lane) {
      const LaneMask bit = 1u << lane;
      if ((mask & bit) == 0) continue;
      const Accessed a =
          locator_.locate(in, warp, bank, lane, at[lane] + part * static_cast<std::uint64_t>(bytes));
      const bool undefined = (value.tainted & bit) != 0;
      if (undefined && is_common(a.space)) {
        report_.tainted_use(
            value.origin[lane], in.place, threads_.warp_index(warp), bit,
            a.space == Space::Shared ? "a value stored to shared memory" : "a value stored to global memory");
      }
      race_instruction_ = stores[static_cast<std::size_t>(lane)];
      access_recorder_.note_access(in, warp, lane, a, RaceMonitor::Kind::Write, bytes, word.at(lane));
      if (endless_loops_.follows_changes())
        endless_loops_.note_change(a, bytes, threads_.thread_of(threads_.warp_index(warp), lane));
      a.memory->write(a.address, bytes, word.at(lane),
                      undefined && !is_common(a.space) ? value.origin[lane] : 0);
    }
  }
}

// store.same-instruction: two lanes of one store write different values to a common byte; byte_of(lane, i) is
// the i-th of `bytes` that a lane stores. Strong stores are each performed, in some order, as atomics are.
void LoadsAndStores::check_same_address(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                                 const std::array<std::uint64_t, kLanes>& at, const Numbers& stores,
                                 std::uint64_t bytes,
                                 const std::function<std::uint64_t(int, std::uint64_t)>& byte_of) {
  if (std::popcount(mask) < 2 || in.mod.space == Space::Local || in.mod.space == Space::Param) return;
  std::array<int, kLanes> order{};
  int count = 0;
  bool increasing = true;
  std::uint64_t end = 0;
  for_each_lane(mask, [&](int lane) {
    increasing &= count == 0 || at[lane] >= end;
    end = at[lane] + bytes;
    order[count++] = lane;
  });
  if (increasing) return;
  std::stable_sort(order.begin(), order.begin() + count,
                   [&](int a, int b) { return std::pair(stores[a], at[a]) < std::pair(stores[b], at[b]); });
  const auto differ = [&](int a, int b) {  // b begins after a, or where it does
    const std::uint64_t distance = at[b] - at[a];
    for (std::uint64_t i = distance; i < bytes; ++i) {
      if (byte_of(a, i) != byte_of(b, i - distance)) return true;
    }
    return false;
  };
  LaneMask together = 0;
  for (int i = 0; i + 1 < count; ++i) {
    const int a = order[i];
    const Space space = locator_.locate(in, warp, bank, a, at[a]).space;
    if (!is_common(space) || access_kind(in, space) != AccessKind::Write) continue;
    for (int k = i + 1; k < count && stores[order[k]] == stores[a] && at[order[k]] - at[a] < bytes; ++k) {
      const int b = order[k];
      const LaneMask both = (1u << a) | (1u << b);
      if ((together & both) != both && differ(a, b)) together |= both;
    }
  }
  if (together == 0) return;
  record_.report(spec::Rule::StoreSameInstruction, in.place, threads_.warp_index(warp), together,
         "lanes " + LaneSet{together}.str() +
             " of one store write different values to common bytes; which value stands is undefined");
}

// Lanes perform their operations one after the other, the lowest first.
void LoadsAndStores::atomic(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                     const std::array<std::uint64_t, kLanes>& at) {
  if (!atomic_supported(in)) {
    throw Stop{in.name.empty() ? std::string(info(in.op).mnemonic) + " of this operation and type" : in.name,
               in.place};
  }
  const int bits = bits_of(in.type), bytes = bits / 8;
  std::array<Read, 2> operands;
  operands[0].word = operands[1].word = domain_.constant(bits, 0);
  for (std::size_t i = 0; i < in.sources.size() && i < 2; ++i) {
    registers_.read_operand(in, in.sources[i], bits, warp, bank, mask, operands[i]);
    registers_.report_use(operands[i], mask, in, warp, "the operand of an atomic");
    operands[i].word = fit_word(domain_, operands[i].word, bits, false);
  }
  LaneVector old(bits);
  old.lane.fill(0);
  LaneMask tainted = 0;
  std::array<OriginId, kLanes> origin;
  for_each_lane(mask, [&](int lane) {
    const Accessed a = locator_.locate(in, warp, bank, lane, at[lane]);
    const CellMemory::Value before = a.memory->read(a.address, bytes);
    access_recorder_.note_access(in, warp, lane, a, RaceMonitor::Kind::Atomic, bytes, 0);
    old.lane[lane] = before.bits;
    if (before.origin != 0 || before.unwritten) {
      tainted |= 1u << lane;
      origin[lane] =
          before.origin != 0 ? before.origin : report_.origin(spec::Rule::ValueUninitialised, in.place);
      // The sum with an undefined value is undefined: an atomic both reads and stores it. An exchange stores
      // what it is given.
      if (in.mod.reduce != ReduceOp::Exch)
        report_.tainted_use(origin[lane], in.place, threads_.warp_index(warp), 1u << lane,
                            "the operand of an atomic");
    }
    const std::uint64_t after = atomic_result(in, a.space == Space::Global, before.bits,
                                              operands[0].word.at(lane), operands[1].word.at(lane));
    if (endless_loops_.follows_changes() && after != before.bits)
      endless_loops_.note_change(a, bytes, threads_.thread_of(threads_.warp_index(warp), lane));
    const bool fails = in.mod.reduce == ReduceOp::Cas && before.bits != operands[0].word.at(lane);
    access_recorder_.note_strong(in, threads_.thread_of(threads_.warp_index(warp), lane), a, true, !fails);
    a.memory->write(a.address, bytes, after);
  });
  registers_.write_destination(in, 0, bank, mask, old, is_signed(in.type), tainted, origin);
}

}  // namespace warpproof::concrete
