// The usual case, on vector units: scalar instructions whose operands are all defined.

#include <algorithm>
#include <bit>
#include <cstring>

#include "spec/redux.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/concrete/machine.h"

namespace warpproof::concrete {
namespace {

using Domain = ScalarDomain;

constexpr std::uint64_t kFarthestRow = 1ull << 36;  // as far as an allocation may reach

bool is_all_ones(const std::uint32_t* words) {
  std::uint32_t all = ~0u;
  for (int i = 0; i < kLanes; ++i) all &= words[i];
  return all == ~0u;
}

}  // namespace

// Runs the fast instructions from `first` on, as many as stand in a row in this block; false when there is
// none, or when each instruction must be seen by itself. Scalar instructions of different warps do not touch
// each other, so each warp runs all of them before the next one.
bool Machine::run_fast(PositionId position, const Group& group, std::uint32_t first) {
  const std::uint32_t function = positions_.at(position).function;
  const LaneProgram& lanes = setup_.lanes[function];
  const std::uint32_t count = lanes.run[first];
  if (count == 0 || options_.trace_instructions || inputs_.notes_real_domains || inputs_.notes_real_sums) return false;
  if (result_.steps + std::uint64_t{count} * warps_.size() > launch_.max_steps) return false;
  if (temporaries_.size() < lanes.temporary_lines) temporaries_.resize(lanes.temporary_lines);
  const std::vector<Instruction>& code = setup_.program.functions[function].code;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] != 0) run_fast(lanes, code, first, count, w, bank_of(w, position), group[w]);
  }
  return true;
}

// The same for one warp. Where an operand is not defined, that instruction takes the general way.
void Machine::run_fast(const LaneProgram& lanes, const std::vector<Instruction>& code, std::uint32_t first,
                       std::uint32_t count, std::uint32_t w, Bank& bank, LaneMask mask) {
  auto* const temporaries = reinterpret_cast<std::byte*>(temporaries_.data());
  auto* const registers = reinterpret_cast<std::byte*>(bank.registers.data());
  LaneMask *const defined = bank.defined.data(), *const tainted = bank.tainted.data();
  result_.steps += count;
  if (run_segment(lanes, first, bank, mask)) return;
  const FastInstruction* in = &lanes.instructions[first];
  for (std::uint32_t i = first; i < first + count; ++i, ++in) {
    LaneMask executing;
    if (!may_execute(lanes, *in, registers, defined, mask, executing)) {
      current_instruction_ = i;
      --result_.steps;  // counted by execute()
      execute(code[i], warps_[w], bank, mask);
      continue;
    }
    if (executing == 0) continue;
    execute_steps(lanes, *in, registers, temporaries, executing);
    defined[in->writes[0]] |= executing;
    tainted[in->writes[0]] &= ~executing;
    for (std::uint32_t k = 1; k < in->write_count; ++k) {
      defined[in->writes[k]] |= executing;
      tainted[in->writes[k]] &= ~executing;
    }
  }
}

// All fast instructions from `first` on; false, and nothing has happened, where a row of them does not start
// there or something that they need is not defined in all lanes.
bool Machine::run_segment(const LaneProgram& lanes, std::uint32_t first, Bank& bank, LaneMask mask) {
  const std::uint32_t number = lanes.segment_at[first];
  if (number == 0) return false;
  const LaneProgram::Segment& segment = lanes.segments[number - 1];
  LaneMask known = ~0u;
  for (const std::uint32_t reg : segment.needs) known &= bank.defined[reg];
  if ((mask & ~known) != 0) return false;
  auto* const temporaries = reinterpret_cast<std::byte*>(temporaries_.data());
  auto* const registers = reinterpret_cast<std::byte*>(bank.registers.data());
  const auto write = [&](std::uint32_t reg, LaneMask executing) {
    bank.defined[reg] |= executing;
    bank.tainted[reg] &= ~executing;
  };
  for (const LaneProgram::Piece& piece : segment.pieces) {
    LaneMask executing = mask;
    if (piece.guarded >= 0) {
      const FastInstruction& in = lanes.instructions[static_cast<std::size_t>(piece.guarded)];
      const auto guard = static_cast<std::size_t>(in.guard);
      std::uint32_t holds;
      std::memcpy(&holds, registers + lanes.offset[guard], sizeof holds);
      executing &= in.negated ? ~holds : holds;
      if (executing == 0) continue;
      for (std::uint32_t k = 0; k < in.write_count; ++k) write(in.writes[k], executing);
    }
    execute_steps(lanes, piece.first, piece.count, registers, temporaries, executing);
  }
  for (const std::uint32_t reg : segment.writes) write(reg, mask);
  return true;
}

