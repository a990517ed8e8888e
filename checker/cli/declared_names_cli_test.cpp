// Names in conditions are those of the compiler: of parameters, and of numbers in structures that a kernel takes by value.
#include <catch2/catch.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

// The first kernel is launched, the second one is not.
const std::string kKernels =
    "struct In { short c; bool on; };\n"
    "struct P { float* out; int n; In in; long stride; };\n"
    "__global__ void launched(P p) { if (p.in.on || threadIdx.x < 7) __syncthreads(); p.out[threadIdx.x] = 1; }\n"
    "__global__ void other(P p) { if (p.stride > 3 || threadIdx.x < 7) __syncthreads(); p.out[threadIdx.x] = 1; }\n"
    "void go(P p) { launched<<<1, 64>>>(p); }\n";

Outcome check(const Workshop& shop, const std::string& text, const std::string& kernel, const std::string& condition, bool with_block) {
  std::vector<std::string> command = {"check", shop.write("k.cu", text), "--kernel", kernel, "--assume", condition};
  if (with_block) command.insert(command.end(), {"--block", "64"});
  return shop.run(command);
}

TEST_CASE("a condition on a member is taken for every launch, and for blocks that are asked for") {
  const Workshop shop;
  for (const bool with_block : {false, true}) {
    const Outcome on = check(shop, kKernels, "launched", "p.in.on", with_block);
    INFO(on.out << on.err);
    CHECK(on.status == 0);
    CHECK(holds(on.out, "assumed: p.in.on (p.in.on: unsigned char)"));
    CHECK(check(shop, kKernels, "launched", "!p.in.on", with_block).status == 1);
    CHECK(check(shop, kKernels, "launched", "p.in.c != 0 && p.n != 0 && p.stride != 0", with_block).status == 1);
  }
  CHECK(check(shop, kKernels, "other", "p.stride == 4 + p.in.c && p.in.c >= 0", true).status == 0);
  CHECK(check(shop, kKernels, "other", "p.stride == 4 + p.in.c", true).status == 1);
}

TEST_CASE("a member of which no place is known has no name") {
  const Workshop shop;
  const Outcome none = check(shop, kKernels, "launched", "p.m > 0", false);
  CHECK(none.status == 3);
  CHECK(holds(none.err, "column 1: no parameter 'p.m'; launched has p (0), p.n, p.in.c, p.in.on, p.stride"));
  CHECK(check(shop, kKernels, "launched", "p.out != 0", false).status == 3);  // a pointer
  const std::string rest = "__global__ void k(P p) { if (p.n || threadIdx.x < 7) __syncthreads(); }\nvoid go(P p) { k<<<1, 64>>>(p); }\n";
  CHECK(check(shop, "struct P { char c; int n; };\n" + rest, "k", "p.n", false).status == 0);
  for (const char* structure : {"struct __attribute__((packed)) P { char c; int n; };\n", "struct B { int b; }; struct P : B { int n; };\n",
                                "struct P { int n : 4; };\n", "union P { int n; float f; };\n",
                                "#ifdef __CUDA_ARCH__\nstruct P { int n, m; };\n#else\nstruct P { int n; };\n#endif\n"}) {
    INFO(structure);
    CHECK(check(shop, structure + rest, "k", "p.n", false).status == 3);
  }
}

