// What programs compute on the evaluator: control flow, calls, memory, collectives, and small warps.

#include <bit>
#include <catch2/catch.hpp>

#include "src/base/effort.h"
#include "src/concrete/run_ptx.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

using testing::output;
using testing::Run;
using testing::run_body;
using Outcome = RunResult::Outcome;
using Words = std::vector<std::uint32_t>;

template <class F>
Words each(std::size_t count, F f) {
  Words out;
  for (std::uint32_t i = 0; i < count; ++i) out.push_back(static_cast<std::uint32_t>(f(i)));
  return out;
}

// Runs the body, expects no findings, and returns out[0 .. block).
Words clean(const std::string& body, Run run = {}) {
  const RunResult result = run_body(body, run);
  INFO(result.unknown);
  for (const Finding& f : result.findings)
    UNSCOPED_INFO(std::string(spec::rule_id(f.rule)) << " " << f.message);
  CHECK(result.outcome == Outcome::Finished);
  CHECK(result.findings.empty());
  return output(result, run.block);
}

const std::string kStore = "st.global.u32 [%rd2], %r9;\nret;\n";

TEST_CASE("lanes leave a loop after different numbers of iterations and meet again") {
  const std::string body =
      "mov.u32 %r9, 0;\nmov.u32 %r8, 0;\nLOOP:\nadd.u32 %r9, %r9, %r8;\nadd.u32 %r8, %r8, 1;\n"
      "setp.le.u32 %p0, %r8, %r0;\n@%p0 bra LOOP;\nvote.sync.ballot.b32 %r7, 1, -1;\npopc.b32 %r7, %r7;\n"
      "mad.lo.u32 %r9, %r7, 1000, %r9;\n" +
      kStore;
  CHECK(clean(body) == each(32, [](std::uint32_t i) { return 32000 + i * (i + 1) / 2; }));
}

TEST_CASE("a butterfly reduction gives every lane the sum, for any warp size") {
  for (const int size : {4, 8, 32}) {
    std::string body = "mov.u32 %r9, %r0;\n";
    for (int d = size / 2; d > 0; d /= 2) {
      body += "shfl.sync.bfly.b32 %r8, %r9, " + std::to_string(d) + ", " + std::to_string(size - 1) +
              ", -1;\n"
              "add.u32 %r9, %r9, %r8;\n";
    }
    Run run;
    run.warp_size = size;
    run.block = static_cast<std::uint32_t>(2 * size);
    const auto s = static_cast<std::uint32_t>(size);
    CHECK(clean(body + kStore, run) == each(2 * s, [=](std::uint32_t i) {
            const std::uint32_t first = i / s * s;
            return s * first + s * (s - 1) / 2;
          }));
  }
}

TEST_CASE("a partial last warp: lanes that were never launched count as exited") {
  Run run;
  run.block = 20;
  CHECK(clean("vote.sync.ballot.b32 %r9, 1, -1;\n" + kStore, run) == Words(20, 0xfffff));
  run.policies.absent_lanes = spec::AbsentLanes::Inactive;
  CHECK(run_body("vote.sync.ballot.b32 %r9, 1, -1;\n" + kStore, run).has(spec::Rule::MaskMissing));
}

TEST_CASE("shuffles move values as the modes say") {
  CHECK(clean("shfl.sync.up.b32 %r9|%p1, %r0, 3, 0, -1;\n@!%p1 mov.u32 %r9, 99;\n" + kStore) ==
        each(32, [](std::uint32_t i) { return i < 3 ? 99 : i - 3; }));
  CHECK(clean("shfl.sync.idx.b32 %r9, %r0, 5, 0x181f, -1;\n" + kStore) ==
        each(32, [](std::uint32_t i) { return i / 8 * 8 + 5; }));
}

