// What a proof says must be about something: runs that get through all that is assumed; and nothing that is not
// decided may be left out.
#include <catch2/catch.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

TEST_CASE("where every thread stops at an assertion nothing is safe") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "#include <assert.h>\n"
                                      "__global__ void k(int* out, int n) {\n"
                                      "  assert(n < 1);\n"
                                      "  __shared__ int s;\n"
                                      "  s = threadIdx.x;\n"
                                      "  out[threadIdx.x] = s;\n"
                                      "}\n");
  const Outcome broken = shop.run({"check", file, "--block", "64"});
  INFO(broken.out << broken.err);
  CHECK(broken.status == 1);
  CHECK_FALSE(holds(broken.out, "safe if"));
  const Outcome stopped = shop.run({"check", file, "--block", "64", "--assume", "n >= 1"});
  INFO(stopped.out << stopped.err);
  CHECK(stopped.status == 2);
  CHECK(holds(stopped.out, "no run was found in which every thread keeps them"));
  CHECK(holds(stopped.out, "k.cu:3"));
}

TEST_CASE("claims in the source and on the command line are satisfied together") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "#include <warpproof.h>\n"
                                      "__global__ void k(int* out, const int* in, int n) {\n"
                                      "  warpproof::assume(in[0] * in[0] > n);\n"
                                      "  out[threadIdx.x] = 1;\n"
                                      "}\n");
  CHECK(shop.run({"check", file, "--block", "64", "--assume", "n == 30"}).status == 0);
  CHECK(shop.run({"check", file, "--block", "64", "--assume", "n > 2147483646"}).status == 2);
  CHECK(shop.run({"check", file, "--block", "64", "--param", "n=2147483647"}).status == 2);
  CHECK(shop.run({"check", file, "--block", "64", "--param", "n=2147395599"}).status == 0);
}

TEST_CASE("sizes say what they leave out") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(int* out, int n) {\n"
                                      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                      "  if (i < n) out[i] = 1;\n"
                                      "}\n");
  const Outcome sized = shop.run({"check", file, "--block", "64", "--size", "out=4 * n"});
  INFO(sized.out << sized.err);
  CHECK(sized.status == 0);
  CHECK(holds(sized.out, "out has 4 * n bytes, no fewer than 0 and no more than 2^39"));
}

TEST_CASE("warnings that are not decided are listed") {
  const Workshop shop;
  // No product of two numbers of 32 bits is this prime, 2^63 - 25; a solver has to try them all.
  const std::string file =
      shop.write("k.cu",
                 "__global__ void k(int* out, unsigned x, unsigned y) {\n"
                 "  bool found = x > 1 && y > 1 && (unsigned long long)x * y == 9223372036854775783ull;\n"
                 "  out[threadIdx.x] = __shfl_down_sync(0xffffffffu, (int)threadIdx.x, found ? 33 : 1);\n"
                 "}\n");
  const Outcome text = shop.run({"check", file, "--block", "32"});
  INFO(text.out << text.err);
  CHECK(text.status == 0);
  CHECK(holds(text.out, "warnings and notes that were not decided"));
  CHECK(holds(text.out, "k.cu:3"));
  CHECK(holds(text.out, "shfl.offset"));
  const Outcome json = shop.run({"check", file, "--block", "32", "--format", "json"});
  CHECK(holds(json.out, "\"undecided\": [\n"));
  CHECK(holds(json.out, "\"rule\": \"shfl.offset\""));
}

TEST_CASE("a run that leaves a variable, and what follows from it, is nothing that a proof overlooked") {
  const Workshop shop;
  const auto check = [&](const std::string& address) {
    return shop.run({"check", shop.write("k.cu",
                                         "__device__ int lock;\n"
                                         "__global__ void k(int* data) {\n"
                                         "  int v = data[threadIdx.x];\n"
                                         "  while (atomicCAS(" + address + ", 0, 1) != 0) {}\n"
                                         "  atomicExch(&lock, 0);\n"
                                         "  v += __shfl_xor_sync(0xffffffffu, v, 1);\n"
                                         "  data[threadIdx.x] = v;\n"
                                         "}\n"),
                     "--block", "64", "--grid", "1"});
  };
  CHECK(check("&lock").status == 0);
  const Outcome beyond = check("&lock + 1");
  INFO(beyond.out << beyond.err);
  CHECK(beyond.status == 1);
  CHECK(holds(beyond.out, "accesses 4 bytes at byte 4 of lock; there are 4 bytes [memory.out-of-bounds]"));
  CHECK(holds(beyond.out, "what a proof attempt assumed of memory does not hold in this run"));
  CHECK_FALSE(holds(beyond.out, "internal error"));
}