// Each text also has parameters of the other order, which are not this kernel's. `rows` is the third one.
TEST_CASE("which parameter a name stands for is what the compiler says") {
  const Workshop shop;
  const std::string body = "{ __shared__ int s[1]; if (rows == 77777) s[0] = threadIdx.x; out[0] = cols; }\n";
  shop.write("kernel.cuh", "__global__ void k(int* out, int cols, int rows) " + body);
  for (const std::string& text :
       {std::string("#include \"kernel.cuh\"\nnamespace detail { __device__ int k(int* out, int rows, int cols) { return out[rows] * cols; } }\n"),
        "#if 0\n__global__ void k(int* out, int rows, int cols) {}\n#endif\n#define ARGS int *out, int cols, int rows\n#define KERNEL(name) __global__ void name(ARGS)\nKERNEL(k) " + body,
        "#if 0\nextern \"C\" __global__ void k(int* out, int rows, int cols) {}\n#endif\n#define ARGS int *out, int cols, int rows\nextern \"C\" __global__ void k(ARGS) " + body}) {
    const std::string file = shop.write("k.cu", text);
    INFO(text);
    const auto check = [&](std::vector<std::string> options) {
      options.insert(options.begin(), {"check", file, "--block", "64"});
      return shop.run(options).status;
    };
    CHECK(check({"--assume", "rows == 0"}) == 0);
    CHECK(check({"--assume", "cols == 0"}) == 1);
    CHECK(check({"--param", "rows=0"}) == 0);
    CHECK(check({"--param", "cols=0"}) == 1);
    CHECK(shop.run({"run", file, "--block", "64", "--assume", "cols == 0", "--arg", "out=zeros:256", "--arg", "1=0", "--arg", "2=5"}).status == 0);
    CHECK(shop.run({"run", file, "--block", "64", "--assume", "rows == 0", "--arg", "out=zeros:256", "--arg", "1=0", "--arg", "2=5"}).status == 3);
  }
}

TEST_CASE("so is which pointers are declared __restrict__") {
  const Workshop shop;
  const auto status = [&](const std::string& ours, const std::string& other) {
    const std::string file = shop.write("k.cu", "#define ARGS int* " + ours + " p, int* " + ours + " q\n#if 0\n__global__ void k(int* " + other + " p, int* " + other + " q) {}\n#endif\n" +
                                                    "__global__ void k(ARGS) { p[threadIdx.x] = 1; q[threadIdx.x ^ 32] = 2; }\n");
    return shop.run({"check", file, "--block", "64", "--alias", "may"}).status;
  };
  CHECK(status("__restrict__", "") == 0);
  CHECK(status("", "__restrict__") == 1);
}

TEST_CASE("a type that is no integer of C++ is not compared") {
  const Workshop shop;
  const auto check = [&](const std::string& types, const std::string& type, const std::string& condition) {
    return shop.run({"check", shop.write("k.cu", types + "extern \"C\" __global__ void k(" + type + " n) { __shared__ int s[1]; if ((unsigned)n > 100) s[0] = threadIdx.x; }\n"), "--block", "64",
                     "--assume", condition});
  };
  for (const char* type : {"E", "wchar_t", "S"}) {
    const Outcome refused = check("enum E : int { first };\nstruct S { int n; __device__ operator unsigned() const { return n; } };\n", type, "n < 100");
    INFO(type << refused.err);
    CHECK(refused.status == 3);
    CHECK(holds(refused.err, std::string("column 1: n has the type ") + type));
  }
  CHECK(check("typedef int number;\n", "number", "n < 100").status == 1);
  CHECK(check("typedef unsigned number;\n", "number", "n < 100").status == 0);
}

TEST_CASE("names of a source whose host half cannot be read are part of the assumption") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", "#ifndef __CUDA_ARCH__\n#error no host\n#endif\n"
                                              "__global__ void k(int* out, int n) { __shared__ int s[1]; if (n > 77777) s[0] = threadIdx.x; out[0] = 1; }\n");
  const auto check = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", file, "--block", "64"});
    return shop.run(options);
  };
  const Outcome assumed = check({"--assume", "n == 0"});
  CHECK(assumed.status == 0);
  CHECK(holds(assumed.out, "assumed, with n as the text of the source names parameter 1: n == 0 (n: int)"));
  const Outcome named = check({"--param", "n=0"});
  CHECK(named.status == 3);
  CHECK(holds(named.err, "give its position: --param 1=0"));
  CHECK(check({"--param", "1=0"}).status == 0);
}

}  // namespace
}  // namespace warpproof::cli