TEST_CASE("votes, matches, reductions and elections") {
  const std::string odd = "and.b32 %r8, %r0, 1;\nsetp.eq.u32 %p1, %r8, 1;\n";
  CHECK(clean(odd + "vote.sync.ballot.b32 %r9, !%p1, -1;\n" + kStore) == Words(32, 0x55555555));
  CHECK(clean(odd + "vote.sync.any.pred %p2, %p1, -1;\nselp.u32 %r9, 1, 0, %p2;\n" + kStore) == Words(32, 1));
  CHECK(clean(odd + "vote.sync.all.pred %p2, %p1, -1;\nselp.u32 %r9, 1, 0, %p2;\n" + kStore) == Words(32, 0));
  CHECK(clean("shr.u32 %r8, %r0, 3;\nmatch.any.sync.b32 %r9, %r8, -1;\n" + kStore) ==
        each(32, [](std::uint32_t i) { return 0xffu << (i / 8 * 8); }));
  CHECK(clean("match.all.sync.b32 %r9|%p1, 7, -1;\n" + kStore) == Words(32, 0xffffffff));
  CHECK(clean("match.all.sync.b64 %r9|%p1, %rd2, -1;\n" + kStore) == Words(32, 0));
  CHECK(clean("redux.sync.add.u32 %r9, %r0, -1;\n" + kStore) == Words(32, 496));
  CHECK(clean("sub.s32 %r8, %r0, 5;\nredux.sync.min.s32 %r9, %r8, -1;\n" + kStore) == Words(32, 0xfffffffb));
  Run hopper;
  hopper.sm = 90;
  CHECK(clean("elect.sync %r8|%p1, -1;\nselp.u32 %r9, %r8, 9, %p1;\n" + kStore, hopper) ==
        each(32, [](std::uint32_t i) { return i == 0 ? 0 : 9; }));
}

TEST_CASE("activemask: all lanes at the point, or the groups that the inputs choose") {
  const std::string body = "activemask.b32 %r9;\n" + kStore;
  CHECK(clean(body) == Words(32, 0xffffffff));
  Run run;
  std::array<std::uint8_t, 32> groups{};
  for (int i = 0; i < 8; ++i) groups[static_cast<std::size_t>(i)] = 1;
  run.inputs.activemask_groups = {{groups}};
  CHECK(clean(body, run) == each(32, [](std::uint32_t i) { return i < 8 ? 0xffu : 0xffffff00u; }));
  run.policies.activemask = spec::Activemask::AllAtPoint;
  CHECK(clean(body, run) == Words(32, 0xffffffff));
}

TEST_CASE("block barriers order shared memory, and reduce") {
  Run run;
  run.block = 96;
  CHECK(clean(".shared .align 4 .b8 buf[384];\nmov.u32 %r8, buf;\nmad.lo.u32 %r7, %r0, 4, "
              "%r8;\nst.shared.u32 [%r7], %r0;\n"
              "bar.sync 0;\nmov.u32 %r6, 95;\nsub.u32 %r6, %r6, %r0;\nmad.lo.u32 %r7, %r6, 4, %r8;\n"
              "ld.shared.u32 %r9, [%r7];\n" +
                  kStore,
              run) == each(96, [](std::uint32_t i) { return 95 - i; }));
  CHECK(clean("setp.lt.u32 %p1, %r0, 40;\nbar.red.popc.u32 %r9, 0, %p1;\n" + kStore, run) == Words(96, 40));
  CHECK(clean("setp.lt.u32 %p1, %r0, 40;\nbar.red.and.pred %p2, 0, %p1;\nbar.red.or.pred %p3, 1, %p1;\n"
              "selp.u32 %r9, 1, 0, %p2;\nselp.u32 %r8, 2, 0, %p3;\nadd.u32 %r9, %r9, %r8;\n" +
                  kStore,
              run) == Words(96, 2));
}

TEST_CASE("a reduction over a barrier leaves out threads that have exited") {
  Run run;
  run.block = 64;
  const RunResult result =
      run_body("setp.lt.u32 %p0, %r0, 24;\n@%p0 ret;\nbar.red.popc.u32 %r9, 0, 1;\n" + kStore, run);
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].rule == spec::Rule::BarrierExited);
  CHECK(result.findings[0].level == spec::Level::Note);
  CHECK(output(result, 64) == each(64, [](std::uint32_t i) { return i < 24 ? 0 : 40; }));
}

