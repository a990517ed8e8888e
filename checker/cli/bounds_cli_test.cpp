// --bounds and --size.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

using Json = nlohmann::ordered_json;

const std::string kCopy =
    "__device__ int table[64];\n"
    "__global__ void copy(const int* in, int* __restrict__ out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i] + table[i & MASK];\n"
    "}\n";

std::vector<std::string> check(const std::string& file, const std::string& mask,
                               const std::vector<std::string>& more) {
  std::vector<std::string> out = {"check", file, "--block", "any:32", "-D", "MASK=" + mask};
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

TEST_CASE("memory.out-of-bounds: buffers of a given size") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kCopy);
  const Outcome exact = shop.run(check(file, "63", {"--size", "in=4 * n", "--size", "out=4 * n"}));
  INFO(exact.out << exact.err);
  CHECK(exact.status == 0);
  CHECK(holds(exact.out, "assumed: in has 4 * n bytes, no fewer than 0 and no more than 2^39 (n: int)"));
  CHECK(holds(exact.out, "pointers (in, out) point to different buffers\n"));
  CHECK(holds(exact.out, "pointers (in, out) point to no variable of the module (table)\n"));
  const Outcome one = shop.run(check(file, "63", {"--size", "1=4 * n"}));
  CHECK(one.status == 0);
  CHECK(holds(one.out, "point to different buffers, and accesses stay inside those of in"));
  // The twin: a buffer that is one element short.
  const Outcome small = shop.run(check(file, "63", {"--size", "in=4 * n", "--size", "out=4 * n - 4"}));
  INFO(small.out);
  CHECK(small.status == 1);
  CHECK(holds(small.out, "k.cu:4:21: error: "));
  CHECK(holds(small.out, "[memory.out-of-bounds]"));
  CHECK(holds(small.out, " accesses out["));
}

TEST_CASE("that shared memory was written is assumed where only strong accesses of other threads wrote it") {
  const Workshop shop;
  const auto assumes = [&](const std::string& name, const std::string& body) {
    const std::string file = shop.write(name, "__global__ void k(int* out, const int* in, int n) {\n  __shared__ int s[32];\n" + body +
                                                  "  __syncthreads();\n  if (threadIdx.x == 0) out[0] = s[in[0] & 31];\n}\n");
    const Outcome outcome = shop.run({"check", file, "--block", "64"});
    INFO(outcome.out);
    CHECK(outcome.status == 0);
    return holds(outcome.out, "shared memory is initialised where it is read beside atomics of other threads");
  };
  const std::string first = "  if (threadIdx.x < 32) s[threadIdx.x] = 0;\n  __syncthreads();\n";
  const std::string exchange = "  if (threadIdx.x < 32) atomicExch(&s[threadIdx.x], 0);\n",
                    addition = "  if (threadIdx.x == 32 && n == 123457) atomicAdd(&s[5], 1);\n",
                    volatile_read = "  if (threadIdx.x == 32 && n == 123457) out[1] = *(volatile int*)&s[5];\n";
  CHECK(assumes("addition.cu", exchange + addition));
  CHECK(assumes("read.cu", exchange + volatile_read));
  CHECK_FALSE(assumes("barrier.cu", exchange + "  __syncthreads();\n" + addition));
  CHECK_FALSE(assumes("before.cu", first + exchange + addition));
}

TEST_CASE("memory.out-of-bounds: sizes by the launch") {
  const Workshop shop;
  const std::string file =
      shop.write("k.cu", "__global__ void k(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0; }\n");
  const auto at = [&](const std::string& size) {
    return shop.run({"check", file, "--block", "64", "--size", "out=" + size}).status;
  };
  CHECK(at("gridDim.x * blockDim.x * 4") == 0);
  CHECK(at("gridDim.x * blockDim.x * 2") == 1);
  CHECK(at("256") == 1);
}

