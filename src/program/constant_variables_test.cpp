#include "src/program/constant_variables.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof {
namespace {

bool only_read(const std::string& body) {
  const Program program = load_ptx(
      ".version 7.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 t[2] = {1, 2};\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b64 %rd<5>;\n.reg .b32 %r<5>;\nld.param.u64 %rd4, [p];\n" +
          body + "ret;\n}\n",
      "k.ptx");
  return variables_only_read(program).size() == 1;
}

}  // namespace

TEST_CASE("variables that are only loaded from") {
  CHECK(only_read("ld.global.u32 %r1, [t+4];\n"));
  CHECK(
      only_read("mov.u64 %rd1, t;\nadd.s64 %rd2, %rd1, 4;\nld.global.u32 %r1, [%rd2];\n"
                "st.global.u32 [%rd4], %r1;\n"));
}

TEST_CASE("variables that may be stored to") {
  CHECK_FALSE(only_read("st.global.u32 [t+4], 1;\n"));
  CHECK_FALSE(only_read("mov.u64 %rd1, t;\nadd.s64 %rd2, %rd1, 4;\nst.global.u32 [%rd2], 1;\n"));
  CHECK_FALSE(only_read("mov.u64 %rd1, t;\ncvta.global.u64 %rd2, %rd1;\natom.add.u32 %r1, [%rd2], 1;\n"));
  CHECK_FALSE(only_read("mov.u64 %rd1, t;\nst.global.u64 [%rd4], %rd1;\n"));
}

}  // namespace warpproof
