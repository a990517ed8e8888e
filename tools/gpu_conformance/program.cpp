#include "tools/gpu_conformance/program.h"

#include <array>
#include <cstdio>

#include "tools/gpu_conformance/forms.h"

namespace warpproof::conformance {
namespace {

constexpr int kWords = 14, kDoubles = 7, kHalves = 7,
              kPredicates = 6;           // registers that programs compute with
constexpr std::uint32_t kShared = 1024;  // 32-bit words

// SplitMix64: the same everywhere, unlike the library's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0xd1342543de82ef95ull + 0x1234567) {
    state_ = next();  // neighbouring seeds would walk the same path one step apart
  }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(next() % n); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

constexpr std::uint32_t kSpecial32[] = {
    0,          1,          0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc00001, 0x7f7fffff, 0x00800000, 0x007fffff, 0x00000001, 0x80000001,
    0x4f000000, 0xcf000000, 0x5f000000, 0x3f000000, 0x3effffff, 0x40200000, 0x7c003c00, 0x03ff8400,
    0x7e00fc00, 0x3f807f80, 0x0001007f, 0xff7f8000, 0x477fe000, 0x33000000, 31,         32,
    33,         255,        0x1f1f,     0xffff0000};
constexpr std::uint64_t kSpecial64[] = {0,
                                        1,
                                        0x8000000000000000,
                                        0x7fffffffffffffff,
                                        0xffffffffffffffff,
                                        0x3ff0000000000000,
                                        0x7ff0000000000000,
                                        0xfff0000000000000,
                                        0x7ff8000000000000,
                                        0x0010000000000000,
                                        0x000fffffffffffff,
                                        0x43e0000000000000,
                                        0x41dfffffffc00000,
                                        0x3fe0000000000000,
                                        63,
                                        64,
                                        65};

std::uint32_t random32(Random& r) {
  if (r.chance(35)) return kSpecial32[r.below(std::size(kSpecial32))];
  const std::uint64_t draw = r.next();
  if (r.chance(25)) return static_cast<std::uint32_t>(draw % 64);
  // A float of ordinary size, its last bits now and then few, so that sums and products meet ties.
  if (r.chance(50)) {
    const auto exponent = static_cast<std::uint32_t>(107 + draw % 40);
    const auto fraction = static_cast<std::uint32_t>(draw >> 20) & (r.chance(30) ? 0x7ff000u : 0x7fffffu);
    return static_cast<std::uint32_t>(draw >> 63) << 31 | exponent << 23 | fraction;
  }
  return static_cast<std::uint32_t>(draw);
}

std::uint64_t random64(Random& r) {
  if (r.chance(30)) return kSpecial64[r.below(std::size(kSpecial64))];
  const std::uint64_t draw = r.next();
  if (r.chance(50)) return (draw & 0x800fffffffffffffull) | (std::uint64_t{960} + draw / 7 % 128) << 52;
  return r.chance(30) ? draw % 200 : draw;
}

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

class Builder {
 public:
  explicit Builder(std::uint64_t seed) : random_(seed) {
    out_.block = 32 * (1 + random_.below(3));
    out_.grid = 1 + random_.below(2);
    for (std::uint64_t i = 0; i < kInputWords; ++i) out_.input.push_back(random32(random_));
  }

  ConformanceProgram random_program() {
    begin();
    load_registers();
    const int statements = 10 + static_cast<int>(random_.below(10));
    for (int i = 0; i < statements; ++i) statement(0);
    store_registers();
    return end();
  }

  ConformanceProgram table(std::uint64_t which);

 private:
  void line(const std::string& text) { body_ += "  " + text + "\n"; }
  std::string label() { return "L" + number(labels_++); }
  std::string r() { return "%r" + number(random_.below(kWords)); }
  std::string d() { return "%d" + number(random_.below(kDoubles)); }
  std::string h() { return "%h" + number(random_.below(kHalves)); }
  std::string p() { return "%p" + number(random_.below(kPredicates)); }
  void use(const std::string& form) { out_.forms.insert(form); }

