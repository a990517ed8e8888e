// Asynchronous copies on the evaluator: what they leave, when they are done, and who races with them.
#include <catch2/catch.hpp>

#include "src/concrete/run_ptx.h"
#include "src/machine/address_map.h"

namespace warpproof {
namespace {

using testing::Run;
using Rules = std::set<std::string>;

// Each thread copies a word of `in` to `s`, another one to `s2`; %r2 and %r3 are their places, %rd4 the
// source of the first one. %r4 is the neighbour's word of `s`.
const std::string kPlaces =
    "mov.u32 %r2, s;\nmad.lo.u32 %r2, %r0, 4, %r2;\nmov.u32 %r3, s2;\nmad.lo.u32 %r3, %r0, 4, %r3;\n"
    "mul.wide.u32 %rd3, %r0, 4;\nadd.u64 %rd4, %rd1, %rd3;\nxor.b32 %r4, %r2, 4;\n";
const std::string kFirst = "cp.async.ca.shared.global [%r2], [%rd4], 4;\n";
const std::string kSecond = "cp.async.ca.shared.global [%r3], [%rd4], 4;\n";
const std::string kCommit = "cp.async.commit_group;\n", kAll = "cp.async.wait_all;\n";
const std::string kUse = "ld.shared.u32 %r9, [%r2];\nst.global.u32 [%rd2], %r9;\nret;\n";
const std::string kUseOther = "ld.shared.u32 %r9, [%r4];\nst.global.u32 [%rd2], %r9;\nret;\n";

std::string wait(int n) { return "cp.async.wait_group " + std::to_string(n) + ";\n"; }

RunResult run(const std::string& body, std::optional<std::uint64_t> schedule = std::nullopt,
              std::uint32_t block = 64, int sm = 80) {
  Run r;
  r.block = block;
  r.sm = sm;
  r.schedule = schedule;
  MemoryCells cells{1, 0, {}};
  for (std::uint32_t i = 0; i < 4 * block; ++i) cells.bytes.push_back(static_cast<std::uint8_t>(i + 1));
  r.inputs.memory.push_back(cells);
  return testing::run_text(
      testing::kernel_text(kPlaces + body, ".shared .align 16 .b8 s[4096];\n.shared .align 16 .b8 s2[4096];"), r);
}

Rules errors(const std::string& body) { return testing::rules_at(run(body), spec::Level::Error); }

// Rules about the copy itself: that a word was read before it was written may come on top.
Rules async_errors(const std::string& body) {
  Rules out = errors(body);
  out.erase("value.uninitialised");
  out.erase("value.tainted-use");
  return out;
}

TEST_CASE("a copy leaves what its source holds, once it has been waited for", "[async]") {
  for (const std::optional<std::uint64_t> schedule :
       {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{7}}) {
    const RunResult result = run(kFirst + kAll + kUse, schedule);
    CHECK(result.findings.empty());
    CHECK(testing::output(result, 3) == std::vector<std::uint32_t>{0x04030201, 0x08070605, 0x0c0b0a09});
  }
}

TEST_CASE("bytes past the size of the source become 0, all of them where it is ignored", "[async]") {
  const auto first = [](const std::string& operand) {
    const RunResult result = run("setp.eq.u32 %p1, %r0, %r0;\ncp.async.ca.shared.global [%r2], [%rd4], 4, " +
                                 operand + ";\n" + kAll + kUse);
    CHECK(result.findings.empty());
    return testing::output(result, 1).front();
  };
  CHECK(first("4") == 0x04030201);
  CHECK(first("3") == 0x00030201);
  CHECK(first("1") == 0x00000001);
  CHECK(first("0") == 0);
  CHECK(first("%p1") == 0);
  CHECK(first("!%p1") == 0x04030201);
  CHECK(errors("cp.async.ca.shared.global [%r2], [%rd4], 4, 5;\n" + kAll + kUse) ==
        Rules{"async.source-size"});
}

TEST_CASE("copies of 8 and 16 bytes", "[async]") {
  const std::string wide =
      "mul.lo.u32 %r5, %r0, 16;\nmov.u32 %r6, s;\nadd.u32 %r6, %r6, %r5;\n"
      "cp.async.cg.shared.global [%r6], [%rd1], 16;\n" +
      kAll + "ld.shared.u32 %r9, [%r6+12];\nst.global.u32 [%rd2], %r9;\nret;\n";
  const RunResult result = run(wide);
  CHECK(result.findings.empty());
  CHECK(testing::output(result, 2) == std::vector<std::uint32_t>{0x100f0e0d, 0x100f0e0d});
}

TEST_CASE("wait_group completes all but the latest groups, and no copy that was not committed", "[async]") {
  const Rules own{"async.unwaited"};
  CHECK(async_errors(kFirst + kCommit + wait(0) + kUse) == Rules{});
  CHECK(async_errors(kFirst + kCommit + wait(1) + kUse) == own);
  CHECK(async_errors(kFirst + kCommit + kCommit + wait(1) + kUse) == Rules{});
  CHECK(async_errors(kFirst + kCommit + kSecond + kCommit + wait(1) + kUse) == Rules{});
  CHECK(async_errors(kSecond + kCommit + kFirst + kCommit + wait(1) + kUse) == own);
  CHECK(async_errors(kFirst + wait(0) + kUse) == own);
  CHECK(async_errors(kFirst + kAll + kUse) == Rules{});
  CHECK(async_errors(kFirst + kUse) == own);
}

TEST_CASE("until then nobody else may touch the words either, whatever barriers come between", "[async]") {
  const std::string barrier = "bar.sync 0;\n";
  CHECK(async_errors(kFirst + kAll + barrier + kUseOther) == Rules{});
  CHECK(async_errors(kFirst + barrier + kUseOther) == Rules{"race"});
  CHECK(async_errors(kFirst + barrier + kAll + kUseOther) == Rules{"memory.implicit-warp-sync"});
  CHECK(async_errors(kFirst + kAll + "bar.warp.sync -1;\n" + kUseOther) == Rules{});
  CHECK(async_errors("ld.shared.u32 %r9, [%r4];\n" + kFirst + kAll + "ret;\n") ==
        Rules{"memory.implicit-warp-sync"});
}

TEST_CASE("stores to the source and the destination, and a second copy, are not ordered with it", "[async]") {
  const Rules own{"async.unwaited"};
  CHECK(errors(kFirst + "st.global.u32 [%rd4], %r0;\n" + kAll + "ret;\n") == own);
  CHECK(errors(kFirst + kAll + "st.global.u32 [%rd4], %r0;\nret;\n") == Rules{});
  CHECK(errors(kFirst + "ld.global.u32 %r9, [%rd4];\n" + kAll + "ret;\n") == Rules{});
  CHECK(errors(kFirst + "st.shared.u32 [%r2], %r0;\n" + kAll + "ret;\n") == own);
  CHECK(errors("st.shared.u32 [%r2], %r0;\n" + kFirst + kAll + "ret;\n") == Rules{});
  CHECK(errors(kFirst + kFirst + kAll + "ret;\n") == own);
  CHECK(errors(kFirst + kAll + kFirst + kAll + "ret;\n") == Rules{});
}

TEST_CASE("a barrier of everyone forgets no copy that is pending", "[async]") {
  const std::string barrier = "bar.sync 0;\n";
  CHECK(async_errors(kFirst + kCommit + barrier + barrier + wait(1) + barrier + kUseOther) == Rules{"race"});
  CHECK(async_errors(kFirst + kCommit + barrier + barrier + wait(0) + barrier + kUseOther) == Rules{});
}

TEST_CASE("cp.async needs sm_80", "[async]") {
  const Rules found = testing::rules_at(run(kFirst + kAll + kUse, std::nullopt, 32, 75), spec::Level::Error);
  CHECK(found == Rules{"target.isa"});
}

}  // namespace
}  // namespace warpproof
