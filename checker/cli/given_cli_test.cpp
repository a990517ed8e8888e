// What narrows a verdict is told with it.
#include <catch2/catch.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

TEST_CASE("values, grids, sizes and policies that are given are listed") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", "__global__ void k(int* o, int n) { __shared__ int s[1]; if (n == 777 || gridDim.x == 2) s[0] = threadIdx.x; o[threadIdx.x] = n; }\n");
  const Outcome narrow = shop.run({"check", file, "--block", "64", "--param", "n=5", "--grid", "4", "--dynamic-shared", "128", "--policy", "trap=check"});
  INFO(narrow.out << narrow.err);
  CHECK(narrow.status == 0);
  for (const char* text : {"given: n == 5", "given: grid 4", "given: 128 bytes of dynamic shared memory", "given: policy trap=check"}) CHECK(holds(narrow.out, text));
  CHECK(shop.run({"check", file, "--block", "64"}).status == 1);
  const Outcome same = shop.run({"equiv", file + ":k", file + ":k", "--block", "32", "--param", "n=5"});
  INFO(same.out << same.err);
  CHECK(holds(same.out, "given: n == 5"));
}

TEST_CASE("a launch in the source keeps its dynamic shared memory") {
  const Workshop shop;
  const auto check = [&](const std::string& bytes) {
    return shop.run({"check", shop.write("k.cu", "__global__ void k(int* o, int n) { extern __shared__ int d[]; d[threadIdx.x] = n; o[threadIdx.x] = d[threadIdx.x]; }\n"
                                                 "void run(int* o, int n, int bytes) { k<<<1, 64, " + bytes + ">>>(o, n); }\n"),
                     "--dynamic-shared", "1024"});
  };
  CHECK(check("128").status == 1);
  CHECK(check("256").status == 0);
  const Outcome open = check("bytes");
  CHECK(open.status == 0);
  CHECK(holds(open.out, "given: 1024 bytes of dynamic shared memory"));
}

TEST_CASE("a proof under a condition on blockDim is one for one dimension") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
                                              "__global__ void k(int* o) { auto b = cg::this_thread_block(); __shared__ int s[1]; if (b.size() > 64) s[0] = b.thread_rank(); }\n");
  const Outcome flat = shop.run({"check", file, "--block", "any", "--assume", "blockDim.x <= 64"});
  INFO(flat.out << flat.err);
  CHECK(flat.status == 0);
  CHECK(holds(flat.out, "every block size from 1 to 64 (one dimension)"));
  CHECK(shop.run({"check", file, "--block", "64,4", "--assume", "blockDim.x <= 64"}).status == 1);
}

TEST_CASE("that a thread which returns from a device function is gone is an assumption") {
  const Workshop shop;
  const Outcome alone = shop.run({"check", shop.write("f.cu", "__device__ int f(int v, int n) { if (n == 777) return 0; return __shfl_sync(~0u, v, 3); }\n")});
  INFO(alone.out << alone.err);
  CHECK(holds(alone.out, "a thread that returns from the function executes nothing else"));
}

// Each file has its own `k`.
TEST_CASE("a launch of another file's kernel with internal linkage is not one of this file's") {
  const Workshop shop;
  const std::string kernel = "(int* o, int n) { __shared__ int s[1]; if (n == 777 && threadIdx.x > 31) s[0] = threadIdx.x; o[threadIdx.x] = n; }\n";
  const std::string main = shop.write("main.cu", "static __global__ void k(int* o, int n) { o[threadIdx.x] = n; }\nvoid go(int* o) { k<<<1, 32>>>(o, 3); }\n");
  const auto check = [&](const std::string& linkage) {
    return shop.run({"check", shop.write("a.cu", linkage + "__global__ void k" + kernel + "void* of() { return (void*)k; }\n"), "--host", main});
  };
  CHECK_FALSE(holds(check("static ").out, "for the launch at"));
  shop.write("k.cuh", "static __global__ void k" + kernel);
  const std::string user = shop.write("user.cu", "#include \"k.cuh\"\nvoid go(int* o) { k<<<1, 32>>>(o, 3); }\n");
  const Outcome header = shop.run({"check", shop.path("k.cuh"), "--host", user});
  INFO(header.out << header.err);
  CHECK(header.status == 0);
  CHECK(holds(header.out, "for the launch at"));
}

}  // namespace
}  // namespace warpproof::cli