TEST_CASE("a counted barrier releases the warps of one generation") {
  Run run;
  run.block = 64;
  // Each warp is a generation of its own: the count is of its 32 lanes, not of both warps.
  CHECK(clean("setp.lt.u32 %p1, %r0, 48;\nbar.red.popc.u32 %r9, 1, 32, %p1;\n" + kStore, run) ==
        each(64, [](std::uint32_t i) { return i < 32 ? 32 : 16; }));
}

TEST_CASE("memory: generic addresses, vectors, sub-words, initialisers, atomics") {
  CHECK(clean(".shared .align 4 .b8 buf[128];\nmov.u64 %rd5, buf;\ncvta.shared.u64 %rd6, %rd5;\n"
              "mad.wide.u32 %rd7, %r0, 4, %rd6;\nst.u32 [%rd7], %r0;\ncvta.to.shared.u64 %rd8, %rd7;\n"
              "ld.shared.u32 %r9, [%rd8];\n" +
              kStore) == each(32, [](std::uint32_t i) { return i; }));
  CHECK(clean(".local .align 16 .b8 buf[16];\nst.local.v2.u32 [buf+8], {%r0, 3};\nld.local.v4.u8 {%r5, %r6, "
              "%r7, %r8}, [buf+8];\n"
              "ld.local.u32 %r4, [buf+12];\nadd.u32 %r9, %r5, %r4;\n" +
              kStore) == each(32, [](std::uint32_t i) { return i + 3; }));
  CHECK(clean("mov.u32 %r8, 200;\nst.global.u8 [%rd2], %r8;\nld.global.s8 %r9, [%rd2];\n" + kStore) ==
        Words(32, static_cast<std::uint32_t>(-56)));
  CHECK(clean("atom.global.add.u32 %r9, [%rd1], 1;\n" + kStore) ==
        each(32, [](std::uint32_t i) { return i; }));
  CHECK(clean("atom.global.max.s32 %r9, [%rd1], %r0;\n" + kStore) ==
        each(32, [](std::uint32_t i) { return i == 0 ? 0 : i - 1; }));
  CHECK(clean("atom.global.cas.b32 %r9, [%rd1], 0, 77;\n" + kStore) ==
        each(32, [](std::uint32_t i) { return i == 0 ? 0 : 77; }));
  Run run;
  run.inputs.memory = {{1, 8, {1, 2, 3, 4}}};
  CHECK(clean("ld.global.u32 %r9, [%rd1+8];\n" + kStore, run) == Words(32, 0x04030201));
  const RunResult result = testing::run_text(
      testing::kernel_text(
          "ld.global.u32 %r9, [counter];\nld.const.u32 %r8, [table+4];\nadd.u32 %r9, %r9, %r8;\n" + kStore,
          ".global .align 4 .u32 counter = 7;\n.const .align 4 .b32 table[2] = {1, 30};"),
      run);
  CHECK(output(result, 1) == Words{37});
}

TEST_CASE("atom.add.f32 flushes subnormals in global memory, not in shared memory") {
  // The least normal number and a subnormal one.
  const std::string add = "mov.u32 %r8, 0x00800000;\nmov.u32 %r7, 0x00000005;\n";
  CHECK(clean(add +
              "st.global.u32 [%rd2], %r8;\natom.global.add.f32 %r6, [%rd2], %r7;\n"
              "ld.global.u32 %r9, [%rd2];\n" +
              kStore) == Words(32, 0x00800000));
  CHECK(clean(".shared .align 4 .b8 buf[128];\nmov.u64 %rd5, buf;\nmad.wide.u32 %rd7, %r0, 4, %rd5;\n" + add +
              "st.shared.u32 [%rd7], %r8;\natom.shared.add.f32 %r6, [%rd7], %r7;\n"
              "ld.shared.u32 %r9, [%rd7];\n" +
              kStore) == Words(32, 0x00800005));
}

