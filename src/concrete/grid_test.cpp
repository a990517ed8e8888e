// Launches of several blocks, judged accesses, schedules, and who waits for whom.
#include <catch2/catch.hpp>
#include <cstring>

#include "src/base/effort.h"
#include "src/concrete/run_ptx.h"
#include "src/concrete/wait_for.h"
#include "src/machine/address_map.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

using testing::kernel_text;
using Outcome = RunResult::Outcome;
using Rules = std::set<std::string>;

Evaluator::GridResult run(const std::string& body, std::uint32_t grid, std::uint64_t bytes = 4096,
                          const RunOptions& options = {}, std::uint64_t max_steps = 100'000) {
  static std::vector<std::unique_ptr<Program>> programs;  // an evaluator refers to its program
  programs.push_back(std::make_unique<Program>(load_ptx(kernel_text(body), "test.ptx")));
  Launch launch;
  launch.grid = {grid, 1, 1};
  launch.max_steps = max_steps;
  RunInputs inputs;
  inputs.extents = {{bytes, bytes, 0}};
  for (const std::uint64_t value : {allocation_base(0), allocation_base(1), std::uint64_t{7}}) {
    std::vector<std::uint8_t> parameter(inputs.params.size() < 2 ? 8 : 4);
    std::memcpy(parameter.data(), &value, parameter.size());
    inputs.params.push_back(std::move(parameter));
  }
  return Evaluator(*programs.back(), 0, launch).run_grid(inputs, options);
}

std::uint64_t word(const Evaluator::GridResult& result, std::uint64_t index) {
  return result.run.global.read(allocation_base(0) + 4 * index, 4).bits;
}

Rules errors(const Evaluator::GridResult& result) {
  return testing::rules_at(result.run, spec::Level::Error);
}

TEST_CASE("every block of a grid runs on one memory", "[grid]") {
  const std::string body =
      "mov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %nctaid.x;\nmad.lo.u32 %r5, %r3, 32, %r0;\n"
      "mad.wide.u32 %rd3, %r5, 4, %rd0;\nmad.lo.u32 %r6, %r4, 1000, %r5;\nst.global.u32 [%rd3], %r6;\n"
      "red.global.add.u32 [%rd0+2048], 1;\nret;";
  const auto result = run(body, 5);
  CHECK(result.run.outcome == Outcome::Finished);
  CHECK(result.blocks == 5);
  CHECK(errors(result).empty());
  for (std::uint64_t i = 0; i < 160; ++i) CHECK(word(result, i) == 5000 + i);
  CHECK(word(result, 512) == 160);
}

TEST_CASE("does the order of blocks show?", "[grid]") {
  const std::string own =
      "mov.u32 %r3, %ctaid.x;\nmul.lo.u32 %r5, %r3, 128;\ncvt.u64.u32 %rd5, %r5;\nadd.u64 %rd3, %rd0, %rd5;\n"
      "setp.ne.u32 %p0, %r0, 0;\n@%p0 ret;\n";
  struct Case {
    const char* what;
    std::string body;
    bool shows;
  };
  const Case cases[] = {
      {"each stores to a word of its own", "st.global.u32 [%rd3], %r3;\n", false},
      {"all count in one word", "red.global.add.u32 [%rd0+4000], 1;\n", false},
      {"all count in one word, and keep what was there",
       "atom.global.add.u32 %r6, [%rd0+4000], 1;\nst.global.u32 [%rd3], %r6;\n", true},
      {"all count in one word, and look at it",
       "red.global.add.u32 [%rd0+4000], 1;\nld.volatile.global.u32 %r6, [%rd0+4000];\n"
       "st.global.u32 [%rd3], %r6;\n",
       true},
      {"all exchange one word", "atom.global.exch.b32 %r6, [%rd0+4000], %r3;\n", true},
      {"one stores what all look at", "ld.global.u32 %r6, [%rd0];\nst.global.u32 [%rd3], %r6;\n", true},
  };
  for (const Case& c : cases) {
    INFO(c.what);
    RunOptions options;
    options.orders = true;
    CHECK(run(own + c.body + "ret;", 3, 4096, options).run.order_shows == c.shows);
  }
}

