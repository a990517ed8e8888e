// Loads, stores and atomics.

#include <algorithm>
#include <cstdio>

#include "src/base/symbol_name.h"
#include "src/concrete/atomic.h"
#include "src/concrete/machine.h"
#include "src/machine/alu.h"

namespace warpproof::concrete {
namespace {

constexpr std::uint64_t kFarthestOffset = 1ull << 36;  // no allocation is as large

// Accesses of lanes to these spaces can meet.
bool is_common(Space space) { return space != Space::Local && space != Space::Param; }

}  // namespace

void Machine::memory(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  if (row_at_once(in, warp, bank, mask)) {
    if (is_common(in.mod.space)) warp.informed |= mask;
    return;
  }
  std::array<std::uint64_t, kLanes> at;
  addresses_of(in, warp, bank, mask, at);
  race_instruction_ = races_.next_instruction();
  const std::size_t parts = in.op == Opcode::St                           ? in.sources.size()
                            : in.op == Opcode::Ld || in.op == Opcode::Ldu ? in.destinations.size()
                                                                          : 1;
  const LaneMask bad =
      judge_access(in, warp, bank, mask, at, parts * static_cast<std::uint64_t>(bits_of(in.type)) / 8);
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

// Bytes of the memory that an address points into, from its start; 0 for an address that points at nothing.
std::uint64_t Machine::room_at(const Instruction& in, const Bank& bank, const Location& where) const {
  const Layout& layout = setup_.layout;
  const Program& program = setup_.program;
  switch (where.space) {
    case Space::Shared:
      return shared_size(layout, launch_.dynamic_shared);
    case Space::Local:
      return local_base(current_) + layout.local_size[bank.function];
    case Space::Param: {
      if (inputs_.only_bounds) return kUnknownExtent;
      const bool of_kernel = program.functions[setup_.root].is_entry &&
                             (in.mod.space != Space::Param || bank.function == setup_.root);
      return of_kernel ? std::max(kernel_param_bytes_, layout.param_size[setup_.root])
                       : layout.param_size[bank.function];
    }
    default:
      break;
  }
  if (where.allocation < inputs_.extents->size()) return (*inputs_.extents)[where.allocation];
  if (const auto size = variable_size(program, layout, where.allocation)) return *size;
  return inputs_.only_bounds ? kUnknownExtent : 0;
}

// What an address points into; just in front of an allocation of known size, into that one.
Location Machine::judged_location(const Instruction& in, std::uint64_t address) const {
  const Location at = classify(in.mod.space, address);
  if (!inputs_.only_bounds || at.space != Space::Global || at.offset < kWindowSize / 2) return at;
  const Location behind = classify(in.mod.space, address + kWindowSize / 2);
  const bool is_sized = behind.space == Space::Global && behind.allocation < inputs_.extents->size() &&
                        (*inputs_.extents)[behind.allocation] != kUnknownExtent;
  return is_sized ? Location{Space::Global, behind.allocation, behind.offset - kWindowSize / 2} : at;
}

// "byte 128 of k_param_0", "shared memory, byte 64", "address 0x10, which no allocation holds".
std::string Machine::describe_address(const Location& where) const {
  const Program& program = setup_.program;
  const Function& root = program.functions[setup_.root];
  const std::string at = "byte " + std::to_string(static_cast<std::int64_t>(where.offset)) + " of ";
  if (where.space == Space::Shared || where.space == Space::Local || where.space == Space::Param)
    return at + (where.space == Space::Shared  ? "shared memory"
                 : where.space == Space::Local ? "local memory"
                                               : "the parameters");
  if (where.allocation == kCommonAllocation) return at + "memory";
  if (where.allocation == kLoadedAllocations) return at + "memory that a loaded pointer points to";
  if (const ParameterPart part = pointing_part(where.allocation); part.index < root.parameters.size())
    return at + "the buffer of " + program.variables[root.parameters[part.index]].name +
           (part.offset != 0 ? "+" + std::to_string(part.offset) : "");
  if (const auto v = variable_of(program, setup_.layout, where.allocation))
    return at + source_name(program.variables[*v].name);
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(where.offset));
  return where.offset < 4096 ? "a null pointer (address " + std::string(text) + ")"
                             : "address " + std::string(text) + ", which no allocation holds";
}

bool Machine::judges_alignment(const Instruction& in) const {
  const bool all = inputs_.extents && (!inputs_.only_bounds || inputs_.also_alignment_and_division);
  return all || (!inputs_.judged_alignment.empty() && inputs_.judged_alignment.contains(in.place));
}

// memory.out-of-bounds and memory.misaligned, where the run knows how large things are: the lanes whose
// access cannot be made.
LaneMask Machine::judge_access(const Instruction& in, const Warp& warp, const Bank& bank, LaneMask mask,
                               const std::array<std::uint64_t, kLanes>& at, std::uint64_t bytes) {
  const bool aligns = judges_alignment(in);
  if ((!inputs_.extents && !aligns) || bytes == 0) return 0;
  const auto room_of = [&](int lane) {
    return inputs_.extents ? room_at(in, bank, judged_location(in, at[lane])) : kUnknownExtent;
  };
  LaneMask outside = 0, misaligned = 0;
  for_each_lane(mask, [&](int lane) {
    const std::uint64_t room = room_of(lane);
    if (room != kUnknownExtent && (bytes > room || judged_location(in, at[lane]).offset > room - bytes)) {
      outside |= 1u << lane;
    } else if (aligns && at[lane] % bytes != 0) {
      misaligned |= 1u << lane;
    }
  });
  const auto describe = [&](LaneMask lanes) {
    const int lane = std::countr_zero(lanes);
    const std::uint64_t room = room_of(lane);
    const Location where = inputs_.extents ? judged_location(in, at[lane]) : classify(in.mod.space, at[lane]);
    return "lane " + std::to_string(lane) + " accesses " + std::to_string(bytes) + " bytes at " +
           describe_address(where) +
           (room > 0 && room != kUnknownExtent ? "; there are " + std::to_string(room) + " bytes" : "");
  };
  if (outside != 0)
    report(spec::Rule::MemoryOutOfBounds, in.place, warp_index(warp), outside, describe(outside));
  if (misaligned != 0)
    report(spec::Rule::MemoryMisaligned, in.place, warp_index(warp), misaligned,
           describe(misaligned) + "; the address is no multiple of " + std::to_string(bytes));
  return outside | misaligned;
}

void Machine::addresses_of(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                           std::array<std::uint64_t, kLanes>& out) {
  const auto offset = static_cast<std::uint64_t>(in.address.offset);
  if (in.address.base != Address::Base::Register) {
    out.fill(in.address.base == Address::Base::Variable ? variable_address(in.address.index) + offset
                                                        : offset);
    return;
  }
  const Register& reg = setup_.program.functions[bank.function].registers[in.address.index];
  const int width = bits_of(reg.type);
  Read base;
  load_register(bank, in.address.index, mask, in.place, base);
  report_use(base, mask, in, warp, "an address");
  // A 32-bit address wraps within 32 bits.
  const std::uint64_t keep = width >= 64 ? ~0ull : (1ull << width) - 1;
  for (int lane = 0; lane < kLanes; ++lane) out[lane] = (base.word.lane[lane] + offset) & keep;
}

void Machine::note_reach(const Location& where, std::uint64_t bytes) {
  if (where.space == Space::Shared) result_.shared_end = std::max(result_.shared_end, where.offset + bytes);
  if (where.space != Space::Global) return;
  const std::size_t findings = report_.findings().size();
  if (result_.reaches.empty() || result_.reaches.back().findings != findings)
    result_.reaches.push_back({findings, 0, false});
  RunResult::Reach& reach = result_.reaches.back();
  const bool stray = where.allocation == kNoAllocation || where.offset > kFarthestOffset;
  reach.stray = reach.stray || stray;
  result_.stray = result_.stray || stray;
  if (where.allocation != kLoadedAllocations) reach.farthest = std::max(reach.farthest, where.offset);
}

Machine::Accessed Machine::locate(const Instruction& in, const Warp& warp, Bank& bank, int lane,
                                  std::uint64_t address) {
  const Location where = classify(in.mod.space, address);
  const std::uint32_t thread = thread_of(warp_index(warp), lane);
  note_reach(where, static_cast<std::uint64_t>(bits_of(in.type)) / 8);
  if (is_common(where.space)) warps_[warp_index(warp)].informed |= 1u << lane;
  switch (where.space) {
    case Space::Shared:
      return {&shared_, where.offset, Space::Shared};
    case Space::Local: {
      auto& memory = local_[thread];
      if (!memory) memory = std::make_unique<CellMemory>(false);
      return {memory.get(), where.offset, Space::Local};
    }
    case Space::Param: {
      const bool generic = in.mod.space != Space::Param;
      const bool of_kernel = setup_.program.functions[setup_.root].is_entry &&
                             (generic || bank.function == setup_.root) && where.offset < kernel_param_bytes_;
      if (of_kernel) return {&kernel_params_, where.offset, Space::Param};
      if (generic) throw Stop{"a generic address of a device function's parameter", in.place};
      const std::uint64_t size = setup_.layout.param_size[bank.function];
      return {&bank.params, static_cast<std::uint64_t>(lane) * size + where.offset, Space::Param};
    }
    default:
      break;
  }
  const auto variable = variable_of(setup_.program, setup_.layout, where.allocation);
  if (variable && setup_.program.variables[*variable].has_pointers)
    throw Stop{"an initialiser with addresses: " + setup_.program.variables[*variable].name, in.place};
  if (where.space == Space::Global) {
    if (where.allocation < kConstAllocations) {
      result_.touched.insert(where.allocation);
      if (in.op == Opcode::Atom || in.op == Opcode::Red || in.mod.is_volatile)
        result_.strong.insert(where.allocation);
    }
  }
  return {&global_, address, where.space};
}

void Machine::load(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask, LaneMask bad,
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
      const Accessed a = locate(in, warp, bank, lane, at[lane] + part * static_cast<std::uint64_t>(bytes));
      const CellMemory::Value value = a.memory->read(a.address, bytes);
      note_access(in, warp, lane, a, RaceMonitor::Kind::Read, bytes, 0);
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
    write_destination(in, part, bank, mask, word, is_signed(in.type), tainted, origin);
  }
}