// All 32 lanes of a full warp are here, and none has exited or waits elsewhere.
bool Machine::is_whole(std::uint32_t w, LaneMask mask) const {
  const Warp& warp = warps_[w];
  return mask == ~0u && warp.exists == ~0u && (warp.exited | warp.halted | warp.waiting) == 0;
}

// Where everyone who can go on is in one place, and whole warps are: each warp by itself runs through blocks
// that touch neither memory nor other warps, as far as it stays together. Leaves in `group` those that got
// nowhere; false when there are none. What a warp does there cannot be told from another order, as long as no
// step is traced and the places are none behind a barrier, which note who passes.
bool Machine::run_ahead(PositionId position, Group& group) {
  const Positions::Node& node = positions_.at(position);
  const LaneProgram& lanes = setup_.lanes[node.function];
  // Who watches loops is told in the order of the schedule.
  if (lanes.kinds[node.block] == LaneProgram::BlockKind::Other || options_.trace || options_.loops != nullptr ||
      !may_run_ahead(position))
    return true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] != 0 && !is_whole(w, group[w])) return true;
  }
  if (temporaries_.size() < lanes.temporary_lines) temporaries_.resize(lanes.temporary_lines);
  bool rest = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (group[w] == 0) continue;
    if (run_ahead(position, w)) {
      group[w] = 0;
    } else {
      rest = true;
    }
  }
  return rest;
}

// No place of the callers is behind a barrier.
bool Machine::may_run_ahead(PositionId position) {
  if (!holds_barrier_) return true;
  for (PositionId p = positions_.at(position).caller; p != kNoPosition; p = positions_.at(p).caller) {
    if (sites_.is_past_barrier(positions_.at(p).function, positions_.at(p).block)) return false;
  }
  return true;
}

// False when the warp gets nowhere.
bool Machine::run_ahead(PositionId position, std::uint32_t w) {
  constexpr int kMostBlocks = 4096;
  const std::uint32_t function = positions_.at(position).function;
  const Function& f = setup_.program.functions[function];
  const LaneProgram& lanes = setup_.lanes[function];
  Bank& bank = bank_of(w, position);
  std::uint32_t at = positions_.at(position).block;
  const auto go = [&](std::uint32_t next) {
    pass_loop_head(position, at, next, w, bank, ~0u);
    at = next;
  };
  int blocks = 0;
  for (; blocks < kMostBlocks; ++blocks) {
    const Block& block = f.blocks[at];
    const std::uint32_t count = block.last - block.first;
    const LaneProgram::BlockKind kind = lanes.kinds[at];
    if (kind == LaneProgram::BlockKind::Other || result_.steps + count > launch_.max_steps) break;
    if (blocks > 0 && result_.steps >= next_look_) break;
    if (holds_barrier_ && sites_.is_past_barrier(function, at)) break;
    if (kind == LaneProgram::BlockKind::Collective) {
      if (!collective_at_once(f.code[block.first], block.first, w, bank)) break;
      ++result_.steps;
      go(block.successors[0]);
      continue;
    }
    const bool is_branch = count > 0 && f.code[block.last - 1].op == Opcode::Bra;
    const std::uint32_t fast = count - (is_branch ? 1 : 0);
    if (fast > 0 && run_segment(lanes, block.first, bank, ~0u)) {
      result_.steps += fast;
    } else {
      current_ = positions_.sibling(position, at);
      if (fast > 0) run_fast(lanes, f.code, block.first, fast, w, bank, ~0u);
    }
    if (!is_branch) {
      go(block.successors[0]);
      continue;
    }
    const Instruction& branch = f.code[block.last - 1];
    current_instruction_ = block.last - 1;
    ++result_.steps;
    LaneMask taken;
    if (!decide_fast(branch, bank, ~0u, taken)) {
      current_ = positions_.sibling(position, at);
      taken = guard_mask(branch, warps_[w], bank, ~0u);
    }
    if (taken != 0 && taken != ~0u) {
      pass_loop_head(position, at, branch.targets[0], w, bank, taken);
      pass_loop_head(position, at, block.successors[1], w, bank, ~taken);
      enter(positions_.sibling(position, branch.targets[0]), w, taken);
      enter(positions_.sibling(position, block.successors[1]), w, ~taken);
      return true;
    }
    go(taken != 0 ? branch.targets[0] : block.successors[1]);
  }
  if (blocks == 0) return false;
  enter(positions_.sibling(position, at), w, ~0u);
  return true;
}

