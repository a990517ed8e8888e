#include "src/program/address_uses.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof {
namespace {

Program program_of(const std::string& body) {
  return load_ptx(
      ".version 7.0\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 a[128];\n.shared .align 4 .b8 b[128];\n"
      ".func (.param .b64 r) same(.param .b64 f)\n{\n.reg .b64 %rd<3>;\nld.param.u64 %rd1, [f];\n"
      "st.param.b64 [r], %rd1;\nret;\n}\n"
      ".visible .entry k(.param .u64 p)\n{\n.local .align 8 .b8 kept[16];\n.reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n"
      ".reg .pred %p<3>;\nld.param.u64 %rd4, [p];\nmov.u64 %rd1, a;\ncvta.shared.u64 %rd1, %rd1;\nmov.u64 %rd2, b;\n"
      "cvta.shared.u64 %rd2, %rd2;\nmov.u64 %rd3, kept;\ncvta.local.u64 %rd3, %rd3;\n" +
          body + "ret;\n}\n",
      "k.ptx");
}

// Of how many places it tells.
std::size_t uses(const std::string& body) {
  const Program program = program_of(body);
  return uses_of_addresses(program, std::vector<bool>(program.functions.size(), true)).size();
}

// "a kept"
std::string indexed(const std::string& body) {
  const Program program = program_of(body);
  std::string out;
  for (const std::uint32_t v : indexed_variables(program, std::vector<bool>(program.functions.size(), true)))
    out += (out.empty() ? "" : " ") + program.variables[v].name;
  return out;
}

TEST_CASE("to go through an address, to add to it and to hand it on looks at no place") {
  CHECK(uses("mul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd6, %rd1, %rd5;\nst.u32 [%rd6], 1;\nld.u32 %r2, [%rd6+4];\n") == 0);
  CHECK(uses("mad.wide.u32 %rd6, %r1, 4, %rd1;\nst.u32 [%rd6], 1;\n") == 0);
  CHECK(uses("setp.eq.s64 %p1, %rd4, 0;\nselp.b64 %rd5, %rd1, %rd2, %p1;\nst.u64 [%rd3], %rd5;\nld.u64 %rd6, [%rd3];\n"
             "st.u32 [%rd6], 1;\n") == 0);
  CHECK(uses("st.u64 [%rd4], %rd1;\n") == 0);
}

TEST_CASE("pointers into one variable, and null, are compared wherever it lies") {
  CHECK(uses("add.s64 %rd5, %rd1, 128;\nsetp.lt.u64 %p1, %rd1, %rd5;\n") == 0);
  CHECK(uses("add.s64 %rd5, %rd1, 128;\nsub.s64 %rd6, %rd5, %rd1;\nshr.s64 %rd6, %rd6, 2;\n") == 0);
  CHECK(uses("setp.ne.s64 %p1, %rd1, 0;\n") == 0);
}

TEST_CASE("comparing two variables looks at places") {
  CHECK(uses("setp.lt.u64 %p1, %rd1, %rd2;\n") == 1);
  CHECK(uses("sub.s64 %rd6, %rd1, %rd2;\n") == 1);
  CHECK(uses("setp.eq.s64 %p1, %rd1, %rd4;\n") == 1);
  CHECK(uses("setp.lt.u64 %p1, %rd1, 4096;\n") == 1);
}

TEST_CASE("bits of an address are its place") {
  CHECK(uses("and.b64 %rd5, %rd1, 15;\n") == 1);
  CHECK(uses("add.s64 %rd5, %rd1, 127;\nand.b64 %rd5, %rd5, -128;\nst.u32 [%rd5], 1;\n") == 1);
  CHECK(uses("shr.u64 %rd5, %rd1, 4;\n") == 1);
  CHECK(uses("cvt.u32.u64 %r1, %rd1;\nand.b32 %r1, %r1, 15;\n") == 1);
  CHECK(uses("cvt.u16.u64 %r1, %rd1;\n") == 1);
}

TEST_CASE("bits below the alignment are not") {
  CHECK(uses("or.b64 %rd5, %rd1, 3;\nst.u8 [%rd5], 1;\n") == 0);
  CHECK(uses("and.b64 %rd5, %rd1, 3;\nsetp.eq.s64 %p1, %rd5, 1;\n") == 0);
  CHECK(uses("and.b64 %rd5, %rd1, -4;\nst.u32 [%rd5], 1;\n") == 0);
  CHECK(uses("or.b64 %rd5, %rd1, 4;\n") == 1);
  CHECK(uses("and.b64 %rd5, %rd1, 4;\n") == 1);
  CHECK(uses("and.b64 %rd5, %rd1, -8;\n") == 1);
}

TEST_CASE("addresses are followed through private memory, other memory and calls") {
  CHECK(uses("st.u64 [%rd3+8], %rd1;\nld.u64 %rd5, [%rd3+8];\nand.b64 %rd5, %rd5, 15;\n") == 1);
  CHECK(uses("st.local.u64 [kept+8], %rd1;\nld.local.u64 %rd5, [kept+8];\nand.b64 %rd5, %rd5, 15;\n") == 1);
  CHECK(uses("st.local.u64 [kept], %rd1;\nst.local.u64 [kept+8], %rd4;\nld.local.u32 %r5, [kept+4];\n") == 0);
  CHECK(uses("st.u64 [%rd4], %rd1;\nld.u64 %rd5, [%rd4+8];\nand.b64 %rd5, %rd5, 15;\n") == 1);
  CHECK(uses("st.u64 [%rd2], %rd1;\nld.u64 %rd5, [%rd2];\nand.b64 %rd5, %rd5, 15;\n") == 1);
  CHECK(uses("{\n.param .b64 x;\nst.param.b64 [x], %rd1;\n.param .b64 y;\ncall (y), same, (x);\nld.param.b64 %rd5, [y];\n}\n"
             "and.b64 %rd6, %rd5, 15;\n") == 1);
}

TEST_CASE("variables that are accessed at an index") {
  CHECK(indexed("st.u32 [%rd1], 1;\nld.u32 %r1, [%rd1+124];\nst.shared.u32 [b+4], 1;\n").empty());
  CHECK(indexed("add.s64 %rd5, %rd3, 8;\nst.u32 [%rd5+4], 1;\n").empty());
  CHECK(indexed("st.u32 [%rd1+128], 1;\n") == "a");
  CHECK(indexed("st.u32 [%rd1+-4], 1;\n") == "a");
  CHECK(indexed("st.u64 [%rd1+124], %rd4;\n") == "a");
  CHECK(indexed("mul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd6, %rd2, %rd5;\nst.u32 [%rd6], 1;\n") == "b");
  CHECK(indexed("mad.wide.u32 %rd6, %r1, 4, %rd3;\natom.add.u32 %r2, [%rd6], 1;\n") == "kept");
  CHECK(indexed("st.u64 [%rd3], %rd1;\nld.u64 %rd5, [%rd3];\nst.u32 [%rd5+4], 1;\n").empty());
  CHECK(indexed("mov.u64 %rd5, %rd1;\nL: st.u32 [%rd5], 1;\nadd.s64 %rd5, %rd5, 4;\nsetp.ne.s64 %p1, %rd5, %rd4;\n"
                "@%p1 bra L;\n") == "a");
}

}  // namespace
}  // namespace warpproof
