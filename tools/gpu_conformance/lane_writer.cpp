#include "tools/gpu_conformance/lane_writer.h"

#include <set>

#include "tools/gpu_conformance/families.h"
#include "tools/gpu_conformance/forms.h"

namespace warpproof::conformance {

// Each thread starts elsewhere in the input, 8-byte aligned.
void LaneWriter::load_registers() {
  line({"mad.lo.u32 %x5, %x1, 42, ", number(random_.below(64) * 2), ";"});
  line({"and.b32 %x5, %x5, ", number(kInputWords - 64 - 2), ";"});
  line("mul.wide.u32 %y2, %x5, 4;");
  line("add.u64 %y1, %y1, %y2;");
  for (int i = 0; i < kWords; ++i) line({"ld.global.u32 %r", number(i), ", [%y1+", number(4 * i), "];"});
  for (int i = 0; i < kDoubles; ++i) {
    line({"ld.global.u64 %d", number(i), ", [%y1+", number(4 * kWords + 8 * i), "];"});
    if (i % 2 == 0) line({"xor.b64 %d", number(i), ", %d", number(i), ", ", hex(random64(random_)), ";"});
  }
  for (int i = 0; i < kHalves; ++i)
    line({"ld.global.u16 %h", number(i), ", [%y1+", number(150 + 2 * i), "];"});
  for (int i = 0; i < kPredicates; ++i)
    line({"setp.lt.s32 %p", number(i), ", %r", number(i), ", %r", number(i + 1), ";"});
}

void LaneWriter::store_registers() {
  int at = 0;
  for (int i = 0; i < kWords; ++i, ++at)
    line({"st.global.u32 [%y0+", number(4 * at), "], %r", number(i), ";"});
  for (int i = 0; i < kDoubles; ++i, at += 2)
    line({"st.global.u64 [%y0+", number(4 * at), "], %d", number(i), ";"});
  for (int i = 0; i < kHalves; ++i, ++at)
    line({"st.global.u16 [%y0+", number(4 * at), "], %h", number(i), ";"});
  for (int i = 0; i < kPredicates; ++i, ++at) {
    line({"selp.u32 %x5, 1, 0, %p", number(i), ";"});
    line({"st.global.u32 [%y0+", number(4 * at), "], %x5;"});
  }
  line(random_.chance(50) ? "ret;" : "exit;");
  use("exit");
}

std::string LaneWriter::immediate(int bits) {
  if (bits == 64) return hex(random64(random_));
  const std::uint32_t value = random32(random_);
  return bits == 32 ? hex(value) : number(value % 0x8000);
}

// What keeps a divisor from being 0.
std::string LaneWriter::divisor(const std::string& type, const std::string& to, const std::string& from) {
  return "  or" + type + " " + to + ", " + from + ", " + number(1 + random_.below(9)) + ";\n";
}

// One instruction of a random form; destinations come before the first source.
void LaneWriter::instruction() {
  const auto& forms = instruction_forms();
  const InstructionForm* drawn = nullptr;
  do {
    drawn = &forms[random_.below(static_cast<std::uint32_t>(forms.size()))];
  } while (drawn->alone);
  const InstructionForm& form = *drawn;
  use(form.opcode);
  std::string text = form.opcode, before, open;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const std::string& kind = form.operands[i];
    std::string operand;
    if (kind == "R" || kind == "cR") operand = r();
    if (kind == "D" || kind == "cD") operand = d();
    if (kind == "H" || kind == "cH") operand = h();
    if (kind == "P") operand = p();
    if (kind == "p") operand = p_or_not();
    if (kind == "PP") {  // two different ones
      const std::uint32_t first = random_.below(kPredicates);
      operand = "%p" + number(first) + "|%p" + number((first + 1) % kPredicates);
    }
    if (kind == "r") operand = random_.chance(40) ? immediate(32) : r();
    if (kind == "d") operand = random_.chance(40) ? immediate(64) : d();
    if (kind == "h") operand = random_.chance(40) ? immediate(16) : h();
    if (kind == "s") operand = random_.chance(60) ? number(random_.below(70)) : r();
    if (kind == "lut") operand = number(random_.below(256));
    if (kind == "low5") before += "  and.b32 %x7, " + r() + ", 31;\n", operand = "%x7";
    if (kind == "nR") before += divisor(".b32", "%x7", r()), operand = "%x7";
    if (kind == "nD") before += divisor(".b64", "%y4", d()), operand = "%y4";
    if (kind == "nH") before += divisor(".b16", "%z0", h()), operand = "%z0";
    if (kind == "field") {
      operand = number(random_.below(32));
      if (random_.chance(60)) {
        const std::string reg = "%x" + number(16 + i - form.operands.size());
        before += "  and.b32 " + reg + ", " + r() + ", 255;\n", operand = reg;
      }
    }
    if (kind == "least") before += "  max.s32 %x15, " + r() + ", -2147483647;\n", operand = "%x15";
    if (kind[0] == 'c') open = operand;
    text += (i == 0 ? " " : ", ") + operand;
  }
  std::string guard;
  if (random_.chance(8) && form.guardable && open.empty()) guard = "@" + p_or_not() + " ";
  body_ += before + "  " + guard + text + ";\n";
  if (!open.empty()) make_nan_canonical(form.opcode, open);
}

