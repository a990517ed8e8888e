// `--emit-reproducer`: the program that comes out, and that nvcc takes it, where there is one.
#include <cstdlib>
#include <string>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

constexpr const char* kRace =
    "namespace inner { template <int N> __global__ void k(const float* in, float* out, int n) {\n"
    "  __shared__ float s[64];\n"
    "  s[threadIdx.x] = in[threadIdx.x];\n"
    "  if (n == 7) out[threadIdx.x] = s[63 - threadIdx.x] + N;\n"
    "} }\n"
    "int main() { inner::k<3><<<1, 64>>>(nullptr, nullptr, 7); }\n";

// Where nvcc is at hand, whether it compiles the program; true without.
bool compiles(const Workshop& shop, const std::string& program, const std::string& more = "") {
  const std::string nvcc = "/usr/local/cuda/bin/nvcc";
  if (!std::ifstream(nvcc)) return true;
  const auto result =
      run_process({nvcc, "-std=c++17", "-arch=sm_80", "-w", program, "-o", shop.path("program"), "-lcuda"},
                  {}, 7200, std::size_t{1} << 20);
  INFO(result.output << more);
  CHECK(result.exit_status == 0);
  return result.exit_status == 0;
}

TEST_CASE("a violation comes out as a program with its launch and its inputs") {
  const Workshop shop;
  const std::string file = shop.write("race.cu", kRace), program = shop.path("out.cu");
  const Outcome outcome = shop.run({"check", file, "--emit-reproducer", program});
  CHECK(outcome.status == 1);
  CHECK(holds(outcome.err, "reproducer: "));
  const std::string text = read(program);
  CHECK(holds(text, "#define WARPPROOF_SOURCE \"race.cu\""));  // as seen from the program
  CHECK(holds(text, "&::inner::k<3>"));
  CHECK(holds(text, "dim3(1, 1, 1), dim3(64, 1, 1)"));
  CHECK(holds(text, "{7,0,0,0}"));
  CHECK(holds(text, "kExpectsHang = false"));
  // The words of `in` do not matter to the race: they are distinct.
  CHECK(holds(text, "{\"in\", 'f', 16384ull, true,\n   {},"));
  CHECK(holds(outcome.err, "filled with values that are not 0: in, out"));
  CHECK(compiles(shop, program));
}

TEST_CASE("inputs that the error needs stay") {
  const Workshop shop;
  const std::string file = shop.write("needs.cu",
                                      "__global__ void k(const int* in, int* out) {\n"
                                      "  if (in[0] == -5 && threadIdx.x < 9) __syncthreads();\n"
                                      "  out[threadIdx.x] = 1;\n"
                                      "}\n");
  const std::string program = shop.path("out.cu");
  CHECK(shop.run({"check", file, "--block", "32", "--emit-reproducer", program}).status == 1);
  CHECK(holds(read(program), "true,\n   {{0,{251,255,255,255}}},"));  // -5, and the others count
}

TEST_CASE("a deadlock is said to hang") {
  const Workshop shop;
  const std::string file =
      shop.write("hang.cu",
                 "__global__ void k(int* out) {\n"
                 "  int v = threadIdx.x;\n"
                 "  if (threadIdx.x < 16) v = __shfl_xor_sync(~0u, v, 1); else __syncwarp();\n"
                 "  if (threadIdx.x >= 16) v = __shfl_xor_sync(~0u, v, 2);\n"
                 "  out[threadIdx.x] = v;\n"
                 "}\n");
  const std::string program = shop.path("out.cu");
  CHECK(shop.run({"check", file, "--block", "32", "--emit-reproducer", program}).status == 1);
  CHECK(holds(read(program), "kExpectsHang = true"));
}

TEST_CASE("a kernel of PTX is loaded as PTX") {
  const Workshop shop;
  const std::string file = shop.write("k.ptx",
                                      ".version 7.0\n.target sm_80\n.address_size 64\n"
                                      ".visible .entry k(.param .u64 out) {\n"
                                      "  .reg .b32 %r<4>;\n  .reg .b64 %rd<2>;\n"
                                      "  mov.u32 %r0, %tid.x;  // \"a\" ?\?/ \\\n"
                                      "  shfl.sync.down.b32 %r1, %r0, 1, 31, 0xffff;\n"
                                      "  ld.param.u64 %rd0, [out];\n"
                                      "  st.global.u32 [%rd0], %r1;\n  exit;\n}\n");
  const std::string program = shop.path("out.cu");
  CHECK(shop.run({"check", file, "--block", "32", "--emit-reproducer", program}).status == 1);
  const std::string text = read(program);
  CHECK(holds(text, "cuModuleLoadData"));
  CHECK(holds(text, "\"shfl") == false);
  CHECK(compiles(shop, program));
}

TEST_CASE("where two runs are compared, the reason says why there is no program") {
  const Workshop shop;
  const std::string file = shop.write("two.cu",
                                      "__global__ void k(const int* in, int* out) {\n"
                                      "  int total = 0;\n"
                                      "  for (int i = threadIdx.x; i < 50; i += 32) total += __popc(__ballot_sync(__activemask(), in[i] > 2));\n"
                                      "  if (threadIdx.x == 0) out[0] = total;\n"
                                      "}\n");
  const Outcome outcome = shop.run({"check", file, "--block", "32", "--emit-reproducer", shop.path("none.cu")});
  INFO(outcome.out << outcome.err);
  REQUIRE(holds(outcome.out, "[mask.from-activemask]"));
  CHECK(holds(outcome.err, "reproducer: none was written; kernel k, mask.from-activemask: two runs are compared, in which "
                           "__activemask() finds other lanes; a GPU chooses one of them\n"));
  CHECK_FALSE(std::ifstream(shop.path("none.cu")));
}

TEST_CASE("without a violation there is no program, and a bad path is an error") {
  const Workshop shop;
  const std::string good = shop.write("good.cu", "__global__ void k(int* out) { out[threadIdx.x] = 1; }\n");
  const Outcome outcome =
      shop.run({"check", good, "--block", "32", "--emit-reproducer", shop.path("out.cu")});
  CHECK(outcome.status == 0);
  CHECK(read(shop.path("out.cu")).empty());
  const std::string file = shop.write("race.cu", kRace);
  CHECK(shop.run({"check", file, "--emit-reproducer", shop.path("no/such/folder.cu")}).status == 3);
}

}  // namespace
}  // namespace warpproof::cli