TEST_CASE("floats: shuffles and sums of f32") {
  const Words got = clean(
      "cvt.rn.f32.u32 %f1, %r0;\nmov.b32 %r8, %f1;\nshfl.sync.bfly.b32 %r7, %r8, 1, 31, -1;\n"
      "mov.b32 %f2, %r7;\nfma.rn.f32 %f3, %f1, 0f40000000, %f2;\nmov.b32 %r9, %f3;\n" +
      kStore);
  CHECK(got == each(32, [](std::uint32_t i) {
          return std::bit_cast<std::uint32_t>(static_cast<float>(2 * i) + static_cast<float>(i ^ 1));
        }));
}

const char* const kCalls = R"(.func (.param .b32 result) twice(.param .b32 x) {
  .reg .b32 %r<4>; .local .align 4 .b8 depot[4];
  ld.param.u32 %r1, [x]; st.local.u32 [depot], %r1; ld.local.u32 %r2, [depot]; add.u32 %r3, %r1, %r2;
  shfl.sync.idx.b32 %r3, %r3, 1, 31, -1;
  st.param.b32 [result], %r3; ret;
}
.func (.param .b32 result) fact(.param .b32 x);
.func (.param .b32 result) fact(.param .b32 x) {
  .reg .b32 %r<4>; .reg .pred %p<2>;
  ld.param.u32 %r1, [x]; mov.u32 %r3, 1; setp.le.u32 %p1, %r1, 1; @%p1 bra DONE;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b; st.param.b32 [a], %r2; call (b), fact, (a); ld.param.b32 %r3, [b]; }
  mul.lo.u32 %r3, %r3, %r1;
DONE:
  st.param.b32 [result], %r3; ret;
})";

TEST_CASE("calls: lanes from two call sites meet in one function's shuffle; recursion") {
  const auto call = [](const std::string& f, const std::string& argument) {
    return "{ .param .b32 a; .param .b32 b; st.param.b32 [a], " + argument + "; call (b), " + f +
           ", (a); ld.param.b32 %r9, [b]; }\n";
  };
  const RunResult sites = testing::run_text(
      testing::kernel_text("setp.lt.u32 %p1, %r0, 16;\n@%p1 bra A;\n" + call("twice", "%r0") +
                               "bra J;\nA:\n" + call("twice", "%r0") + "J:\n" + kStore,
                           kCalls),
      {});
  CHECK(sites.outcome == Outcome::Finished);
  CHECK(output(sites, 32) == Words(32, 2));
  CHECK(sites.findings.empty());  // the shuffle is one instruction, however it was reached
  const RunResult recursive = testing::run_text(
      testing::kernel_text("and.b32 %r8, %r0, 3;\n" + call("fact", "%r8") + kStore, kCalls), {});
  CHECK(recursive.outcome == Outcome::Finished);
  CHECK(recursive.findings.empty());
  CHECK(output(recursive, 4) == Words{1, 1, 2, 6});
}

TEST_CASE("calls: registers and constants as arguments and results, predicates among them; recursion") {
  const char* const functions =
      R"(.func (.reg .pred odd, .reg .b32 r) sum(.reg .b32 a, .param .b32 b, .reg .pred twice) {
  .reg .b32 %r<3>; ld.param.b32 %r1, [b]; add.u32 r, a, %r1; @twice add.u32 r, r, r;
  and.b32 %r2, r, 1; setp.ne.u32 odd, %r2, 0; ret;
}
.func (.reg .b32 r) fact(.reg .b32 x);
.func (.reg .b32 r) fact(.reg .b32 x) {
  .reg .b32 %r<3>; .reg .pred %p<2>;
  mov.u32 r, 1; setp.le.u32 %p1, x, 1; @%p1 ret;
  sub.u32 %r1, x, 1; call (%r2), fact, (%r1); mul.lo.u32 r, %r2, x;
})";
  const RunResult sums =
      testing::run_text(testing::kernel_text("setp.lt.u32 %p1, %r0, 16;\nmov.u32 %r9, 0;\n"
                                             "call (%p2, %r8), sum, (%r0, 3, %p1);\n"
                                             "@!%p2 call (%p2, %r9), sum, (-1, %r8, !%p1);\n" +
                                                 std::string(kStore),
                                             functions),
                        {});
  CHECK(sums.outcome == Outcome::Finished);
  CHECK(sums.findings.empty());
  CHECK(output(sums, 32) == each(32, [](std::uint32_t i) {
          const std::uint32_t first = i < 16 ? 2 * (i + 3) : i + 3;
          return first % 2 != 0 ? 0 : i < 16 ? first - 1 : 2 * (first - 1);
        }));
  const RunResult recursive = testing::run_text(
      testing::kernel_text("and.b32 %r8, %r0, 3;\ncall (%r9), fact, (%r8);\n" + std::string(kStore),
                           functions),
      {});
  CHECK(recursive.outcome == Outcome::Finished);
  CHECK(recursive.findings.empty());
  CHECK(output(recursive, 4) == Words{1, 1, 2, 6});
}

