// The evaluator against what an H100 computed in the conformance programs (tools/gpu_conformance).
//
// The suite replays every kShare-th program and all that are known to differ; WARPPROOF_SAMPLES=all replays
// all of them.
#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "tests/hardware/recordings.h"
#include "tests/sample_size.h"
#include "tools/gpu_conformance/evaluate.h"
#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {
namespace {

constexpr const char* kReasons = "tools/gpu_conformance/README.md";
constexpr std::uint64_t kShare = 5;

TEST_CASE("every reason for a difference is explained, with the number of its programs", "[hardware]") {
  std::ifstream in(kReasons);
  REQUIRE(in.good());
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::map<std::string, int> programs;
  for (const auto& [id, reason] : read_differing()) ++programs[reason];
  for (const auto& [reason, count] : programs) {
    const std::string row = "| `" + reason + "` | " + std::to_string(count) + " |";
    INFO(kReasons << " has no row " << row);
    CHECK(text.find(row) != std::string::npos);
  }
}

TEST_CASE("the evaluator computes what the H100 computed", "[hardware]") {
  const Records records = read_recording();
  CHECK(records.failures.empty());
  const auto differing = read_differing();
  for (const auto& [id, reason] : differing) {
    INFO(id);
    CHECK(records.digests.contains(id));
  }
  const std::uint64_t share = testing::all_samples() ? 1 : kShare;
  std::set<std::string> forms;
  std::uint64_t replayed = 0, position = 0;
  for (const ProgramId id : program_list(kRandomPrograms)) {
    INFO(name(id));
    REQUIRE(records.digests.contains(name(id)));
    // What the manual only bounds has no one value: those programs are recorded for reading.
    if (id.kind == Kind::Approximation) continue;
    const bool differs = differing.contains(name(id));
    if (position++ % share != 0 && !differs) continue;
    const ConformanceProgram program = make_program(id);
    const EvaluatorOutput out = evaluate(program);
    CHECK(out.complaint == "");
    if (differs) {
      INFO("listed in " << kDiffering << " as " << differing.at(name(id)));
      CHECK(digest(out.words) != records.digests.at(name(id)));
    } else {
      CHECK(digest(out.words) == records.digests.at(name(id)));
    }
    forms.insert(program.forms.begin(), program.forms.end());
    ++replayed;
  }
  WARN(replayed << " of " << position << " programs with " << forms.size() << " forms of instructions; "
                << differing.size() << " known to differ; " << records.device);
}

}  // namespace
}  // namespace warpproof::conformance
