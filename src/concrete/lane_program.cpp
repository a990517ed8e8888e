#include "src/concrete/lane_program.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "src/concrete/lane_emitter.h"
#include "src/concrete/lane_recorder.h"
#include "src/machine/alu.h"
#include "src/machine/approximation.h"

namespace warpproof::concrete {
namespace {

using Word = LaneWord;

class Preparation {
 public:
  Preparation(const Program& program, const Function& function, const Layout& layout,
              const LaneKernels& kernels)
      : program_(program), f_(function), layout_(layout), emitter_(out_, kernels) {}

  LaneProgram run() {
    place_registers();
    FastInstruction none;
    none.reads.fill(out_.nothing());
    none.writes.fill(out_.nothing());
    out_.instructions.resize(f_.code.size(), none);
    for (std::size_t i = 0; i < f_.code.size(); ++i) {
      const std::size_t steps = out_.steps.size();
      try {
        instruction(f_.code[i], out_.instructions[i]);
      } catch (const NoKernel&) {
        out_.steps.resize(steps);
        out_.instructions[i] = none;
      }
    }
    out_.run.assign(f_.code.size(), 0);
    for (const Block& block : f_.blocks) {
      std::uint32_t length = 0;
      for (std::uint32_t i = block.last; i-- > block.first;) {
        length = out_.instructions[i].is_fast ? length + 1 : 0;
        out_.run[i] = length;
      }
    }
    for (const Block& block : f_.blocks) out_.kinds.push_back(kind_of(block));
    make_segments();
    return std::move(out_);
  }

 private:
  void place_registers() {
    std::uint32_t at = 0;
    const auto add = [&](int width) {
      const std::uint32_t size = width == 1 ? kSlotAlignment : width > 32 ? kSlot64 : kSlot32;
      out_.offset.push_back(at);
      out_.width.push_back(width);
      at += size;
    };
    for (const Register& reg : f_.registers) add(bits_of(reg.type));
    add(1);  // the carry flag
    out_.register_lines = at / sizeof(Line);
  }

  LaneProgram::BlockKind kind_of(const Block& block) const {
    const std::uint32_t count = block.last - block.first;
    const bool is_branch = count > 0 && f_.code[block.last - 1].op == Opcode::Bra;
    const std::uint32_t fast = count - (is_branch ? 1 : 0);
    if (block.successors.empty()) return LaneProgram::BlockKind::Other;
    if (fast == 0 || out_.run[block.first] == fast) return LaneProgram::BlockKind::Plain;
    const bool is_collective = info(f_.code[block.first].op).cls == OpcodeClass::Warp;
    return is_collective ? LaneProgram::BlockKind::Collective : LaneProgram::BlockKind::Other;
  }

  void make_segments() {
    out_.segment_at.assign(f_.code.size(), 0);
    for (const Block& block : f_.blocks) {
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        if (out_.run[i] == 0) continue;
        out_.segments.push_back(segment_of(i, out_.run[i]));
        out_.segment_at[i] = static_cast<std::uint32_t>(out_.segments.size());
        i += out_.run[i] - 1;
      }
    }
  }

  LaneProgram::Segment segment_of(std::uint32_t first, std::uint32_t count) const {
    LaneProgram::Segment out;
    std::set<std::uint32_t> needs, writes;
    for (std::uint32_t i = first; i < first + count; ++i) {
      const FastInstruction& in = out_.instructions[i];
      const auto need = [&](std::uint32_t reg) {
        if (!writes.contains(reg)) needs.insert(reg);
      };
      for (std::uint32_t k = 0; k < in.read_count; ++k) need(in.reads[k]);
      if (in.guard >= 0) {
        need(static_cast<std::uint32_t>(in.guard));
        out.pieces.push_back({static_cast<std::int32_t>(i), in.first, in.count});
        continue;
      }
      for (std::uint32_t k = 0; k < in.write_count; ++k) writes.insert(in.writes[k]);
      if (out.pieces.empty() || out.pieces.back().guarded >= 0) {
        out.pieces.push_back({-1, in.first, in.count});
      } else {
        out.pieces.back().count += in.count;
      }
    }
    out.needs.assign(needs.begin(), needs.end());
    out.writes.assign(writes.begin(), writes.end());
    return out;
  }