TEST_CASE("calls: a register that was never written stays undefined on its way") {
  const char* const functions =
      ".func (.reg .b32 r) same(.reg .b32 x) { mov.b32 r, x; ret; }\n"
      ".func (.reg .b32 r) nothing(.reg .b32 x) { ret; }";
  for (const auto& [call, undefined] :
       {std::pair{"call (%r9), same, (%r8);\n", true}, std::pair{"call (%r9), nothing, (%r0);\n", true},
        std::pair{"call (%r9), same, (%r0);\n", false}}) {
    INFO(call);
    const RunResult run = testing::run_text(testing::kernel_text(call + std::string(kStore), functions), {});
    CHECK(run.has(spec::Rule::ValueTaintedUse) == undefined);
  }
}

TEST_CASE("a device function as the root: parameters and results of each lane") {
  const Program program =
      load_ptx(std::string(".version 8.0\n.target sm_80\n.address_size 64\n") + kCalls, "f.ptx");
  std::uint32_t root = 0;
  while (program.functions[root].name != "twice") ++root;
  Launch launch;
  Evaluator evaluator(program, root, launch);
  RunInputs inputs;
  for (std::uint8_t t = 0; t < 32; ++t) inputs.per_lane_params.push_back({{t, 0, 0, 0}});
  const RunResult result = evaluator.run(inputs);
  CHECK(result.findings.empty());
  REQUIRE(result.results.size() == 32);
  CHECK(result.results[20].bytes == std::vector<std::uint8_t>{2, 0, 0, 0});
  CHECK_FALSE(result.results[20].tainted);
  // Runs are independent.
  CHECK(evaluator.run({}).results[20].bytes == std::vector<std::uint8_t>{0, 0, 0, 0});
}

TEST_CASE("a lock between lanes of one warp is let go of from sm_70 on") {
  const std::string body =
      "SPIN:\natom.global.cas.b32 %r8, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r8, 0;\n@%p1 bra SPIN;\n"
      "atom.global.add.u32 %r9, [%rd1+4], 1;\natom.global.exch.b32 %r7, [%rd1], 0;\n" +
      kStore;
  Run run;
  run.block = 4;
  run.max_steps = 1'000'000;
  CHECK(clean(body, run) == Words{0, 1, 2, 3});
  run.sm = 60;  // a warp in lockstep never gets past the lock
  CHECK(run_body(body, run).outcome == Outcome::Unknown);
}

TEST_CASE("a run that is to end by a time keeps what it found until then") {
  const std::string body =
      "L:\nst.global.u32 [%rd1], %r0;\nbra L;";  // every iteration races with every other
  const Program program = load_ptx(testing::kernel_text(body), "t.ptx");
  Launch launch;
  launch.max_steps = ~0ull;
  RunOptions options;
  options.until = effort::Clock::now();
  const RunResult result = Evaluator(program, 0, launch).run({}, options);
  CHECK(result.outcome == Outcome::Unknown);
  CHECK(result.unknown == "out of effort");
  CHECK(result.has(spec::Rule::StoreSameInstruction));
}

