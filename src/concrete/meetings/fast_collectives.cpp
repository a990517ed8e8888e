#include "src/concrete/meetings/fast_collectives.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "spec/redux.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/meetings/collective_inputs.h"
#include "src/concrete/meetings/meeting_order.h"
#include "src/machine/collective.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

constexpr std::size_t kRecentShuffles = 8;  // of one instruction

bool is_all_ones(const std::uint32_t* words) {
  std::uint32_t all = ~0u;
  for (int i = 0; i < kLanes; ++i) all &= words[i];
  return all == ~0u;
}

}  // namespace

FastCollectives::FastCollectives(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      options_(parts.context.options),
      domain_(parts.registers.domain),
      races_(parts.races),
      registers_(parts.registers),
      collective_inputs_(parts.collective_inputs),
      meeting_order_(parts.meeting_order) {}

// The 32-bit words of an operand that is defined in all lanes; null for any other.
const std::uint32_t* FastCollectives::uniform_words(const Operand& operand, const Bank& bank,
                                            std::array<std::uint32_t, kLanes>& immediate) const {
  if (operand.kind == Operand::Kind::Immediate) {
    immediate.fill(static_cast<std::uint32_t>(operand.bits));
    return immediate.data();
  }
  if (operand.kind != Operand::Kind::Register) return nullptr;
  if (bank.defined[operand.index] != ~0u || bank.lanes->width[operand.index] != 32) return nullptr;
  return reinterpret_cast<const std::uint32_t*>(const_cast<Bank&>(bank).slot(operand.index));
}

// Nobody wants to see its steps, and it is judged when it fires.
bool FastCollectives::may_act_at_once(const Instruction& in) const {
  const spec::Target target{launch_.target_sm};
  return collective_operands(in).mask >= 0 && !options_.trace && !is_legacy_collective(in) &&
         !spec::judges_at_instruction(target) && !needs_later_target(in, target);
}

// A collective at which a whole warp arrives together, with defined operands and a mask that names all lanes:
// it fires at once, and no rule has anything to say. False leaves it to the general way.
bool FastCollectives::collective_at_once(const Instruction& in, std::uint32_t instruction, std::uint32_t w,
                                 Bank& bank) {
  const FixedShuffle& fixed = fixed_shuffle(bank.function, instruction, bank);
  if (fixed.is_fixed) return run_fixed(fixed, w, bank);
  if (!may_act_at_once(in)) return false;
  const Operand& member = in.sources[static_cast<std::size_t>(collective_operands(in).mask)];
  if (member.kind == Operand::Kind::Immediate) {
    if (static_cast<std::uint32_t>(member.bits) != ~0u) return false;
  } else {
    std::array<std::uint32_t, kLanes> immediate;
    const std::uint32_t* names = uniform_words(member, bank, immediate);
    if (names == nullptr || !is_all_ones(names)) return false;
  }
  switch (in.op) {
    case Opcode::Shfl:
      if (!shuffle_at_once(in, instruction, bank)) return false;
      break;
    case Opcode::Vote:
    case Opcode::Redux:
      if (!combine_at_once(in, bank)) return false;
      break;
    case Opcode::BarWarpSync:
      if (options_.races) return false;
      break;
    default:
      return false;
  }
  if (options_.races) meeting_order_.order_collective(in, w, ~0u);
  return true;
}

// Where the lanes read at a shuffle, for operands it had lately: those whose first lane's b is like this one.
ShuffleSources& FastCollectives::recent_sources(std::uint32_t function, std::uint32_t instruction,
                                                std::uint32_t b) {
  if (shuffle_numbers_.empty()) shuffle_numbers_.resize(setup_.program.functions.size());
  std::vector<std::uint32_t>& numbers = shuffle_numbers_[function];
  if (numbers.empty()) numbers.assign(setup_.program.functions[function].code.size(), 0);
  std::uint32_t& number = numbers[instruction];
  if (number == 0) {
    shuffle_sources_.resize(shuffle_sources_.size() + kRecentShuffles);
    number = static_cast<std::uint32_t>(shuffle_sources_.size() / kRecentShuffles);
  }
  const auto which = static_cast<std::size_t>(std::countr_zero(b | 256)) % kRecentShuffles;
  return shuffle_sources_[(number - 1) * kRecentShuffles + which];
}

void FastCollectives::find_sources(const Instruction& in, const std::uint32_t* b, const std::uint32_t* c,
                           ShuffleSources& out) const {
  Domain d;
  OddOperands odd;
  out.in_range = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto i = static_cast<std::size_t>(lane);
    const auto source = spec::shfl_source(d, shfl_mode(in), d.constant<5>(i), ScalarWord<32>{b[i]},
                                          ScalarWord<32>{c[i]}, launch_.warp_size);
    out.from[i] = static_cast<std::uint32_t>(source.lane.value);
    out.in_range |= source.in_range.value ? 1u << lane : 0;
    collective_inputs_.note_odd_operands(in, lane, b[i], c[i], odd);
  }
  std::copy_n(b, kLanes, out.b.begin());
  std::copy_n(c, kLanes, out.c.begin());
  out.is_filled = true;
  out.is_plain = (odd.width | odd.offset | odd.ignored) == 0;
}