// The lanes that take a branch; false when its guard is undefined in one of them.
bool Machine::decide_fast(const Instruction& in, const Bank& bank, LaneMask mask, LaneMask& taken) const {
  taken = mask;
  if (in.guard.reg < 0) return true;
  const auto guard = static_cast<std::uint32_t>(in.guard.reg);
  if ((mask & ~bank.defined[guard]) != 0) return false;
  LaneVector holds(1);
  bank.load(guard, holds);
  taken = mask & (in.guard.negated ? ~holds.mask : holds.mask);
  return true;
}

// The 32-bit words of an operand that is defined in all lanes; null for any other.
const std::uint32_t* Machine::uniform_words(const Operand& operand, const Bank& bank,
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
bool Machine::may_act_at_once(const Instruction& in) const {
  const spec::Target target{launch_.target_sm};
  return collective_operands(in).mask >= 0 && !options_.trace && !is_legacy_collective(in) &&
         !spec::judges_at_instruction(target) && !needs_later_target(in, target);
}

// A collective at which a whole warp arrives together, with defined operands and a mask that names all lanes:
// it fires at once, and no rule has anything to say. False leaves it to the general way.
bool Machine::collective_at_once(const Instruction& in, std::uint32_t instruction, std::uint32_t w,
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
  if (options_.races) order_collective(in, w, ~0u);
  return true;
}

// Where the lanes read at a shuffle, for operands it had lately: those whose first lane's b is like this one.
ShuffleSources& Machine::recent_sources(std::uint32_t function, std::uint32_t instruction, std::uint32_t b) {
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

void Machine::find_sources(const Instruction& in, const std::uint32_t* b, const std::uint32_t* c,
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
    note_odd_operands(in, lane, b[i], c[i], odd);
  }
  std::copy_n(b, kLanes, out.b.begin());
  std::copy_n(c, kLanes, out.c.begin());
  out.is_filled = true;
  out.is_plain = (odd.width | odd.offset | odd.ignored) == 0;
}

// The registers of a shuffle of 32-bit words; nothing for any other.
std::optional<ShuffleRegisters> Machine::shuffle_registers(const Instruction& in, const Bank& bank) const {
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
bool Machine::exchange(const ShuffleRegisters& at, const ShuffleSources& sources, Bank& bank) const {
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

bool Machine::shuffle_at_once(const Instruction& in, std::uint32_t instruction, Bank& bank) {
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

const FixedShuffle& Machine::fixed_shuffle(std::uint32_t function, std::uint32_t instruction,
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

FixedShuffle Machine::judge_fixed(const Instruction& in, std::uint32_t instruction, const Bank& bank) {
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

bool Machine::run_fixed(const FixedShuffle& shuffle, std::uint32_t w, Bank& bank) {
  if (!exchange(shuffle.registers, shuffle_sources_[shuffle.sources], bank)) return false;
  if (options_.races) races_.collective(w);
  return true;
}

// vote and redux: all lanes get what lane 0 gets, because all have the same mask.
bool Machine::combine_at_once(const Instruction& in, Bank& bank) {
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
  write_destination(in, 0, bank, ~0u, domain_.constant(width, result), false, 0, {});
  return true;
}

// The memory that holds a row of words from `start` on, if all of it lies in shared memory or in one of the
// kernel's buffers, aligned and within its bounds; null when some rule may have something to say.
CellMemory* Machine::row_memory(const Instruction& in, const Bank& bank, std::uint64_t start,
                                std::uint64_t bytes) {
  const Location where = classify(in.mod.space, start);
  const std::uint64_t size = kLanes * bytes;
  if (start % bytes != 0 || where.offset > kFarthestRow) return nullptr;
  if (inputs_.extents) {
    const std::uint64_t room = room_at(in, bank, where);
    if (size > room || where.offset > room - size) return nullptr;
  }
  note_reach(where, size);
  if (where.space == Space::Shared) return in.mod.space == Space::Shared ? &shared_ : nullptr;
  const std::size_t parameters = setup_.program.functions[setup_.root].parameters.size();
  if (where.space != Space::Global || where.allocation >= parameters) return nullptr;
  result_.touched.insert(where.allocation);
  return &global_;
}

// What the race monitors hear of a row of words: as note_access() of each lane.
void Machine::note_row(const Instruction& in, const Warp& warp, const CellMemory* memory, std::uint64_t start,
                       int bytes, const void* words) {
  if (!options_.races) return;
  race_instruction_ = races_.next_instruction();
  const bool is_shared = memory == &shared_;
  AccessKind kind = access_kind(in, is_shared ? Space::Shared : Space::Global);
  if (options_.orders) kind = without_atomicity(in, kind);
  races_.access_row({thread_of(warp_index(warp), 0), kind, is_shared ? kSharedBase + start : start, bytes, 0,
                     race_instruction_, in.place, race_instruction_, current_},
                    kind == RaceMonitor::Kind::Write ? words : nullptr);
  for (int lane = 0; read_only_ != nullptr && !is_shared && lane < kLanes; ++lane)
    note_read_only(in, kind, thread_of(warp_index(warp), lane),
                   start + static_cast<std::uint64_t>(lane) * static_cast<std::uint64_t>(bytes), bytes);
  if (between_ == nullptr || is_shared) return;
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto at = static_cast<std::size_t>(lane * bytes);
    std::uint64_t value = 0;  // little endian
    if (words != nullptr)
      std::memcpy(&value, static_cast<const std::byte*>(words) + at, static_cast<std::size_t>(bytes));
    note_between(in, kind, thread_of(warp_index(warp), lane), start + at, bytes, value);
  }
}

// A load or store of consecutive words by all 32 lanes. Under a random schedule the race monitor wants to
// know of each lane by itself which execution it belongs to.
bool Machine::row_at_once(const Instruction& in, const Warp& warp, Bank& bank, LaneMask mask) {
  const bool is_load = in.op == Opcode::Ld, is_store = in.op == Opcode::St;
  if (options_.observer != nullptr || mask != ~0u || (!is_load && !is_store) || (options_.races && random_) || in.mod.vector != 1 ||
      (options_.races && fragment_kind(in) != 0))
    return false;
  // Who stored what matters.
  if (standing_ || (is_store && !changed_by_.empty()) || (setup_.synchronises && in.mod.is_volatile))
    return false;
  if (is_store && options_.races && !is_in_one_iteration(warp_index(warp))) return false;
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