TEST_CASE("what has no meaning ends the run as unknown, by name") {
  const RunResult unsupported = run_body("wmma.foo.bar %r9, %r0;\n" + kStore);
  CHECK(unsupported.outcome == Outcome::Unknown);
  CHECK(unsupported.unknown.find("wmma") != std::string::npos);
  const RunResult loop = run_body("L:\nadd.u32 %r9, %r0, 1;\nbra L;");
  CHECK(loop.outcome == Outcome::Unknown);
  CHECK(loop.unknown == kStepLimit);
  const RunResult external = testing::run_text(
      testing::kernel_text("{ .param .b32 a; st.param.b32 [a], %r0; call other, (a); }\nret;",
                           ".extern .func other(.param .b32 x);"),
      {});
  CHECK(external.outcome == Outcome::Unknown);
  CHECK(external.unknown.find("other") != std::string::npos);
}

TEST_CASE("vprintf returns 0, a failed assertion ends the launch") {
  const RunResult prints = testing::run_text(
      testing::kernel_text(
          "{ .param .b64 f; .param .b64 v; .param .b32 r; st.param.b64 [f], %rd0; st.param.b64 [v], %rd0;\n"
          "call (r), vprintf, (f, v); ld.param.b32 %r9, [r]; }\n" +
              kStore,
          ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);"),
      {});
  CHECK(prints.outcome == Outcome::Finished);
  CHECK(prints.findings.empty());
  const auto asserts = [&](const std::string& before) {
    return testing::run_text(testing::kernel_text(before + "setp.lt.u32 %p1, %r0, 4;\n@%p1 bra OK;\n{ .param .b64 m; "
                                                           "st.param.b64 [m], %rd0; call __assertfail, (m); }\n"
                                                           "OK:\nbar.sync 0;\nret;",
                                                  ".extern .func __assertfail(.param .b64 m);"),
                             {});
  };
  // Before anything is read it is a condition of the launch.
  const RunResult outside = asserts("");
  CHECK(outside.findings.empty());
  CHECK(outside.outside_assumptions);
  CHECK_FALSE(outside.launch_ended);
  const RunResult fails = asserts("ld.global.u32 %r9, [%rd0];\n");
  CHECK_FALSE(fails.outside_assumptions);
  CHECK(fails.launch_ended);
  REQUIRE(fails.find(spec::Rule::AssertDevice) != nullptr);
  CHECK(fails.find(spec::Rule::AssertDevice)->level == spec::Level::Error);
  CHECK(fails.find(spec::Rule::AssertDevice)->threads.str() == "lanes 4-31");
}