  void begin() {
    out_.ptx =
        ".version 8.0\n.target sm_90\n.address_size 64\n"
        ".func (.param .b32 result) helper(.param .b32 a, .param .b64 b)\n{\n"
        "  .reg .b32 %r<4>;\n  .reg .b64 %d<2>;\n  .reg .pred %p<2>;\n"
        "  ld.param.u32 %r0, [a];\n  ld.param.u64 %d0, [b];\n  cvt.u32.u64 %r1, %d0;\n"
        "  setp.gt.s32 %p0, %r0, 0;\n  @%p0 bra UP;\n  xor.b32 %r0, %r0, %r1;\n  bra DONE;\n"
        "UP:\n  add.u32 %r0, %r0, %r1;\nDONE:\n  st.param.b32 [result], %r0;\n  ret;\n}\n"
        ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
        "  .reg .b32 %r<" +
        number(kWords) + ">, %x<16>;\n  .reg .b64 %d<" + number(kDoubles) + ">, %y<12>;\n  .reg .b16 %h<" +
        number(kHalves) + ">, %z<4>;\n  .reg .pred %p<" + number(kPredicates) +
        ">, %q<8>;\n  .local .align 16 .b8 depot[64];\n  .shared .align 16 .b32 s[" + number(kShared) +
        "];\n";
    // %x0 thread in the block, %x1 thread in the grid, %y0 its output, %y1 the input, %x2 lane
    line("mov.u32 %x0, %tid.x;");
    line("mov.u32 %x3, %ctaid.x;");
    line("mov.u32 %x4, %ntid.x;");
    line("mad.lo.u32 %x1, %x3, %x4, %x0;");
    line("mov.u32 %x2, %laneid;");
    line("ld.param.u64 %y0, [out];");
    line("ld.param.u64 %y1, [in];");
    line("cvta.to.global.u64 %y0, %y0;");
    line("cvta.to.global.u64 %y1, %y1;");
    line("mul.wide.u32 %y2, %x1, " + number(4 * kOutputWords) + ";");
    line("add.u64 %y0, %y0, %y2;");
  }

  // Each thread starts elsewhere in the input, 8-byte aligned.
  void load_registers() {
    line("mad.lo.u32 %x5, %x1, 42, " + number(random_.below(64) * 2) + ";");
    line("and.b32 %x5, %x5, " + number(kInputWords - 64 - 2) + ";");
    line("mul.wide.u32 %y2, %x5, 4;");
    line("add.u64 %y1, %y1, %y2;");
    for (int i = 0; i < kWords; ++i) line("ld.global.u32 %r" + number(i) + ", [%y1+" + number(4 * i) + "];");
    for (int i = 0; i < kDoubles; ++i) {
      line("ld.global.u64 %d" + number(i) + ", [%y1+" + number(4 * kWords + 8 * i) + "];");
      if (i % 2 == 0)
        line("xor.b64 %d" + number(i) + ", %d" + number(i) + ", " + hex(random64(random_)) + ";");
    }
    for (int i = 0; i < kHalves; ++i)
      line("ld.global.u16 %h" + number(i) + ", [%y1+" + number(150 + 2 * i) + "];");
    for (int i = 0; i < kPredicates; ++i)
      line("setp.lt.s32 %p" + number(i) + ", %r" + number(i) + ", %r" + number(i + 1) + ";");
  }

  void store_registers() {
    int at = 0;
    for (int i = 0; i < kWords; ++i, ++at)
      line("st.global.u32 [%y0+" + number(4 * at) + "], %r" + number(i) + ";");
    for (int i = 0; i < kDoubles; ++i, at += 2)
      line("st.global.u64 [%y0+" + number(4 * at) + "], %d" + number(i) + ";");
    for (int i = 0; i < kHalves; ++i, ++at)
      line("st.global.u16 [%y0+" + number(4 * at) + "], %h" + number(i) + ";");
    for (int i = 0; i < kPredicates; ++i, ++at) {
      line("selp.u32 %x5, 1, 0, %p" + number(i) + ";");
      line("st.global.u32 [%y0+" + number(4 * at) + "], %x5;");
    }
    line("ret;");
  }

  ConformanceProgram end() {
    out_.ptx += body_ + "}\n";
    return std::move(out_);
  }

  std::string immediate(int bits) {
    if (bits == 64) return hex(random64(random_));
    const std::uint32_t value = random32(random_);
    return bits == 32 ? hex(value) : number(value % 0x8000);
  }

