// How `check` reports: how much, in which format, in colour; and what `replay` makes of saved inputs.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;

namespace {

// Each of the threads that the block has beyond the mask breaks a rule, at every line.
std::string many(int lines) {
  std::string out = "__global__ void many(int* out) {\n  int v = out[threadIdx.x];\n";
  for (int i = 0; i < lines; ++i)
    out += "  v += __shfl_down_sync(" + std::to_string(i + 1) + "u, v, 1);\n";
  return out + "  out[threadIdx.x] = v;\n}\n";
}

const char* const kRace = R"(__global__ void race(float* out, const float* in, unsigned n) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (n == 7 && in[3] == 1.5f) out[threadIdx.x] = s[63 - threadIdx.x];
}
)";

const char* const kGood = "__global__ void good(int* out) { out[threadIdx.x] = 1; }\n";

}  // namespace

TEST_CASE("a baseline has each finding of a cause that is reported once") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(int* out, int n) {\n"
                                      "  __shared__ int s[64], u[64];\n"
                                      "  int t = threadIdx.x;\n"
                                      "  s[t] = n;\n"
                                      "  u[t] = n + 1;\n"
                                      "  int a = s[t ^ 33];\n"
                                      "  int b = u[t ^ 33];\n"
                                      "  out[t] = a + b;\n"
                                      "}\n");
  const std::string known = shop.path("known.json");
  CHECK(shop.run({"check", file, "--block", "64", "--no-cache", "--write-baseline", known}).status == 1);
  const Outcome again = shop.run({"check", file, "--block", "64", "--no-cache", "--baseline", known});
  INFO(again.out);
  CHECK(again.status == 2);
}

TEST_CASE("findings beyond --max-findings are counted by rule") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", many(14));
  const auto count = [](const std::string& text) {
    std::size_t n = 0;
    for (std::size_t at = text.find(" error: "); at != std::string::npos; at = text.find(" error: ", at + 1)) ++n;
    return n;
  };
  const Outcome usual = shop.run({"check", file, "--block", "32"});
  INFO(usual.out << usual.err);
  CHECK(usual.status == 1);
  CHECK(count(usual.out) <= 10);
  const Outcome two = shop.run({"check", file, "--block", "32", "--max-findings", "2"});
  CHECK(two.status == 1);
  CHECK(count(two.out) == 2);
  CHECK(holds(two.out, "(--max-findings shows more): "));
  const Outcome all = shop.run({"check", file, "--block", "32", "--max-findings", "1000", "--format", "json"});
  const Json kernel = Json::parse(all.out)["kernels"][0];
  CHECK(kernel["findings_left_out"].empty());
  const Outcome json = shop.run({"check", file, "--block", "32", "--max-findings", "1", "--format", "json"});
  const Json limited = Json::parse(json.out)["kernels"][0];
  REQUIRE(limited["findings"].size() == 1);
  std::size_t left = 0;
  for (const auto& [rule, n] : limited["findings_left_out"].items()) left += n.get<std::size_t>();
  CHECK(left + 1 == kernel["findings"].size());
  CHECK(shop.run({"check", file, "--max-findings", "0"}).status == 3);
}

TEST_CASE("inputs have their types, and each that is shown is needed") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kRace);
  const Outcome json = shop.run({"check", file, "--block", "64", "--format", "json"});
  INFO(json.out << json.err);
  REQUIRE(json.status == 1);
  const Json finding = Json::parse(json.out)["kernels"][0]["findings"][0];
  CHECK(finding["inputs"] == Json({{"n", "7"}, {"in[3]", "1.5"}, {"all others", "0"}}));
  CHECK(holds(finding["message"].get<std::string>(), "data race: thread "));
  CHECK(holds(finding["message"].get<std::string>(), " s["));
}