  std::uint32_t carry() const { return out_.carry(); }
  Word of_register(std::uint32_t reg) const {
    return {out_.width[reg], {SlotPlace::kRegister, out_.offset[reg]}, false, 0};
  }

  static void read(std::uint32_t reg, FastInstruction& out) { out.reads.at(out.read_count++) = reg; }

  Word operand(const Instruction& in, std::size_t i, FastInstruction& out) {
    const Operand& o = in.sources[i];
    switch (o.kind) {
      case Operand::Kind::Register:
        if (bits_of(f_.registers[o.index].type) > 64) throw NoKernel{};
        read(o.index, out);
        return of_register(o.index);
      case Operand::Kind::Immediate:
        return recorder_.constant(alu_operand_bits(in, i), o.bits);
      case Operand::Kind::Variable:
        if (program_.variables[o.index].space == Space::Local) break;
        return recorder_.constant(alu_operand_bits(in, i), layout_.address[o.index] + o.bits);
      default:
        break;
    }
    throw NoKernel{};
  }

  void instruction(const Instruction& in, FastInstruction& out) {
    // An approximate instruction is noted by the run that executes it.
    if (info(in.op).cls != OpcodeClass::Alu || is_approximate(in) || !alu_supported(in, nullptr)) return;
    emitter_.begin();
    out.guard = in.guard.reg;
    out.negated = in.guard.negated;
    out.first = static_cast<std::uint32_t>(out_.steps.size());
    std::vector<Word> sources, results;
    for (std::size_t i = 0; i < in.sources.size(); ++i) sources.push_back(operand(in, i, out));
    if (reads_carry(in)) {
      read(carry(), out);
      sources.push_back(of_register(carry()));
    }
    execute_alu(recorder_, in, std::span<const Word>(sources), results);
    for (std::size_t i = 0; i < results.size(); ++i) result(in, i, results, out);
    retarget(out);
    out.count = static_cast<std::uint32_t>(out_.steps.size()) - out.first;
    out.is_fast = true;
  }

  void result(const Instruction& in, std::size_t i, std::vector<Word>& results, FastInstruction& out) {
    const bool is_carry = writes_carry(in) && i + 1 == results.size();
    std::uint32_t reg = carry();
    if (!is_carry) {
      if (i >= in.destinations.size() || in.destinations[i].kind != Operand::Kind::Register) return;
      reg = in.destinations[i].index;
    }
    if (out_.width[reg] > 64) throw NoKernel{};
    // A register that is written by an earlier result must not be what a later result is computed from.
    if (out.write_count > 0 && results[i].place.base == SlotPlace::kRegister) throw NoKernel{};
    Word value = results[i];
    if (!is_carry) value = fit_word(recorder_, value, out_.width[reg], alu_result_signed(in));
    emitter_.assign(value, of_register(reg).place);
    out.writes.at(out.write_count++) = reg;
  }

  // A single result that the step before has just computed: that step writes the register itself.
  void retarget(const FastInstruction& out) {
    std::vector<LaneStep>& steps = out_.steps;
    if (out.write_count != 1 || steps.size() < out.first + 2) return;
    const LaneStep copy = steps.back();
    LaneStep& last = steps[steps.size() - 2];
    if (copy.a.base != SlotPlace::kTemporary || copy.a.offset != last.d.offset) return;
    last.d = copy.d;
    steps.pop_back();
  }

  const Program& program_;
  const Function& f_;
  const Layout& layout_;
  LaneProgram out_;
  LaneEmitter emitter_;
  LaneRecorder recorder_{emitter_};
};

}  // namespace

LaneProgram prepare(const Program& program, const Function& function, const Layout& layout,
                    const LaneKernels& kernels) {
  return Preparation(program, function, layout, kernels).run();
}

}  // namespace warpproof::concrete