void LaneWriter::carry_chain() {
  const std::string a = r(), b = r(), c = r(), e = r();
  const bool subtract = random_.chance(40), wide = random_.chance(40);
  const std::string type = wide ? ".u64" : ".u32", base = subtract ? "sub" : "add";
  const auto reg = [&] { return wide ? d() : r(); };
  line({base, ".cc", type, " ", reg(), ", ", reg(), ", ", reg(), ";"});
  line({base, "c.cc", type, " ", reg(), ", ", reg(), ", ", reg(), ";"});
  line({base, "c", type, " ", reg(), ", ", reg(), ", ", reg(), ";"});
  use(base + ".cc" + type), use(base + "c.cc" + type), use(base + "c" + type);
  if (wide) return;
  line({"mad.lo.cc.u32 ", a, ", ", b, ", ", c, ", ", e, ";"});
  line({"madc.hi.cc.u32 ", b, ", ", b, ", ", c, ", ", e, ";"});
  line({"madc.lo.u32 ", e, ", ", c, ", ", b, ", ", a, ";"});
  use("mad.lo.cc.u32"), use("madc.hi.cc.u32"), use("madc.lo.u32");
}

void LaneWriter::pack() {
  switch (random_.below(4)) {
    case 0:
      line({"mov.b64 ", d(), ", {", r(), ", ", r(), "};"});
      use("mov.b64 d, {r, r}");
      break;
    case 1: {
      const std::string a = r();
      std::string b = r();
      while (b == a) b = r();
      line({"mov.b64 {", a, ", ", b, "}, ", d(), ";"});
      use("mov.b64 {r, r}, d");
      break;
    }
    case 2:
      line({"mov.b32 ", r(), ", {", h(), ", ", h(), "};"});
      use("mov.b32 r, {h, h}");
      break;
    default:
      line({"mov.b64 ", d(), ", {", h(), ", ", h(), ", ", h(), ", ", h(), "};"});
      use("mov.b64 d, {h, h, h, h}");
  }
}

// A thread's own 16 bytes of local, shared or output memory, through every width.
void LaneWriter::own_memory() {
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
  line({"st", name, ".v4.b32 [", base, "], {", r(), ", ", r(), ", ", r(), ", ", r(), "};"});
  use("st" + name + ".v4.b32");
  static const char* const kStores[] = {"u8 r",      "u16 h",     "u32 r",     "u64 d",
                                        "v2.u32 rr", "v2.u16 hh", "v2.u64 dd", "v4.u8 rrrr"};
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
        number(random_.below(static_cast<std::uint32_t>(16 / size)) * static_cast<std::uint32_t>(size)) + "]";
    const std::string op = std::string(store ? "st" : "ld") +
                           (random_.chance(15) && name != ".local" ? ".volatile" : "") + name + "." + type;
    line({op, " ", (store ? at + ", " + list : list + ", " + at), ";"});
    use(op);
  };
  for (int i = 0; i < 3; ++i) access(kStores[random_.below(std::size(kStores))], true);
  for (int i = 0; i < 3; ++i) access(kLoads[random_.below(std::size(kLoads))], false);
}

// Atomics on the thread's own word: the old values come back too.
void LaneWriter::own_atomics() {
  const bool shared = random_.chance(50);
  if (shared) {
    line("mov.u32 %x8, s;");
    line("mad.lo.u32 %x8, %x0, 16, %x8;");
    line({"st.shared.v4.b32 [%x8], {", r(), ", ", r(), ", ", r(), ", ", r(), "};"});
  } else {
    line({"st.global.v4.b32 [%y0+208], {", r(), ", ", r(), ", ", r(), ", ", r(), "};"});
  }
  static const char* const kOps[] = {"add.u32 r",  "add.s32 r",  "add.u64 d",  "min.u32 r",  "min.s32 r",
                                     "max.u32 r",  "max.s32 r",  "min.u64 d",  "max.s64 d",  "and.b32 r",
                                     "or.b32 r",   "xor.b32 r",  "and.b64 d",  "or.b64 d",   "xor.b64 d",
                                     "inc.u32 r",  "dec.u32 r",  "exch.b32 r", "exch.b64 d", "cas.b32 rr",
                                     "cas.b64 dd", "cas.b16 hh", "min.s64 d",  "max.u64 d"};
  static const char* const kScopes[] = {"",    ".relaxed.gpu", ".acquire.gpu", ".release.cta", ".acq_rel.sys",
                                        ".cta"};
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
    line({text, ";"});
    use(full);
  }
}

