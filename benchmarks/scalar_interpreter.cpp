#include "benchmarks/scalar_interpreter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace warpproof::benchmarks {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 kEnd = ~0u;

u64 ones(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }

bool holds(Compare compare, bool is_signed, u64 a, u64 b) {
  const bool less = is_signed ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
  switch (compare) {
    case Compare::Eq:
      return a == b;
    case Compare::Ne:
      return a != b;
    case Compare::Lt:
    case Compare::Lo:
      return less;
    case Compare::Ge:
    case Compare::Hs:
      return !less;
    default:
      throw std::logic_error("a comparison that no benchmark uses");
  }
}

float as_float(u64 bits) { return std::bit_cast<float>(static_cast<u32>(bits)); }

}  // namespace

ScalarInterpreter::ScalarInterpreter(const Function& kernel, std::vector<u64> parameters,
                                     std::vector<u32>& global)
    : f_(kernel),
      parameters_(std::move(parameters)),
      global_(global),
      shared_(1024, 0),
      registers_(kernel.registers.size() * kLanes, 0),
      next_(kLanes, 0) {
  for (const Block& block : kernel.blocks) block_start_.push_back(block.first);
}

u64 ScalarInterpreter::read(const Operand& o, int lane) const {
  switch (o.kind) {
    case Operand::Kind::Register:
      return registers_[static_cast<std::size_t>(lane) * f_.registers.size() + o.index];
    case Operand::Kind::Immediate:
      return o.bits;
    case Operand::Kind::Special:
      return static_cast<u64>(lane);  // tid.x
    case Operand::Kind::Variable:
      return o.bits;  // the one shared array starts at 0
    default:
      return 0;
  }
}

void ScalarInterpreter::write(const Operand& o, int lane, u64 value) {
  if (o.kind != Operand::Kind::Register) return;
  const int bits = bits_of(f_.registers[o.index].type);
  registers_[static_cast<std::size_t>(lane) * f_.registers.size() + o.index] = value & ones(bits);
}

u64 ScalarInterpreter::compute(const Instruction& in, int lane) const {
  const auto src = [&](std::size_t i) { return read(in.sources[i], lane); };
  switch (in.op) {
    case Opcode::Mov:
    case Opcode::Cvta:
      return src(0);
    case Opcode::Add:
      if (in.type == Type::F32) return std::bit_cast<u32>(as_float(src(0)) + as_float(src(1)));
      return src(0) + src(1);
    case Opcode::Sub:
      return src(0) - src(1);
    case Opcode::Mul:
      return src(0) * src(1);
    case Opcode::Mad:
      return src(0) * src(1) + src(2);
    case Opcode::Fma:
      return std::bit_cast<u32>(std::fma(as_float(src(0)), as_float(src(1)), as_float(src(2))));
    case Opcode::Cvt:
      return std::bit_cast<u32>(static_cast<float>(static_cast<std::int32_t>(src(0))));
    case Opcode::And:
      return src(0) & src(1);
    case Opcode::Or:
      return src(0) | src(1);
    case Opcode::Xor:
      return src(0) ^ src(1);
    case Opcode::Shl:
      return src(1) > 31 ? 0 : src(0) << src(1);
    case Opcode::Shr:
      return src(1) > 31 ? 0 : src(0) >> src(1);
    case Opcode::Min:
      return std::min(src(0), src(1));
    case Opcode::Max:
      return std::max(src(0), src(1));
    case Opcode::Selp:
      return src(2) != 0 ? src(0) : src(1);
    case Opcode::Setp:
      return holds(in.mod.compare, is_signed(in.type), src(0), src(1));
    case Opcode::Lop3: {
      u64 out = 0;
      const u64 a = src(0), b = src(1), c = src(2);
      for (u32 row = 0; row < 8; ++row) {
        if ((in.mod.lut >> row & 1) == 0) continue;
        out |= ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
      }
      return out;
    }
    default:
      throw std::logic_error("an instruction that no benchmark uses");
  }
}

void ScalarInterpreter::lane_step(const Instruction& in, int lane) {
  if (in.op != Opcode::Ld && in.op != Opcode::St) return write(in.destinations[0], lane, compute(in, lane));
  u64 address = static_cast<u64>(in.address.offset);
  if (in.address.base == Address::Base::Register) {
    Operand base;
    base.kind = Operand::Kind::Register;
    base.index = in.address.index;
    address += read(base, lane);
  }
  if (in.mod.space == Space::Param) {
    const auto which = std::find(f_.parameters.begin(), f_.parameters.end(), in.address.index);
    return write(in.destinations[0], lane,
                 parameters_[static_cast<std::size_t>(which - f_.parameters.begin())]);
  }
  std::vector<u32>& memory = in.mod.space == Space::Shared ? shared_ : global_;
  if (in.op == Opcode::Ld) return write(in.destinations[0], lane, memory.at(address / 4));
  memory.at(address / 4) = static_cast<u32>(read(in.sources[0], lane));
}

void ScalarInterpreter::shuffle(const Instruction& in) {
  u64 values[kLanes], results[kLanes];
  bool inside[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) values[lane] = read(in.sources[0], lane);
  for (int lane = 0; lane < kLanes; ++lane) {
    const int b = static_cast<int>(read(in.sources[1], lane) & 31),
              c = static_cast<int>(read(in.sources[2], lane));
    const int segment = c >> 8 & 31, limit = (lane & segment) | (c & 31 & ~segment);
    int from = 0;
    switch (in.mod.shuffle) {
      case ShuffleMode::Up:
        from = lane - b;
        break;
      case ShuffleMode::Down:
        from = lane + b;
        break;
      case ShuffleMode::Bfly:
        from = lane ^ b;
        break;
      default:
        from = (lane & segment) | (b & ~segment);
    }
    inside[lane] = in.mod.shuffle == ShuffleMode::Up ? from >= limit : from <= limit;
    results[lane] = values[inside[lane] ? from : lane];
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    write(in.destinations[0], lane, results[lane]);
    if (in.destinations.size() > 1) write(in.destinations[1], lane, inside[lane] ? 1 : 0);
  }
}

// One instruction for the lanes that stand at it.
void ScalarInterpreter::step(u32 at, u32 lanes) {
  const Instruction& in = f_.code[at];
  if (in.op == Opcode::Shfl) shuffle(in);
  for (u32 rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const auto l = static_cast<std::size_t>(lane);
    bool executes = true;
    if (in.guard.reg >= 0) {
      const u64 guard = registers_[l * f_.registers.size() + static_cast<std::size_t>(in.guard.reg)];
      executes = (guard != 0) != in.guard.negated;
    }
    if (in.op == Opcode::Bra) {
      next_[l] = executes ? block_start_[in.targets[0]] : at + 1;
    } else if (in.op == Opcode::Ret) {
      next_[l] = kEnd;
    } else {
      if (executes && in.op != Opcode::Shfl) lane_step(in, lane);
      next_[l] = at + 1;
    }
  }
}

u64 ScalarInterpreter::run() {
  for (u64 count = 0;; ++count) {
    const u32 at = *std::min_element(next_.begin(), next_.end());
    if (at == kEnd) return count;
    u32 lanes = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (next_[static_cast<std::size_t>(lane)] == at) lanes |= 1u << lane;
    }
    step(at, lanes);
  }
}

}  // namespace warpproof::benchmarks
