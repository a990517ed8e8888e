// Rules of barriers: a program that breaks each, and the smallest edit that does not.
#include "src/concrete/rule_cases.h"

namespace warpproof {
namespace {

using testing::Case;
using testing::check;
using testing::kStore;
using testing::Outcome;
using testing::Rules;
using testing::Run;
using testing::split;

TEST_CASE("barrier rules: each with its safe twin") {
  const auto warps = [](std::uint32_t threads) { return [threads](Run& r) { r.block = threads; }; };
  const std::string half = "setp.ge.u32 %p0, %r0, 32;\n";
  const Case cases[] = {
      {"all arrive", "bar.sync 0;\nret;", {}, {}, Outcome::Finished, warps(64)},
      {"barrier.divergent: one warp goes around it",
       half + "@%p0 bra L;\nbar.sync 0;\nL:\nst.global.u32 [%rd2], 1;\nret;",
       {"barrier.divergent"},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.divergent, twin: they exit",
       half + "@%p0 ret;\nbar.sync 0;\nst.global.u32 [%rd2], 1;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.divergent: two sites in one warp",
       split("bar.sync 0;", "bar.sync 0;", "ret;"),
       {"barrier.divergent"},
       {"barrier.split-site"}},
      {"barrier.divergent, twin: unaligned sites",
       split("barrier.sync 0;", "barrier.sync 0;", "ret;"),
       {},
       {}},
      {"barrier.split-site: two warps",
       half + "@%p0 bra L;\nbar.sync 0;\nbra E;\nL:\nbar.sync 0;\nE:\nret;",
       {},
       {"barrier.split-site"},
       Outcome::Finished,
       warps(64)},
      {"barrier.split-site, twin: the policy allows it",
       half + "@%p0 bra L;\nbar.sync 0;\nbra E;\nL:\nbar.sync 0;\nE:\nret;",
       {},
       {},
       Outcome::Finished,
       [](Run& r) {
         r.block = 64;
         r.policies.aligned_barrier = spec::AlignedBarrier::PerWarp;
       }},
      {"barrier.unreached: the count is never reached",
       half + "@%p0 ret;\nbar.sync 1, 64;\nret;",
       {"barrier.unreached"},
       {},
       Outcome::Standstill,
       warps(64)},
      {"barrier.unreached, twin: one warp suffices",
       half + "@%p0 ret;\nbar.sync 1, 32;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.id", "mov.u32 %r9, 16;\nbar.sync %r9;\nret;", {"barrier.id"}, {}},
      {"barrier.id, twin", "mov.u32 %r9, 15;\nbar.sync %r9;\nret;", {}, {}},
      {"barrier.count: not a multiple", "mov.u32 %r9, 33;\nbar.sync 1, %r9;\nret;", {"barrier.count"}, {}},
      {"barrier.count: beyond the block", "mov.u32 %r9, 64;\nbar.sync 1, %r9;\nret;", {"barrier.count"}, {}},
      {"barrier.count, twin", "mov.u32 %r9, 32;\nbar.sync 1, %r9;\nret;", {}, {}},
      {"barrier.count: shared with strangers",
       "setp.ge.u32 %p0, %r0, 64;\n@%p0 bra C;\nbar.sync 1, 64;\nret;\nC:\nbar.sync 1, 64;\nret;",
       {"barrier.count"},
       {},
       Outcome::Finished,
       warps(128)},
      {"barrier.count, twin: a barrier for each pair of warps",
       "setp.ge.u32 %p0, %r0, 64;\n@%p0 bra C;\nbar.sync 1, 64;\nret;\nC:\nbar.sync 2, 64;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(128)},
      {"barrier.count, twin: all met between",
       "setp.ge.u32 %p0, %r0, 64;\n@%p0 bra C;\nbar.sync 1, 64;\nC:\nbar.sync 0;\n@!%p0 bra D;\nbar.sync 1, "
       "64;\nD:\n"
       "st.global.u32 [%rd2], 1;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(128)},
      {"arrive and sync: producer and consumer",
       half + "@%p0 bra C;\nbar.arrive 1, 64;\nret;\nC:\nbar.sync 1, 64;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.rearrive",
       half + "@%p0 bra C;\nbar.arrive 1, 64;\nbar.arrive 1, 64;\nret;\nC:\nbar.sync 1, 64;\nret;",
       {"barrier.rearrive"},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.rearrive: also where the waiting warp comes first",
       half + "@%p0 bra C;\nbar.sync 1, 64;\nbar.sync 1, 64;\nret;\nC:\nbar.arrive 1, 64;\nbar.arrive 1, "
              "64;\nret;",
       {"barrier.rearrive"},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.rearrive: without .aligned a warp of a count of one comes lane by lane",
       "barrier.arrive 1, 32;\nbarrier.sync 1, 32;\nret;",
       {"barrier.rearrive"},
       {},
       Outcome::Finished,
       warps(32)},
      {"barrier.rearrive, twin: to an aligned barrier it comes whole",
       "bar.arrive 1, 32;\nbar.sync 1, 32;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(32)},
      {"barrier.rearrive, twin: the second arrival waits for an answer to the first",
       half + "@%p0 bra C;\nbar.sync 1, 64;\nbar.arrive 2, 64;\nbar.sync 1, 64;\nret;\n"
              "C:\nbar.arrive 1, 64;\nbar.sync 2, 64;\nbar.arrive 1, 64;\nret;",
       {},
       {},
       Outcome::Finished,
       warps(64)},
      {"barrier.red-mix",
       half + "@%p0 bra C;\nbar.red.popc.u32 %r9, 0, %p0;\nret;\nC:\nbar.sync 0;\nret;",
       {"barrier.red-mix"},
       {"barrier.split-site"},
       Outcome::Finished,
       warps(64)},
      {"barrier.red-mix, twin",
       "setp.ge.u32 %p0, %r0, 32;\nbar.red.popc.u32 %r9, 0, %p0;\n" + kStore,
       {},
       {},
       Outcome::Finished,
       warps(64)},
      {"target.isa: barrier.sync",
       "barrier.sync 0;\nret;",
       {"target.isa"},
       {},
       Outcome::Finished,
       [](Run& r) { r.sm = 61; }},
      {"store.same-instruction", "st.global.u32 [%rd0], %r0;\nret;", {"store.same-instruction"}, {}},
      {"store.same-instruction, twin: equal values", "st.global.u32 [%rd0], 7;\nret;", {}, {}},
      {"store.same-instruction: the second word of a vector",
       "mov.u32 %r8, 1;\nst.global.v2.u32 [%rd0], {%r8, %r0};\nret;",
       {"store.same-instruction"},
       {}},
      {"store.same-instruction, twin: strong stores are all performed",
       "st.relaxed.gpu.global.u32 [%rd0], %r0;\nret;",
       {},
       {}},
      {"store.same-instruction, twin", "st.global.u32 [%rd2], %r0;\nret;", {}, {}},
      {"store.same-instruction: words overlap in part",
       "cvt.u64.u32 %rd5, %r0;\nadd.u64 %rd6, %rd0, %rd5;\nst.global.u16 [%rd6], 1;\nret;",
       {"store.same-instruction"},
       {}},
      {"trap stops its lanes, and what waits for them is not judged",
       split("trap;", "bar.sync 0;", "ret;"),
       {},
       {}},
  };
  for (const Case& c : cases) check(c);
}

TEST_CASE("more warps at a barrier than it counts are found under every schedule", "[barrier.count]") {
  const std::string pairs = "setp.ge.u32 %p0, %r0, 64;\n";
  const std::pair<std::string, Rules> rows[] = {
      {"bar.sync 1, 64;\nret;", {"barrier.count"}},
      {pairs + "@%p0 bra C;\nbar.sync 1, 64;\nret;\nC:\nbar.sync 2, 64;\nret;", {}},
      {pairs + "@!%p0 bar.sync 1, 64;\n@%p0 bar.sync 1, 64;\nret;", {"barrier.count"}},
      {pairs + "@!%p0 bar.sync 1, 64;\nbar.sync 0;\n@%p0 bar.sync 1, 64;\nret;", {}},
      {pairs + "@!%p0 bar.arrive 1, 128;\n@!%p0 bar.arrive 1, 128;\n@%p0 bar.sync 1, 128;\n"
               "@%p0 bar.sync 1, 128;\nret;",
       {"barrier.rearrive"}},
      {pairs + "@!%p0 bar.arrive 1, 128;\n@%p0 bar.sync 1, 128;\nbar.sync 0;\n@!%p0 bar.arrive 1, 128;\n"
               "@%p0 bar.sync 1, 128;\nret;",
       {}},
      {"bar.sync 1, 32;\nret;", {}},
  };
  for (const auto& [body, errors] : rows) {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      INFO(body << ", schedule " << seed);
      Run run;
      run.block = 128;
      if (seed > 0) run.schedule = seed;
      CHECK(testing::rules_at(testing::run_body(body, run), spec::Level::Error) == errors);
    }
  }
}

}  // namespace
}  // namespace warpproof