bool Machine::is_unwritten(const CellMemory::Value& value) const {
  return value.origin == 0 || report_.origin_of(value.origin).rule == spec::Rule::ValueUninitialised;
}

// A word of which some bytes are defined and others were never written, as when a struct with padding is
// copied: those are 0 here.
bool Machine::is_padded(const Accessed& a, int bytes) const {
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
bool Machine::is_beside_written(const Accessed& a) const {
  for (std::uint64_t at = a.address / 8 * 8; at < a.address / 8 * 8 + 8; ++at) {
    const CellMemory::Value one = a.memory->read(at, 1);
    if (one.origin == 0 && !one.unwritten) return true;
  }
  return false;
}

void Machine::store(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                    const std::array<std::uint64_t, kLanes>& at) {
  const int bits = bits_of(in.type), bytes = bits / 8;
  if (bits < 8 || bits > 64) throw Stop{"a store of " + std::to_string(bits) + " bits", in.place};
  const Numbers stores = stores_of(warp_index(warp), mask);
  std::vector<Read> values(in.sources.size());
  for (std::size_t part = 0; part < in.sources.size(); ++part) {
    read_operand(in, in.sources[part], bits, warp, bank, mask, values[part]);
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
      const Accessed a = locate(in, warp, bank, lane, at[lane] + part * static_cast<std::uint64_t>(bytes));
      const bool undefined = (value.tainted & bit) != 0;
      if (undefined && is_common(a.space)) {
        report_.tainted_use(
            value.origin[lane], in.place, warp_index(warp), bit,
            a.space == Space::Shared ? "a value stored to shared memory" : "a value stored to global memory");
      }
      race_instruction_ = stores[static_cast<std::size_t>(lane)];
      note_access(in, warp, lane, a, RaceMonitor::Kind::Write, bytes, word.at(lane));
      if (next_look_ != ~0ull) note_change(a, bytes, thread_of(warp_index(warp), lane));
      a.memory->write(a.address, bytes, word.at(lane),
                      undefined && !is_common(a.space) ? value.origin[lane] : 0);
    }
  }
}

