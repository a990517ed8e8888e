// `safe if`: what the search for it may cost, and that a suggestion leaves the kernel something to do.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;

namespace {

// Broken where `i < n` parts a block, whatever the sizes are that are tried.
const char* const kScan = R"(__global__ void scan(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int base = 0; base < n; base += blockDim.x) {
    const int i = base + t;
    if (i < n) {
      s[t] = in[i];
      __syncthreads();
      out[i] = s[t] + (t > 0 ? s[t - 1] : 0);
    }
    __syncthreads();
  }
}
)";

std::string guarded_product(const std::string& last_barrier) {
  return "__global__ void product(const float* a, const float* b, float* c, int n) {\n"
         "  __shared__ float as[16][16], bs[16][16];\n"
         "  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;\n"
         "  float sum = 0;\n"
         "  if (n <= 15) return;\n"
         "  for (int t = 0; t < n / 16; ++t) {\n"
         "    as[y][x] = row < n ? a[row * n + t * 16 + x] : 0.0f;\n"
         "    bs[y][x] = column < n ? b[(t * 16 + y) * n + column] : 0.0f;\n"
         "    __syncthreads();\n"
         "    for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];\n"
         "    " + last_barrier + "\n"
         "  }\n"
         "  if (row < n && column < n) c[row * n + column] = sum;\n"
         "}\n";
}

}  // namespace

TEST_CASE("a verdict that came soon is not followed by a long search") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kScan);
  for (const char* const effort : {"1", "0.3"}) {
    const Outcome out = shop.run({"check", file, "--block", "any", "--effort", effort, "--format", "json"});
    INFO(out.out << out.err);
    REQUIRE(out.status == 1);
    const Json spent = Json::parse(out.out)["kernels"][0]["effort"];
    const double all = spent["all"], search = spent["by"].value("a condition for safety", 0.0);
    const double limit = std::min(4e6 * std::stod(effort), std::max(1e6 * std::stod(effort), 3 * (all - search)));
    CHECK(search > 0.5 * limit);  // it has tried
    CHECK(search < 1.1 * limit);  // the last question or run may go a little past it
  }
}

TEST_CASE("no condition is suggested under which the kernel only returns") {
  const Workshop shop;
  const auto check = [&](const std::string& text, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"check", shop.write("k.cu", text), "--block", "16,16", "--effort", "0.2"};
    words.insert(words.end(), more.begin(), more.end());
    return shop.run(words);
  };
  const Outcome broken = check(guarded_product(""), {});
  INFO(broken.out << broken.err);
  CHECK(broken.status == 1);
  CHECK_FALSE(holds(broken.out, "safe if"));
  // It would be proved.
  CHECK(check(guarded_product(""), {"--assume", "n <= 15"}).status == 0);
}

TEST_CASE("a condition under which runs still get to what was wrong is suggested") {
  const Workshop shop;
  const Outcome broken = shop.run({"check", shop.write("k.cu", "__global__ void k(int* out) {\n"
                                                               "  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, out[threadIdx.x], 1);\n}\n"),
                                   "--block", "any", "--effort", "0.3"});
  INFO(broken.out << broken.err);
  CHECK(broken.status == 1);
  CHECK(holds(broken.out, "\n  safe if blockDim.x % 2 == 0\n"));
}

TEST_CASE("what the proof under a condition takes for granted of sizes is listed with the condition") {
  const Workshop shop;
  const auto check = [&](const std::string& second) {
    return shop.run({"check", shop.write("k.cu", "__global__ void k(float* f, int n, int m) {\n"
                                                 "  const int i = blockDim.x * blockIdx.x + threadIdx.x;\n"
                                                 "  if (m == 5 && threadIdx.x < 3) __syncthreads();\n"
                                                 "  if (i < n) { f[i] = i; " + second + " }\n}\n"),
                     "--block", "64"});
  };
  const std::string limit = "\n  - 2 * n is no more than 2147483647, as the number of elements of a buffer that an int counts\n";
  const Outcome planes = check("f[i + n] = i + 1;");
  INFO(planes.out << planes.err);
  CHECK(holds(planes.out, "\n  safe if m != 5\n"));
  CHECK(holds(planes.out, limit));
  const Outcome one = check("");
  CHECK(holds(one.out, "\n  safe if m != 5\n"));
  CHECK_FALSE(holds(one.out, limit));
}

TEST_CASE("what makes blocks of one dimension safe is suggested where it makes all of them safe") {
  const Workshop shop;
  const auto check = [&](const std::string& number) {
    return shop.run({"check", shop.write("k.cu", "__global__ void k(int n) { __shared__ int s[1]; int t = threadIdx.y * blockDim.x + threadIdx.x;\n"
                                                 "  if (n == 100) s[0] = t; if (blockDim.y == 8 && n == " + number + ") s[0] = t; }\n")});
  };
  CHECK(holds(check("100").out, "\n  safe if n != 100\n"));
  const Outcome other = check("150");
  CHECK(other.status == 1);
  CHECK_FALSE(holds(other.out, "safe if"));
}

TEST_CASE("nothing is suggested against a race of blocks, which proofs take for granted does not occur") {
  const Workshop shop;
  const auto check = [&](const std::string& late) {
    return shop.run({"check", shop.write("k.cu", "__global__ void k(int* o, int n) {\n  if (n >= 100) o[threadIdx.x] = blockIdx.x; else o[blockIdx.x * 64 + threadIdx.x] = 1;\n" + late + "}\n"),
                     "--block", "64", "--grid", "4"});
  };
  const Outcome racing = check("  if (n == 50 && blockIdx.x == 3 && threadIdx.x == 0) o[0] = 2;\n");
  CHECK(racing.status == 1);
  CHECK_FALSE(holds(racing.out, "safe if"));
}

TEST_CASE("that a block has the size of a whole matrix is not suggested") {
  const Workshop shop;
  const auto check = [&](const std::string& index, const std::string& tiles) {
    const std::string text = "__global__ void sums(const float* in, float* out, int n) {\n"
                             "  __shared__ float tile[16];\n"
                             "  const int x = threadIdx.x;\n"
                             "  float sum = 0;\n"
                             "  for (int t = 0; t < " + tiles + "; ++t) {\n"
                             "    tile[x] = " + index + " < n ? in[" + index + "] : 0;\n"
                             "    __syncthreads();\n"
                             "    for (int k = 0; k < 16; ++k) sum += tile[k];\n"
                             "  }\n"
                             "  out[blockIdx.x * 16 + x] = sum;\n"
                             "}\n";
    return shop.run({"check", shop.write("k.cu", text), "--block", "16", "--effort", "0.3"});
  };
  // With one tile there is no race.
  const Outcome in_tiles = check("t * 16 + x", "(n + 15) / 16");
  INFO(in_tiles.out << in_tiles.err);
  CHECK(in_tiles.status == 1);
  CHECK_FALSE(holds(in_tiles.out, "safe if"));
  const Outcome in_blocks = check("t * blockDim.x + x", "(n + blockDim.x - 1) / blockDim.x");
  INFO(in_blocks.out << in_blocks.err);
  CHECK(in_blocks.status == 1);
  CHECK(holds(in_blocks.out, "safe if n <= blockDim.x"));
}
