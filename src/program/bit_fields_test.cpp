#include "src/program/bit_fields.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof {
namespace {

int fields(const std::string& statements) {
  const Program program = load_ptx(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 a) {\n.local .align 8 .b8 depot[16];\n"
      ".reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n.reg .b16 %rs<9>;\n.reg .pred %p<3>;\n"
      "ld.param.u64 %rd1, [a];\n" +
          statements + "ret;\n}\n",
      "k.ptx");
  const auto& code = program.functions[0].code;
  return static_cast<int>(
      std::count_if(code.begin(), code.end(), [](const Instruction& in) { return in.mod.sets_field; }));
}

TEST_CASE("a word is loaded, masked, combined and stored back") {
  CHECK(fields("ld.u32 %r2, [%rd1+4];\nand.b32 %r3, %r1, 15;\nand.b32 %r4, %r2, -16;\n"
               "or.b32 %r5, %r4, %r3;\nst.u32 [%rd1+4], %r5;\n") == 1);
  CHECK(fields("ld.local.u8 %rs1, [depot];\nand.b16 %rs2, %rs1, -8;\nor.b16 %rs3, %rs2, 5;\n"
               "st.local.u8 [depot], %rs3;\n") == 1);
}

TEST_CASE("other uses of a word are reads") {
  const std::string load = "ld.u32 %r2, [%rd1+4];\n", keep = "and.b32 %r4, %r2, -16;\n",
                    combine = "or.b32 %r5, %r4, %r3;\n", store = "st.u32 [%rd1+4], %r5;\n";
  CHECK(fields(load + keep + combine + store) == 1);
  CHECK(fields(load + keep + combine) == 0);
  CHECK(fields(load + keep + combine + "st.u32 [%rd1+8], %r5;\n") == 0);
  CHECK(fields(load + keep + combine + store + "st.u32 [%rd1+8], %r2;\n") == 0);  // the word itself
  CHECK(fields(load + keep + combine + store + "st.u32 [%rd1+8], %r4;\n") == 0);  // other fields
  CHECK(fields(load + keep + "add.u32 %r5, %r4, %r3;\n" + store) == 0);
  CHECK(fields(load + "and.b32 %r4, %r2, %r1;\n" + combine + store) == 0);
  CHECK(fields(load + keep + combine + "@%p1 bra over;\n" + store + "over: ") == 0);
  CHECK(fields(load + keep + combine + "add.u64 %rd1, %rd1, 8;\n" + store) == 0);
}

}  // namespace
}  // namespace warpproof