TEST_CASE("numbers are the smallest with which the error shows, and structures are given by members") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", R"(struct Config { float scale; int rows; };
struct Node { int key; float weight; };
__global__ void rows(float* out, const float* in, Config c) {
  __shared__ float s[64];
  for (int base = 0; base < c.rows; base += 64) {
    s[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.x] = s[63 - threadIdx.x];
  }
}
__global__ void nodes(float* out, const Node* node) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  if (node[5].key == 3 && node[2].weight == 2.5f) out[threadIdx.x] = s[63 - threadIdx.x];
}
)");
  const Outcome json = shop.run({"check", file, "--block", "64", "--format", "json"});
  INFO(json.out << json.err);
  REQUIRE(json.status == 1);
  const Json kernels = Json::parse(json.out)["kernels"];
  CHECK(kernels[0]["findings"][0]["inputs"] == Json({{"c.rows", "65"}, {"all others", "0"}}));
  CHECK(kernels[1]["findings"][0]["inputs"] ==
        Json({{"node[5].key", "3"}, {"node[2].weight", "2.5"}, {"all others", "0"}}));
}

TEST_CASE("of random words only those stay that the error needs, also with --bounds") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", R"(__global__ void histogram(const unsigned short* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}
)");
  const Outcome json = shop.run({"check", file, "--block", "128", "--bounds", "--format", "json"});
  INFO(json.out << json.err);
  REQUIRE(json.status == 1);
  CHECK(Json::parse(json.out)["kernels"][0]["findings"][0]["inputs"] == Json({{"n", "1"}, {"in[0]", "256"}, {"all others", "0"}}));
}

TEST_CASE("saved inputs are replayed, with the exit status of a run") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kRace), saved = shop.path("saved.json");
  CHECK(shop.run({"check", file, "--block", "64", "--save-inputs", saved}).status == 1);
  const Outcome again = shop.run({"replay", saved});
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  CHECK(holds(again.out, "[race]"));
  // What is proved has no inputs.
  CHECK(shop.run({"check", shop.write("good.cu", kGood), "--block", "64", "--save-inputs", saved}).status == 0);
  const Outcome none = shop.run({"replay", saved});
  CHECK(none.status == 3);
  CHECK(holds(none.err, "has no run"));
}

TEST_CASE("a file that is no saved run ends with status 3") {
  const Workshop shop;
  std::string hostile = shop.path("out");
  for (const std::string& text :
       {std::string(), std::string("\0\xff{", 3), std::string(100'000, '['), std::string("{}"),
        R"({"schema": "warpproof-inputs/1", "runs": [{"command": ["warpproof", "run", "k.cu", "--save", "in=)" + hostile + "\"]}]}",
        std::string(R"({"schema": "warpproof-inputs/1", "runs": [{"command": ["warpproof", "run", "none.cu", "--block", "x"]}]})"),
        std::string(R"({"schema": "warpproof-inputs/1", "runs": [{"command": ["warpproof", "run", "none.cu"]}]})")}) {
    const Outcome outcome = shop.run({"replay", shop.write("saved.json", text)});
    INFO(text.substr(0, 200) << outcome.out << outcome.err);
    CHECK(outcome.status == 3);
    CHECK_FALSE(outcome.err.empty());
  }
  CHECK(shop.run({"replay", shop.path("none.json")}).status == 3);
  CHECK(read(hostile).empty());
}

TEST_CASE("-q leaves what, where and the remedy") {
  const Workshop shop;
  const Outcome quiet = shop.run({"check", shop.write("k.cu", kRace), "--block", "64", "-q"});
  INFO(quiet.out << quiet.err);
  CHECK(quiet.status == 1);
  CHECK(holds(quiet.out, "VIOLATION"));
  CHECK(holds(quiet.out, "\n  help: put `__syncthreads()` between the two accesses"));
  for (const char* more : {"trace", "assumptions", "rerun", "effort", "compiled by"}) CHECK_FALSE(holds(quiet.out, more));
  CHECK(shop.run({"check", shop.path("k.cu"), "-q", "-v"}).status == 3);
}

TEST_CASE("colours come when they are asked for") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kGood);
  CHECK(holds(shop.run({"check", file, "--block", "32", "--color", "always"}).out, "\x1b[1;32mproved"));
  CHECK_FALSE(holds(shop.run({"check", file, "--block", "32", "--color", "auto"}).out, "\x1b"));  // no terminal
  CHECK_FALSE(holds(shop.run({"check", file, "--block", "32", "--color=never"}).out, "\x1b"));
  CHECK(shop.run({"check", file, "--color", "blue"}).status == 3);
}

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
  for (const char* format : {"text", "json", "sarif"}) {
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
    CHECK(report({}) == alone);
  }
}