TEST_CASE("the trace shows branches that part, waits, firings and the standstill") {
  Run run;
  run.trace = true;
  const RunResult result = run_body(
      "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra A;\nbar.sync 0;\nret;\nA:\nbar.warp.sync 0xffff;\n"
      "bar.warp.sync -1;\nret;",
      run);
  CHECK(result.outcome == Outcome::Standstill);
  std::vector<TraceStep::Kind> kinds;
  for (const TraceStep& step : result.trace) kinds.push_back(step.kind);
  const auto has = [&](TraceStep::Kind kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  CHECK(has(TraceStep::Kind::Branch));
  CHECK(has(TraceStep::Kind::Wait));
  CHECK(has(TraceStep::Kind::Fire));
  CHECK(has(TraceStep::Kind::Finding));
  CHECK(has(TraceStep::Kind::Standstill));
  const Finding* finding = result.find(spec::Rule::MaskMissing);
  REQUIRE(finding != nullptr);
  CHECK(finding->threads.str() == "lanes 0-15");
  CHECK(finding->message.find("lanes 16-31") != std::string::npos);
}

// The rows of one kind: "lanes mask text".
std::vector<std::string> rows_of(const RunResult& result, TraceStep::Kind kind) {
  std::vector<std::string> out;
  for (const TraceStep& step : result.trace) {
    if (step.kind == kind)
      out.push_back(step.lanes.str() + " " + std::to_string(step.mask) + " " + step.text);
  }
  return out;
}

TEST_CASE("lanes with different masks are distinguished, the first three of them") {
  Run run;
  run.trace = true;
  // The mask of pairs of lanes, of which the first six name their neighbours only.
  const std::string pairs = "and.b32 %r3, %r0, 30;\nmov.u32 %r4, 3;\nshl.b32 %r4, %r4, %r3;\n";
  const RunResult waits =
      run_body("setp.gt.u32 %p1, %r0, 9;\n@%p1 ret;\n" + pairs + "bar.warp.sync %r4;\nret;", run);
  CHECK(waits.findings.empty());
  CHECK(rows_of(waits, TraceStep::Kind::Wait) ==
        std::vector<std::string>{"0-1 3 ", "2-3 12 ", "4-5 48 ", "6-9 960 2 other masks"});
  const RunResult outside =
      run_body("setp.gt.u32 %p1, %r0, 9;\n@%p1 ret;\n" + pairs +
                   "shl.b32 %r4, %r4, 16;\nshfl.sync.idx.b32 %r5, %r0, 0, 31, %r4;\nret;",
               run);
  const Finding* finding = outside.find(spec::Rule::MaskSelf);
  REQUIRE(finding != nullptr);
  CHECK(finding->message ==
        "lanes 0-1 execute __shfl_sync outside their own mask 0x00030000; lanes 2-3 outside their own mask "
        "0x000c0000; lanes 4-5 outside their own mask 0x00300000; so do lanes 6-9 with 2 other masks");
}

TEST_CASE("the trace of a barrier names it and its count, arrivals that do not wait, and who stops at once") {
  Run run;
  run.trace = true;
  run.block = 64;
  const RunResult result = run_body(
      "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra A;\nbar.sync 2, 64;\nret;\nA:\nbar.arrive 2, 32;\nret;", run);
  CHECK(result.has(spec::Rule::BarrierCount));
  std::size_t arrivals = 0, halts = 0;
  for (const TraceStep& step : result.trace) {
    if (step.kind == TraceStep::Kind::Arrive || step.kind == TraceStep::Kind::Wait) {
      ++arrivals;
      CHECK(step.barrier == 2u);
      CHECK((step.text == " 2, 32 threads" || step.text == " 2, 64 threads"));
    }
    halts += step.kind == TraceStep::Kind::Halt;
  }
  CHECK(arrivals > 0);
  CHECK(halts <= 1);
}

TEST_CASE("the trace of a race shows both accesses, with the calls around them") {
  Run run;
  run.trace = true;
  run.block = 64;
  const RunResult result = testing::run_text(
      testing::kernel_text("call put, (%r0);\ncall put, (5);\nret;", R"(.shared .align 4 .b8 words[256];
.func put(.reg .b32 x) {
  .reg .b32 %r<3>; mov.u32 %r1, words; st.shared.b32 [%r1+8], x; ret;
})"),
      run);
  REQUIRE(result.has(spec::Rule::Race));
  std::vector<const TraceStep*> accesses;
  bool found = false;
  for (const TraceStep& step : result.trace) {
    if (step.kind == TraceStep::Kind::Access && !found) accesses.push_back(&step);
    found |= step.kind == TraceStep::Kind::Finding && accesses.size() >= 2;
  }
  CHECK(found);
  REQUIRE(accesses.size() >= 2);
  for (const TraceStep* access : accesses) {
    CHECK(access->text.find(" writes 4 bytes at byte 8 of words (shared memory)") != std::string::npos);
    CHECK(access->callers.size() == 1);
  }
}

TEST_CASE("a launch that makes no sense is refused") {
  const Program program = load_ptx(testing::kernel_text("ret;"), "k.ptx");
  Launch launch;
  launch.warp_size = 12;
  CHECK_THROWS_AS(Evaluator(program, 0, launch), std::invalid_argument);
  launch.warp_size = 32;
  launch.block = {0, 1, 1};
  CHECK_THROWS_AS(Evaluator(program, 0, launch), std::invalid_argument);
}

}  // namespace
}  // namespace warpproof
