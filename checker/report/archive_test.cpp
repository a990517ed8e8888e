#include "checker/report/archive.h"

#include <catch2/catch.hpp>
#include <stdexcept>

namespace warpproof::report {
namespace {

Kernel sample() {
  Kernel k;
  k.name = "k";
  k.file = std::string("a\0b", 3);
  k.verdict = Verdict::Violation;
  k.block = "any";
  k.holds_for = "block % 32 == 0";
  k.only_partial_warps = true;
  k.assumptions = {"target sm_80", ""};
  k.unknown = {{"out of effort", {"k.cu", 3, 4, "x"}}};
  k.undecided = {{spec::Rule::Race, spec::Level::Warning, "why", {}}};
  k.obligations = {7, 9, 0.25};
  k.seconds = 1.5;
  k.effort = 1ull << 40;
  k.effort_shares = {{"random runs", 5}};
  k.source = LaunchSource{"the launch", "main.cu", 8, 2, "256", "1", "0", {"main.cu:1:1"}, {}};
  Finding f;
  f.rule = spec::Rule::AsyncUnwaited;
  f.level = spec::Level::Error;
  f.replayed = true;
  f.rerun = {"warpproof", "run"};
  f.inputs = {{"n", "1"}};
  f.trace = {{{"k.cu", 1, 1, ""}, 1, "0-3", "what", "", TraceStep::Weight::Finding}};
  f.related = {{{"k.cu", 2, 2, ""}, "the other access"}};
  k.findings = {f, f};
  return k;
}

std::string json(Kernel kernel) {
  Report report;
  report.kernels.push_back(std::move(kernel));
  return to_json(report);
}

TEST_CASE("a kernel's result is the same after it went through bytes") {
  for (const Kernel& kernel : {Kernel(), sample()}) {
    const Kernel back = unpack(pack(kernel));
    CHECK(json(back) == json(kernel));
    CHECK(pack(back) == pack(kernel));
  }
}

TEST_CASE("bytes that are cut off or too long are refused") {
  const std::string bytes = pack(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    REQUIRE_THROWS_AS(unpack(std::string_view(bytes).substr(0, size)), std::runtime_error);
  CHECK_THROWS_AS(unpack(bytes + "x"), std::runtime_error);
}

}  // namespace
}  // namespace warpproof::report
