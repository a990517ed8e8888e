// A program for a GPU is written of a run that shows the finding, and of no other.
#include "checker/reproducer/reproducer.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof::reproducer {
namespace {

// Each thread adds to the word of the next one, in global memory; with a barrier between the load and the store: safe.
Program neighbours(const std::string& barrier) {
  return load_ptx(
      ".version 8.5\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 out) {\n"
      "  .reg .b32 %r<3>;\n  .reg .b64 %rd<4>;\n"
      "  ld.param.u64 %rd0, [out];\n"
      "  mov.u32 %r0, %tid.x;\n"
      "  mul.wide.u32 %rd1, %r0, 4;\n  add.u64 %rd2, %rd0, %rd1;\n"
      "  ld.global.u32 %r1, [%rd2+4];\n" +
          barrier +
          "  st.global.u32 [%rd2], %r1;\n"
          "  ret;\n}\n",
      "k.ptx");
}

// Of the first race that the run shows; of the place of none where it shows none.
Question question_of(const Program& program, std::uint32_t grid = 1) {
  Question out{program, 0, {}, {}, std::nullopt, spec::Rule::Race, 0, {"out"}, {"int *"}, "kernel k: race", "k.cu", "&::k", std::nullopt};
  out.launch.block = {64, 1, 1};
  out.launch.grid = {grid, 1, 1};
  const std::uint64_t base = allocation_base(0);
  std::vector<std::uint8_t> pointer;
  for (int i = 0; i < 8; ++i) pointer.push_back(static_cast<std::uint8_t>(base >> (8 * i)));
  out.inputs.params = {pointer};
  Evaluator evaluator(program, 0, out.launch);
  for (const Finding& finding : evaluator.run_grid(out.inputs, {}).run.findings) {
    if (finding.rule == spec::Rule::Race) out.place = finding.place;
  }
  return out;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("a run that shows the finding comes out as a program, with its buffers filled") {
  const Program broken = neighbours("");
  const Answer answer = write_reproducer(question_of(broken));
  CHECK(answer.why_none.empty());
  CHECK(answer.filled == std::vector<std::string>{"out"});
  CHECK(holds(answer.program, "dim3(1, 1, 1), dim3(64, 1, 1)"));
  CHECK(holds(answer.program, "{\"out\", 'i', 16384ull, true,"));
  CHECK(holds(answer.program, "kExpectsHang = false"));
  // What the evaluator stores to word 0 is the number of word 1, as the program has it: 1 * 1597 % 4093 + 1 = 1598.
  CHECK(holds(answer.program, "{0,{62,6,"));
}

TEST_CASE("a run that does not show the finding is no program") {
  const Program safe = neighbours("  bar.sync 0;\n");
  const Answer answer = write_reproducer(question_of(safe));
  CHECK(answer.program.empty());
  CHECK(answer.why_none == "the whole grid, run again, does not break the rule at this place");
}

TEST_CASE("a grid of very many blocks is not run") {
  const Program broken = neighbours("");
  Question question = question_of(broken);
  question.launch.grid = {5000, 1, 1};
  CHECK(write_reproducer(question).why_none == "the grid has too many blocks");
}

TEST_CASE("delays are written for CUDA C++ only, before its source") {
  const Program broken = neighbours("");
  Question question = question_of(broken);
  const std::string cuda = write_reproducer(question).program;
  const std::size_t delays = cuda.find("#define threadIdx"), source = cuda.find("#include WARPPROOF_SOURCE"),
                    end = cuda.find("#undef threadIdx");
  CHECK((delays < source && source < end && end != std::string::npos));
  question.ptx = "// the kernel";
  question.kernel = "k";
  CHECK_FALSE(holds(write_reproducer(question).program, "#define threadIdx"));
}

}  // namespace
}  // namespace warpproof::reproducer
