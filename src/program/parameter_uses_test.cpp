#include "src/program/parameter_uses.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof {
namespace {

std::map<std::uint32_t, ParameterUse> uses(const std::string& body) {
  const Program program = load_ptx(
      ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n, .param .u32 m)\n{\n"
      ".reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n.reg .pred %p<9>;\nld.param.u32 %r1, [n];\nld.param.u32 %r2, "
      "[m];\n" +
          body + "ret;\n}\n",
      "k.ptx");
  return parameter_uses(program, 0);
}

TEST_CASE("what parameters are compared with") {
  CHECK(uses("add.u32 %r3, %r1, %r2;\n").empty());
  CHECK(uses("setp.eq.u32 %p1, %r1, 77;\n") == std::map<std::uint32_t, ParameterUse>{{0, {{77}, false}}});
  CHECK(uses("mov.u32 %r3, 5;\nsetp.lt.u32 %p1, %r3, %r2;\n") ==
        std::map<std::uint32_t, ParameterUse>{{1, {{5}, false}}});
  // A number that something made of the parameter is compared with says nothing of the parameter itself.
  CHECK(uses("add.u32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 77;\n") ==
        std::map<std::uint32_t, ParameterUse>{{0, {{}, false}}});
  CHECK(uses("setp.lt.u32 %p1, %r1, %r2;\n") ==
        std::map<std::uint32_t, ParameterUse>{{0, {{}, false}}, {1, {{}, false}}});
}

TEST_CASE("parameters that are compared with a thread's place, or with sizes") {
  const std::map<std::uint32_t, ParameterUse> expected{{0, {{}, true, true}}};
  CHECK(uses("mov.u32 %r3, %tid.x;\nsetp.lt.u32 %p1, %r3, %r1;\n") == expected);
  CHECK(uses("mov.u32 %r3, %tid.x;\nL:\nsetp.ge.u32 %p1, %r3, %r1;\n@%p1 bra D;\nmov.u32 %r4, %ntid.x;\n"
             "add.u32 %r3, %r3, %r4;\nbra L;\nD:\n") == expected);
  CHECK(uses("add.u32 %r3, %r1, 4294967295;\nmov.u32 %r4, %ntid.x;\nsetp.eq.u32 %p1, %r3, %r4;\n") ==
        expected);
  // A counter that starts at 0 has nothing to do with the launch.
  CHECK(uses("mov.u32 %r3, 0;\nL:\nsetp.ge.u32 %p1, %r3, %r1;\n@%p1 bra D;\nadd.u32 %r3, %r3, 1;\nbra "
             "L;\nD:\n") == std::map<std::uint32_t, ParameterUse>{{0, {{0}, false}}});
}

TEST_CASE("what is of the grid, or of a tile's number, is not compared with the block alone") {
  const std::map<std::uint32_t, ParameterUse> expected{{0, {{}, true, false}}};
  CHECK(uses("mov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %tid.x;\nmad.lo.u32 %r5, %r3, 16, %r4;\nsetp.lt.u32 %p1, %r5, %r1;\n") == expected);
  const std::string tiles = "mov.u32 %r3, 0;\nmov.u32 %r4, %tid.x;\nL:\nshl.b32 %r5, %r3, 4;\nadd.u32 %r5, %r5, %r4;\n";
  CHECK(uses(tiles + "setp.lt.u32 %p1, %r5, %r1;\nadd.u32 %r3, %r3, 1;\n@%p1 bra L;\n") == expected);
  // A stride of the block's size, and a thread's place by a number, are of the block.
  const std::map<std::uint32_t, ParameterUse> of_block{{0, {{}, true, true}}};
  CHECK(uses("mov.u32 %r3, %tid.x;\nshl.b32 %r3, %r3, 2;\nsetp.lt.u32 %p1, %r3, %r1;\n") == of_block);
}

TEST_CASE("parameters that addresses are made of") {
  const auto addressing = [](const std::string& body) {
    const Program program = load_ptx(
        ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n, .param .u32 m)\n{\n"
        ".reg .b64 %rd<9>;\n.reg .b32 %r<9>;\nld.param.u32 %r1, [n];\nld.param.u32 %r2, [m];\n" + body + "ret;\n}\n",
        "k.ptx");
    return addressing_parameters(program, 0);
  };
  CHECK(addressing("mul.lo.u32 %r3, %r1, 4;\nst.shared.u32 [%r3], %r2;\n") == std::set<std::uint32_t>{0});
  CHECK(addressing("add.u32 %r3, %r1, %r2;\nld.shared.u32 %r4, [%r3+8];\n") == std::set<std::uint32_t>{0, 1});
  CHECK(addressing("add.u32 %r3, %r1, %r2;\n").empty());
}

}  // namespace
}  // namespace warpproof