// The registers of a shuffle of 32-bit words; nothing for any other.
std::optional<ShuffleRegisters> FastCollectives::shuffle_registers(const Instruction& in,
                                                                   const Bank& bank) const {
  const Operand& value = in.sources[static_cast<std::size_t>(collective_operands(in).value)];
  const std::uint32_t nothing = bank.lanes->nothing();
  ShuffleRegisters out{value.index, nothing, nothing};
  for (std::size_t i = 0; i < in.destinations.size(); ++i) {
    if (in.destinations[i].kind == Operand::Kind::Register)
      (i == 0 ? out.first : out.second) = in.destinations[i].index;
  }
  const auto is_word = [&](std::uint32_t reg) { return bank.lanes->width[reg] == 32; };
  if (value.kind != Operand::Kind::Register || !is_word(value.index)) return std::nullopt;
  if (out.first != nothing && !is_word(out.first)) return std::nullopt;
  return out;
}

// False, and nothing has happened, where the value is not defined in all lanes.
bool FastCollectives::exchange(const ShuffleRegisters& at, const ShuffleSources& sources, Bank& bank) const {
  if (bank.defined[at.value] != ~0u) return false;
  const auto set = [&](std::uint32_t reg) {
    bank.defined[reg] = ~0u;
    bank.tainted[reg] = 0;
  };
  if (at.first != bank.lanes->nothing()) {
    permute_(bank.slot(at.first), bank.slot(at.value), sources.from.data(), nullptr, ~0u, 0);
    set(at.first);
  }
  if (at.second != bank.lanes->nothing()) {
    std::memcpy(bank.slot(at.second), &sources.in_range, sizeof sources.in_range);
    set(at.second);
  }
  return true;
}

bool FastCollectives::shuffle_at_once(const Instruction& in, std::uint32_t instruction, Bank& bank) {
  const auto registers = shuffle_registers(in, bank);
  if (!registers) return false;
  const CollectiveOperands at = collective_operands(in);
  std::array<std::uint32_t, kLanes> b_immediate, c_immediate;
  const std::uint32_t* b = uniform_words(in.sources[static_cast<std::size_t>(at.b)], bank, b_immediate);
  const std::uint32_t* c = uniform_words(in.sources[static_cast<std::size_t>(at.c)], bank, c_immediate);
  if (b == nullptr || c == nullptr) return false;
  ShuffleSources& sources = recent_sources(bank.function, instruction, b[0]);
  if (!sources.is_filled || std::memcmp(sources.b.data(), b, kSlot32) != 0 ||
      std::memcmp(sources.c.data(), c, kSlot32) != 0)
    find_sources(in, b, c, sources);
  return sources.is_plain && exchange(*registers, sources, bank);
}