TEST_CASE("blocks on all processors leave what one after the other leaves", "[grid]") {
  const std::string own =
      "mov.u32 %r3, %ctaid.x;\nmad.lo.u32 %r5, %r3, 32, %r0;\nmul.lo.u32 %r5, %r5, 4;\n"
      "cvt.u64.u32 %rd5, %r5;\nadd.u64 %rd3, %rd0, %rd5;\n";
  const std::string apart =
      own + "ld.global.u32 %r6, [%rd3];\nadd.u32 %r6, %r6, %r5;\nst.global.u32 [%rd3], %r6;\n";
  const struct {
    const char* what;
    std::string body;
  } cases[] = {
      {"each block has words of its own", apart},
      {"a block reads what the one before it wrote", own +
                                                         "st.global.u32 [%rd3+128], %r5;\n"
                                                         "ld.global.u32 %r6, [%rd3];\nadd.u32 %r6, %r6, 3;\n"
                                                         "st.global.u32 [%rd3], %r6;\n"},
      {"a block reads what the one after it writes",
       own + "ld.global.u32 %r6, [%rd3+128];\n"
             "add.u32 %r6, %r6, 1;\nst.global.u32 [%rd3], %r6;\n"},
      {"all blocks count in one word",
       apart + "setp.eq.u32 %p0, %r0, 0;\n@%p0 ld.global.u32 %r7, [%rd0+4000];\n"
               "@%p0 add.u32 %r7, %r7, 1;\n@%p0 st.global.u32 [%rd0+4000], %r7;\n"},
      {"all blocks write one word", apart + "st.global.u32 [%rd0+4000], %r3;\n"},
      {"halves of a word", own + "setp.lt.u32 %p0, %r0, 1;\nmul.lo.u32 %r8, %r3, 2;\ncvt.u64.u32 %rd5, %r8;\n"
                                 "add.u64 %rd5, %rd5, %rd0;\n@%p0 st.global.u16 [%rd5+3900], %r3;\n"},
      {"a fault in one block", apart + "setp.eq.u32 %p0, %r3, 3;\n@%p0 st.global.u32 [%rd0+8192], %r3;\n"},
      {"atomics", apart + "red.global.add.u32 [%rd0+4000], 1;\n"},
  };
  RunOptions in_turn;
  in_turn.trace = true;  // blocks are traced one after the other
  for (const auto& c : cases) {
    INFO(c.what);
    const auto together = run(c.body + "ret;", 20), one_by_one = run(c.body + "ret;", 20, 4096, in_turn);
    CHECK(together.run.outcome == one_by_one.run.outcome);
    CHECK(together.run.steps == one_by_one.run.steps);
    CHECK(together.blocks == one_by_one.blocks);
    CHECK(together.finding_block == one_by_one.finding_block);
    CHECK(errors(together) == errors(one_by_one));
    for (std::uint64_t i = 0; i < 1024; ++i) {
      if (word(together, i) != word(one_by_one, i)) CHECK(word(together, i) == word(one_by_one, i));
    }
  }
}

