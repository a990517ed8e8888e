#include "checker/counterexample/recorder.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "src/program/lower.h"

namespace warpproof::counterexample {
namespace {

using report::PageStep;
using report::PageTimeline;

constexpr const char* kHead = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry k() {
  .reg .b32 %r<9>;
  .reg .pred %p<4>;
  .shared .align 4 .b8 s[4096];
  mov.u32 %r0, %tid.x;
)";

struct Recorded {
  PageTimeline timeline;
  RunResult result;
  std::vector<std::size_t> at;  // steps of the findings
};

Recorded record(const std::string& body, std::uint32_t block = 32) {
  const Program program = load_ptx(kHead + body + "}\n", "k.ptx");
  Launch launch;
  launch.block = {block, 1, 1};
  launch.target_sm = 80;
  Evaluator evaluator(program, 0, launch);
  SourceLines lines;
  const std::vector<std::string> names;
  Recorder recorder(program, 0, names, lines);
  RunOptions options;
  options.trace = options.trace_instructions = true;
  options.observer = &recorder;
  Recorded out;
  out.result = evaluator.run({}, options);
  out.timeline = recorder.take(out.result);
  for (const Finding& finding : out.result.findings) out.at.push_back(recorder.step_of(finding, 0));
  return out;
}

const PageStep* first(const PageTimeline& timeline, PageStep::Kind kind) {
  for (const PageStep& step : timeline.steps) {
    if (step.kind == kind) return &step;
  }
  return nullptr;
}

TEST_CASE("a shuffle is one step that says who reads whom") {
  const Recorded run = record("  shfl.sync.down.b32 %r1, %r0, 4, 31, -1;\n  exit;\n");
  CHECK(run.result.trace.empty());  // the observer has it
  const PageStep* step = first(run.timeline, PageStep::Kind::Complete);
  REQUIRE(step != nullptr);
  CHECK(first(run.timeline, PageStep::Kind::Wait) == nullptr);
  CHECK(step->lanes == 0xffffffff);
  CHECK(step->mask == 0xffffffff);
  REQUIRE(step->sources.size() == 32);
  CHECK(step->sources[3].from == 7);
  CHECK(step->sources[29].from == 29);
  CHECK(std::all_of(step->sources.begin(), step->sources.end(), [](const auto& s) { return s.is_there; }));
  const PageStep* wrote = first(run.timeline, PageStep::Kind::Run);
  REQUIRE(wrote != nullptr);
  REQUIRE(wrote->instructions.size() == 1);
  CHECK(wrote->instructions[0].reg == "%r0");
  CHECK(wrote->instructions[0].values.size() == 32);
}

TEST_CASE("a shuffle's missing source is marked at the step of the finding") {
  const Recorded run = record(
      "  setp.lt.u32 %p1, %r0, 16;\n  @!%p1 bra END;\n"
      "  shfl.sync.down.b32 %r1, %r0, 8, 31, 0xffff;\nEND:\n  exit;\n");
  REQUIRE_FALSE(run.at.empty());
  const PageStep& step = run.timeline.steps[run.at[0]];
  CHECK(step.lanes == 0xffff);
  REQUIRE(step.sources.size() == 16);
  CHECK(step.sources[7].is_there);
  CHECK_FALSE(step.sources[8].is_there);
  CHECK(step.marked != 0);
  CHECK(first(run.timeline, PageStep::Kind::Branch) != nullptr);
}

TEST_CASE("lanes that wait for ever are reported with the places") {
  const Recorded run = record(
      "  setp.lt.u32 %p1, %r0, 16;\n  @%p1 bra LOW;\n  bar.warp.sync -1;\n  bar.warp.sync 0xffff0000;\n"
      "  exit;\nLOW:\n  shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;\n  exit;\n");
  CHECK(run.result.outcome == RunResult::Outcome::Standstill);
  REQUIRE(run.timeline.stuck.size() == 2);
  CHECK(run.timeline.stuck_in_cycle);
  CHECK(run.timeline.stuck[0].who.find("warp 0 lanes ") == 0);
  std::uint32_t waiting = 0;
  for (const PageStep& step : run.timeline.steps) {
    for (const auto& [warp, state] : step.changed) waiting = state.waiting;
  }
  CHECK(waiting == 0xffffffff);
}

TEST_CASE("a long run is cut, and the error stays") {
  const Recorded run = record(R"(
  mov.u32 %r2, 0;
LOOP:
  add.u32 %r2, %r2, 1;
  bar.sync 0;
  setp.lt.u32 %p1, %r2, 3000;
  @%p1 bra LOOP;
  st.shared.u32 [s], %r0;
  ld.shared.u32 %r3, [s];
  exit;
)",
                              64);
  REQUIRE_FALSE(run.at.empty());
  CHECK(run.timeline.steps.size() < 600);
  CHECK(run.timeline.steps.back().number > 6000);
  CHECK(run.timeline.steps[run.at[0]].kind == PageStep::Kind::Error);
  CHECK(std::is_sorted(run.timeline.steps.begin(), run.timeline.steps.end(),
                       [](const PageStep& a, const PageStep& b) { return a.number < b.number; }));
}

TEST_CASE("accesses to shared memory are reported with their values") {
  const Recorded run = record(
      "  shl.b32 %r1, %r0, 2;\n  mov.u32 %r2, s;\n  add.u32 %r2, %r2, %r1;\n"
      "  st.shared.u32 [%r2], %r0;\n  ld.shared.u32 %r3, [s+8];\n  exit;\n");
  std::vector<report::PageAccess> all;
  for (const PageStep& step : run.timeline.steps)
    all.insert(all.end(), step.accesses.begin(), step.accesses.end());
  REQUIRE(all.size() == 2);
  CHECK(all[0].what == "writes 4");
  CHECK(all[0].values.size() == 32);
  CHECK(all[1].what == "reads 4");
  CHECK(all[1].where == "s[2]");
  CHECK(all[1].values == report::ByLane{{0xffffffff, "2"}});
}

TEST_CASE("who watches changes nothing") {
  const std::string body =
      "  shl.b32 %r1, %r0, 2;\n  mov.u32 %r2, s;\n  add.u32 %r2, %r2, %r1;\n  st.shared.u32 [%r2], %r0;\n"
      "  xor.b32 %r1, %r1, 128;\n  mov.u32 %r2, s;\n  add.u32 %r2, %r2, %r1;\n  ld.shared.u32 %r3, [%r2];\n  "
      "exit;\n";
  const Recorded run = record(body, 64);
  const Program program = load_ptx(kHead + body + "}\n", "k.ptx");
  Launch launch;
  launch.block = {64, 1, 1};
  launch.target_sm = 80;
  const RunResult alone = Evaluator(program, 0, launch).run({});
  REQUIRE(alone.findings.size() == 1);
  REQUIRE(run.result.findings.size() == 1);
  CHECK(alone.findings[0].rule == run.result.findings[0].rule);
  CHECK(alone.findings[0].message == run.result.findings[0].message);
  CHECK(alone.steps == run.result.steps);
}

}  // namespace
}  // namespace warpproof::counterexample
