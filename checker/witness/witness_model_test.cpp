// Inputs with which every thread gets to its end, found by the solver where random ones would not do.
#include "checker/witness/witness_model.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

// Ends with an error unless n * 3 + 1 is `wanted`, in a loop of 5 iterations where one is asked for.
Program guarded(const std::string& wanted, bool loops) {
  const std::string head = loops ? "  mov.u32 %r2, 5;\nagain:\n  sub.u32 %r2, %r2, 1;\n  setp.ne.u32 %p0, %r2, 0;\n  @%p0 bra again;\n" : "";
  return load_ptx(
      ".version 8.5\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u32 n) {\n  .reg .b32 %r<3>;\n  .reg .pred %p<2>;\n" +
          head +
          "  ld.param.u32 %r0, [n];\n  mad.lo.u32 %r1, %r0, 3, 1;\n  setp.ne.u32 %p1, %r1, " + wanted +
          ";\n  @%p1 trap;\n  ret;\n}\n",
      "k.ptx");
}

// The value of n with which a run on the evaluator came to its end; 0 where none was found.
std::uint32_t found(const Program& program) {
  const effort::Scope scope(1, 0);
  symbolic::Shape shape;
  shape.grid = {1, 1, 1};
  std::uint32_t n = 0;
  const bool is_found = find_witness_by_model(program, 0, {}, shape, [&](const Launch& launch, const RunInputs& inputs) {
    Evaluator evaluator(program, 0, launch);
    const RunResult run = evaluator.run(inputs, {});
    if (run.outcome != RunResult::Outcome::Finished || !run.findings.empty()) return false;
    for (std::size_t i = 0; i < 4 && !inputs.params.empty() && i < inputs.params[0].size(); ++i)
      n |= std::uint32_t{inputs.params[0][i]} << (8 * i);
    return true;
  });
  CHECK(is_found == (n != 0));
  return n;
}

TEST_CASE("an input that the condition needs is found") {
  CHECK(found(guarded("3000001", false)) == 1000000);
  CHECK(found(guarded("3000001", true)) == 1000000);  // more iterations than are followed at first
}

TEST_CASE("where no input does there is none") {
  // n * 3 + 1 is any number, modulo 2^32; that of 6 * n is not 3.
  Program program = load_ptx(
      ".version 8.5\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u32 n) {\n  .reg .b32 %r<2>;\n  .reg .pred %p<1>;\n"
      "  ld.param.u32 %r0, [n];\n  mul.lo.u32 %r1, %r0, 6;\n  setp.ne.u32 %p0, %r1, 3;\n  @%p0 trap;\n  ret;\n}\n",
      "k.ptx");
  CHECK(found(program) == 0);
}

}  // namespace
}  // namespace warpproof