TEST_CASE("a block may wait for a later one", "[grid]") {
  const std::string body =
      "mov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p0, %r3, 0;\n@%p0 bra WAIT;\nst.volatile.global.u32 [%rd0], "
      "1;\nret;\n"
      "WAIT:\nld.volatile.global.u32 %r4, [%rd0];\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra WAIT;\nret;";
  CHECK(run(body, 2, 4096, {}, 1'000'000).run.outcome == Outcome::Finished);
  std::string weak = body;  // wrong on a GPU, and yet not endless here
  while (weak.find(".volatile") != std::string::npos) weak.erase(weak.find(".volatile"), 9);
  RunOptions calm;
  calm.races = false;
  CHECK(run(weak, 2, 4096, calm, 100'000).run.outcome == Outcome::Finished);
  const auto alone = run(body, 1);
  CHECK(alone.run.outcome == Outcome::Unknown);
  CHECK(alone.run.has(spec::Rule::LoopUnbounded));
}

// %r3 the block's number, %rd3 the address of out[global index].
const std::string kGlobalIndex =
    "mov.u32 %r3, %ctaid.x;\nmad.lo.u32 %r5, %r3, 32, %r0;\nmad.wide.u32 %rd3, %r5, 4, %rd0;\n"
    "mad.wide.u32 %rd4, %r5, 4, %rd1;\nsetp.eq.u32 %p0, %r0, 0;\n";

TEST_CASE("blocks race for global memory", "[grid][race]") {
  const std::string handing = kGlobalIndex + "st.global.u32 [%rd4], %r5;\nFENCE\nbar.sync 0;\n" +
                              "@!%p0 bra DONE;\natom.global.add.u32 %r6, [%rd0], 1;\n"
                              "setp.ne.u32 %p1, %r6, 2;\n@%p1 bra DONE;\n"
                              "ld.global.u32 %r7, [%rd1];\nld.global.u32 %r8, [%rd1+128];\nDONE:\nret;";
  const auto with = [&](const std::string& fence) {
    std::string body = handing;
    return body.replace(body.find("FENCE"), 5, fence);
  };
  const std::string waiting =
      kGlobalIndex +
      "setp.eq.u32 %p1, %r3, 0;\n@%p1 bra WAIT;\n@%p0 st.global.u32 [%rd1], 5;\n"
      "@%p0 st.release.gpu.global.u32 [%rd0], 1;\nret;\n"
      "WAIT:\nld.acquire.gpu.global.u32 %r4, [%rd0];\nsetp.eq.u32 %p2, %r4, 0;\n"
      "@%p2 bra WAIT;\nld.global.u32 %r7, [%rd1];\nst.global.u32 [%rd0+4], %r7;\nret;";
  struct Case {
    const char* what;
    std::string body;
    Rules errors;
  };
  const Case cases[] = {
      {"each its own words", kGlobalIndex + "st.global.u32 [%rd3], %r5;\nret;", {}},
      {"all the same words", kGlobalIndex + "st.global.u32 [%rd2], %r5;\nret;", {"race"}},
      {"volatile stores", kGlobalIndex + "st.volatile.global.u32 [%rd2], %r5;\nret;", {}},
      {"atomics", kGlobalIndex + "red.global.add.u32 [%rd2], %r5;\nret;", {}},
      {"atomics of the block", kGlobalIndex + "red.cta.global.add.u32 [%rd2], %r5;\nret;", {"race"}},
      {"the neighbour's word",
       kGlobalIndex + "st.global.u32 [%rd3], %r5;\nbar.sync 0;\nld.global.u32 %r6, [%rd3+4];\nret;",
       {"race"}},
      {"a lane at a time", kGlobalIndex + "@%p0 st.global.u32 [%rd0], %r5;\nret;", {"race"}},
      {"halves of what another one stores",
       kGlobalIndex + "setp.ne.and.u32 %p1, %r3, 2, %p0;\nsetp.eq.and.u32 %p2, %r3, 2, %p0;\n"
                      "@%p1 st.global.u32 [%rd0], %r5;\n@%p2 ld.global.u16 %h0, [%rd0+2];\nret;",
       {"race", "race.mixed-size"}},
      {"the last block, after fences", with("membar.gl;"), {}},
      {"the last block, after fences of the system", with("fence.acq_rel.sys;"), {}},
      {"the last block, no fence", with(""), {"race"}},
      {"the last block, fences of the block", with("membar.cta;"), {"race"}},
      {"the last block, fences that acquire only", with("fence.acquire.gpu;"), {"race"}},
      {"block 0 waits", waiting, {}},
  };
  for (const Case& c : cases) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      INFO(c.what << ", seed " << seed);
      RunOptions options;
      if (seed > 0) options.random_schedule = seed;
      // Two blocks of the last case store to one word.
      const std::uint32_t blocks = std::string(c.what).starts_with("block 0") ? 2 : 3;
      const auto result = run(c.body, blocks, 4096, options, 1'000'000);
      CHECK(result.run.outcome == Outcome::Finished);
      CHECK(errors(result) == c.errors);
      REQUIRE(result.is_between_blocks.size() == result.run.findings.size());
      for (std::size_t i = 0; i < result.run.findings.size(); ++i) {
        if (result.run.findings[i].level != spec::Level::Error) continue;
        CHECK(result.is_between_blocks[i]);
        CHECK(result.run.findings[i].related.size() == 1);
      }
      options.races = false;
      CHECK(errors(run(c.body, blocks, 4096, options, 1'000'000)).empty());
    }
  }
  CHECK(errors(run(cases[1].body, 1)).empty());
  const auto result = run(cases[1].body, 2);
  REQUIRE(result.run.findings.size() == 1);
  CHECK(result.finding_block[0] == 1);
  CHECK(result.run.findings[0].threads.str() == "lanes 0-31");
  CHECK(result.run.findings[0].message ==
        "data race: thread 0 of block 1 writes what thread 0 of block 0 writes; nothing orders the two blocks");
  CHECK(result.run.findings[0].related[0].message == "the other access, by thread 0 of block 0");
}