  // One instruction of a random form; destinations come before the first source.
  void instruction() {
    const auto& forms = instruction_forms();
    const InstructionForm& form = forms[random_.below(static_cast<std::uint32_t>(forms.size()))];
    use(form.opcode);
    std::string text = form.opcode, before, after;
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      const std::string& kind = form.operands[i];
      std::string operand;
      if (kind == "R") operand = r();
      if (kind == "D") operand = d();
      if (kind == "H") operand = h();
      if (kind == "P") operand = p();
      if (kind == "p") operand = (random_.chance(40) ? "!" : "") + p();
      if (kind == "r") operand = random_.chance(40) ? immediate(32) : r();
      if (kind == "d") operand = random_.chance(40) ? immediate(64) : d();
      if (kind == "h") operand = random_.chance(40) ? immediate(16) : h();
      if (kind == "s") operand = random_.chance(60) ? number(random_.below(70)) : r();
      if (kind == "lut") operand = number(random_.below(256));
      if (kind == "low5") before += "  and.b32 %x7, " + r() + ", 31;\n", operand = "%x7";
      if (kind == "nR")
        before += "  or.b32 %x7, " + r() + ", " + number(1 + random_.below(9)) + ";\n", operand = "%x7";
      if (kind == "nD")
        before += "  or.b64 %y4, " + d() + ", " + number(1 + random_.below(9)) + ";\n", operand = "%y4";
      if (kind == "nH")
        before += "  or.b16 %z0, " + h() + ", " + number(1 + random_.below(9)) + ";\n", operand = "%z0";
      if (kind == "cD") {  // the manual leaves the bits of a double's NaN open
        operand = d();
        after = "  setp.nan.f64 %q0, " + operand + ", " + operand + ";\n  selp.b64 " + operand +
                ", 0x7ff8000000000000, " + operand + ", %q0;\n";
      }
      text += (i == 0 ? " " : ", ") + operand;
    }
    const bool guarded = random_.chance(8) && form.operands[0] != "cD";
    body_ += before + "  " + (guarded ? "@" + std::string(random_.chance(50) ? "!" : "") + p() + " " : "") +
             text + ";\n" + after;
  }

  void carry_chain() {
    const std::string a = r(), b = r(), c = r(), e = r();
    const bool subtract = random_.chance(40), wide = random_.chance(40);
    const std::string type = wide ? ".u64" : ".u32", base = subtract ? "sub" : "add";
    const auto reg = [&] { return wide ? d() : r(); };
    line(base + ".cc" + type + " " + reg() + ", " + reg() + ", " + reg() + ";");
    line(base + "c.cc" + type + " " + reg() + ", " + reg() + ", " + reg() + ";");
    line(base + "c" + type + " " + reg() + ", " + reg() + ", " + reg() + ";");
    use(base + ".cc" + type), use(base + "c.cc" + type), use(base + "c" + type);
    if (wide) return;
    line("mad.lo.cc.u32 " + a + ", " + b + ", " + c + ", " + e + ";");
    line("madc.hi.cc.u32 " + b + ", " + b + ", " + c + ", " + e + ";");
    line("madc.lo.u32 " + e + ", " + c + ", " + b + ", " + a + ";");
    use("mad.lo.cc.u32"), use("madc.hi.cc.u32"), use("madc.lo.u32");
  }

  void pack() {
    switch (random_.below(4)) {
      case 0:
        line("mov.b64 " + d() + ", {" + r() + ", " + r() + "};");
        use("mov.b64 d, {r, r}");
        break;
      case 1: {
        const std::string a = r();
        std::string b = r();
        while (b == a) b = r();
        line("mov.b64 {" + a + ", " + b + "}, " + d() + ";");
        use("mov.b64 {r, r}, d");
        break;
      }
      case 2:
        line("mov.b32 " + r() + ", {" + h() + ", " + h() + "};");
        use("mov.b32 r, {h, h}");
        break;
      default:
        line("mov.b64 " + d() + ", {" + h() + ", " + h() + ", " + h() + ", " + h() + "};");
        use("mov.b64 d, {h, h, h, h}");
    }
  }

