#include "src/concrete/control/registers.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/machine/alu.h"
#include "src/machine/approximation.h"
#include "src/program/forms.h"

namespace warpproof::concrete {

Registers::Registers(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      inputs_(parts.context.inputs),
      report_(parts.record.findings),
      code_(parts.code),
      threads_(parts.threads) {}

// A lane that never wrote the register reads 0, undefined from here on.
void Registers::load_register(const Bank& bank, std::uint32_t reg, LaneMask mask, std::uint32_t place,
                            Read& out) {
  bank.load(reg, out.word);
  out.tainted = bank.tainted[reg] & mask;
  for_each_lane(out.tainted, [&](int lane) {
    out.origin[lane] = bank.origins[static_cast<std::size_t>(reg) * kLanes + lane];
  });
  const LaneMask unwritten = mask & ~(bank.defined[reg] | bank.tainted[reg]);
  if (unwritten == 0) return;
  const OriginId origin = report_.origin(spec::Rule::ValueUninitialised, place);
  for_each_lane(unwritten, [&](int lane) {
    out.word.set(lane, 0);
    out.origin[lane] = origin;
  });
  out.tainted |= unwritten;
}

// `width` is that of immediates and addresses; a register keeps its own. A negated predicate comes as it
// stands in its register.
void Registers::read_operand(const Instruction& in, const Operand& operand, int width, const Warp& warp,
                           const Bank& bank, LaneMask mask, Read& out) {
  out.tainted = 0;
  switch (operand.kind) {
    case Operand::Kind::Register: {
      return load_register(bank, operand.index, mask, in.place, out);
    }
    case Operand::Kind::Immediate:
      out.word = domain.constant(width, operand.bits);
      return;
    case Operand::Kind::Special:
      out.word = special_register(operand, width, warp, mask);
      return;
    case Operand::Kind::Variable:
      out.word = domain.constant(width, code_.variable_address(operand.index) + operand.bits);
      return;
    case Operand::Kind::None:
      break;
  }
  throw Stop{"a missing operand of " + std::string(info(in.op).mnemonic), in.place};
}

void Registers::store_register(Bank& bank, std::uint32_t reg, LaneMask mask, const LaneVector& word,
                             LaneMask tainted, const std::array<OriginId, kLanes>& origin) {
  bank.store(reg, mask, word);
  tainted &= mask;
  bank.defined[reg] = (bank.defined[reg] | mask) & ~tainted;
  bank.tainted[reg] = (bank.tainted[reg] & ~mask) | tainted;
  if (tainted == 0) return;
  if (bank.origins.empty()) bank.origins.assign(bank.defined.size() * kLanes, 0);
  for_each_lane(
      tainted, [&](int lane) { bank.origins[static_cast<std::size_t>(reg) * kLanes + lane] = origin[lane]; });
}

void Registers::write_destination(const Instruction& in, std::size_t index, Bank& bank, LaneMask mask,
                                const LaneVector& word, bool sign, LaneMask tainted,
                                const std::array<OriginId, kLanes>& origin) {
  if (index >= in.destinations.size() || in.destinations[index].kind != Operand::Kind::Register) return;
  const std::uint32_t reg = in.destinations[index].index;
  const int width = bits_of(setup_.program.functions[bank.function].registers[reg].type);
  if (word.width == width) return store_register(bank, reg, mask, word, tainted, origin);
  store_register(bank, reg, mask, fit_word(domain, word, width, sign), tainted, origin);
}

LaneMask Registers::guarded(const Instruction& in, Warp& warp, const Bank& bank, LaneMask mask) {
  Read guard;
  load_register(bank, static_cast<std::uint32_t>(in.guard.reg), mask, in.place, guard);
  report_use(guard, mask, in, warp, in.op == Opcode::Bra ? "a branch condition" : "a guard");
  return mask & (in.guard.negated ? ~guard.word.mask : guard.word.mask);
}

void Registers::report_use(const Read& read, LaneMask mask, const Instruction& in, const Warp& warp,
                         const char* as_what) {
  for_each_lane(read.tainted & mask, [&](int lane) {
    report_.tainted_use(read.origin[lane], in.place, threads_.warp_index(warp), 1u << lane, as_what);
  });
}

// The usual case, without a detour: a register that all these lanes have written, with defined values.
bool Registers::load_defined(const Bank& bank, const Operand& operand, LaneMask mask,
                             LaneVector& word) const {
  if (operand.kind != Operand::Kind::Register) return false;
  const std::uint32_t reg = operand.index;
  if ((mask & ~bank.defined[reg]) != 0) return false;
  bank.load(reg, word);
  return true;
}

LaneVector Registers::special_register(const Operand& operand, int width, const Warp& warp, LaneMask mask) {
  const Special special = operand.special;
  const std::uint32_t w = threads_.warp_index(warp);
  const auto each = [&](int width, auto f) {
    LaneVector out(width);
    out.lane.fill(0);
    for_each_lane(mask, [&](int lane) { out.lane[lane] = f(lane); });
    return out;
  };
  const auto same = [&](std::uint64_t value, int width = 32) { return domain.constant(width, value); };
  const auto axis = [](Special s, Special x) {
    return static_cast<std::size_t>(s) - static_cast<std::size_t>(x);
  };
  const auto all = LaneSet::first(launch_.warp_size).bits;
  switch (special) {
    case Special::TidX:
    case Special::TidY:
    case Special::TidZ:
      return each(32, [&](int lane) {
        return launch_.tid(threads_.thread_of(w, lane))[axis(special, Special::TidX)];
      });
    case Special::NtidX:
    case Special::NtidY:
    case Special::NtidZ:
      return same(launch_.block[axis(special, Special::NtidX)]);
    case Special::CtaidX:
    case Special::CtaidY:
    case Special::CtaidZ:
      return same(launch_.ctaid[axis(special, Special::CtaidX)]);
    case Special::NctaidX:
    case Special::NctaidY:
    case Special::NctaidZ:
      return same(launch_.grid[axis(special, Special::NctaidX)]);
    case Special::LaneId:
      return each(32, [](int lane) { return static_cast<std::uint64_t>(lane); });
    case Special::WarpId:
      return same(w);
    case Special::BlockRank:
      return each(32, [&](int lane) { return static_cast<std::uint64_t>(threads_.thread_of(w, lane)); });
    case Special::BlockThreads:
      return same(std::uint64_t{launch_.block[0]} * launch_.block[1] * launch_.block[2]);
    case Special::LanemaskEq:
      return each(32, [](int lane) { return 1ull << lane; });
    case Special::LanemaskLt:
      return each(32, [](int lane) { return (1ull << lane) - 1; });
    case Special::LanemaskLe:
      return each(32, [](int lane) { return (2ull << lane) - 1; });
    case Special::LanemaskGt:
      return each(32, [&](int lane) { return all & ~((2ull << lane) - 1); });
    case Special::LanemaskGe:
      return each(32, [&](int lane) { return all & ~((1ull << lane) - 1); });
    case Special::DynamicSmemSize:
      return same(launch_.dynamic_shared);
    case Special::Clock64:
    case Special::GlobalTimer:
    case Special::PerformanceCounter64:
      return each(64, [&](int lane) { return read_clock(threads_.thread_of(w, lane)); });
    case Special::Clock:
    case Special::ClockHi:
    case Special::GlobalTimerLo:
    case Special::GlobalTimerHi:
    case Special::PerformanceCounter:
      return each(32, [&](int lane) { return read_clock(threads_.thread_of(w, lane)) & 0xffffffffu; });
    case Special::NWarpId:  // as many as the hardware has numbers for
    case Special::TotalSmemSize:
    case Special::SmId:
    case Special::NSmId:
    case Special::GridId:
    case Special::Envreg:
    case Special::Other:
      break;
  }
  const auto given = inputs_.block_specials.find({special, operand.index});
  if (given != inputs_.block_specials.end()) return same(given->second, width);
  // %smid is less than %nsmid in each launch.
  return same(special == Special::NWarpId ? launch_.warps()
              : special == Special::NSmId ? 1
              : special == Special::TotalSmemSize
                  ? setup_.layout.dynamic_shared_offset + launch_.dynamic_shared
                  : 0,
              width);
}

std::uint64_t Registers::read_clock(std::uint32_t thread) {
  const std::size_t reading = clock_readings_[thread]++;
  const auto given = inputs_.clocks.find(thread);
  if (given != inputs_.clocks.end() && reading < given->second.size()) return given->second[reading];
  return special_counter_++;
}

}  // namespace warpproof::concrete