TEST_CASE("--total-timeout: what is not begun is unknown, and said so") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kGood);
  const Outcome outcome = shop.run({"check", file, "--block", "32", "--total-timeout", "0.000001"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 2);
  CHECK(holds(outcome.out, "not looked at: --total-timeout is over"));
  CHECK(shop.run({"check", file, "--block", "32", "--total-timeout", "1000"}).status == 0);
  CHECK(shop.run({"check", file, "--total-timeout", "nan"}).status == 3);
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

TEST_CASE("--explain shows what was taken to hold of loops, in the names of the source") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", R"(__global__ void k(int* out, const int* in, int n) {
  int s = 0, m = n;
  for (int i = threadIdx.x; i < n; i += 32) s += in[i];
  for (; m > 1; m -= in[0]) s += __shfl_xor_sync(~0u, s, 1);
  out[threadIdx.x] = s;
}
)");
  const Outcome outcome = shop.run({"check", file, "--block", "64", "--explain"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "  the loop at " + file + ":3, proved by any two warps, by induction:\n"));
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
  CHECK(loops[0]["by"] == "any two warps, by induction");
  CHECK(loops[1]["claims"].back() == "all threads of the block that enter it leave it in the same iteration");
}

TEST_CASE("--explain tells how often other loops repeat, and what it takes to hold of atomic counters") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", R"(__global__ void k(int* out, const int* in, int n) {
  __shared__ int count, list[64];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int m = 0;
  for (int i = 0; i < 2; ++i) m += in[threadIdx.x + i];
  if (m > n) list[atomicAdd(&count, 1)] = m;
}
)");
  const Outcome outcome = shop.run({"check", file, "--block", "64", "--explain"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "  the loop at " + file + ":6, proved by "));
  CHECK(holds(outcome.out, "  - threads come back to its start at most twice each time they enter it\n"));
  CHECK(holds(outcome.out, "  the counter of the atomic addition at " + file + ":7, proved by "));
  CHECK(holds(outcome.out, "  - no two additions take one number from it between two stores to it\n"));
  CHECK(holds(outcome.out, "  - only the additions at line 7 change it, and perhaps the stores at lines 3 and 7\n"));
  const Json loops = Json::parse(shop.run({"check", file, "--block", "64", "--explain", "--format", "json"}).out)["kernels"][0]["loops"];
  CHECK(std::any_of(loops.begin(), loops.end(), [](const Json& l) { return l["of"] == "loop" && l["line"] == 6; }));
  CHECK(std::any_of(loops.begin(), loops.end(), [](const Json& l) { return l["of"] == "counter" && l["line"] == 7; }));
}

TEST_CASE("--fix-dry-run prints an edit with which the kernel is proved, and none without a proof") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(float* out, const float* in) {\n"
                                      "  __shared__ float s[64];\n"
                                      "  s[threadIdx.x] = in[threadIdx.x];\n"
                                      "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
                                      "}\n");
  const std::string before = read(file);
  const Outcome fixed = shop.run({"check", file, "--block", "64", "--fix-dry-run"});
  INFO(fixed.out << fixed.err);
  CHECK(fixed.status == 1);
  CHECK(holds(fixed.out, "fix: __syncthreads() before line 4; with it the kernel is proved"));
  CHECK(holds(fixed.out, "\n    +  __syncthreads();\n"));
  CHECK(read(file) == before);
  CHECK_FALSE(holds(shop.run({"check", file, "--block", "64"}).out, "fix:"));
  // No barrier helps: both threads write at once.
  const std::string hopeless =
      shop.write("h.cu", "__global__ void h(int* out) {\n  __shared__ int s[1];\n  s[0] = threadIdx.x;\n  out[threadIdx.x] = s[0];\n}\n");
  const Outcome none = shop.run({"check", hopeless, "--block", "64", "--fix"});
  CHECK(none.status == 1);
  CHECK_FALSE(holds(none.out, "fix:"));
}

