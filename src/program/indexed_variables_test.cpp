#include "src/program/indexed_variables.h"

#include <catch2/catch.hpp>
#include <set>
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

// "a kept"
std::string indexed(const std::string& body) {
  const Program program = program_of(body);
  std::string out;
  for (const std::uint32_t v : indexed_variables(program, std::vector<bool>(program.functions.size(), true)))
    out += (out.empty() ? "" : " ") + program.variables[v].name;
  return out;
}

TEST_CASE("variables that are accessed at an index") {
  CHECK(indexed("st.u32 [%rd1], 1;\nld.u32 %r1, [%rd1+124];\nst.shared.u32 [b+4], 1;\n").empty());
  CHECK(indexed("add.s64 %rd5, %rd3, 8;\nst.u32 [%rd5+4], 1;\n").empty());
  CHECK(indexed("st.u32 [%rd1+128], 1;\n") == "a");
  CHECK(indexed("st.u32 [%rd1+-4], 1;\n") == "a");
  CHECK(indexed("st.shared.u32 [b+128], 1;\n") == "b");
  CHECK(indexed("xor.b64 %rd5, %rd1, 64;\nst.u32 [%rd5], 1;\n") == "a");
  CHECK(indexed("st.u64 [%rd1+124], %rd4;\n") == "a");
  CHECK(indexed("mul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd6, %rd2, %rd5;\nst.u32 [%rd6], 1;\n") == "b");
  CHECK(indexed("mad.wide.u32 %rd6, %r1, 4, %rd3;\natom.add.u32 %r2, [%rd6], 1;\n") == "kept");
  CHECK(indexed("st.u64 [%rd3], %rd1;\nld.u64 %rd5, [%rd3];\nst.u32 [%rd5+4], 1;\n").empty());
  CHECK(indexed("mov.u64 %rd5, %rd1;\nL: st.u32 [%rd5], 1;\nadd.s64 %rd5, %rd5, 4;\nsetp.ne.s64 %p1, %rd5, %rd4;\n"
                "@%p1 bra L;\n") == "a");
}

TEST_CASE("variables of the module that functions name") {
  const Program program = load_ptx(
      ".version 7.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 counter;\n.const .align 4 .b8 table[8];\n"
      ".global .align 4 .u32 other;\n.global .align 1 .b8 $str[2] = {65, 0};\n.shared .align 4 .b8 s[4];\n"
      ".visible .entry k()\n{\n.reg .b64 %rd<3>;\n.reg .b32 %r<3>;\nmov.u64 %rd1, counter;\nld.const.u32 %r1, [table];\n"
      "ld.shared.u32 %r2, [s];\nmov.u64 %rd2, $str;\nret;\n}\n",
      "k.ptx");
  std::set<std::string> names;
  for (const std::uint32_t v : module_variables(program, {true})) names.insert(program.variables[v].name);
  CHECK(names == std::set<std::string>{"counter", "table"});
  CHECK(module_variables(program, {false}).empty());
}

}  // namespace
}  // namespace warpproof