TEST_CASE("numbers that sizes depend on are as small as others in a counterexample") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "__global__ void k(const int* index, float* out, int n) {\n"
                                      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                      "  if (i >= n) return;\n"
                                      "  const int j = index[i];\n"
                                      "  if (j > 3) __syncthreads();\n"
                                      "  out[j] = 1;\n"
                                      "}\n");
  const Outcome outcome = shop.run({"check", file, "--block", "64", "--size", "index=4 * n", "--size", "out=4 * n", "--format", "json"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 1);
  const Json kernel = Json::parse(outcome.out)["kernels"][0];
  int findings = 0;
  for (const Json& finding : kernel["findings"]) {
    if (finding["rule"] != "barrier.divergent") continue;
    ++findings;
    CHECK(std::stoll(finding["inputs"]["n"].get<std::string>()) <= 128);
  }
  CHECK(findings == 1);
}

TEST_CASE("memory.out-of-bounds: variables of the module, with --bounds alone") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kCopy);
  CHECK(shop.run(check(file, "127", {})).status == 0);
  CHECK(shop.run(check(file, "63", {"--bounds"})).status == 0);
  const Outcome outside = shop.run(check(file, "127", {"--bounds"}));
  INFO(outside.out << outside.err);
  CHECK(outside.status == 1);
  CHECK(holds(outside.out, "; there are 256 bytes"));
}

TEST_CASE("a bad --size ends with status 3 and what was wrong") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kCopy);
  struct Bad {
    std::vector<std::string> options;
    const char* message;
  };
  for (const Bad& bad : {
           Bad{{"--size", "in"}, "expected NAME=BYTES"},
           Bad{{"--size", "to=4"}, "--size 'to=4', column 1: no parameter 'to'; copy has in (0)"},
           Bad{{"--size", "in=4 * m"}, "--size 'in=4 * m', column 8: no parameter 'm'"},
           Bad{{"--size", "in=4 +"}, "column 7: expected a number"},
           Bad{{"--size", "n=4"}, "parameter n of copy is no pointer"},
           Bad{{"--size", "in=4", "--size", "0=8"}, "is given two sizes"},
           Bad{{"--size", "in=4", "--alias", "may"}, "may overlap others"},
       }) {
    const Outcome outcome = shop.run(check(file, "63", bad.options));
    INFO(bad.message << "\n" << outcome.out << outcome.err);
    CHECK(outcome.status == 3);
    CHECK(holds(outcome.err, bad.message));
  }
  CHECK(shop.run(check(file, "63", {"--size", "out=4 * n", "--alias", "may"})).status == 0);
  // No launch has a buffer of that size.
  CHECK(shop.run(check(file, "63", {"--size", "in=n - n - 4"})).status == 2);
}

// 4 bytes for each of 64 threads.
TEST_CASE("dynamic shared memory is as large as is said, else as accesses need") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu", "__global__ void k(int* p) {\n  extern __shared__ int s[];\n  s[threadIdx.x] = p[threadIdx.x];\n"
              "  p[threadIdx.x] = s[threadIdx.x];\n}\n");
  const auto check = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", file, "--block", "64"});
    return shop.run(more);
  };
  const Outcome open = check({"--bounds"});
  INFO(open.out << open.err);
  CHECK(open.status == 0);
  CHECK(holds(open.out, "dynamic shared memory is as large as the accesses to it need"));
  for (const char* bounds : {"--bounds", "--format=text"}) {
    INFO(bounds);
    const Outcome enough = check({bounds, "--dynamic-shared", "256"});
    CHECK(enough.status == 0);
    CHECK_FALSE(holds(enough.out, "as large as the accesses"));
    for (const char* bytes : {"0", "252"}) {
      const Outcome less = check({bounds, "--dynamic-shared", bytes});
      CHECK(less.status == 1);
      CHECK(holds(less.out, "memory.out-of-bounds"));
    }
  }
}

