// What a finding says of its run is enough to make the run again: the command that the report gives, in text and
// in JSON, shows the same finding at the same place.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

using Json = nlohmann::json;

struct Broken {
  const char* name;
  const char* source;
  std::vector<std::string> options;
};

const std::vector<Broken>& broken_kernels() {
  static const std::vector<Broken> kKernels = {
      {"a number and words of a buffer",
       "__global__ void k(const int* in, int* out, int n) {\n"
       "  if (n == 77 && in[threadIdx.x + 3] == -5) __syncthreads();\n"
       "  out[threadIdx.x] = n;\n"
       "}\n",
       {"--block", "64"}},
      {"a block of a large grid",
       "__global__ void k(int* out) {\n"
       "  if (blockIdx.x == 3000000 && threadIdx.x < 5) __syncthreads();\n"
       "  out[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32"}},
      {"a clock",
       "__global__ void k(int* out) {\n"
       "  long long t = clock64();\n"
       "  out[threadIdx.x] = 0;\n"
       "  if (clock64() - t > 123456789) __syncthreads();\n"
       "  out[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32"}},
      {"the multiprocessor",
       "__global__ void k(int* out) {\n"
       "  unsigned sm;\n"
       "  asm(\"mov.u32 %0, %%smid;\" : \"=r\"(sm));\n"
       "  if (sm == 77 && threadIdx.x == 0) __syncthreads();\n"
       "  out[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32"}},
      {"lanes that run converged",
       "__global__ void k(int* out) {\n"
       "  if (__activemask() == 5u) __syncthreads();\n"
       "  out[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32"}},
      {"results that differ between groups of an activemask",
       "__global__ void k(int* out, int n) {\n"
       "  if (threadIdx.x < n) out[threadIdx.x] = __popc(__ballot_sync(__activemask(), 1));\n"
       "}\n",
       {"--block", "32"}},
      {"a structure that is passed by value",
       "struct S { int* p; float f; short s; };\n"
       "__global__ void k(S v) {\n"
       "  if (v.f > 1.5f && v.s == -3 && v.p[threadIdx.x] == 9) __syncthreads();\n"
       "  v.p[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32"}},
      {"floats, doubles and bytes",
       "__global__ void k(int* out, float f, double d, unsigned char c, long long l) {\n"
       "  if (f > 2.5f && d < -1.0 && c == 200 && l < -5) { if (threadIdx.x == 1) __syncthreads(); }\n"
       "  out[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32"}},
      {"a variable of the module",
       "__device__ int table[4] = {1, 2, 3, 4};\n"
       "__device__ int mode;\n"
       "__global__ void k(int* out) {\n"
       "  if (mode == 12 && threadIdx.x < 3) __syncthreads();\n"
       "  mode = table[threadIdx.x % 4];\n"
       "}\n",
       {"--block", "32"}},
      {"dynamic shared memory of any size",
       "extern __shared__ int s[];\n"
       "__global__ void k(int* out, int n) {\n"
       "  s[threadIdx.x + 100] = n;\n"
       "  out[threadIdx.x] = s[(threadIdx.x ^ 32) + 100];\n"
       "}\n",
       {"--block", "64"}},
      {"pointers that overlap",
       "__global__ void k(const int* a, int* b) {\n"
       "  int v = a[threadIdx.x + 1];\n"
       "  b[threadIdx.x] = v;\n"
       "}\n",
       {"--block", "64", "--alias", "may"}},
      {"a buffer of known size",
       "__global__ void k(int* out, int n) {\n"
       "  out[threadIdx.x + blockIdx.x * blockDim.x] = n;\n"
       "}\n",
       {"--block", "64", "--size", "out=4 * n"}},
      {"an order of threads",
       "__global__ void k(unsigned* out) {\n"
       "  __shared__ unsigned next;\n"
       "  if (threadIdx.x == 0) next = 0;\n"
       "  __syncthreads();\n"
       "  unsigned mine = atomicAdd(&next, 1);\n"
       "  if (mine == threadIdx.x) __syncwarp(); else __syncthreads();\n"
       "  out[threadIdx.x] = mine;\n"
       "}\n",
       {"--block", "64"}},
      {"blocks that race",
       "__global__ void k(int* out) { out[threadIdx.x] = blockIdx.x; }\n",
       {"--block", "32", "--grid", "2"}},
      {"blocks of two dimensions",
       "__global__ void k(int* out) {\n"
       "  if (threadIdx.y == 1) __syncthreads();\n"
       "  out[threadIdx.y * 16 + threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "16,4"}},
      {"a device function",
       "__device__ int f(int v, int w) { return v > w ? __shfl_sync(0xffffu, v, 0) : v; }\n",
       {}},
      {"templates",
       "template <int N> __global__ void k(int* out) { if (threadIdx.x < N) __syncthreads(); out[threadIdx.x] = N; }\n"
       "template __global__ void k<3>(int*);\n"
       "template __global__ void k<4>(int*);\n",
       {"--block", "32"}},
      {"an assertion's policy",
       "#include <assert.h>\n"
       "__global__ void k(int* out, int n) {\n"
       "  assert(n == 5 && out[threadIdx.x] != n);\n"
       "  if (n == 5 && threadIdx.x < 3) __syncthreads();\n"
       "  out[threadIdx.x] = 1;\n"
       "}\n",
       {"--block", "32", "--policy", "assert=ignore"}},
  };
  return kKernels;
}

