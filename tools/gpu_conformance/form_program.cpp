// One instruction over many values: each variant draws its immediates anew, each thread and round its
// registers.
#include <optional>
#include <string>
#include <vector>

#include "tools/gpu_conformance/families.h"
#include "tools/gpu_conformance/forms.h"
#include "tools/gpu_conformance/writer.h"

namespace warpproof::conformance {
namespace {

constexpr std::uint64_t kVariants = 4, kWordsPerThread = 256;
// The input: 32-bit values (of pairs of halves where the form takes them), 64-bit values, 16-bit values.
constexpr std::uint64_t kWide = 512, kNarrow = 896;

class FormProgram : Writer {
 public:
  // With `shown`, the kernel stores that half of that source operand in place of the results.
  FormProgram(std::uint64_t number, const InstructionForm& form, std::optional<ShownOperand> shown = {})
      : Writer(number + 0x1000000), form_(form), shown_(shown) {
    out_.block = 64;
    out_.words_per_thread = kWordsPerThread;
    const bool pairs = form.opcode.find("16x2") != std::string::npos;
    const auto pair = [&] {
      const std::uint32_t low = random16(random_);
      return low | static_cast<std::uint32_t>(random16(random_)) << 16;
    };
    while (out_.input.size() < kWide) out_.input.push_back(pairs ? pair() : random32(random_));
    while (out_.input.size() < kNarrow) {
      const std::uint64_t value = random64(random_);
      out_.input.push_back(static_cast<std::uint32_t>(value));
      out_.input.push_back(static_cast<std::uint32_t>(value >> 32));
    }
    while (out_.input.size() < kInputWords) out_.input.push_back(pair());
  }

  ConformanceProgram make() {
    use(form_.opcode);
    begin({4, 4, 4, 4});
    line({"mad.lo.u32 %x6, %x1, 2654435769, ", hex(random_.next() & 0xffffffff), ";"});
    line("mov.u32 %x5, 0;");
    line("LOOP:");
    std::uint64_t words = 0;
    for (std::uint64_t i = 0; i < kVariants; ++i) words += variant(words);
    line({"add.u64 %y0, %y0, ", number(4 * words), ";"});
    line("add.u32 %x5, %x5, 1;");
    line({"setp.lt.u32 %q1, %x5, ", number(kWordsPerThread / words), ";"});
    line("@%q1 bra LOOP;");
    line("ret;");
    return end();
  }

 private:
  // A fresh random number in %x6, its upper bits in %x7.
  void step() {
    line("mad.lo.u32 %x6, %x6, 1664525, 1013904223;");
    line("shr.u32 %x7, %x6, 10;");
  }

  std::string load(char kind, std::size_t i) {
    const std::string n = number(i);
    step();
    switch (kind) {
      case 'R':
        line({"rem.u32 %x7, %x7, ", number(kWide), ";"});
        line("mul.wide.u32 %y4, %x7, 4;");
        line("add.u64 %y4, %y4, %y1;");
        line({"ld.global.u32 %r", n, ", [%y4];"});
        return "%r" + n;
      case 'D':
        line({"rem.u32 %x7, %x7, ", number((kNarrow - kWide) / 2), ";"});
        line("mul.wide.u32 %y4, %x7, 8;");
        line("add.u64 %y4, %y4, %y1;");
        line({"ld.global.u64 %d", n, ", [%y4+", number(4 * kWide), "];"});
        return "%d" + n;
      case 'H':
        line({"rem.u32 %x7, %x7, ", number(2 * (kInputWords - kNarrow)), ";"});
        line("mul.wide.u32 %y4, %x7, 2;");
        line("add.u64 %y4, %y4, %y1;");
        line({"ld.global.u16 %h", n, ", [%y4+", number(4 * kNarrow), "];"});
        return "%h" + n;
      default:
        line("and.b32 %x7, %x7, 1;");
        line({"setp.ne.u32 %p", n, ", %x7, 0;"});
        return "%p" + n;
    }
  }

