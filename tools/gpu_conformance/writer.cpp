#include "tools/gpu_conformance/writer.h"

#include <utility>

namespace warpproof::conformance {

void Writer::line(std::initializer_list<std::string> pieces) {
  body_ += "  ";
  for (const std::string& piece : pieces) body_ += piece;
  body_ += "\n";
}

void Writer::make_nan_canonical(const std::string& opcode, const std::string& reg) {
  // The first type of an opcode is that of its result.
  std::size_t first = std::string::npos;
  std::string type;
  for (const char* one : {".f64", ".f32", ".f16x2", ".bf16x2", ".f16", ".bf16"}) {
    if (const std::size_t at = opcode.find(one); at < first) first = at, type = one;
  }
  if (type.ends_with("x2")) {
    line({"setp.nan", type, " %q6|%q7, ", reg, ", ", reg, ";"});
    line("selp.b32 %x14, 0xffff, 0, %q6;");
    line("selp.b32 %x15, 0xffff0000, 0, %q7;");
    line("or.b32 %x14, %x14, %x15;");
    line("and.b32 %x15, %x14, 0x7fff7fff;");
    line("not.b32 %x14, %x14;");
    line({"and.b32 ", reg, ", ", reg, ", %x14;"});
    line({"or.b32 ", reg, ", ", reg, ", %x15;"});
    return;
  }
  const bool wide = type == ".f64", narrow = type.ends_with("16");
  line({"setp.nan", type, " %q6, ", reg, ", ", reg, ";"});
  line({wide     ? "selp.b64 "
        : narrow ? "selp.b16 "
                 : "selp.b32 ",
        reg,
        wide     ? ", 0x7ff8000000000000, "
        : narrow ? ", 0x7fff, "
                 : ", 0x7fffffff, ",
        reg, ", %q6;"});
}

void Writer::begin(const Registers& registers) {
  const auto count = [](int n) { return static_cast<std::uint64_t>(n); };
  out_.ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".func (.param .b32 result) helper(.param .b32 a, .param .b64 b)\n{\n"
      "  .reg .b32 %r<4>;\n  .reg .b64 %d<2>;\n  .reg .pred %p<2>;\n"
      "  ld.param.u32 %r0, [a];\n  ld.param.u64 %d0, [b];\n  cvt.u32.u64 %r1, %d0;\n"
      "  setp.gt.s32 %p0, %r0, 0;\n  @%p0 bra UP;\n  xor.b32 %r0, %r0, %r1;\n  bra DONE;\n"
      "UP:\n  add.u32 %r0, %r0, %r1;\nDONE:\n  st.param.b32 [result], %r0;\n  ret;\n}\n"
      ".const .align 4 .b32 table[16] = {0, 1, 0x80000000, 0x7fffffff, 0xffffffff, 5, 31, 32, 0x3f800000,\n"
      "  0x7f800000, 0x7fc00000, 0xdeadbeef, 0x12345678, 77, 0x00800000, 9};\n"
      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
      "  .reg .b32 %r<" +
      number(count(registers.words)) + ">, %x<16>;\n  .reg .b64 %d<" + number(count(registers.doubles)) +
      ">, %y<12>;\n  .reg .b16 %h<" + number(count(registers.halves)) + ">, %z<4>;\n  .reg .pred %p<" +
      number(count(registers.predicates)) +
      ">, %q<8>;\n  .local .align 16 .b8 depot[64];\n  .shared .align 16 .b32 s[" + number(registers.shared) +
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
  line({"mul.wide.u32 %y2, %x1, ", number(4 * out_.words_per_thread), ";"});
  line("add.u64 %y0, %y0, %y2;");
}

ConformanceProgram Writer::end() {
  out_.ptx += body_ + "}\n";
  return std::move(out_);
}

}  // namespace warpproof::conformance
