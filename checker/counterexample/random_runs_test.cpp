#include "checker/counterexample/random_runs.h"

#include <catch2/catch.hpp>

#include "src/base/effort.h"
#include "src/program/lower.h"

namespace warpproof::counterexample {
namespace {

const std::string kHead = ".version 8.5\n.target sm_80\n.address_size 64\n";

std::optional<Replay> search(const std::string& parameters, const std::string& body,
                             std::map<std::uint32_t, std::uint64_t> fixed = {},
                             std::vector<std::uint32_t> sizes = {}, std::uint32_t grid = 1,
                             bool whole_grid = false) {
  const Program program =
      load_ptx(kHead + ".visible .entry k(" + parameters +
                   ") {\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nmov.u32 %r1, %tid.x;\n" +
                   body + "ret;\n}\n",
               "t.ptx");
  RunQuestion question{program, 0, {}, std::move(sizes), std::move(fixed), {"n"}, {}};
  question.deadline = effort::Clock::now() + std::chrono::minutes(5);
  question.launch.grid = {grid, 1, 1};
  question.whole_grid = whole_grid;
  return find_violating_run(question);
}

// Lanes below n vote under the full mask, all lanes meet after it.
const std::string kVoteBelowN =
    "ld.param.u32 %r2, [n];\nsetp.ge.u32 %p1, %r1, %r2;\n@%p1 bra past;\n"
    "vote.sync.ballot.b32 %r3, %p1, 0xffffffff;\npast:\nbar.warp.sync 0xffffffff;\n";

// Blocks but the first come to the barrier of the grid; the first ends without.
TEST_CASE("runs of small grids are within the limit of all runs") {
  const Program program = load_ptx(kHead +
                                       ".extern .func __warpproof_grid_meeting;\n.global .u32 arrived;\n"
                                       ".visible .entry k() {\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n"
                                       "mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra past;\n"
                                       "call.uni __warpproof_grid_meeting;\nbar.sync 0;\nmov.u32 %r2, %tid.x;\nsetp.ne.u32 %p2, %r2, 0;\n"
                                       "@%p2 bra wait;\natom.global.add.u32 %r3, [arrived], 1;\nspin:\n"
                                       "ld.volatile.global.u32 %r4, [arrived];\nmov.u32 %r5, %nctaid.x;\n"
                                       "setp.lt.u32 %p3, %r4, %r5;\n@%p3 bra spin;\nwait:\nbar.sync 0;\npast:\nret;\n}\n",
                                   "t.ptx");
  const auto spent_within = [&](std::chrono::milliseconds limit, bool& found) {
    const std::uint32_t root = program.functions[0].is_entry ? 0 : 1;
    RunQuestion question{program, root, {}, {}, {}, {}, {}};
    question.launch.block = {32, 1, 1};
    const auto start = effort::Clock::now();
    question.deadline = start + limit;
    found = find_violating_run(question).has_value();
    return effort::Clock::now() - start;
  };
  bool found = false;
  spent_within(std::chrono::minutes(5), found);
  CHECK(found);
  CHECK(spent_within(std::chrono::milliseconds(0), found) < std::chrono::milliseconds(20));
  CHECK_FALSE(found);
}

TEST_CASE("op.mismatch is found by running") {
  const auto run = search(".param .u32 n", kVoteBelowN);
  REQUIRE(run);
  CHECK(run->result.has(spec::Rule::OpMismatch));
  REQUIRE(run->named_inputs.size() == 1);
  CHECK(run->named_inputs[0].first == "n");
}

TEST_CASE("a fixed parameter keeps its value") {
  CHECK_FALSE(search(".param .u32 n", kVoteBelowN, {{0, 32}}));
  CHECK(search(".param .u32 n", kVoteBelowN, {{0, 31}}));
}

TEST_CASE("numbers that the kernel looks for are among the inputs") {
  const auto vote_unless = [](const std::string& number) {
    return "ld.param.u64 %rd1, [n];\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
           "ld.global.u32 %r2, [%rd3];\nsetp.eq.u32 %p1, %r2, " +
           number +
           ";\n@%p1 bra past;\nvote.sync.ballot.b32 %r3, %p1, 0xffffffff;\n"
           "past:\nbar.warp.sync 0xffffffff;\n";
  };
  for (const std::string number : {"987654321", "0x80000000", "3"}) {
    const auto run = search(".param .u64 .ptr .global .align 4 n", vote_unless(number));
    REQUIRE(run);
    CHECK(run->result.has(spec::Rule::OpMismatch));
  }
}

TEST_CASE("blocks of several sizes are tried") {
  const std::string narrow = "setp.eq.u32 %p1, %r1, 0;\nvote.sync.ballot.b32 %r3, %p1, 0x1;\n";
  CHECK_FALSE(search("", narrow, {}, {1}));
  const auto run = search("", narrow, {}, {1, 2});
  REQUIRE(run);
  CHECK(run->launch.block[0] == 2);
  CHECK(run->result.has(spec::Rule::MaskSelf));
}

// p[tid] = 0 and q[31 - tid] = 1 race only where p and q are one buffer.
const std::string kTwoBuffers =
    "ld.param.u64 %rd1, [n];\nld.param.u64 %rd2, [q];\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, "
    "%rd3;\n"
    "sub.s64 %rd5, %rd2, %rd3;\nst.global.u32 [%rd4], %r1;\nst.global.u32 [%rd5+124], %r1;\n";

TEST_CASE("pointer parameters are distinct allocations") {
  CHECK_FALSE(search(".param .u64 n, .param .u64 q", kTwoBuffers));
}

TEST_CASE("a number of 8 bytes is no pointer") {
  const auto run =
      search(".param .u64 n",
             "ld.param.u64 %rd1, [n];\ncvt.u64.u32 %rd2, %r1;\nsetp.ge.u64 %p1, %rd2, %rd1;\n@%p1 bra past;\n"
             "vote.sync.ballot.b32 %r3, %p1, 0xffffffff;\npast:\nbar.warp.sync 0xffffffff;\n");
  REQUIRE(run);
  REQUIRE(run->named_inputs.size() == 1);
  CHECK(std::stoi(run->named_inputs[0].second) < 32);
}

// Both lanes' pointers come from memory, where nothing says that they differ.
TEST_CASE("a race through pointers that were made up does not count") {
  CHECK_FALSE(search(".param .u64 n",
                     "ld.param.u64 %rd1, [n];\nmul.wide.u32 %rd3, %r1, 8;\nadd.s64 %rd4, %rd1, %rd3;\n"
                     "ld.global.u64 %rd5, [%rd4];\nst.global.u32 [%rd5], %r1;\n"));
}

TEST_CASE("inputs are made small") {
  // Only the word that a single lane reads matters.
  const auto run = search(
      ".param .u64 n",
      "ld.param.u64 %rd1, [n];\nld.global.u32 %r2, [%rd1+20];\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra past;\n"
      "setp.gt.u32 %p2, %r1, 3;\n@%p2 bra past;\n"
      "vote.sync.ballot.b32 %r3, %p1, 0xffffffff;\npast:\nbar.warp.sync 0xffffffff;\n");
  REQUIRE(run);
  REQUIRE(run->named_inputs.size() == 1);
  CHECK(run->named_inputs[0].first == "n[byte 20]");
}

// Lane 0 of each warp takes a ticket.
const std::string kTickets =
    ".shared .align 4 .b8 next[8];\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\nst.shared.u32 [next], 0;\n"
    "ready:\nbar.sync 0;\nand.b32 %r2, %r1, 31;\nshr.u32 %r3, %r1, 5;\nsetp.ne.u32 %p1, %r2, 0;\n"
    "@%p1 bra past;\natom.shared.add.u32 %r4, [next], 1;\n";

TEST_CASE("what depends on the order of atomics is found under another schedule") {
  // Warp 1 comes first.
  const auto run = search("",
                          kTickets +
                              "setp.le.u32 %p2, %r3, %r4;\n@%p2 bra past;\n"
                              "vote.sync.ballot.b32 %r5, %p1, 0x2;\npast:\n",
                          {}, {64});
  REQUIRE(run);
  CHECK(run->schedule);
  CHECK(run->result.has(spec::Rule::MaskSelf));
  CHECK_FALSE(search("",
                     kTickets + "setp.le.u32 %p2, %r4, 1;\n@%p2 bra past;\n"
                                "vote.sync.ballot.b32 %r5, %p1, 0x2;\npast:\n",
                     {}, {64}));
}

TEST_CASE("lanes of one store that another schedule splits do not race") {
  // They store one value: different ones are an error under every schedule.
  const std::string one = kTickets + "past:\nst.shared.u32 [next+4], 1;\n";
  CHECK_FALSE(search("", one, {}, {32}));
  // Two stores do.
  CHECK(search("", one + "setp.eq.u32 %p2, %r2, 3;\n@%p2 st.shared.u32 [next+4], 7;\n", {}, {32}));
}

// Each thread stores to a word of its own; %rd3 is one that every block has a thread for.
const std::string kOwnWord =
    "ld.param.u64 %rd1, [n];\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
    "mad.lo.u32 %r4, %r2, %r3, %r1;\nmul.wide.u32 %rd2, %r4, 4;\nmul.wide.u32 %rd3, %r1, 4;\n"
    "add.s64 %rd2, %rd1, %rd2;\nadd.s64 %rd3, %rd1, %rd3;\nst.global.u32 [%rd2], %r1;\n";

TEST_CASE("races between blocks are found by running the whole grid") {
  const std::string racy = kOwnWord + "st.global.u32 [%rd3], %r2;\n";
  const auto run = search(".param .u64 n", racy, {}, {}, 2, true);
  REQUIRE(run);
  CHECK(run->whole_grid);
  CHECK(run->any_between_blocks());
  REQUIRE(run->result.find(spec::Rule::Race));
  CHECK(run->finding_block[0] == 1);
  CHECK(run->trace_block.size() == run->result.trace.size());
  CHECK_FALSE(search(".param .u64 n", kOwnWord, {}, {}, 2, true));
  CHECK_FALSE(search(".param .u64 n", racy, {}, {}, 2, false));
  CHECK_FALSE(search(".param .u64 n", racy, {}, {}, 1, true));
  CHECK_FALSE(search(".param .u64 n", racy, {}, {}, 65, true));  // too many blocks to run
}

TEST_CASE("what only a later block does wrong is its own") {
  const auto run = search(".param .u32 n",
                          "mov.u32 %r2, %ctaid.x;\nsetp.eq.u32 %p1, %r2, 1;\n"
                          "@%p1 vote.sync.ballot.b32 %r3, %p1, 0x1;\n",
                          {}, {}, 2, true);
  REQUIRE(run);
  CHECK(run->whole_grid);
  CHECK_FALSE(run->any_between_blocks());
  CHECK(run->finding_block[0] == 1);
}

TEST_CASE("structures are drawn too") {
  CHECK(search(".param .align 8 .b8 n[16]", "vote.sync.ballot.b32 %r3, %p1, 0x1;\n"));
}

}  // namespace
}  // namespace warpproof::counterexample