TEST_CASE("that a kernel asks for the size of its dynamic shared memory says nothing of the others of the module") {
  const Workshop shop;
  const std::string size =
      "__device__ __noinline__ unsigned size() {\n  unsigned n;\n"
      "  asm volatile(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(n));\n  return n;\n}\n"
      "__global__ void asks(int* p) { p[threadIdx.x] = size(); }\n";
  const auto uses = [](const std::string& more) {
    return "__global__ void uses(int* p) {\n  extern __shared__ int s[];\n  s[threadIdx.x] = p[threadIdx.x];\n"
           "  p[threadIdx.x] = s[threadIdx.x]" + more + ";\n}\n";
  };
  const std::string beside = shop.write("beside.cu", size + uses(""));
  const std::string itself = shop.write("self.cu", size + uses(" + size()"));
  const Outcome one = shop.run({"check", beside, "--block", "32", "--kernel", "uses"});
  INFO(one.out << one.err);
  CHECK(one.status == 0);
  CHECK(holds(one.out, "dynamic shared memory is as large as the accesses to it need"));
  CHECK_FALSE(holds(one.out, "has 0 bytes of dynamic shared memory"));
  const Outcome other = shop.run({"check", itself, "--block", "32", "--kernel", "uses"});
  INFO(other.out << other.err);
  CHECK(other.status == 1);
  CHECK(holds(other.out, "memory.out-of-bounds"));
}

TEST_CASE("a kernel that asks for the size of its dynamic shared memory gets one") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu", "__global__ void k(int* p) {\n  unsigned n;\n"
              "  asm volatile(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(n));\n"
              "  if (n > 0) p[0] = threadIdx.x;\n}\n");
  const Outcome none = shop.run({"check", file, "--block", "32"});
  INFO(none.out << none.err);
  CHECK(none.status == 0);
  CHECK(holds(none.out, "the launch has 0 bytes of dynamic shared memory"));
  CHECK(shop.run({"check", file, "--block", "32", "--dynamic-shared", "4"}).status == 1);
  const Outcome given = shop.run({"check", file, "--block", "32", "--dynamic-shared", "0"});
  CHECK(given.status == 0);
  CHECK_FALSE(holds(given.out, "the launch has 0 bytes"));
}

TEST_CASE("that an index stays inside a variable of the module is listed where it is not known") {
  const Workshop shop;
  const auto check = [&](const std::string& index, const std::string& word) {
    return shop.run({"check", shop.write("k.cu", "__device__ int a[32], b[32];\n__constant__ int table[32];\n__global__ void k(int n, int* out) {\n"
                                                 "  const int i = " + index + ";\n  " + word + " = threadIdx.x;\n"
                                                 "  b[(threadIdx.x + 1) % 32] = 7;\n  out[threadIdx.x] = table[i];\n}\n"),
                     "--block", "32"});
  };
  const char* const kListed = "an index into a variable of the module stays inside it (";
  const Outcome inside = check("threadIdx.x", "a[i]");
  INFO(inside.out << inside.err);
  CHECK(inside.status == 0);
  CHECK_FALSE(holds(inside.out, kListed));
  // a[32] may be b[0].
  const Outcome outside = check("threadIdx.x + (n == 123457 ? 32 : 0)", "a[i]");
  INFO(outside.out << outside.err);
  CHECK(outside.status == 0);
  CHECK(holds(outside.out, std::string(kListed) + "a)"));
  CHECK(holds(outside.out, std::string(kListed) + "table)"));
  CHECK_FALSE(holds(outside.out, std::string(kListed) + "b)"));
  const Outcome vector = check("threadIdx.x", "((long long*)a)[threadIdx.x / 2]");
  CHECK_FALSE(holds(vector.out, kListed));
  const Outcome beyond = check("threadIdx.x", "if (threadIdx.x == 0) *(long long*)(a + 31)");
  CHECK(holds(beyond.out, std::string(kListed) + "a)"));
}

}  // namespace
}  // namespace warpproof::cli