TEST_CASE("runs on any grid have less than 2^31 threads along x") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(unsigned* out, unsigned n) {\n"
                                      "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                      "  unsigned all = gridDim.x * blockDim.x;\n"
                                      "  if (all >= blockDim.x) out[i] = __shfl_xor_sync(0xffffffffu, i, 1);\n"
                                      "  else if (threadIdx.x == 0) out[i] = __shfl_xor_sync(0xffffffffu, i, 1);\n"
                                      "}\n");
  const Outcome proved = shop.run({"check", file, "--block", "any:32", "--assume", "gridDim.x > 2097152"});
  INFO(proved.out << proved.err);
  CHECK(proved.status == 0);
  CHECK_FALSE(holds(proved.out, "internal error"));
  const Outcome none = shop.run({"check", file, "--block", "any:32", "--assume", "gridDim.x > 67108864"});
  INFO(none.out << none.err);
  CHECK(none.status == 2);
  CHECK(holds(none.out, "so nothing was proved"));
}

TEST_CASE("accesses that leave shared memory in every launch make nothing equivalent") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "extern __shared__ int d[];\n"
                                      "__global__ void a(int* out) {\n"
                                      "  d[threadIdx.x] = 1; __syncthreads();\n"
                                      "  out[threadIdx.x] = d[threadIdx.x ^ 1];\n"
                                      "}\n"
                                      "__global__ void b(int* out) {\n"
                                      "  d[threadIdx.x ^ 1] = 1; __syncthreads();\n"
                                      "  out[threadIdx.x] = d[threadIdx.x];\n"
                                      "}\n");
  const auto compare = [&](const char* bytes) {
    return shop.run({"equiv", file + ":a", file + ":b", "--block", "32", "--dynamic-shared", bytes});
  };
  const Outcome outside = compare("64");
  CHECK(outside.status == 1);
  CHECK(holds(outside.out, "memory.out-of-bounds"));
  CHECK(compare("128").status == 0);
}

TEST_CASE("two kernels that assume what contradicts each other are not equivalent") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "#include <warpproof.h>\n"
                                      "__global__ void a(int* out, int n) {\n"
                                      "  warpproof::assume(n > 100);\n"
                                      "  out[threadIdx.x] = 1;\n"
                                      "}\n"
                                      "__global__ void b(int* out, int n) {\n"
                                      "  warpproof::assume(n < 50);\n"
                                      "  out[threadIdx.x] = 2;\n"
                                      "}\n"
                                      "__global__ void c(int* out, int n) {\n"
                                      "  warpproof::assume(n * n == 152399025);\n"
                                      "  out[threadIdx.x] = n != 0;\n"
                                      "}\n");
  CHECK(shop.run({"equiv", file + ":a", file + ":b", "--block", "32"}).status == 2);
  const Outcome both = shop.run({"equiv", file + ":a", file + ":c", "--block", "32"});
  INFO(both.out << both.err);
  CHECK(both.status == 0);
}

// Of large blocks one warp is looked at, then the races of two.
TEST_CASE("a proof in two parts lists what each of them assumes of sizes") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(int* out, int* b, int p, int w, int h) {\n"
                                      "  const int lane = threadIdx.x & 31, r = p ^ lane;\n"
                                      "  const int v = __shfl_xor_sync(~0u, threadIdx.x, 1);\n"
                                      "  b[blockIdx.x * blockDim.x + threadIdx.x] = v;\n"
                                      "  if (threadIdx.x < 32 && lane < 4 && lane % 2 == 0 && lane < w && r >= 0 && r < h) out[r * w + lane] = lane;\n"
                                      "}\n");
  for (const char* block : {"64", "128", "any:32"}) {
    const Outcome outcome = shop.run({"check", file, "--block", block});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 0);
    CHECK(holds(outcome.out, "w * h is no more than 2147483647"));
  }
}

}  // namespace
}  // namespace warpproof::cli