const FixedShuffle& FastCollectives::fixed_shuffle(std::uint32_t function, std::uint32_t instruction,
                                           const Bank& bank) {
  if (fixed_numbers_.empty()) fixed_numbers_.resize(setup_.program.functions.size());
  std::vector<std::uint32_t>& numbers = fixed_numbers_[function];
  const std::vector<Instruction>& code = setup_.program.functions[function].code;
  if (numbers.empty()) numbers.assign(code.size(), 0);
  std::uint32_t& number = numbers[instruction];
  if (number == 0) {
    fixed_shuffles_.push_back(judge_fixed(code[instruction], instruction, bank));
    number = static_cast<std::uint32_t>(fixed_shuffles_.size());
  }
  return fixed_shuffles_[number - 1];
}

FixedShuffle FastCollectives::judge_fixed(const Instruction& in, std::uint32_t instruction,
                                          const Bank& bank) {
  FixedShuffle out;
  if (in.op != Opcode::Shfl || !may_act_at_once(in)) return out;
  const CollectiveOperands at = collective_operands(in);
  const auto operand = [&](int i) -> const Operand& { return in.sources[static_cast<std::size_t>(i)]; };
  const auto is_fixed = [](const Operand& o) { return o.kind == Operand::Kind::Immediate; };
  const Operand &b = operand(at.b), &c = operand(at.c), &mask = operand(at.mask);
  const auto registers = shuffle_registers(in, bank);
  if (!registers || !is_fixed(b) || !is_fixed(c) || !is_fixed(mask) ||
      static_cast<std::uint32_t>(mask.bits) != ~0u)
    return out;
  out.registers = *registers;
  std::array<std::uint32_t, kLanes> each_b, each_c;
  each_b.fill(static_cast<std::uint32_t>(b.bits));
  each_c.fill(static_cast<std::uint32_t>(c.bits));
  ShuffleSources& sources = recent_sources(bank.function, instruction, each_b[0]);
  find_sources(in, each_b.data(), each_c.data(), sources);
  out.sources = static_cast<std::size_t>(&sources - shuffle_sources_.data());
  out.is_fixed = sources.is_plain;
  return out;
}

bool FastCollectives::run_fixed(const FixedShuffle& shuffle, std::uint32_t w, Bank& bank) {
  if (!exchange(shuffle.registers, shuffle_sources_[shuffle.sources], bank)) return false;
  if (options_.races) races_.collective(w);
  return true;
}

// vote and redux: all lanes get what lane 0 gets, because all have the same mask.
bool FastCollectives::combine_at_once(const Instruction& in, Bank& bank) {
  const Operand& operand = in.sources[static_cast<std::size_t>(collective_operands(in).value)];
  if (operand.kind != Operand::Kind::Register || bank.defined[operand.index] != ~0u) return false;
  LaneVector value;
  bank.load(operand.index, value);
  if (in.op == Opcode::Redux && value.width != 32) return false;
  if (operand.negated) value.mask = ~value.mask;
  std::array<spec::Contribution<Domain, 32>, kLanes> lanes;
  for (int k = 0; k < kLanes; ++k) {
    const std::uint64_t bits = value.at(k);
    lanes[static_cast<std::size_t>(k)] = {{true}, {~0u}, {bits}, {(bits & 1) != 0}};
  }
  const std::span<const spec::Contribution<Domain, 32>> all(lanes);
  Domain d;
  std::uint64_t result = 0;
  int width = 32;
  if (in.op == Opcode::Redux) {
    result = spec::redux<Domain>(d, redux_op(in), 0, all).value;
  } else if (in.mod.vote == VoteMode::Ballot) {
    result = spec::vote_ballot<Domain, 32>(d, 0, all).value;
  } else {
    const auto mode = in.mod.vote == VoteMode::All   ? spec::VoteMode::All
                      : in.mod.vote == VoteMode::Any ? spec::VoteMode::Any
                                                     : spec::VoteMode::Uni;
    result = spec::vote<Domain, 32>(d, mode, 0, all).value;
    width = 1;
  }
  registers_.write_destination(in, 0, bank, ~0u, domain_.constant(width, result), false, 0, {});
  return true;
}

}  // namespace warpproof::concrete
