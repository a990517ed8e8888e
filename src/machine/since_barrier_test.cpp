#include "src/machine/since_barrier.h"

#include <catch2/catch.hpp>

#include "src/program/lower.h"

namespace warpproof {
namespace {

// A kernel of these instructions; its plain loads of global memory are what is asked about.
struct Kernel {
  explicit Kernel(const std::string& body)
      : program(load_ptx(
            ".version 8.0\n.target sm_80\n.address_size 64\n"
            ".visible .entry k(.param .u64 p) {\n.reg .pred %p<3>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<3>;\n"
            "ld.param.u64 %rd1, [p];\n" +
                body + "ret;\n}\n",
            "k.ptx")),
        since(program, std::vector<bool>(program.functions.size(), true), 0) {}

  // In front of each plain load, in the order of the text.
  std::vector<bool> heard() const {
    std::vector<bool> out;
    for (const Instruction& in : program.functions[0].code) {
      if (in.op == Opcode::Ld && !in.mod.is_volatile && in.mod.space == Space::Global)
        out.push_back(since.heard(in.place));
    }
    return out;
  }

  Program program;
  SinceBarrier since;
};

const std::string kLoad = "ld.global.u32 %r1, [%rd1];\n", kPoll = "ld.volatile.global.u32 %r2, [%rd1+4];\n",
                  kBarrier = "bar.sync 0;\n";

}  // namespace

TEST_CASE("since barrier: a strong read counts until the whole block meets") {
  CHECK(Kernel(kLoad + kPoll + kLoad + kBarrier + kLoad).heard() == std::vector{false, true, false});
}

TEST_CASE(
    "since barrier: an atomic with a result, a warp's barrier and one of a part of the block count, too") {
  CHECK(Kernel("atom.global.add.u32 %r2, [%rd1+4], 1;\n" + kLoad).heard() == std::vector{true});
  CHECK(Kernel("bar.warp.sync -1;\n" + kLoad).heard() == std::vector{true});
  CHECK(Kernel("bar.sync 1, 64;\n" + kLoad).heard() == std::vector{true});
  CHECK(Kernel("red.global.add.u32 [%rd1+4], 1;\nbar.arrive 1, 64;\n" + kLoad).heard() == std::vector{false});
}

TEST_CASE("since barrier: what holds on one of two paths counts") {
  CHECK(Kernel("setp.eq.u32 %p1, %r1, 0;\n@%p1 bra join;\n" + kPoll + "join:\n" + kLoad).heard() ==
        std::vector{true});
  CHECK(Kernel(kPoll + "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra join;\n" + kBarrier + "join:\n" + kLoad).heard() ==
        std::vector{true});
}

TEST_CASE("since barrier: the end of an iteration comes before the next one") {
  CHECK(Kernel("again:\n" + kLoad + kPoll + "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra again;\n" + kBarrier + kLoad)
            .heard() == std::vector{true, false});
}

TEST_CASE("since barrier: stores where a block of instructions begins") {
  const Kernel kernel("st.global.u32 [%rd1], %r1;\nbra next;\nnext:\n" + kBarrier + "bra last;\nlast:\n" +
                      kLoad);
  CHECK_FALSE(kernel.since.stored(0, 0));
  CHECK(kernel.since.stored(0, 1));
  CHECK_FALSE(kernel.since.stored(0, 2));
}

}  // namespace warpproof