  // A thread's own 16 bytes of local, shared or output memory, through every width.
  void own_memory() {
    const int space = static_cast<int>(random_.below(4));
    std::string base, name;
    if (space == 0) {
      line("mov.u64 %y5, depot;");
      name = ".local", base = "%y5";
    } else if (space == 1) {
      line("mov.u32 %x8, s;");
      line("mad.lo.u32 %x8, %x0, 16, %x8;");
      name = ".shared", base = "%x8";
    } else if (space == 2) {
      line("add.u64 %y5, %y0, 192;");
      name = ".global", base = "%y5";
    } else {  // the same shared slot by its generic address
      line("mov.u64 %y5, s;");
      line("cvta.shared.u64 %y5, %y5;");
      line("mul.wide.u32 %y6, %x0, 16;");
      line("add.u64 %y5, %y5, %y6;");
      base = "%y5";
    }
    line("st" + name + ".v4.b32 [" + base + "], {" + r() + ", " + r() + ", " + r() + ", " + r() + "};");
    use("st" + name + ".v4.b32");
    static const char* const kStores[] = {"u8 h",      "u16 h",     "u32 r",     "u64 d",
                                          "v2.u32 rr", "v2.u16 hh", "v2.u64 dd", "v4.u8 hhhh"};
    static const char* const kLoads[] = {"u8 h",      "s8 h",       "u16 h",    "s16 h", "u32 r",
                                         "s8 r",      "u16 r",      "u64 d",    "s32 d", "v2.u32 rr",
                                         "v2.u16 hh", "v4.u8 rrrr", "v2.f64 dd"};
    const auto access = [&](const char* text, bool store) {
      const std::string what = text, type = what.substr(0, what.find(' ')),
                        regs = what.substr(what.find(' ') + 1);
      const int bytes = type.back() == '8'                     ? 1
                        : type.find("16") != std::string::npos ? 2
                        : type.find("32") != std::string::npos ? 4
                                                               : 8;
      const int size = bytes * static_cast<int>(regs.size());
      std::string list;
      std::set<std::string> taken;
      for (const char c : regs) {
        std::string reg;
        do {
          reg = c == 'h' ? h() : c == 'r' ? r() : d();
        } while (!store && taken.contains(reg));
        taken.insert(reg);
        list += (list.empty() ? "" : ", ") + reg;
      }
      if (regs.size() > 1) list = "{" + list + "}";
      const std::string at =
          "[" + base + "+" +
          number(random_.below(static_cast<std::uint32_t>(16 / size)) * static_cast<std::uint32_t>(size)) +
          "]";
      const std::string op = std::string(store ? "st" : "ld") +
                             (random_.chance(15) && name != ".local" ? ".volatile" : "") + name + "." + type;
      line(op + " " + (store ? at + ", " + list : list + ", " + at) + ";");
      use(op);
    };
    for (int i = 0; i < 3; ++i) access(kStores[random_.below(std::size(kStores))], true);
    for (int i = 0; i < 3; ++i) access(kLoads[random_.below(std::size(kLoads))], false);
  }

  // Atomics on the thread's own word: the old values come back too.
  void own_atomics() {
    const bool shared = random_.chance(50);
    if (shared) {
      line("mov.u32 %x8, s;");
      line("mad.lo.u32 %x8, %x0, 16, %x8;");
      line("st.shared.v4.b32 [%x8], {" + r() + ", " + r() + ", " + r() + ", " + r() + "};");
    } else {
      line("st.global.v4.b32 [%y0+208], {" + r() + ", " + r() + ", " + r() + ", " + r() + "};");
    }
    static const char* const kOps[] = {"add.u32 r",  "add.s32 r",  "add.u64 d",  "min.u32 r",  "min.s32 r",
                                       "max.u32 r",  "max.s32 r",  "min.u64 d",  "max.s64 d",  "and.b32 r",
                                       "or.b32 r",   "xor.b32 r",  "and.b64 d",  "or.b64 d",   "xor.b64 d",
                                       "inc.u32 r",  "dec.u32 r",  "exch.b32 r", "exch.b64 d", "cas.b32 rr",
                                       "cas.b64 dd", "cas.b16 hh", "min.s64 d",  "max.u64 d"};
    static const char* const kScopes[] = {
        "", ".relaxed.gpu", ".acquire.gpu", ".release.cta", ".acq_rel.sys", ".cta"};
    for (int i = 0; i < 3; ++i) {
      const std::string what = kOps[random_.below(std::size(kOps))], regs = what.substr(what.find(' ') + 1);
      const std::string op = what.substr(0, what.find(' '));
      const bool reduces = random_.chance(25) && regs.size() == 1 && !op.starts_with("exch");
      std::string full = std::string(reduces ? "red" : "atom");
      std::string scope = kScopes[random_.below(std::size(kScopes))];
      if (reduces && (scope.starts_with(".acq"))) scope = "";
      full += scope + (shared ? ".shared." : ".global.") + op;
      std::string text = full + " ";
      const auto reg = [&](char c) { return c == 'r' ? r() : c == 'd' ? d() : h(); };
      if (!reduces) text += reg(regs[0]) + ", ";
      text += shared ? "[%x8+8]" : "[%y0+216]";
      for (const char c : regs) text += ", " + reg(c);
      line(text + ";");
      use(full);
    }
  }

