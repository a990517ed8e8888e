// Of a finding's inputs those are shown that it needs.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

const std::string kRace =
    "    s[threadIdx.x] = in[threadIdx.x];\n"
    "    out[threadIdx.x] = s[63 - threadIdx.x];\n";

std::string kernel(const std::string& parameters, const std::string& body) {
  return "__global__ void k(const float* in, float* out" + parameters + ") {\n  __shared__ float s[64];\n" + body + "}\n";
}

TEST_CASE("numbers that a finding does not need are left out") {
  const Workshop shop;
  const auto report = [&](const std::string& parameters, const std::string& body, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"check", shop.write("k.cu", kernel(parameters, body)), "--block", "64", "--no-cache"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome out = shop.run(words);
    INFO(out.err);
    CHECK(out.status == 1);
    return out.out;
  };
  const auto shows = [&](const std::string& inputs, const std::string& text) {
    INFO(text);
    return holds(text, "    inputs    " + inputs + "\n");
  };
  CHECK(shows("any", report("", kRace)));
  CHECK(shows("any", report(", int unused, float scale", kRace)));
  CHECK(shows("n = 0", report(", int unused, int n", "  if (n == 0) {\n" + kRace + "  }\n")));
  CHECK(shows("n = 3", report(", int unused, int n", "  if (n == 3) {\n" + kRace + "  }\n")));
  // A float's values are tried as floats.
  CHECK(shows("x = 0", report(", int unused, float x", "  if (x < 0.5f) {\n" + kRace + "  }\n")));
  // With one of them changed the race stays, with both it does not.
  CHECK(shows("a = 0, b = 0", report(", int a, int b", "  if (a == 0 || b == 0) {\n" + kRace + "  }\n")));
  // What is given to the command stays in the command, and is not needed either.
  CHECK(shows("any", report(", int n", kRace, {"--param", "n=5"})));
  // Zeros of memory.
  CHECK(shows("all of them = 0", report("", "  if (in[64] == 0.0f) {\n" + kRace + "  }\n")));
  // A structure as a whole.
  CHECK(holds(report("", "}\nstruct Sizes { int a, b, c; };\n__global__ void q(float* out, Sizes z) {\n  __shared__ float s[64];\n"
                         "  s[threadIdx.x] = 1;\n  out[threadIdx.x] = s[63 - threadIdx.x];\n"),
              "    inputs    any\n"));
}

TEST_CASE("a number that the launch follows from is needed") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kernel(", int n", kRace) + "void go(float* a, float* b, int n) { k<<<(n + 63) / 64, 64>>>(a, b, n); }\n");
  const Outcome out = shop.run({"check", file, "--no-cache"});
  INFO(out.out << out.err);
  CHECK(out.status == 1);
  CHECK(holds(out.out, "    inputs    n = 1\n"));
}

TEST_CASE("JSON and saved inputs have all of them, from which the run is made again") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kernel(", int unused", kRace)), saved = shop.path("saved.json");
  const Outcome out = shop.run({"check", file, "--block", "64", "--no-cache", "--format", "json", "--save-inputs", saved});
  const nlohmann::json finding = nlohmann::json::parse(out.out)["kernels"][0]["findings"][0];
  CHECK(finding["inputs"] == nlohmann::json{{"all of them", "any"}});
  CHECK(holds(finding["rerun"].dump(), "\"unused=0\""));
  const nlohmann::json run = nlohmann::json::parse(read(saved))["runs"][0];
  CHECK(holds(run["command"].dump(), "\"unused=0\""));
  const Outcome again = shop.run({"replay", saved});
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  CHECK(holds(again.out, "[race"));
}

}  // namespace
}  // namespace warpproof::cli
