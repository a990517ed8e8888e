#include "src/program/print.h"

#include <cstdio>
#include <functional>

namespace warpproof {
namespace {

template <std::size_t N, typename Enum>
std::string_view pick(const std::string_view (&names)[N], Enum value) {
  const auto i = static_cast<std::size_t>(value);
  return i < N ? names[i] : std::string_view("?");
}

constexpr std::string_view kCompare[] = {"",   "eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls", "hi",
                                         "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
constexpr std::string_view kBoolOp[] = {"", "and", "or", "xor"};
constexpr std::string_view kRounding[] = {"", "rn", "rna", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"};
constexpr std::string_view kPermute[] = {"", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
constexpr std::string_view kShuffle[] = {"", "up", "down", "bfly", "idx"};
constexpr std::string_view kVote[] = {"", "all", "any", "uni", "ballot"};
constexpr std::string_view kMatch[] = {"", "any", "all"};
constexpr std::string_view kReduce[] = {"",    "add", "min", "max",  "and", "or",
                                        "xor", "inc", "dec", "exch", "cas", "popc"};
constexpr std::string_view kBarrier[] = {"", "sync", "arrive", "red"};
constexpr std::string_view kTest[] = {"",           "finite", "infinite", "number",
                                      "notanumber", "normal", "subnormal"};

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, value < 10 ? "%llu" : "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

class Printer {
 public:
  Printer(const Program& program, const Function* function) : program_(program), function_(function) {}

  std::string instruction(const Instruction& in) {
    out_.clear();
    if (in.guard.reg >= 0)
      out_ += std::string("@") + (in.guard.negated ? "!" : "") +
              reg(static_cast<std::uint32_t>(in.guard.reg)) + " ";
    if (in.op == Opcode::Unsupported) return out_ + in.name + "  (unsupported)";
    opcode(in);
    operands(in);
    return out_;
  }

 private:
  void word(std::string_view text, bool present = true) {
    if (present && !text.empty()) out_ += "." + std::string(text);
  }

  void opcode(const Instruction& in) {
    const Modifiers& m = in.mod;
    out_ += info(in.op).mnemonic;
    word("sync", m.sync && in.op != Opcode::Barrier);
    word(pick(kBarrier, m.barrier));
    word(pick(kShuffle, m.shuffle));
    word(pick(kVote, m.vote));
    word(pick(kMatch, m.match));
    word(m.ordering);
    word("to", m.to);
    word(m.space == Space::Generic ? "" : name_of(m.space));
    word("nc", m.read_only && in.op == Opcode::Ld);
    word(pick(kReduce, m.reduce));
    word("aligned", m.aligned);
    word(pick(kCompare, m.compare));
    word(pick(kBoolOp, m.combine));
    word(pick(kTest, m.test));
    word("hi", m.hi);
    word("lo", m.lo);
    word("wide", m.wide);
    word("l", m.left);
    word("r", m.right);
    word("wrap", m.wrap);
    word("clamp", m.clamp);
    word("shiftamt", m.shiftamt);
    word("cc", m.carry_out);
    word("approx", m.approx);
    word("full", m.full);
    word(pick(kRounding, m.rounding));
    word("ftz", m.ftz);
    word("NaN", m.nan);
    word("xorsign", m.xorsign);
    word("abs", m.abs);
    word("sat", m.sat);
    word("relu", m.relu);
    word("uni", m.uniform);
    if (m.vector > 1) word("v" + std::to_string(m.vector));
    word(name_of(in.type));
    word(name_of(in.source_type));
    word(name_of(m.video.second_source));
    word("po", m.video.plus_one);
    if (m.video.scale != 0) word("shr" + std::to_string(m.video.scale));
    word(pick(kPermute, m.permute));
  }

  void operands(const Instruction& in) {
    bool first = true;
    const auto next = [&](const std::string& text) {
      out_ += (first ? " " : ", ") + text;
      first = false;
    };
    const bool is_memory =
        info(in.op).cls == OpcodeClass::Memory || in.op == Opcode::Prefetch || in.op == Opcode::Prefetchu;
    const bool vector =
        in.mod.vector > 1 || (in.op == Opcode::Mov && in.destinations.size() + in.sources.size() > 2);
    if (!in.destinations.empty()) next(list(in.destinations, vector) + part(in.mod.video.destination));
    if (is_memory) next("[" + address(in.address) + "]");
    if (in.op == Opcode::CpAsync) {
      next("[" + address(in.address) + "]");
      next("[" + address(in.copied_from) + "]");
      next(std::to_string(in.mod.copied));
    }
    if (in.op == Opcode::CpAsyncWaitGroup) next(std::to_string(in.mod.may_be_pending));
    if (vector && !in.sources.empty()) {
      next(braces(in.sources));
    } else {
      for (std::size_t i = 0; i < in.sources.size(); ++i) {
        const VideoModifiers& video = in.mod.video;
        next(operand(in.sources[i]) + (i == 0 ? part(video.first) : i == 1 ? part(video.second) : ""));
      }
    }
    if (in.op == Opcode::Lop3) next(hex(in.mod.lut));
    if (in.op == Opcode::Call) {
      if (!in.call_results.empty()) next(variables(in.call_results));
      next(in.name);
      next(variables(in.call_arguments));
    }
    for (const std::uint32_t target : in.targets) next(block(target));
  }

  std::string list(const std::vector<Operand>& operands, bool vector) {
    if (vector) return braces(operands);
    std::string out = operand(operands[0]);
    for (std::size_t i = 1; i < operands.size(); ++i) out += "|" + operand(operands[i]);
    return out;
  }

  static std::string part(const PartSelection& selection) {
    if (selection.unit == 0) return "";
    std::string out = selection.unit == 8 ? ".b" : ".h";
    for (int i = selection.count; i-- > 0;)
      out += std::to_string(selection.digits[static_cast<std::size_t>(i)]);
    return out;
  }

  std::string braces(const std::vector<Operand>& operands) {
    if (operands.size() == 1) return operand(operands[0]);
    std::string out = "{";
    for (std::size_t i = 0; i < operands.size(); ++i) out += (i > 0 ? ", " : "") + operand(operands[i]);
    return out + "}";
  }

  std::string operand(const Operand& o) {
    const std::string sign = o.negated ? "!" : "";
    switch (o.kind) {
      case Operand::Kind::None:
        return "_";
      case Operand::Kind::Register:
        return sign + reg(o.index);
      case Operand::Kind::Immediate:
        return hex(o.bits);
      case Operand::Kind::Special:
        return sign + std::string(name_of(o.special));
      case Operand::Kind::Variable:
        return variable(o.index) + (o.bits != 0 ? "+" + hex(o.bits) : "");
    }
    return "?";
  }

  std::string address(const Address& a) {
    const std::string offset = a.offset == 0 ? "" : (a.offset > 0 ? "+" : "") + std::to_string(a.offset);
    switch (a.base) {
      case Address::Base::Register:
        return reg(a.index) + offset;
      case Address::Base::Variable:
        return variable(a.index) + offset;
      case Address::Base::Absolute:
        return hex(static_cast<std::uint64_t>(a.offset));
    }
    return "?";
  }

  std::string variables(const std::vector<std::uint32_t>& indices) {
    std::string out = "(";
    for (std::size_t i = 0; i < indices.size(); ++i) out += (i > 0 ? ", " : "") + variable(indices[i]);
    return out + ")";
  }

  std::string reg(std::uint32_t index) const {
    if (function_ != nullptr && index < function_->registers.size()) return function_->registers[index].name;
    return "%" + std::to_string(index);
  }
  std::string variable(std::uint32_t index) const {
    return index < program_.variables.size() ? program_.variables[index].name
                                             : "variable" + std::to_string(index);
  }
  std::string block(std::uint32_t index) const {
    const bool named =
        function_ != nullptr && index < function_->blocks.size() && !function_->blocks[index].label.empty();
    return named ? function_->blocks[index].label : "block" + std::to_string(index);
  }

  const Program& program_;
  const Function* function_;
  std::string out_;
};

}  // namespace

std::string_view name_of(Type type) {
  static constexpr std::string_view kNames[] = {
      "",    "pred", "b8",  "b16", "b32",   "b64",  "b128",   "u8",  "u16", "u32",   "u64",   "s8",
      "s16", "s32",  "s64", "f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "u16x2", "s16x2", "tf32"};
  return pick(kNames, type);
}

std::string_view name_of(Space space) {
  static constexpr std::string_view kNames[] = {"generic", "global", "shared", "local", "const", "param"};
  return pick(kNames, space);
}

std::string_view name_of(Special special) {
  static constexpr std::string_view kNames[] = {"%tid.x",
                                                "%tid.y",
                                                "%tid.z",
                                                "%ntid.x",
                                                "%ntid.y",
                                                "%ntid.z",
                                                "%ctaid.x",
                                                "%ctaid.y",
                                                "%ctaid.z",
                                                "%nctaid.x",
                                                "%nctaid.y",
                                                "%nctaid.z",
                                                "%laneid",
                                                "%warpid",
                                                "%nwarpid",
                                                "%smid",
                                                "%nsmid",
                                                "%gridid",
                                                "%lanemask_eq",
                                                "%lanemask_lt",
                                                "%lanemask_le",
                                                "%lanemask_gt",
                                                "%lanemask_ge",
                                                "%clock",
                                                "%clock_hi",
                                                "%clock64",
                                                "%globaltimer",
                                                "%globaltimer_lo",
                                                "%globaltimer_hi",
                                                "%dynamic_smem_size",
                                                "%total_smem_size",
                                                "%envreg",
                                                "%pm",
                                                "%pm_64",
                                                "%other"};
  return pick(kNames, special);
}

std::string to_string(const Program& program, const Function& function, const Instruction& instruction) {
  return Printer(program, &function).instruction(instruction);
}

std::string to_string(const Program& program, const Instruction& instruction) {
  const std::less<const Instruction*> before;
  for (const Function& f : program.functions) {
    const bool inside = !f.code.empty() && !before(&instruction, f.code.data()) &&
                        before(&instruction, f.code.data() + f.code.size());
    if (inside) return to_string(program, f, instruction);
  }
  return Printer(program, nullptr).instruction(instruction);
}

std::string to_string(const Program& program, const Function& function) {
  std::string out = (function.is_entry ? "entry " : "func ") + function.name + "\n";
  for (std::size_t b = 0; b < function.blocks.size(); ++b) {
    const Block& block = function.blocks[b];
    out += "  block " + std::to_string(b) + (block.label.empty() ? "" : " " + block.label) + " ->";
    for (const std::uint32_t next : block.successors) out += " " + std::to_string(next);
    out += "\n";
    for (std::uint32_t i = block.first; i < block.last; ++i)
      out += "    " + to_string(program, function, function.code[i]) + "\n";
  }
  return out;
}

}  // namespace warpproof