  // Everyone adds to common words; the order does not matter, and nobody looks before the barrier.
  void common_atomics() {
    line("mov.u32 %x8, s;");
    line("bar.sync 0;");
    line("setp.lt.u32 %q1, %x0, 8;");
    line("mad.lo.u32 %x9, %x0, 4, %x8;");
    line("@%q1 st.shared.u32 [%x9+3072], 0;");
    line("bar.sync 0;");
    line("and.b32 %x9, " + r() + ", 7;");
    line("mad.lo.u32 %x9, %x9, 4, %x8;");
    static const char* const kOps[] = {"add.u32", "add.s32", "max.u32", "max.s32", "min.s32",
                                       "and.b32", "or.b32",  "xor.b32", "inc.u32"};
    const std::string op = kOps[random_.below(std::size(kOps))];
    line("red.shared." + op + " [%x9+3072], " + (op == "inc.u32" ? "1000" : r()) + ";");
    use("red.shared." + op);
    line("bar.sync 0;");
    line("and.b32 %x9, %x0, 7;");
    line("mad.lo.u32 %x9, %x9, 4, %x8;");
    line("ld.shared.u32 " + r() + ", [%x9+3072];");
    line("bar.sync 0;");
  }

  void exchange_through_shared() {
    line("mov.u32 %x8, s;");
    line("mad.lo.u32 %x9, %x0, 4, %x8;");
    line("bar.sync 0;");
    line("st.shared.u32 [%x9+2048], " + r() + ";");
    line(random_.chance(50) ? "bar.sync 0;" : "barrier.sync 0, " + number(out_.block) + ";");
    line("add.u32 %x10, %x0, " + number(random_.below(out_.block)) + ";");
    line("rem.u32 %x10, %x10, " + number(out_.block) + ";");
    line("mad.lo.u32 %x10, %x10, 4, %x8;");
    line("ld.shared.u32 " + r() + ", [%x10+2048];");
    line("bar.sync 0;");
    use("bar.sync"), use("barrier.sync");
  }

  // With every lane of the warp there.
  void collective() {
    const std::uint32_t which = random_.below(12);
    if (which < 4) {
      static const char* const kModes[] = {"up", "down", "bfly", "idx"};
      const std::string op = "shfl.sync." + std::string(kModes[which]) + ".b32";
      const std::string b = random_.chance(50) ? number(random_.below(40)) : r();
      const std::string c = random_.chance(50) ? hex(random_.below(32) << 8 | random_.below(32)) : r();
      std::string destination = r();
      if (random_.chance(60)) destination += "|" + p();
      line(op + " " + destination + ", " + r() + ", " + b + ", " + c + ", -1;");
      use(op);
    } else if (which < 7) {
      static const char* const kModes[] = {"all", "any", "uni"};
      const std::string op = "vote.sync." + std::string(kModes[which - 4]) + ".pred";
      line(op + " " + p() + ", " + (random_.chance(30) ? "!" : "") + p() + ", -1;");
      use(op);
    } else if (which == 7) {
      line("vote.sync.ballot.b32 " + r() + ", " + p() + ", 0xffffffff;");
      use("vote.sync.ballot.b32");
    } else if (which == 8) {
      line("and.b32 %x7, " + r() + ", 3;");
      line("match.any.sync.b32 " + r() + ", %x7, -1;");
      line("match.any.sync.b64 " + r() + ", " + d() + ", -1;");
      use("match.any.sync.b32"), use("match.any.sync.b64");
    } else if (which == 9) {
      line("match.all.sync.b32 " + r() + "|" + p() + ", " + (random_.chance(50) ? "7" : r()) + ", -1;");
      line("match.all.sync.b64 " + r() + "|" + p() + ", " + d() + ", -1;");
      use("match.all.sync.b32"), use("match.all.sync.b64");
    } else {
      static const char* const kOps[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                         "max.s32", "and.b32", "or.b32",  "xor.b32"};
      const std::string op = std::string("redux.sync.") + kOps[random_.below(9)];
      line(op + " " + r() + ", " + r() + ", -1;");
      use(op);
    }
  }