TEST_CASE("blocks that were cut off are not at a standstill", "[grid]") {
  // Lanes of block 0 wait for others on their way while block 1 runs out of steps.
  const std::string body =
      "mov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p1, %r3, 0;\n@!%p1 bra FOR_EVER;\nsetp.lt.u32 %p0, %r0, 16;\n"
      "@%p0 bra MEET;\nmov.u32 %r5, 0;\nLOOP:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p2, %r5, 300;\n"
      "@%p2 bra LOOP;\nMEET:\nbar.warp.sync 0xffffffff;\nret;\nFOR_EVER:\nbra FOR_EVER;";
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    RunOptions options;
    options.random_schedule = seed;
    const auto result = run(body, 2, 4096, options, 1000);
    CHECK(result.run.outcome == Outcome::Unknown);
    CHECK(errors(result).empty());
  }
}

TEST_CASE("a grid stops when its time is over", "[grid]") {
  RunOptions options;
  options.until = effort::Clock::now();
  options.trace = true;  // one block after the other
  const auto result = run("st.global.u32 [%rd2], 1;\nret;", 3, 4096, options);
  CHECK(result.run.outcome == Outcome::Unknown);
  CHECK(result.run.unknown == "out of effort");
  CHECK(errors(result).empty());
}

TEST_CASE("accesses are judged by the sizes that the run knows",
          "[memory.out-of-bounds][memory.misaligned]") {
  struct Case {
    const char* body;
    Rules errors;
  };
  const Case cases[] = {
      {"st.global.u32 [%rd2], 1;", {}},
      {"st.global.u32 [%rd2+64], 1;", {"memory.out-of-bounds"}},
      {"st.global.u32 [%rd2+-4], 1;", {"memory.out-of-bounds"}},
      {"mov.u64 %rd3, 0;\nld.global.u32 %r3, [%rd3];", {"memory.out-of-bounds"}},
      {"ld.global.u32 %r3, [%rd2+128];\nst.global.u32 [%rd2], %r3;",
       {"memory.out-of-bounds", "value.tainted-use"}},
      {"st.global.u16 [%rd2+2], 1;", {}},
      {"st.global.u32 [%rd2+2], 1;", {"memory.misaligned", "memory.out-of-bounds"}},
      {"mad.wide.u32 %rd3, %r0, 2, %rd0;\nld.global.u32 %r3, [%rd3];", {"memory.misaligned"}},
      {"ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd0+16];", {}},
      {"ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd0+8];", {"memory.misaligned"}},
      {".shared .b32 s[32];\nmov.u32 %r3, s;\nmad.lo.u32 %r3, %r0, 4, %r3;\nst.shared.u32 [%r3], 1;", {}},
      {".shared .b32 s[31];\nmov.u32 %r3, s;\nmad.lo.u32 %r3, %r0, 4, %r3;\nst.shared.u32 [%r3], 1;",
       {"memory.out-of-bounds"}},
      {".local .b32 a[2];\nmov.u64 %rd3, a;\nst.local.u32 [%rd3+4], 1;", {}},
      {".local .b32 a[2];\nmov.u64 %rd3, a;\nst.local.u32 [%rd3+16], 1;", {"memory.out-of-bounds"}},
  };
  for (const Case& c : cases) {
    INFO(c.body);
    const auto result = run(std::string(c.body) + "\nret;", 1, 128);
    CHECK(errors(result) == c.errors);
  }
}