// store.same-instruction: two lanes of one store write different values to a common byte; byte_of(lane, i) is
// the i-th of `bytes` that a lane stores. Strong stores are each performed, in some order, as atomics are.
void Machine::check_same_address(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
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
  const auto differ = [&](int a, int b) {  // b begins behind a, or where it does
    const std::uint64_t behind = at[b] - at[a];
    for (std::uint64_t i = behind; i < bytes; ++i) {
      if (byte_of(a, i) != byte_of(b, i - behind)) return true;
    }
    return false;
  };
  LaneMask together = 0;
  for (int i = 0; i + 1 < count; ++i) {
    const int a = order[i];
    const Space space = locate(in, warp, bank, a, at[a]).space;
    if (!is_common(space) || access_kind(in, space) != AccessKind::Write) continue;
    for (int k = i + 1; k < count && stores[order[k]] == stores[a] && at[order[k]] - at[a] < bytes; ++k) {
      const int b = order[k];
      const LaneMask both = (1u << a) | (1u << b);
      if ((together & both) != both && differ(a, b)) together |= both;
    }
  }
  if (together == 0) return;
  report(spec::Rule::StoreSameInstruction, in.place, warp_index(warp), together,
         "lanes " + LaneSet{together}.str() +
             " of one store write different values to common bytes; which value stands is undefined");
}