  void barrier_reduction() {
    const std::uint32_t which = random_.below(3);
    const std::string operand = (random_.chance(40) ? "!" : "") + p();
    const std::string count = random_.chance(40) ? ", " + number(out_.block) : "";
    if (which == 0)
      line("bar.red.popc.u32 " + r() + ", 1" + count + ", " + operand + ";"), use("bar.red.popc.u32");
    if (which == 1)
      line("barrier.red.and.pred " + p() + ", 2" + count + ", " + operand + ";"), use("barrier.red.and.pred");
    if (which == 2)
      line("bar.red.or.pred " + p() + ", 3" + count + ", " + operand + ";"), use("bar.red.or.pred");
  }

  // Within a branch the lanes that came are those of a mask taken before it.
  void divergent_collective(const std::string& mask) {
    switch (random_.below(6)) {
      case 0:
        line("vote.sync.ballot.b32 " + r() + ", " + p() + ", " + mask + ";");
        break;
      case 1:
        line("vote.sync.any.pred " + p() + ", " + p() + ", " + mask + ";");
        break;
      case 2:
        line("redux.sync.add.s32 " + r() + ", " + r() + ", " + mask + ";");
        break;
      case 3:
        line("match.any.sync.b32 " + r() + ", " + r() + ", " + mask + ";");
        break;
      case 4:  // from the mask's lowest lane
        line("brev.b32 %x7, " + mask + ";");
        line("clz.b32 %x7, %x7;");
        line("shfl.sync.idx.b32 " + r() + ", " + r() + ", %x7, 31, " + mask + ";");
        break;
      default:
        line("bar.warp.sync " + mask + ";");
        use("bar.warp.sync");
    }
  }

  void branch(int depth) {
    const std::string otherwise = label(), join = label(), mask = "%x" + number(11 + depth),
                      q = "%q" + number(2 + depth);
    // Masks are taken where all lanes of the enclosing region are.
    line("mov.pred " + q + ", " + p() + ";");
    if (depth == 0) line("vote.sync.ballot.b32 " + mask + ", " + q + ", -1;");
    if (depth == 1) line("vote.sync.ballot.b32 " + mask + ", " + q + ", " + region_ + ";");
    const std::string outer = region_;
    line("@!" + q + " bra " + otherwise + ";");
    region_ = mask;
    for (std::uint32_t i = 0, n = 1 + random_.below(4); i < n; ++i) statement(depth + 1);
    line("bra" + std::string(random_.chance(20) ? ".uni" : "") + " " + join + ";");
    line(otherwise + ":");
    if (random_.chance(70)) {
      line("not.b32 " + mask + ", " + mask + ";");
      if (depth == 1) line("and.b32 " + mask + ", " + mask + ", " + outer + ";");
      for (std::uint32_t i = 0, n = 1 + random_.below(3); i < n; ++i) statement(depth + 1);
    }
    line(join + ":");
    region_ = outer;
    line("bar.warp.sync " + (depth == 0 ? std::string("-1") : outer) + ";");
    use("bra");
  }

  // Rounds differ from lane to lane; only lanes' own instructions stand inside.
  void loop() {
    const std::string head = label();
    line("and.b32 %x6, " + r() + ", 3;");
    line(head + ":");
    for (std::uint32_t i = 0, n = 2 + random_.below(5); i < n; ++i) instruction();
    line("sub.u32 %x6, %x6, 1;");
    line("setp.ge.s32 %q1, %x6, 0;");
    line("@%q1 bra " + head + ";");
    line("bar.warp.sync " + region_ + ";");
  }

  void table_branch() {
    const std::string list = label(), join = label();
    std::array<std::string, 4> targets;
    for (auto& target : targets) target = label();
    line("and.b32 %x7, " + r() + ", 3;");
    line(list + ": .branchtargets " + targets[0] + ", " + targets[1] + ", " + targets[2] + ", " + targets[3] +
         ";");
    line("brx.idx %x7, " + list + ";");
    for (const auto& target : targets) {
      line(target + ":");
      instruction();
      line("bra " + join + ";");
    }
    line(join + ":");
    line("bar.warp.sync " + region_ + ";");
    use("brx.idx");
  }

