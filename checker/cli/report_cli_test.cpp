// How `check` reports: in which format, and in which order.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;

namespace {

const char* const kRace = R"(__global__ void race(float* out, const float* in, unsigned n) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (n == 7 && in[3] == 1.5f) out[threadIdx.x] = s[63 - threadIdx.x];
}
)";

const char* const kGood = "__global__ void good(int* out) { out[threadIdx.x] = 1; }\n";

}  // namespace

TEST_CASE("several files end with a table, in which those stand that were not read") {
  const Workshop shop;
  const std::string bad = shop.write("bad.cu", kRace), good = shop.write("good.cu", kGood), gone = shop.path("gone.cu"),
                    wrong = shop.write("wrong.cu", "__global__ void k( {}\n");
  const Outcome outcome = shop.run({"check", bad, gone, good, wrong, "--block", "64"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 3);
  CHECK(holds(outcome.out, "\n2 kernels: 1 proved, 1 violation, 0 unknown; 2 files were not read\n"));
  CHECK(holds(outcome.out, "\n  VIOLATION  " + bad));
  CHECK(holds(outcome.out, "\n  proved     " + good));
  CHECK(holds(outcome.out, "\n  not read   " + gone));
  CHECK(holds(outcome.out, "\n  not read   " + wrong));
  const Outcome json = shop.run({"check", bad, gone, good, "--block", "64", "--format", "json"});
  CHECK(Json::parse(json.out)["unread"][0]["file"] == gone);
}

TEST_CASE("the report is the same for every number of jobs, in every format") {
  const Workshop shop;
  std::vector<std::string> files;
  for (int i = 0; i < 4; ++i) {
    files.push_back(shop.write("good" + std::to_string(i) + ".cu", kGood));
    files.push_back(shop.write("bad" + std::to_string(i) + ".cu", kRace));
  }
  for (const char* format : {"text", "json", "sarif", "html"}) {
    const auto report = [&](const std::vector<std::string>& jobs) {
      std::vector<std::string> words{"check", "--block", "64", "--format", format};
      words.insert(words.end(), files.begin(), files.end());
      words.insert(words.end(), jobs.begin(), jobs.end());
      std::istringstream in(shop.run(words).out);
      std::string out;
      for (std::string line; std::getline(in, line);) {
        if (!holds(line, "seconds\"") && !holds(line, " s in all")) out += line + "\n";
      }
      return out;
    };
    const std::string alone = report({"-j", "1"});
    CHECK(holds(alone, "bad3.cu"));
    CHECK(report({"-j", "5"}) == alone);
  }
}

TEST_CASE("SARIF and JUnit of a check") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kRace);
  const Outcome sarif = shop.run({"check", file, "--block", "64", "--format", "sarif"});
  CHECK(sarif.status == 1);
  CHECK(Json::parse(sarif.out)["runs"][0]["results"][0]["ruleId"] == "race");
  const Outcome junit = shop.run({"check", file, "--block", "64", "--format", "junit", "-o", shop.path("junit.xml")});
  CHECK(junit.status == 1);
  CHECK(holds(read(shop.path("junit.xml")), "<testsuites name=\"warpproof\" tests=\"1\" failures=\"1\" errors=\"0\">"));
  CHECK(shop.run({"equiv", file, file, "--format", "sarif"}).status == 3);
}

TEST_CASE("--explain tells what was taken to hold of loops, in the names of the source") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", R"(__global__ void k(int* out, const int* in, int n) {
  int s = 0, m = n;
  for (int i = threadIdx.x; i < n; i += 32) s += in[i];
  for (; m > 1; m = m / 2) s += __shfl_xor_sync(~0u, s, 1);
  out[threadIdx.x] = s;
}
)");
  const Outcome outcome = shop.run({"check", file, "--block", "64", "--explain"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "  the loop at " + file + ":3, proved by every thread, by induction:\n"));
  CHECK(holds(outcome.out, "  - i changes by multiples of 32 in each iteration\n"));
  CHECK(holds(outcome.out, "  - s may be anything\n"));
  CHECK(holds(outcome.out, "  - threads may leave it in different iterations\n"));
  CHECK(holds(outcome.out, "  - m changes by the same amount in all threads of the block\n"));
  CHECK(holds(outcome.out, "  - all threads of the block that enter it leave it in the same iteration\n"));
  CHECK_FALSE(holds(shop.run({"check", file, "--block", "64"}).out, "the loop at " + file + ":3, proved by"));
  const Outcome json = shop.run({"check", file, "--block", "64", "--explain", "--format", "json"});
  const Json loops = Json::parse(json.out)["kernels"][0]["loops"];
  REQUIRE(loops.size() == 2);
  CHECK(loops[0]["line"] == 3);
  CHECK(loops[0]["by"] == "every thread, by induction");
  CHECK(loops[1]["claims"].back() == "all threads of the block that enter it leave it in the same iteration");
}
