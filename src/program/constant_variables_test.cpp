#include "src/program/constant_variables.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof {
namespace {

bool only_read(const std::string& body) {
  const Program program = load_ptx(
      ".version 7.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 t[2] = {1, 2};\n"
      ".visible .entry k(.param .u64 p)\n{\n.local .align 8 .b8 slots[16];\n.reg .b64 %rd<9>;\n.reg .b32 %r<5>;\n"
      ".reg .pred %p;\nld.param.u64 %rd4, [p];\nmov.u64 %rd5, slots;\ncvta.local.u64 %rd6, %rd5;\nmov.u64 %rd1, t;\n" +
          body + "ret;\n}\n",
      "k.ptx");
  return variables_only_read(program).size() == 1;
}

}  // namespace

TEST_CASE("variables that are only loaded from") {
  CHECK(only_read("ld.global.u32 %r1, [t+4];\n"));
  CHECK(
      only_read("add.s64 %rd2, %rd1, 4;\nld.global.u32 %r1, [%rd2];\n"
                "st.global.u32 [%rd4], %r1;\n"));
}

TEST_CASE("an address that is kept in local memory") {
  CHECK(only_read("st.u64 [%rd6+8], %rd1;\nld.u64 %rd2, [%rd6+8];\nld.u32 %r1, [%rd2];\n"));
  CHECK(only_read("st.local.u64 [slots+8], %rd1;\n"));
  CHECK(only_read("st.u64 [%rd6+8], %rd1;\nst.u64 [%rd6], %rd4;\nld.u64 %rd2, [%rd6];\nst.u32 [%rd2], 1;\n"));
  // Stored through what was loaded.
  CHECK_FALSE(only_read("st.u64 [%rd6+8], %rd1;\nld.v2.u64 {%rd2, %rd3}, [%rd6];\nst.u32 [%rd3], 1;\n"));
  CHECK_FALSE(only_read("st.u64 [%rd6+8], %rd1;\nadd.s64 %rd7, %rd6, %rd4;\nld.u64 %rd2, [%rd7];\nst.u32 [%rd2], 1;\n"));
  CHECK_FALSE(only_read("st.u64 [%rd6+8], %rd1;\nld.u64 %rd2, [%rd6+8];\nst.u32 [%rd2], 1;\n"));
  CHECK_FALSE(only_read("st.local.u64 [slots], %rd1;\nld.local.u64 %rd2, [slots];\nst.u32 [%rd2], 1;\n"));
  // Others learn where it is kept.
  CHECK_FALSE(only_read("st.u64 [%rd6+8], %rd1;\nst.u64 [%rd4], %rd6;\n"));
  // Perhaps not in local memory.
  CHECK_FALSE(only_read("setp.eq.s64 %p, %rd4, 0;\nselp.b64 %rd7, %rd6, %rd4, %p;\nst.u64 [%rd7], %rd1;\n"));
  CHECK_FALSE(only_read("mov.u64 %rd7, %rd6;\nst.u64 [%rd7], %rd1;\nmov.u64 %rd7, %rd4;\n"));
  CHECK_FALSE(only_read("sub.s64 %rd7, %rd4, %rd6;\nst.u64 [%rd7], %rd1;\n"));
}

TEST_CASE("variables that may be stored to") {
  CHECK_FALSE(only_read("st.global.u32 [t+4], 1;\n"));
  CHECK_FALSE(only_read("add.s64 %rd2, %rd1, 4;\nst.global.u32 [%rd2], 1;\n"));
  CHECK_FALSE(only_read("cvta.global.u64 %rd2, %rd1;\natom.add.u32 %r1, [%rd2], 1;\n"));
  CHECK_FALSE(only_read("st.global.u64 [%rd4], %rd1;\n"));
}

}  // namespace warpproof