TEST_CASE("--fix-dry-run guards an access out of bounds, and asserts the block size, where that proves the kernel") {
  const Workshop shop;
  const std::string guarded = shop.write("g.cu",
                                         "__global__ void g(float* out, const float* in, int n) {\n"
                                         "  __shared__ float s[256];\n"
                                         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                         "  s[threadIdx.x] = i < n ? in[i] : 0;\n"
                                         "  __syncthreads();\n"
                                         "  out[i] = s[255 - threadIdx.x];\n"
                                         "}\n");
  const std::vector<std::string> sizes{"--block", "256", "--size", "in=4 * n", "--size", "out=4 * n", "--fix-dry-run"};
  const auto check = [&](const std::string& file, std::vector<std::string> more) {
    more.insert(more.begin(), {"check", file});
    return shop.run(more);
  };
  const Outcome guard = check(guarded, sizes);
  INFO(guard.out << guard.err);
  CHECK(holds(guard.out, "fix: the guard `i < n` in line 6; with it the kernel is proved"));
  CHECK(holds(guard.out, "    -  out[i] = s[255 - threadIdx.x];\n    +  if (i < n) out[i] = s[255 - threadIdx.x];\n"));
  const std::string ballot = shop.write("b.cu",
                                        "__global__ void b(int* out) {\n"
                                        "  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16);\n"
                                        "}\n");
  const Outcome whole = check(ballot, {"--fix-dry-run"});
  INFO(whole.out << whole.err);
  CHECK(holds(whole.out, "fix: assert(blockDim.x % 32 == 0) at the start of b; with it the kernel is proved"));
  CHECK(holds(whole.out, "    +#include <cassert>\n"));
  CHECK(holds(whole.out, "    +  assert(blockDim.x % 32 == 0);\n"));
  // Without assertions it would hold nothing.
  CHECK_FALSE(holds(check(ballot, {"--fix-dry-run", "-D", "NDEBUG"}).out, "fix:"));
  // Whole warps are broken as well.
  const std::string broken = shop.write("c.cu",
                                        "__global__ void c(int* out) {\n"
                                        "  __shared__ int s[1];\n"
                                        "  s[0] = threadIdx.x;\n"
                                        "  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, s[0], 16);\n"
                                        "}\n");
  CHECK_FALSE(holds(check(broken, {"--fix-dry-run"}).out, "fix:"));
}

TEST_CASE("--fix writes the edit to the file, which is proved then") {
  const Workshop shop;
  const auto kernel = [](const std::string& name) {
    return "__global__ void " + name + "(float* out, const float* in) {\n"
           "  __shared__ float s[64];\n"
           "  s[threadIdx.x] = in[threadIdx.x];\n"
           "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
           "}\n";
  };
  const std::string file = shop.write("k.cu", kernel("a") + kernel("b"));
  std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  // Each edit is proved of the file as it is: one at a time.
  const Outcome first = shop.run({"check", file, "--block", "64", "--fix"});
  INFO(first.out << first.err);
  CHECK(first.status == 1);
  CHECK(holds(first.err, "fixed: __syncthreads() before line 4\n"));
  CHECK(holds(first.err, "not fixed: it was changed meanwhile; run --fix again\n"));
  CHECK(shop.run({"check", file, "--block", "64", "--fix"}).status == 1);
  CHECK(shop.run({"check", file, "--block", "64", "--fix"}).status == 0);
  CHECK(std::filesystem::status(file).permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  // Nothing beside it is left.
  const auto left = std::filesystem::directory_iterator(std::filesystem::path(file).parent_path());
  CHECK(std::none_of(begin(left), end(left),
                     [](const auto& entry) { return entry.path().filename().string().starts_with("."); }));
}