  void call() {
    line("{ .param .b32 a; .param .b64 b; .param .b32 c;");
    line("st.param.b32 [a], " + r() + ";");
    line("st.param.b64 [b], " + d() + ";");
    line("call (c), helper, (a, b);");
    line("ld.param.b32 " + r() + ", [c]; }");
    line("bar.warp.sync " + region_ + ";");
    use("call"), use("ret");
  }

  void statement(int depth) {
    const std::uint32_t draw = random_.below(100);
    if (draw < 55) return instructions();
    if (draw < 59) return carry_chain();
    if (draw < 62) return pack();
    if (draw < 67) return own_memory();
    if (draw < 71) return own_atomics();
    if (draw < 74 && depth < 2) return loop();
    if (draw < 76 && depth < 2) return table_branch();
    if (draw < 78) return call();
    if (depth > 0 && depth <= 2) {
      if (draw < 90) return divergent_collective(region_);
      return depth < 2 ? branch(depth) : instructions();
    }
    if (draw < 84) return branch(depth);
    if (draw < 94) return collective();
    if (draw < 96) return barrier_reduction();
    if (draw < 98) return exchange_through_shared();
    common_atomics();
  }

  void instructions() {
    for (std::uint32_t i = 0, n = 1 + random_.below(6); i < n; ++i) instruction();
  }

  Random random_;
  ConformanceProgram out_;
  std::string body_, region_ = "-1";
  int labels_ = 0;
};

