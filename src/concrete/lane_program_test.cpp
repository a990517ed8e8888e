// Fast instructions against the general domain: every form of every scalar instruction, on random and on
// special operands, with all lanes and with some, by each set of kernels that this processor can run.
#include "src/concrete/lane_program.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "src/concrete/coverage.h"
#include "src/concrete/vector_domain.h"
#include "src/machine/alu.h"

namespace warpproof::concrete {
namespace {

using u64 = std::uint64_t;

u64 ones(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

// Integers and floats at their limits, small numbers, and anything.
class Values {
 public:
  u64 next(int width) {
    static constexpr u64 kSpecial[] = {0,
                                       1,
                                       2,
                                       31,
                                       32,
                                       63,
                                       64,
                                       0x7fffffff,
                                       0x80000000,
                                       0xffffffff,
                                       0x7f800000,
                                       0xff800000,
                                       0x7fc00000,
                                       0x00800000,
                                       0x00400000,
                                       0x80000001,
                                       0x3f800000,
                                       0xbf800000,
                                       0x7c00,
                                       0x8000,
                                       0xff80,
                                       0x7fff,
                                       0x0001,
                                       0x4f000000,
                                       0x7ff0000000000000,
                                       0xfff8000000000000,
                                       0x8000000000000000,
                                       ~0ull,
                                       0x0010000000000000,
                                       0x3ff0000000000000};
    const u64 draw = random_();
    u64 value = random_();
    if (draw % 4 == 0) value = kSpecial[(draw >> 8) % std::size(kSpecial)];
    if (draw % 4 == 1) value %= 70;
    return value & ones(width);
  }

 private:
  std::mt19937_64 random_{7};
};

// The instruction alone in a function, each operand in a register of its own.
struct Trial {
  Program program;
  Function function;

  explicit Trial(Instruction in) {
    const auto add = [&](int width) {
      const Type type = width == 1    ? Type::Pred
                        : width <= 16 ? Type::B16
                        : width <= 32 ? Type::B32
                                      : Type::B64;
      function.registers.push_back({"r", type});
      Operand out;
      out.kind = Operand::Kind::Register;
      out.index = static_cast<std::uint32_t>(function.registers.size() - 1);
      return out;
    };
    for (std::size_t i = 0; i < in.sources.size(); ++i) {
      const bool negated = alu_operand_bits(in, i) == 1 && i % 2 == 0;
      in.sources[i] = add(alu_operand_bits(in, i));
      in.sources[i].negated = negated;
    }
    for (std::size_t i = 0; i < in.destinations.size(); ++i) in.destinations[i] = add(alu_result_bits(in, i));
    Block block;
    block.last = 1;
    function.blocks.push_back(block);
    function.code.push_back(std::move(in));
  }
};

LaneVector read(const LaneProgram& lanes, const std::vector<Line>& file, std::size_t reg) {
  const auto* from = reinterpret_cast<const std::byte*>(file.data()) + lanes.offset[reg];
  LaneVector out(lanes.width[reg]);
  for (int i = 0; i < kLanes; ++i) {
    u64 value = 0;
    if (out.width == 1) {
      std::uint32_t mask;
      std::memcpy(&mask, from, 4);
      value = mask >> i & 1;
    } else {
      const std::size_t size = out.width > 32 ? 8 : 4;
      std::memcpy(&value, from + static_cast<std::size_t>(i) * size, size);
    }
    out.set(i, value);
  }
  return out;
}

void write(const LaneProgram& lanes, std::vector<Line>& file, std::size_t reg, int lane, u64 value) {
  auto* to = reinterpret_cast<std::byte*>(file.data()) + lanes.offset[reg];
  if (lanes.width[reg] == 1) {
    std::uint32_t mask;
    std::memcpy(&mask, to, 4);
    mask = (mask & ~(1u << lane)) | static_cast<std::uint32_t>(value & 1) << lane;
    std::memcpy(to, &mask, 4);
    return;
  }
  const std::size_t size = lanes.width[reg] > 32 ? 8 : 4;
  std::memcpy(to + static_cast<std::size_t>(lane) * size, &value, size);
}

// Whether the instruction has kernels; compares it with the general domain if so.
bool compare(const Instruction& in, const LaneKernels& kernels, Values& values, int iterations) {
  Trial trial(in);
  const Instruction& alone = trial.function.code[0];
  const LaneProgram lanes = prepare(trial.program, trial.function, Layout{}, kernels);
  const FastInstruction& fast = lanes.instructions[0];
  if (!fast.is_fast) return false;
  const std::size_t carry = lanes.offset.size() - 1;
  const std::uint32_t masks[] = {~0u, 0x0000ffffu, 0x80000001u, 0xa5a5a5a5u};
  std::vector<Line> file(lanes.register_lines), temporaries(lanes.temporary_lines);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const std::uint32_t mask = masks[iteration % 4];
    for (std::size_t r = 0; r < lanes.offset.size(); ++r) {
      for (int i = 0; i < kLanes; ++i) write(lanes, file, r, i, values.next(lanes.width[r]));
    }
    std::vector<LaneVector> sources, results;
    for (const Operand& o : alone.sources) sources.push_back(read(lanes, file, o.index));
    if (reads_carry(alone)) sources.push_back(read(lanes, file, carry));
    VectorDomain domain;
    domain.active = mask;
    execute_alu(domain, alone, std::span<const LaneVector>(sources), results);
    const std::vector<Line> before = file;
    execute_steps(lanes, fast, reinterpret_cast<std::byte*>(file.data()),
                  reinterpret_cast<std::byte*>(temporaries.data()), mask);
    const auto check = [&](std::size_t reg, const LaneVector& expected) {
      const LaneVector got = read(lanes, file, reg), old = read(lanes, before, reg);
      for (int i = 0; i < kLanes; ++i) {
        const u64 wanted = (mask >> i & 1) != 0 ? expected.at(i) & ones(got.width) : old.at(i);
        if (got.at(i) == wanted) continue;
        INFO("lane " << i << " of mask " << mask << ", operands " << (sources.empty() ? 0 : sources[0].at(i))
                     << " " << (sources.size() < 2 ? 0 : sources[1].at(i)) << " "
                     << (sources.size() < 3 ? 0 : sources[2].at(i)));
        REQUIRE(got.at(i) == wanted);
      }
    };
    for (std::size_t i = 0; i < alone.destinations.size(); ++i) {
      const std::size_t reg = alone.destinations[i].index;
      check(reg, fit_word(domain, results[i], lanes.width[reg], alu_result_signed(alone)));
    }
    if (writes_carry(alone)) check(carry, results.back());
  }
  return true;
}

// The optional words of a form, one at a time, that change what a scalar instruction computes.
std::vector<Instruction> variants(const Form& form) {
  std::vector<Instruction> out = instances(form);
  for (WordSet rest = form.optional; rest != 0; rest &= rest - 1) {
    Form with = form;
    with.required |= rest & (~rest + 1);
    with.optional = 0;
    const auto more = instances(with);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

TEST_CASE("fast instructions compute what the general domain computes, form by form") {
  int fast = 0, slow = 0;
  for (const char* name : {"portable", "avx2", "avx512"}) {
    const LaneKernels* kernels = lane_kernels(name);
    if (kernels == nullptr) continue;
    INFO(name);
    Values values;
    for (std::size_t i = 0; i < std::size(kOpcodeTable); ++i) {
      const auto op = static_cast<Opcode>(i);
      if (info(op).cls != OpcodeClass::Alu) continue;
      for (const Form& form : forms_of(op)) {
        for (Instruction in : variants(form)) {
          if (!alu_supported(in, nullptr)) continue;
          if (op == Opcode::Lop3) in.mod.lut = static_cast<std::uint32_t>(values.next(8));
          INFO(info(op).mnemonic << " ." << word_of_type(in.type) << " ." << word_of_type(in.source_type));
          (compare(in, *kernels, values, 24) ? fast : slow) += 1;
        }
      }
    }
  }
  WARN(fast << " forms have kernels, " << slow << " have none");
  CHECK(fast > 10 * slow);
}

TEST_CASE("every table of lop3 and all moves of parts have right kernels") {
  Values values;
  for (unsigned lut = 0; lut < 256; ++lut) {
    Instruction in;
    in.op = Opcode::Lop3;
    in.type = Type::B32;
    in.mod.lut = lut;
    in.sources.resize(3);
    in.destinations.resize(1);
    INFO("lut " << lut);
    CHECK(compare(in, lane_kernels(), values, 4));
  }
  for (const Type t : {Type::B32, Type::B64}) {
    for (const std::size_t parts : {2, 4}) {
      Instruction in;
      in.op = Opcode::Mov;
      in.type = t;
      in.sources.resize(parts);
      in.destinations.resize(1);
      if (bits_of(t) / static_cast<int>(parts) < 16) continue;
      CHECK(compare(in, lane_kernels(), values, 8));
      std::swap(in.sources, in.destinations);
      CHECK(compare(in, lane_kernels(), values, 8));
    }
  }
}

TEST_CASE("bytes and halves: add, min, shifts and conversions for all pairs of operands") {
  // 65,536 pairs of bytes, 32 at a time, as 16-bit words.
  for (const Opcode op : {Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::Min, Opcode::Max}) {
    for (const Type t : {Type::U16, Type::S16}) {
      Instruction in;
      in.op = op;
      in.type = t;
      in.mod.lo = true;
      in.sources.resize(2);
      in.destinations.resize(1);
      Trial trial(in);
      const Instruction& alone = trial.function.code[0];
      const LaneProgram lanes = prepare(trial.program, trial.function, Layout{});
      REQUIRE(lanes.instructions[0].is_fast);
      std::vector<Line> file(lanes.register_lines), temporaries(lanes.temporary_lines + 1);
      for (u64 pair = 0; pair < 65536; pair += kLanes) {
        for (int i = 0; i < kLanes; ++i) {
          const u64 a = (pair + static_cast<u64>(i)) >> 8, b = (pair + static_cast<u64>(i)) & 255;
          write(lanes, file, 0, i, static_cast<u64>(static_cast<std::int64_t>(a << 56) >> 51) & 0xffff);
          write(lanes, file, 1, i, b * 257);
        }
        std::vector<LaneVector> sources{read(lanes, file, 0), read(lanes, file, 1)}, results;
        VectorDomain domain;
        execute_alu(domain, alone, std::span<const LaneVector>(sources), results);
        execute_steps(lanes, lanes.instructions[0], reinterpret_cast<std::byte*>(file.data()),
                      reinterpret_cast<std::byte*>(temporaries.data()), ~0u);
        const LaneVector got = read(lanes, file, 2);
        for (int i = 0; i < kLanes; ++i) {
          if (got.at(i) != results[0].at(i)) REQUIRE(got.at(i) == results[0].at(i));
        }
      }
    }
  }
}

TEST_CASE("division, special registers and addresses of local memory have no kernels") {
  Instruction in;
  in.op = Opcode::Div;
  in.type = Type::U32;
  in.sources.resize(2);
  in.destinations.resize(1);
  Trial trial(in);
  CHECK_FALSE(prepare(trial.program, trial.function, Layout{}).instructions[0].is_fast);
  trial.function.code[0].op = Opcode::Mov;
  trial.function.code[0].sources.resize(1);
  trial.function.code[0].sources[0].kind = Operand::Kind::Special;
  CHECK_FALSE(prepare(trial.program, trial.function, Layout{}).instructions[0].is_fast);
}

}  // namespace
}  // namespace warpproof::concrete
