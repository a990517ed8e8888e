#include "checker/equivalence/contraction.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/program/lower.h"

namespace warpproof::equivalence {
namespace {

bool of(const std::string& body, bool from_cuda) {
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .f32 %f<4>;\n" +
      std::string(".reg .f64 %d<4>;\n.reg .b32 %r<4>;\n") + body + "\nret;\n}\n";
  return may_be_fused(load_ptx(text, "k.ptx"), 0, from_cuda);
}

TEST_CASE(
    "products and sums of one floating-point type may be fused, by ptxas where no rounding is written") {
  const std::string open = "mul.f32 %f0, %f1, %f2; add.f32 %f3, %f0, %f1;";
  const std::string written = "mul.rn.f32 %f0, %f1, %f2; sub.rn.f32 %f3, %f0, %f1;";
  CHECK(of(open, true));
  CHECK(of(open, false));
  CHECK(of(written, true));
  CHECK_FALSE(of(written, false));
  CHECK_FALSE(of("mul.f32 %f0, %f1, %f2; add.f64 %d0, %d1, %d2;", true));
  CHECK_FALSE(of("mul.lo.u32 %r0, %r1, %r2; add.u32 %r3, %r0, %r1;", true));
  CHECK_FALSE(of("fma.rn.f32 %f0, %f1, %f2, %f3; add.f32 %f3, %f0, %f1;", true));
}

TEST_CASE("so may a product in one function with a sum in one that it calls, but not in one that it does not") {
  const auto text = [](const std::string& call) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n.func sum() { .reg .f32 %f<4>; add.f32 %f0, %f1, %f2; ret; }\n"
           ".visible .entry k() { .reg .f32 %f<4>; mul.f32 %f0, %f1, %f2; " + call + " ret; }\n";
  };
  for (const bool calls : {true, false}) {
    const Program program = load_ptx(text(calls ? "call sum;" : ""), "k.ptx");
    const std::uint32_t kernel = program.functions[0].is_entry ? 0 : 1;
    CHECK(may_be_fused(program, kernel, true) == calls);
    CHECK(computes_floats(program, kernel));
  }
}

}  // namespace
}  // namespace warpproof::equivalence