// For each of many masks in the input: the lanes of the mask execute the collective, the others go around it
// or, in the second half of the tables, have exited. Results are folded into the output words of the lane.
ConformanceProgram Builder::table(std::uint64_t which) {
  struct Entry {
    const char* op;
    const char* text;  // %x6 mask, %x7 value, %x8 operand, %q0 predicate; results to %x9, %q1
    bool second;
  };
  static constexpr Entry kTable[kTables / 2] = {
      {"vote.sync.all.pred", "vote.sync.all.pred %q1, %q0, %x6;\n  mov.u32 %x9, 0;", true},
      {"vote.sync.any.pred", "vote.sync.any.pred %q1, %q0, %x6;\n  mov.u32 %x9, 0;", true},
      {"vote.sync.uni.pred", "vote.sync.uni.pred %q1, %q0, %x6;\n  mov.u32 %x9, 0;", true},
      {"vote.sync.ballot.b32", "vote.sync.ballot.b32 %x9, %q0, %x6;", false},
      {"match.any.sync.b32", "match.any.sync.b32 %x9, %x8, %x6;", false},
      {"match.all.sync.b32", "match.all.sync.b32 %x9|%q1, %x8, %x6;", true},
      {"match.any.sync.b64", "mov.b64 %y5, {%x8, %x8};\n  match.any.sync.b64 %x9, %y5, %x6;", false},
      {"redux.sync.add.u32", "redux.sync.add.u32 %x9, %x7, %x6;", false},
      {"redux.sync.add.s32", "redux.sync.add.s32 %x9, %x7, %x6;", false},
      {"redux.sync.min.u32", "redux.sync.min.u32 %x9, %x7, %x6;", false},
      {"redux.sync.min.s32", "redux.sync.min.s32 %x9, %x7, %x6;", false},
      {"redux.sync.max.u32", "redux.sync.max.u32 %x9, %x7, %x6;", false},
      {"redux.sync.max.s32", "redux.sync.max.s32 %x9, %x7, %x6;", false},
      {"redux.sync.and.b32", "redux.sync.and.b32 %x9, %x7, %x6;", false},
      {"redux.sync.or.b32", "redux.sync.or.b32 %x9, %x7, %x6;", false},
      {"redux.sync.xor.b32", "redux.sync.xor.b32 %x9, %x7, %x6;", false},
      {"shfl.sync.idx.b32", "shfl.sync.idx.b32 %x9|%q1, %x7, %x8, %x10, %x6;", true},
      {"shfl.sync.bfly.b32", "shfl.sync.bfly.b32 %x9|%q1, %x7, %x8, %x10, %x6;", true},
      {"shfl.sync.up.b32", "shfl.sync.up.b32 %x9|%q1, %x7, %x8, %x10, %x6;", true},
      {"shfl.sync.down.b32", "shfl.sync.down.b32 %x9|%q1, %x7, %x8, %x10, %x6;", true}};
  const Entry& entry = kTable[which % std::size(kTable)];
  const bool shuffle = std::string(entry.op).starts_with("shfl");
  use(entry.op);
  out_.block = 32, out_.grid = 1;
  const bool exits = which >= std::size(kTable);
  begin();
  line("mov.u32 %x5, 0;");
  line("mov.u32 %r0, 0;");
  line("mov.u32 %r1, 0;");
  line("mov.u32 %r4, " + hex(random_.next() & 0xffffffff) + ";");
  if (exits) {  // lanes that left are not waited for, though every mask below names them
    line("mov.u32 %r5, " + hex((random_.next() & 0xffffffff) | 1) + ";");
    line("shr.u32 %r6, %r5, %x2;");
    line("and.b32 %r6, %r6, 1;");
    line("setp.eq.u32 %q3, %r6, 0;");
    line("@%q3 bra LEAVE;");
  } else {
    line("mov.u32 %r5, -1;");
  }
  line("LOOP:");
  line("mul.wide.u32 %y2, %x5, 4;");
  line("add.u64 %y3, %y1, %y2;");
  line("ld.global.u32 %x6, [%y3];");
  line("mad.lo.u32 %r4, %r4, 1664525, 1013904223;");
  line("xor.b32 %x6, %x6, %r4;");
  line("and.b32 %x11, %x5, 3;");
  line("setp.eq.u32 %q4, %x11, 3;");
  line(
      "selp.b32 %x6, -1, %x6, %q4;");  // every fourth mask is full, so that shuffles with every operand occur
  line("mul.lo.u32 %x7, %x2, %r4;");
  line("shr.u32 %x8, %x7, 29;");
  line("and.b32 %x11, %x5, 3;");
  line("setp.eq.u32 %q4, %x11, 0;");
  line("selp.b32 %x8, 5, %x8, %q4;");
  line("shr.u32 %x11, %x7, %x11;");
  line("and.b32 %x11, %x11, 1;");
  line("setp.ne.u32 %q0, %x11, 0;");
  line("shr.u32 %x10, %r4, 7;");
  if (shuffle) {
    line("shr.u32 %x8, %r4, 13;");
    line("and.b32 %x12, %x6, %r5;");
  }
  line("shr.u32 %x11, %x6, %x2;");
  line("and.b32 %x11, %x11, 1;");
  line("setp.eq.u32 %q2, %x11, 0;");
  line("@%q2 bra NEXT;");
  if (shuffle) {
    // A source among the participants: idx reads the lowest one, the others read where they are told when
    // every lane is there, and themselves otherwise.
    line("setp.eq.u32 %q4, %x12, -1;");
    if (std::string(entry.op).find("idx") != std::string::npos) {
      line("brev.b32 %x13, %x12;");
      line("clz.b32 %x13, %x13;");
      line("selp.b32 %x8, %x8, %x13, %q4;");
      line("selp.b32 %x10, %x10, 31, %q4;");
    } else {
      line("selp.b32 %x8, %x8, 0, %q4;");
    }
  }
  line("mov.pred %q1, %q0;");
  line(entry.text);
  line("mad.lo.u32 %r0, %r0, 31, %x9;");
  if (entry.second) {
    line("selp.u32 %x9, 1, 0, %q1;");
    line("mad.lo.u32 %r1, %r1, 33, %x9;");
  }
  line("NEXT:");
  line("bar.warp.sync -1;");
  line("add.u32 %x5, %x5, 1;");
  line("setp.lt.u32 %q4, %x5, " + number(kInputWords) + ";");
  line("and.b32 %x11, %x5, 15;");
  line("setp.ne.u32 %q5, %x11, 0;");
  line("@%q5 bra AGAIN;");
  line("shr.u32 %x11, %x5, 4;");
  line("mul.wide.u32 %y4, %x11, 4;");
  line("add.u64 %y4, %y4, %y0;");
  line("xor.b32 %x9, %r0, %r1;");
  line("st.global.u32 [%y4+-4], %x9;");
  line("AGAIN:");
  line("@%q4 bra LOOP;");
  line("LEAVE:");
  line("ret;");
  return end();
}

}  // namespace

ConformanceProgram make_program(std::uint64_t number) {
  Builder builder(number);
  return number < kTables ? builder.table(number) : builder.random_program();
}

std::uint64_t digest(const std::vector<std::uint32_t>& words) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const std::uint32_t word : words) {
    for (int i = 0; i < 4; ++i) hash = (hash ^ (word >> (8 * i) & 0xff)) * 0x100000001b3ull;
  }
  return hash;
}

}  // namespace warpproof::conformance