  std::string source(const std::string& kind, std::size_t i) {
    if (const std::size_t dot = kind.find('.'); dot != std::string::npos)
      return source(kind.substr(0, dot), i) + kind.substr(dot);
    const bool immediate = random_.chance(40);
    if (kind == "lut") return number(random_.below(256));
    if (kind == "p") {
      const std::string sign = immediate ? "!" : "";
      return sign + load('P', i);
    }
    if (kind == "s") return immediate ? number(random_.below(70)) : load('R', i);
    if (kind == "r") return immediate ? hex(random32(random_)) : load('R', i);
    if (kind == "d") return immediate ? hex(random64(random_)) : load('D', i);
    if (kind == "h") return immediate ? number(random16(random_) & 0x7fffu) : load('H', i);
    if (kind == "low5") {
      line({"and.b32 %x8, ", load('R', i), ", 31;"});
      return "%x8";
    }
    if (kind == "field") {
      if (immediate) return number(random_.below(32));
      const std::string reg = load('R', i);
      line({"and.b32 ", reg, ", ", reg, ", 255;"});
      return reg;
    }
    if (kind == "least") {
      const std::string reg = load('R', i);
      line({"max.s32 ", reg, ", ", reg, ", -2147483647;"});
      return reg;
    }
    if (kind[0] != 'n') return load(kind[0], i);
    const std::string reg = load(kind[1], i);
    line({kind == "nR"   ? "or.b32 "
          : kind == "nD" ? "or.b64 "
                         : "or.b16 ",
          reg, ", ", reg, ", ", number(1 + random_.below(9)), ";"});
    return reg;
  }

  // Returns the words that it stores.
  std::uint64_t variant(std::uint64_t at) {
    std::vector<std::string> sources;
    for (std::size_t i = 1; i < form_.operands.size(); ++i)
      sources.push_back(source(form_.operands[i], i - 1));
    if (shown_) {
      show(form_.operands.at(shown_->operand + 1), sources.at(shown_->operand));
    } else {
      compute(sources);
    }
    const bool wide = form_.operands[0].ends_with('D'), narrow = form_.operands[0].ends_with('H') && !shown_;
    line({wide     ? "st.global.u64 [%y0+"
          : narrow ? "st.global.u16 [%y0+"
                   : "st.global.u32 [%y0+",
          number(4 * at),
          wide     ? "], %y5;"
          : narrow ? "], %z0;"
                   : "], %x9;"});
    return wide ? 2 : 1;
  }

  // The result goes to %x9, %y5 or %z0.
  void compute(const std::vector<std::string>& sources) {
    const std::size_t dot = form_.operands[0].find('.');
    const std::string kind = form_.operands[0].substr(0, dot);
    const std::string part = dot == std::string::npos ? "" : form_.operands[0].substr(dot);
    const std::string to = kind == "P"           ? "%q0"
                           : kind == "PP"        ? "%q0|%q2"
                           : kind.ends_with('R') ? "%x9"
                           : kind.ends_with('H') ? "%z0"
                                                 : "%y5";
    std::string text = form_.opcode + " " + to + part;
    for (const std::string& source : sources) text += ", " + source;
    line({text, ";"});
    if (kind[0] == 'c') make_nan_canonical(form_.opcode, to);
    if (kind == "P" || kind == "PP") line("selp.u32 %x9, 1, 0, %q0;");
    if (kind == "PP") {
      line("selp.u32 %x8, 2, 0, %q2;");
      line("or.b32 %x9, %x9, %x8;");
    }
  }

  // One 32-bit half of an operand to %x9 and %y5.
  void show(const std::string& kind, const std::string& selected) {
    const std::string operand = selected.substr(0, selected.find('.'));
    const char file = kind[0] == 'n' ? kind[1] : kind[0];
    if (file == 'D' || file == 'd') {
      line({"mov.b64 %y5, ", operand, ";"});
      if (shown_->upper) line("shr.u64 %y5, %y5, 32;");
      line("cvt.u32.u64 %x9, %y5;");
    } else if (file == 'H' || file == 'h') {
      line({"mov.b16 %z0, ", operand, ";"});
      line("cvt.u32.u16 %x9, %z0;");
    } else if (file == 'P' || file == 'p') {
      const bool negated = operand[0] == '!';
      line({"selp.u32 %x9, ", negated ? "0, 1, " : "1, 0, ", operand.substr(negated), ";"});
    } else {
      line({"mov.b32 %x9, ", operand, ";"});
    }
    line("cvt.u64.u32 %y5, %x9;");
  }

  const InstructionForm& form_;
  const std::optional<ShownOperand> shown_;
};

}  // namespace

std::uint64_t form_count() { return instruction_forms().size() + further_forms().size(); }
std::uint64_t approximation_count() { return approximate_forms().size(); }

const InstructionForm& form_of(ProgramId id) {
  if (id.kind == Kind::Approximation) return approximate_forms().at(id.number);
  const std::size_t first = instruction_forms().size();
  return id.number < first ? instruction_forms()[id.number] : further_forms().at(id.number - first);
}

ConformanceProgram form_program(ProgramId id, std::optional<ShownOperand> shown) {
  const std::uint64_t seed = id.number + (id.kind == Kind::Form ? 0 : 0x1000000);
  return FormProgram(seed, form_of(id), shown).make();
}

}  // namespace warpproof::conformance