std::string word(const std::string& text, const std::string& after) {
  const std::size_t from = text.find(after);
  if (from == std::string::npos) return "";
  const std::size_t start = from + after.size(), end = text.find('\n', start);
  return text.substr(start, end - start);
}

TEST_CASE("the command of a finding shows the finding again") {
  for (const Broken& broken : broken_kernels()) {
    DYNAMIC_SECTION(broken.name) {
      const Workshop shop;
      const std::string file = shop.write("k.cu", broken.source);
      std::vector<std::string> arguments{"check", file, "--format", "json"};
      arguments.insert(arguments.end(), broken.options.begin(), broken.options.end());
      const Outcome checked = shop.run(arguments);
      INFO(checked.out << checked.err);
      REQUIRE(checked.status == 1);
      int errors = 0;
      const Json report = Json::parse(checked.out);
      for (const Json& kernel : report["kernels"]) {
        for (const Json& finding : kernel["findings"]) {
          if (finding["level"] != "error") continue;
          ++errors;
          const auto words = finding["rerun"].get<std::vector<std::string>>();
          REQUIRE(words.size() > 2);
          CHECK(words[0] == "warpproof");
          const Outcome again = shop.run({words.begin() + 1, words.end()});
          INFO(finding["rerun"].dump() << '\n' << again.out << again.err);
          CHECK(again.status == 1);
          const std::string where = file + ":" + finding["line"].dump() + ":";
          // In brackets, or as one of the same cause.
          const auto what = finding["rule"].get<std::string>();
          CHECK(holds(again.out, where));
          CHECK(holds(again.out, what));
        }
      }
      CHECK(errors > 0);
    }
  }
}

TEST_CASE("the command of a finding in one of two kernels that are compared") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void a(int* out) { out[threadIdx.x] = 1; }\n"
                                      "__global__ void b(int* out) {\n"
                                      "  out[threadIdx.x] = 1;\n"
                                      "  if (threadIdx.x == 0) out[0] = __shfl_down_sync(2u, 1, 1);\n"
                                      "}\n");
  for (const std::string& second : {file + ":b", std::string("--spec=sum")}) {
    const Outcome compared = shop.run({"equiv", file + (second[0] == '-' ? ":b" : ":a"), second, "--block", "32"});
    INFO(compared.out << compared.err);
    CHECK(compared.status == 1);
    CHECK(holds(compared.out, "rerun     warpproof run " + file + " --kernel b --block 32"));
  }
}

TEST_CASE("the text has the command too") {
  const Workshop shop;
  const std::string file = shop.write("k k.cu",
                                      "__global__ void k(int* out, int n) {\n"
                                      "  if (blockIdx.x == 7 && threadIdx.x < n) __syncthreads();\n"
                                      "  out[threadIdx.x] = 1;\n"
                                      "}\n");
  const Outcome checked = shop.run({"check", file, "--block", "32", "-D", "X=1"});
  INFO(checked.out << checked.err);
  CHECK(holds(checked.out, "launch    block 32, grid 8, blockIdx 7"));
  const std::string command = word(checked.out, "rerun     warpproof ");
  CHECK(holds(command, "-D X=1"));
  const std::string script = shop.write("again.sh", "exec \"$WARPPROOF\" " + command + "\n");
  const auto again =
      warpproof::run_process({"/bin/sh", script}, {std::string("WARPPROOF=") + kTool}, 7200, std::size_t{1} << 20);
  INFO(again.output);
  CHECK(again.exit_status == 1);
  CHECK(holds(again.output, "barrier.divergent"));
  CHECK(holds(again.output, "1 of 8 blocks"));
}

TEST_CASE("clocks do not go back") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(int* out) {\n"
                                      "  long long t = clock64();\n"
                                      "  out[threadIdx.x] = 0;\n"
                                      "  if (clock64() < t) __syncthreads();\n"
                                      "  out[threadIdx.x] = 1;\n"
                                      "}\n");
  const Outcome checked = shop.run({"check", file, "--block", "32"});
  INFO(checked.out << checked.err);
  CHECK(checked.status != 1);
}

}  // namespace
}  // namespace warpproof::cli
