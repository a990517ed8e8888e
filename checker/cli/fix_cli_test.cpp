// Edits that --fix proves are no larger than they need to be, and where there is none it says so.
#include <catch2/catch.hpp>

#include "checker/cli/ptx_for_test.h"
#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

TEST_CASE("a race of a block and of its warps is mended by one barrier") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void gemv(const float* a, const float* x, float* out, int rows) {\n"
                                      "  __shared__ float buf[64];\n"
                                      "  for (int r = 0; r < rows; ++r) {\n"
                                      "    buf[threadIdx.x] = a[r * 64 + threadIdx.x] * x[threadIdx.x];\n"
                                      "    __syncthreads();\n"
                                      "    if (threadIdx.x == 0) {\n"
                                      "      float s = 0.0f;\n"
                                      "      for (int j = 0; j < 64; ++j) s += buf[j];\n"
                                      "      out[r] = s;\n"
                                      "    }\n"
                                      "  }\n"
                                      "}\n");
  const Outcome out = shop.run({"check", file, "--block", "64", "--fix-dry-run"});
  INFO(out.out << out.err);
  CHECK(holds(out.out, "fix: __syncthreads() before line 4; with it the kernel is proved"));
  CHECK_FALSE(holds(out.out, "+    __syncwarp();"));
}

TEST_CASE("a barrier of an earlier edit is taken out where the proof does not need it") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(const float* in, float* out, int n) {\n"
                                      "  __shared__ float s[64];\n"
                                      "  const int t = threadIdx.x;\n"
                                      "  for (int r = 0; r < n; ++r) {\n"
                                      "    s[t] = in[r * 64 + t];\n"
                                      "    __syncthreads();\n"
                                      "    float v = s[t ^ 1];\n"
                                      "    v += s[63 - t];\n"
                                      "    out[r * 64 + t] = v;\n"
                                      "  }\n"
                                      "}\n");
  const Outcome out = shop.run({"check", file, "--block", "64", "--fix-dry-run"});
  INFO(out.out << out.err);
  // The race of a warp is mended first.
  CHECK(out.out.find("[memory.implicit-warp-sync]") < out.out.find("[race]"));
  CHECK(holds(out.out, "fix: __syncthreads() before line 5; with it the kernel is proved"));
}

TEST_CASE("a product of tiles without its second barrier gets it") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "#define TILE 16\n"
                                      "__global__ void product(const float* a, const float* b, float* c, int n) {\n"
                                      "  __shared__ float as[TILE][TILE], bs[TILE][TILE + 1];\n"
                                      "  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;\n"
                                      "  float sum = 0;\n"
                                      "  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {\n"
                                      "    as[y][x] = row < n && t * TILE + x < n ? a[row * n + t * TILE + x] : 0;\n"
                                      "    bs[y][x] = column < n && t * TILE + y < n ? b[(t * TILE + y) * n + column] : 0;\n"
                                      "    __syncthreads();\n"
                                      "    for (int k = 0; k < TILE; ++k) sum += as[y][k] * bs[k][x];\n"
                                      "  }\n"
                                      "  if (row < n && column < n) c[row * n + column] = sum;\n"
                                      "}\n");
  const Outcome out = shop.run({"check", file, "--block", "16,16", "--fix-dry-run"});
  INFO(out.out << out.err);
  CHECK(holds(out.out, "data race: thread 31 writes bs[1][15] and thread 47 reads it"));
  CHECK(holds(out.out, "fix: __syncthreads() before line 7; with it the kernel is proved for block 16,16,1"));
}

TEST_CASE("edits are named by the lines of the file as it is") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(const float* in, float* out) {\n"
                                      "  __shared__ float s[64];\n"
                                      "  const int t = threadIdx.x;\n"
                                      "  s[t] = in[t];\n"
                                      "  const float near = s[t ^ 1];\n"
                                      "  s[t] = near;\n"
                                      "  out[t] = s[63 - t];\n"
                                      "}\n");
  const Outcome out = shop.run({"check", file, "--block", "64", "--fix-dry-run"});
  INFO(out.out << out.err);
  CHECK(holds(out.out, "fix: __syncwarp() before line 5, __syncwarp() before line 6, __syncthreads() before line 7; with it"));
}

TEST_CASE("a __syncwarp in the branch of one lane is moved, not doubled") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void update(const int* in, int* out) {\n"
                                      "  __shared__ int desc, val[32];\n"
                                      "  const int lane = threadIdx.x;\n"
                                      "  if (lane == 0) {\n"
                                      "    desc = in[0];\n"
                                      "    __syncwarp(0xffffffffu);\n"
                                      "  }\n"
                                      "  val[lane] = in[lane];\n"
                                      "  __syncwarp();\n"
                                      "  out[lane] = val[lane ^ 1];\n"
                                      "}\n");
  const Outcome out = shop.run({"check", file, "--block", "32", "--fix-dry-run"});
  INFO(out.out << out.err);
  CHECK(holds(out.out, "fix: the barrier of line 6 after its branch; with it the kernel is proved"));
  CHECK(holds(out.out, "    -    __syncwarp(0xffffffffu);\n       }\n    +  __syncwarp(0xffffffffu);\n"));
}

TEST_CASE("where no edit is found, and of PTX, --fix says so in one line") {
  const Workshop shop;
  const std::string hopeless =
      shop.write("h.cu", "__global__ void h(int* out) {\n  __shared__ int s[1];\n  s[0] = threadIdx.x;\n  out[threadIdx.x] = s[0];\n}\n");
  for (const char* option : {"--fix", "--fix-dry-run"}) {
    const Outcome none = shop.run({"check", hopeless, "--block", "64", option});
    CHECK(none.err == "warpproof: " + hopeless + ": no edit was found with which h is proved\n");
  }
  CHECK(shop.run({"check", hopeless, "--block", "64"}).err.empty());
  const std::string ptx = shop.write("k.ptx", kHead + rotate("k", "0x0000ffff"));
  const Outcome out = shop.run({"check", ptx, "--block", "64", "--fix"});
  INFO(out.out << out.err);
  CHECK(out.status == 1);
  CHECK(out.err == "warpproof: " + ptx + ": --fix edits CUDA C++ only\n");
}

}  // namespace
}  // namespace warpproof::cli
