// The evaluator on one core, against a scalar interpreter and against native code.
//
//   bazel run -c opt //benchmarks:evaluator [-- ROUNDS]      ROUNDS of each kernel's loop, 200000
//
// One warp runs a loop of straight-line arithmetic, of shuffles, of loads and stores, and of divergent
// branches (warp_kernels.h). Columns: warp instructions a second; how many times faster than a plain
// interpreter that executes the same instructions one lane at a time; how many times slower than the same
// computation for 32 lanes as C++ compiled by -O3 -march=native, which is the limit. All three leave the same
// results, or the run fails. Races are looked for in the last column only.
#include "src/concrete/evaluator.h"

#include <fmt/format.h>
#include <time.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include "benchmarks/scalar_interpreter.h"
#include "benchmarks/warp_kernels.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof::benchmarks {
namespace {

using u32 = std::uint32_t;

// Processor time of this thread: what others do on the machine counts less.
double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::string ptx_of(const WarpKernel& kernel) {
  return R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 rounds) {
  .reg .pred %p, %done; .reg .b32 %x, %y, %a, %b, %tid, %i, %n, %sh; .reg .f32 %f, %g;
  .reg .b64 %rdin, %rdout, %rdoff; .shared .align 4 .b8 s[128];
  ld.param.u64 %rdout, [out]; ld.param.u64 %rdin, [in]; ld.param.u32 %n, [rounds];
  cvta.to.global.u64 %rdout, %rdout; cvta.to.global.u64 %rdin, %rdin;
  mov.u32 %tid, %tid.x; mov.u32 %sh, s; mad.lo.u32 %sh, %tid, 4, %sh;
  mul.wide.u32 %rdoff, %tid, 4; add.u64 %rdin, %rdin, %rdoff; add.u64 %rdout, %rdout, %rdoff;
  ld.global.u32 %x, [%rdin]; mov.u32 %y, %tid; mov.f32 %g, 0f00000000; mov.u32 %i, 0;
LOOP:
)" + std::string(kernel.ptx) +
         R"(
  add.u32 %i, %i, 1; setp.lt.u32 %done, %i, %n; @%done bra LOOP;
  mov.b32 %a, %g; xor.b32 %y, %y, %a; add.u32 %x, %x, %y; st.global.u32 [%rdout], %x; ret;
})";
}

u32 input(u32 i) { return i * 2654435761u + 12345; }

// The evaluator's outputs; `instructions` and `seconds` of the run.
std::vector<u32> evaluate(const Program& program, u32 rounds, bool races, std::uint64_t& instructions,
                          double& seconds) {
  Launch launch;
  launch.block = {32, 1, 1};
  launch.target_sm = 80;
  launch.max_steps = ~0ull;
  Evaluator evaluator(program, 0, launch);
  RunInputs inputs;
  inputs.extents = {{128, 128, 0}};
  std::vector<std::uint8_t> bytes(128);
  for (u32 i = 0; i < 32; ++i) {
    const u32 value = input(i);
    std::memcpy(&bytes[4 * i], &value, 4);
  }
  inputs.memory.push_back({1, 0, bytes});
  for (const std::uint64_t value : {allocation_base(0), allocation_base(1), std::uint64_t{rounds}}) {
    std::vector<std::uint8_t> parameter(8);
    std::memcpy(parameter.data(), &value, 8);
    inputs.params.push_back(std::move(parameter));
  }
  inputs.params[2].resize(4);
  RunOptions options;
  options.races = races;
  const double start = now();
  const RunResult result = evaluator.run(inputs, options);
  seconds = now() - start;
  instructions = result.steps;
  if (result.outcome != RunResult::Outcome::Finished || !result.findings.empty()) {
    std::cerr << "the evaluator found fault with a kernel: "
              << (result.findings.empty() ? result.unknown : result.findings[0].message) << "\n";
    std::exit(1);
  }
  std::vector<u32> out(32);
  const auto words = result.global.read_bytes(allocation_base(0), 128);
  std::memcpy(out.data(), words.data(), 128);
  return out;
}

std::vector<u32> interpret(const Program& program, u32 rounds, std::uint64_t& instructions, double& seconds) {
  std::vector<u32> global(64, 0);  // out, then in
  for (u32 i = 0; i < 32; ++i) global[32 + i] = input(i);
  ScalarInterpreter interpreter(program.functions[0], {0, 128, rounds}, global);
  const double start = now();
  instructions = interpreter.run();
  seconds = now() - start;
  global.resize(32);
  return global;
}

std::vector<u32> run_native(const WarpKernel& kernel, u32 rounds, double& seconds) {
  std::vector<u32> x(32), y(32), in(32), out(32, 0);
  for (u32 i = 0; i < 32; ++i) {
    x[i] = in[i] = input(i);
    y[i] = i;
  }
  const double start = now();
  kernel.native(x.data(), y.data(), in.data(), out.data(), rounds);
  seconds = now() - start;
  for (u32 i = 0; i < 32; ++i) x[i] += y[i];
  return x;
}

void run(u32 rounds) {
  std::cout << fmt::format("{:<12} {:>16} {:>20} {:>16} {:>14}\n", "", "M warp instr/s",
                           "x scalar interpreter", "native is x", "with races, M");
  for (const WarpKernel& kernel : kKernels) {
    const Program program = load_ptx(ptx_of(kernel), kernel.name);
    const u32 fewer = rounds / 50 + 1;
    std::uint64_t instructions, same, few;
    double fast, scalar, native, watched;
    evaluate(program, fewer, false, few, fast);  // warms up
    const auto result = evaluate(program, rounds, false, instructions, fast);
    const auto expected = run_native(kernel, rounds, native);
    const auto interpreted = interpret(program, fewer, few, scalar);
    const auto short_run = evaluate(program, fewer, true, same, watched);
    if (result != expected || interpreted != short_run || same != few) {
      std::cerr << kernel.name << ": the three do not agree\n";
      std::exit(1);
    }
    const double rate = static_cast<double>(instructions) / fast;
    std::cout << fmt::format("{:<12} {:>16.1f} {:>20.1f} {:>16.1f} {:>14.1f}\n", kernel.name, rate / 1e6,
                             rate / (static_cast<double>(few) / scalar), fast / native,
                             static_cast<double>(same) / watched / 1e6);
  }
}

}  // namespace
}  // namespace warpproof::benchmarks

int main(int argc, char** argv) {
  warpproof::benchmarks::run(argc > 1 ? static_cast<std::uint32_t>(std::atoi(argv[1])) : 200'000);
}