// Lanes perform their operations one after the other, the lowest first.
void Machine::atomic(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                     const std::array<std::uint64_t, kLanes>& at) {
  if (!atomic_supported(in)) {
    throw Stop{in.name.empty() ? std::string(info(in.op).mnemonic) + " of this operation and type" : in.name,
               in.place};
  }
  const int bits = bits_of(in.type), bytes = bits / 8;
  std::array<Read, 2> operands;
  operands[0].word = operands[1].word = domain_.constant(bits, 0);
  for (std::size_t i = 0; i < in.sources.size() && i < 2; ++i) {
    read_operand(in, in.sources[i], bits, warp, bank, mask, operands[i]);
    report_use(operands[i], mask, in, warp, "the operand of an atomic");
    operands[i].word = fit_word(domain_, operands[i].word, bits, false);
  }
  LaneVector old(bits);
  old.lane.fill(0);
  LaneMask tainted = 0;
  std::array<OriginId, kLanes> origin;
  for_each_lane(mask, [&](int lane) {
    const Accessed a = locate(in, warp, bank, lane, at[lane]);
    const CellMemory::Value before = a.memory->read(a.address, bytes);
    note_access(in, warp, lane, a, RaceMonitor::Kind::Atomic, bytes, 0);
    old.lane[lane] = before.bits;
    if (before.origin != 0 || before.unwritten) {
      tainted |= 1u << lane;
      origin[lane] =
          before.origin != 0 ? before.origin : report_.origin(spec::Rule::ValueUninitialised, in.place);
      // The sum with an undefined value is undefined: an atomic both reads and stores it. An exchange stores
      // what it is given.
      if (in.mod.reduce != ReduceOp::Exch)
        report_.tainted_use(origin[lane], in.place, warp_index(warp), 1u << lane, "the operand of an atomic");
    }
    const std::uint64_t after = atomic_result(in, a.space == Space::Global, before.bits,
                                              operands[0].word.at(lane), operands[1].word.at(lane));
    if (next_look_ != ~0ull && after != before.bits) note_change(a, bytes, thread_of(warp_index(warp), lane));
    const bool fails = in.mod.reduce == ReduceOp::Cas && before.bits != operands[0].word.at(lane);
    note_strong(in, thread_of(warp_index(warp), lane), a, true, !fails);
    a.memory->write(a.address, bytes, after);
  });
  write_destination(in, 0, bank, mask, old, is_signed(in.type), tainted, origin);
}

}  // namespace warpproof::concrete