// Instructions that change no value, and values that no instruction computes.
void LaneWriter::others() {
  static const char* const kFences[] = {"membar.cta;",
                                        "membar.gl;",
                                        "membar.sys;",
                                        "fence.acq_rel.cta;",
                                        "fence.acq_rel.gpu;",
                                        "fence.sc.cta;",
                                        "fence.sc.gpu;",
                                        "fence.acq_rel.sys;",
                                        "nanosleep.u32 20;",
                                        "fence.sc.sys;",
                                        "prefetch.global.L2 [%y1];",
                                        "prefetch.L1 [%y1];",
                                        "prefetchu.L1 [%y1];",
                                        "pmevent 1;"};
  const std::string fence = kFences[random_.below(std::size(kFences))];
  line(fence);
  use(fence.substr(0, fence.find_first_of(" ;")));
  static const char* const kSpecials[] = {
      "%tid.x",    "%tid.y",  "%ntid.x",      "%ntid.z",      "%ctaid.x",     "%ctaid.z",     "%nctaid.x",
      "%nctaid.y", "%laneid", "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
  const std::string special = kSpecials[random_.below(std::size(kSpecials))];
  line({"mov.u32 ", r(), ", ", special, ";"});
  use("mov.u32 r, " + special);
  static const char* const kLoads[] = {"ld.global.nc.u32",
                                       "ld.global.ca.u32",
                                       "ld.global.cg.u32",
                                       "ld.global.cs.u32",
                                       "ld.global.lu.u32",
                                       "ld.global.cv.u32",
                                       "ld.relaxed.gpu.global.u32",
                                       "ld.acquire.gpu.global.u32",
                                       "ld.relaxed.cta.u32",
                                       "ld.acquire.sys.u32",
                                       "ldu.global.u32",
                                       "ld.weak.global.u32"};
  const std::string load = kLoads[random_.below(std::size(kLoads))];
  line({load, " ", r(), ", [%y1+", number(4 * random_.below(40)), "];"});
  use(load);
  static const char* const kStores[] = {
      "st.global.wb.u32",          "st.global.cg.u32",          "st.global.cs.u32",  "st.global.wt.u32",
      "st.relaxed.gpu.global.u32", "st.release.sys.global.u32", "st.weak.global.u32"};
  const std::string store = kStores[random_.below(std::size(kStores))];
  line({store, " [%y0+", number(224 + 4 * random_.below(4)), "], ", r(), ";"});
  use(store);
  switch (random_.below(4)) {
    case 0:
      line({"and.b32 %x7, ", r(), ", 15;"});
      line("mul.wide.u32 %y5, %x7, 4;");
      line("mov.u64 %y6, table;");
      line("add.u64 %y5, %y5, %y6;");
      line({"ld.const.u32 ", r(), ", [%y5];"});
      use("ld.const.u32");
      break;
    case 1:
      line("mov.u64 %y5, s;");
      line("cvta.shared.u64 %y5, %y5;");
      line({"isspacep.", random_.chance(50) ? "shared" : "global", " ", p(), ", %y5;"});
      use("isspacep.shared"), use("isspacep.global");
      break;
    case 2:
      line("mov.u64 %y5, depot;");
      line("cvta.local.u64 %y5, %y5;");
      line({"isspacep.", random_.chance(50) ? "local" : "shared", " ", p(), ", %y5;"});
      line({"st.u32 [%y5+32], ", r(), ";"});
      line("cvta.to.local.u64 %y5, %y5;");
      line({"ld.local.u32 ", r(), ", [%y5+32];"});
      use("isspacep.local"), use("cvta.local.u64"), use("cvta.to.local.u64");
      break;
    default:
      line({"cvta.global.u64 %y5, %y1;"});
      line({"isspacep.", random_.chance(50) ? "global" : "local", " ", p(), ", %y5;"});
      line({"ld.u16 ", h(), ", [%y5+", number(2 * random_.below(80)), "];"});
      use("cvta.global.u64"), use("ld.u16");
  }
}

}  // namespace warpproof::conformance
