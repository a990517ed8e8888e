// Registers, undefined values and scalar instructions.

#include <algorithm>
#include <cstring>

#include "src/concrete/machine.h"
#include "src/machine/alu.h"
#include "src/machine/approximation.h"
#include "src/program/forms.h"

namespace warpproof::concrete {
namespace {

bool divides_integers(const Instruction& in) {
  return (in.op == Opcode::Div || in.op == Opcode::Rem) && !is_float(in.type);
}

}  // namespace

Bank& Machine::bank_of(std::uint32_t w, PositionId position) {
  const Positions::Node& node = positions_.at(position);
  auto& banks = warps_[w].banks;
  if (banks.size() <= static_cast<std::size_t>(node.depth)) banks.resize(node.depth + 1);
  for (const auto& bank : banks[node.depth]) {
    if (bank->function == node.function) return *bank;
  }
  auto bank = std::make_unique<Bank>();
  bank->function = node.function;
  bank->lanes = &setup_.lanes[node.function];
  const std::size_t registers = bank->lanes->offset.size() + 1;
  bank->registers.assign(bank->lanes->register_lines, Line{});
  bank->defined.assign(registers, 0);
  bank->defined.back() = ~0u;
  bank->tainted.assign(registers, 0);
  bank->iterations.assign(setup_.graphs[node.function]->loops.size() * kLanes, 0);
  banks[node.depth].push_back(std::move(bank));
  return *banks[node.depth].back();
}

std::byte* Bank::slot(std::uint32_t reg) {
  return reinterpret_cast<std::byte*>(registers.data()) + lanes->offset[reg];
}

void Bank::load(std::uint32_t reg, LaneVector& out) const {
  const std::byte* from = const_cast<Bank*>(this)->slot(reg);
  out.width = lanes->width[reg];
  if (out.width == 1) {
    std::memcpy(&out.mask, from, 4);
  } else if (out.width > 32) {
    std::memcpy(out.lane.data(), from, kSlot64);
  } else {
    const auto* words = reinterpret_cast<const std::uint32_t*>(from);
    for (int lane = 0; lane < kLanes; ++lane) out.lane[lane] = words[lane];
  }
}

void Bank::store(std::uint32_t reg, LaneMask mask, const LaneVector& word) {
  std::byte* to = slot(reg);
  if (word.width == 1) {
    auto& bits = *reinterpret_cast<std::uint32_t*>(to);
    bits = (bits & ~mask) | (word.mask & mask);
  } else if (lanes->width[reg] > 32) {
    auto* words = reinterpret_cast<std::uint64_t*>(to);
    for_each_lane(mask, [&](int lane) { words[lane] = word.lane[lane]; });
  } else {
    auto* words = reinterpret_cast<std::uint32_t*>(to);
    for_each_lane(mask, [&](int lane) { words[lane] = static_cast<std::uint32_t>(word.lane[lane]); });
  }
}

// A lane that never wrote the register reads 0, undefined from here on.
void Machine::load_register(const Bank& bank, std::uint32_t reg, LaneMask mask, std::uint32_t place,
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
void Machine::read_operand(const Instruction& in, const Operand& operand, int width, const Warp& warp,
                           const Bank& bank, LaneMask mask, Read& out) {
  out.tainted = 0;
  switch (operand.kind) {
    case Operand::Kind::Register: {
      return load_register(bank, operand.index, mask, in.place, out);
    }
    case Operand::Kind::Immediate:
      out.word = domain_.constant(width, operand.bits);
      return;
    case Operand::Kind::Special:
      out.word = special_register(operand, width, warp, mask);
      return;
    case Operand::Kind::Variable:
      out.word = domain_.constant(width, variable_address(operand.index) + operand.bits);
      return;
    case Operand::Kind::None:
      break;
  }
  throw Stop{"a missing operand of " + std::string(info(in.op).mnemonic), in.place};
}

// The variable's address in its own space, for the frame that executes now.
std::uint64_t Machine::variable_address(std::uint32_t v) const {
  const std::uint64_t address = setup_.layout.address[v];
  return setup_.program.variables[v].space == Space::Local ? local_base(current_) + address : address;
}

void Machine::store_register(Bank& bank, std::uint32_t reg, LaneMask mask, const LaneVector& word,
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

void Machine::write_destination(const Instruction& in, std::size_t index, Bank& bank, LaneMask mask,
                                const LaneVector& word, bool sign, LaneMask tainted,
                                const std::array<OriginId, kLanes>& origin) {
  if (index >= in.destinations.size() || in.destinations[index].kind != Operand::Kind::Register) return;
  const std::uint32_t reg = in.destinations[index].index;
  const int width = bits_of(setup_.program.functions[bank.function].registers[reg].type);
  if (word.width == width) return store_register(bank, reg, mask, word, tainted, origin);
  store_register(bank, reg, mask, fit_word(domain_, word, width, sign), tainted, origin);
}

// The lanes of `mask` that execute a guarded instruction.
LaneMask Machine::guard_mask(const Instruction& in, Warp& warp, const Bank& bank, LaneMask mask) {
  if (in.guard.reg < 0) return mask;
  Read guard;
  load_register(bank, static_cast<std::uint32_t>(in.guard.reg), mask, in.place, guard);
  report_use(guard, mask, in, warp, in.op == Opcode::Bra ? "a branch condition" : "a guard");
  return mask & (in.guard.negated ? ~guard.word.mask : guard.word.mask);
}

void Machine::report_use(const Read& read, LaneMask mask, const Instruction& in, const Warp& warp,
                         const char* as_what) {
  for_each_lane(read.tainted & mask, [&](int lane) {
    report_.tainted_use(read.origin[lane], in.place, warp_index(warp), 1u << lane, as_what);
  });
}

// The usual case, without a detour: a register that all these lanes have written, with defined values.
bool Machine::load_defined(const Bank& bank, const Operand& operand, LaneMask mask, LaneVector& word) const {
  if (operand.kind != Operand::Kind::Register) return false;
  const std::uint32_t reg = operand.index;
  if ((mask & ~bank.defined[reg]) != 0) return false;
  bank.load(reg, word);
  return true;
}

// Ends the run at an instruction without a meaning. The answer is remembered for each instruction.
void Machine::require_supported(const Instruction& in, std::uint32_t function) {
  const std::vector<Instruction>& code = setup_.program.functions[function].code;
  if (supported_.size() <= function) supported_.resize(setup_.program.functions.size());
  if (supported_[function].empty()) supported_[function].assign(code.size(), false);
  const auto index = static_cast<std::size_t>(&in - code.data());
  if (supported_[function][index]) return;
  std::string why;
  if (!alu_supported(in, &why)) throw Stop{why, in.place};
  supported_[function][index] = true;
}

void Machine::note_approximation(const Instruction& in) {
  result_.approximations.insert({std::string(info(in.op).mnemonic) + (in.mod.full ? ".full." : ".approx.") +
                                     (in.mod.ftz ? "ftz." : "") + std::string(word_of_type(in.type)),
                                 documented_error(in)});
}

void Machine::scalar(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask) {
  require_supported(in, bank.function);
  if (is_approximate(in)) note_approximation(in);
  const std::size_t carry = reads_carry(in) ? 1 : 0, count = in.sources.size() + carry;
  const std::uint32_t carry_register = bank.lanes->carry();
  if (reads_.size() < count) reads_.resize(count);
  words_.resize(count);
  LaneMask tainted = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i < in.sources.size() && load_defined(bank, in.sources[i], mask, words_[i])) {
      reads_[i].tainted = 0;
      continue;
    }
    if (i == in.sources.size()) {
      load_register(bank, carry_register, mask, in.place, reads_[i]);
    } else {
      read_operand(in, in.sources[i], alu_operand_bits(in, i), warp, bank, mask, reads_[i]);
    }
    tainted |= reads_[i].tainted;
    words_[i] = reads_[i].word;
  }
  domain_.active = mask;
  execute_alu(domain_, in, std::span<const LaneVector>(words_), results_);
  std::array<OriginId, kLanes> origin;
  if (tainted != 0) {
    taint_of_result(in, mask, tainted, origin);
    if (divides_integers(in)) report_use(reads_[1], mask, in, warp, "a divisor");
  }
  if (divides_integers(in)) {
    const LaneMask zero = zero_divisors(in, mask, tainted, origin);
    if (zero != 0 && !result_.divided_by_zero_at) result_.divided_by_zero_at = in.place;
    if (!inputs_.only_bounds || inputs_.also_alignment_and_division) tainted |= zero;
  }
  if (inputs_.notes_real_domains) note_real_domain(in, mask & ~tainted);
  if (inputs_.notes_real_sums) note_real_sum(in, mask & ~tainted);
  const std::size_t written = results_.size() - (writes_carry(in) ? 1 : 0);
  for (std::size_t i = 0; i < written; ++i) {
    write_destination(in, i, bank, mask, results_[i], alu_result_signed(in), tainted, origin);
  }
  if (writes_carry(in)) store_register(bank, carry_register, mask, results_.back(), tainted, origin);
}

// The lanes that divide by a defined zero: what they get is undefined.
LaneMask Machine::zero_divisors(const Instruction& in, LaneMask mask, LaneMask tainted,
                                std::array<OriginId, kLanes>& origin) {
  const std::uint64_t keep = bits_of(in.type) >= 64 ? ~0ull : (1ull << bits_of(in.type)) - 1;
  LaneMask zero = 0;
  for_each_lane(mask & ~tainted, [&](int lane) {
    if ((words_[1].at(lane) & keep) != 0) return;
    zero |= 1u << lane;
    origin[lane] = report_.origin(spec::Rule::ValueDivisionByZero, in.place);
  });
  return zero;
}

// Which lanes' results are undefined, and why: any undefined source makes them so, except that a defined
// selector picks one side, and a defined 0 (or all ones) decides an `and` (or an `or`) alone.
void Machine::taint_of_result(const Instruction& in, LaneMask mask, LaneMask& tainted,
                              std::array<OriginId, kLanes>& origin) {
  const std::size_t count = words_.size();
  const bool selects = in.op == Opcode::Selp;
  const bool decides = in.op == Opcode::And || in.op == Opcode::Or;
  const std::uint64_t ones = bits_of(in.type) >= 64 ? ~0ull : (1ull << bits_of(in.type)) - 1;
  LaneMask out = 0;
  for_each_lane(tainted & mask, [&](int lane) {
    const LaneMask bit = 1u << lane;
    const auto is_tainted = [&](std::size_t i) { return (reads_[i].tainted & bit) != 0; };
    OriginId from = 0;
    if (selects && !is_tainted(2)) {
      const bool first = (words_[2].at(lane) != 0) != in.sources[2].negated;
      const std::size_t chosen = first ? 0 : 1;
      from = is_tainted(chosen) ? reads_[chosen].origin[lane] : 0;
    } else {
      for (std::size_t i = 0; i < count && from == 0; ++i) {
        if (is_tainted(i)) from = reads_[i].origin[lane];
      }
      const auto is_decisive = [&](std::size_t i) {
        const std::uint64_t wanted = (in.op == Opcode::Or) != in.sources[i].negated ? ones : 0;
        return !is_tainted(i) && words_[i].at(lane) == wanted;
      };
      if (decides && count == 2 && (is_decisive(0) || is_decisive(1))) from = 0;
    }
    if (from == 0) return;
    out |= bit;
    origin[lane] = from;
  });
  tainted = out;
}

LaneVector Machine::special_register(const Operand& operand, int width, const Warp& warp, LaneMask mask) {
  const Special special = operand.special;
  const std::uint32_t w = warp_index(warp);
  const auto each = [&](int width, auto f) {
    LaneVector out(width);
    out.lane.fill(0);
    for_each_lane(mask, [&](int lane) { out.lane[lane] = f(lane); });
    return out;
  };
  const auto same = [&](std::uint64_t value, int width = 32) { return domain_.constant(width, value); };
  const auto axis = [](Special s, Special x) {
    return static_cast<std::size_t>(s) - static_cast<std::size_t>(x);
  };
  const auto all = LaneSet::first(launch_.warp_size).bits;
  switch (special) {
    case Special::TidX:
    case Special::TidY:
    case Special::TidZ:
      return each(32,
                  [&](int lane) { return launch_.tid(thread_of(w, lane))[axis(special, Special::TidX)]; });
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
      return each(32, [&](int lane) { return static_cast<std::uint64_t>(thread_of(w, lane)); });
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
      return each(64, [&](int lane) { return read_clock(thread_of(w, lane)); });
    case Special::Clock:
    case Special::ClockHi:
    case Special::GlobalTimerLo:
    case Special::GlobalTimerHi:
    case Special::PerformanceCounter:
      return each(32, [&](int lane) { return read_clock(thread_of(w, lane)) & 0xffffffffu; });
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

std::uint64_t Machine::read_clock(std::uint32_t thread) {
  const std::size_t reading = clock_readings_[thread]++;
  const auto given = inputs_.clocks.find(thread);
  if (given != inputs_.clocks.end() && reading < given->second.size()) return given->second[reading];
  return special_counter_++;
}

}  // namespace warpproof::concrete
