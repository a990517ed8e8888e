// What the run time says of the device: a warp has 32 threads.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// The block of the only launch; "unread" where it was not read.
std::string block_of(const std::string& body, const std::string& before = "") {
  const HostLaunches all = read(before + "void f(float* d, int n) {\n" + body + "\n}\n");
  INFO(body);
  REQUIRE(all.launches.size() + all.unread.size() == 1);
  return all.launches.empty() ? "unread" : extent_text(all.launches[0].block);
}

TEST_CASE("a warp has 32 threads") {
  for (const char* body : {"cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); k<<<1, 4 * p.warpSize>>>(d, n);",
                           "cudaDeviceProp p = {}; cudaGetDeviceProperties(&p, 0); const int w = p.warpSize; k<<<1, w * 4>>>(d, n);",
                           "cudaDeviceProp p; if (cudaGetDeviceProperties(&p, n) != cudaSuccess) return; dim3 b(p.warpSize, 4); k<<<1, b.x * b.y>>>(d, n);",
                           "int w; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); k<<<1, w * 4>>>(d, n);",
                           "int w = 0; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); k<<<1, w * 4>>>(d, n);"}) {
    CHECK(block_of(body) == "128");
  }
}

TEST_CASE("numbers that are not the device's") {
  const std::string before = "struct Mine { int warpSize; };\nvoid fill(Mine*, int);\nvoid change(cudaDeviceProp&);\n";
  for (const char* body : {"Mine p; fill(&p, 0); k<<<1, 4 * p.warpSize>>>(d, n);", "cudaDeviceProp p; k<<<1, 4 * p.warpSize>>>(d, n);",
                           "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); p.warpSize = n; k<<<1, 4 * p.warpSize>>>(d, n);",
                           "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); change(p); k<<<1, 4 * p.warpSize>>>(d, n);",
                           "cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); memset(&p, n, sizeof p); k<<<1, 4 * p.warpSize>>>(d, n);",
                           "cudaDeviceProp p = {}; if (n > 3) cudaGetDeviceProperties(&p, 0); k<<<1, 4 * p.warpSize>>>(d, n);",
                           "int w = n; int b = w; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); k<<<1, 4 * b>>>(d, n);",
                           "int w; cudaDeviceGetAttribute(&w, cudaDevAttrMaxThreadsPerBlock, 0); k<<<1, 4 * w>>>(d, n);",
                           "static int w = n; k<<<1, 4 * w>>>(d, n); cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0);",
                           "int w; cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); w += n; k<<<1, 4 * w>>>(d, n);"}) {
    CHECK(block_of(body, before) != "128");
  }
}

}  // namespace
}  // namespace warpproof