TEST_CASE("a quotient by zero is undefined where it is used", "[value.division-by-zero]") {
  const std::string divide = "div.u32 %r3, 100, %r0;\n";
  CHECK(errors(run(divide + "ret;", 1)).empty());
  CHECK(errors(run(divide + "st.global.u32 [%rd2], %r3;\nret;", 1)) ==
        Rules{"value.division-by-zero", "value.tainted-use"});
  CHECK(errors(run("add.u32 %r4, %r0, 1;\nrem.u32 %r3, 100, %r4;\nst.global.u32 [%rd2], %r3;\nret;", 1))
            .empty());
}

TEST_CASE("a random schedule shows a race in the result", "[schedule]") {
  const std::string racy =
      "ld.global.u32 %r3, [%rd1];\nadd.u32 %r3, %r3, 1;\nst.global.u32 [%rd1], %r3;\nbra A;\nA:\n"
      "ld.global.u32 %r3, [%rd1];\nst.global.u32 [%rd2], %r3;\nret;";
  const std::string safe =
      "atom.global.add.u32 %r3, [%rd1], 1;\nbar.sync 0;\nld.global.u32 %r3, [%rd1];\n"
      "st.global.u32 [%rd2], %r3;\nret;";
  const auto results = [](const std::string& body) {
    std::set<std::uint64_t> out;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      RunOptions options;
      options.random_schedule = seed;
      out.insert(word(run(body, 1, 4096, options), 3));
    }
    return out;
  };
  CHECK(results(racy).size() > 1);
  CHECK(results(safe) == std::set<std::uint64_t>{32});
}

TEST_CASE("one seed is one schedule", "[schedule]") {
  RunOptions options;
  options.random_schedule = 5;
  options.trace = options.trace_instructions = true;
  const std::string body =
      "setp.lt.u32 %p0, %r0, 9;\n@%p0 bra A;\nadd.u32 %r3, %r0, 1;\nA:\nbar.sync 0;\nret;";
  const auto a = run(body, 2, 64, options), b = run(body, 2, 64, options);
  REQUIRE(a.run.trace.size() == b.run.trace.size());
  for (std::size_t i = 0; i < a.run.trace.size(); ++i) CHECK(a.run.trace[i].lanes == b.run.trace[i].lanes);
}

TEST_CASE("a deadlock is a cycle of waiting lanes", "[deadlock]") {
  const std::string body =
      "setp.lt.u32 %p0, %r0, 16;\n@%p0 bra LOW;\nbar.warp.sync 0xffff0001;\nret;\nLOW:\nbar.warp.sync "
      "0x0001ffff;\nret;";
  const auto result = run(body, 1);
  CHECK(result.run.outcome == Outcome::Standstill);
  CHECK(result.run.stuck_in_cycle);
  REQUIRE(result.run.stuck.size() == 2);
  CHECK(result.run.stuck[0].lanes.str() == "0-15");
  CHECK(result.run.stuck[1].lanes.str() == "16-31");
  CHECK(result.run.stuck[1].at == "__syncwarp, mask 0xffff0001");
}

TEST_CASE("a chain ends with who never comes", "[deadlock]") {
  using concrete::find_wait_chain;
  CHECK(find_wait_chain(3, {}).nodes.empty());
  CHECK(find_wait_chain(3, {{0, 1}, {1, 2}}).nodes == std::vector<int>{0, 1, 2});
  CHECK_FALSE(find_wait_chain(3, {{0, 1}, {1, 2}}).is_cycle);
  const auto cycle = find_wait_chain(5, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {2, 1}, {3, 4}});
  CHECK(cycle.is_cycle);
  CHECK(cycle.nodes == std::vector<int>{1, 2});
}

}  // namespace
}  // namespace warpproof
