// Checks of the launches that a source makes.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

// Right only in blocks of whole warps, for the sake of the full mask.
const std::string kSource =
    "__global__ void sum(int* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  int v = __shfl_down_sync(0xffffffffu, i, 1);\n"
    "  if (i < n) out[i] = v;\n"
    "}\n"
    "__global__ void other(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
const std::string kMain =
    "#include <cassert>\n"
    "#include <cstdio>\n"
    "#include <vector>\n"
    "int main(int argc, char** argv) {\n"
    "  std::vector<int> host(argc);\n"
    "  int n = argc, *out;\n"
    "  assert(argc > 0);\n"
    "  if (cudaMalloc(&out, n * sizeof(int)) != cudaSuccess) exit(1);\n"
    "  sum<<<(n + 255) / 256, 256>>>(out, n);\n"
    "  sum<<<2, 40>>>(out, 80);\n"
    "  printf(\"%d\\n\", n);\n"
    "}\n";

TEST_CASE("the launches of the source are what is checked, and the verdict says so") {
  const Workshop shop;
  const std::string file = shop.write("main.cu", kSource + kMain);
  const Outcome outcome = shop.run({"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 1);
  CHECK(holds(outcome.out, "kernel sum (" + file + "): proved for the launch at " + file +
                               ":15: block 256, grid (n + 255) / 256\n"));
  CHECK(holds(outcome.out, "kernel sum (" + file + "): VIOLATION for the launch at " + file + ":16: block 40, grid 2\n"));
  CHECK(holds(outcome.out, "from the launch at " + file + ":15: gridDim.x == (n + 255) / 256, without overflow (n: int)"));
  CHECK(holds(outcome.out, "no launch of other in this file"));
  CHECK(holds(outcome.out, "compiled by clang"));
}

TEST_CASE("JSON says the launch, its place and what is assumed from it") {
  const Workshop shop;
  const std::string file = shop.write("main.cu", kSource + kMain);
  const Outcome outcome = shop.run({"check", file, "--kernel", "sum", "--format", "json"});
  INFO(outcome.out << outcome.err);
  const auto report = nlohmann::json::parse(outcome.out);
  REQUIRE(report["kernels"].size() == 2);
  const auto& first = report["kernels"][0];
  CHECK(first["verdict"] == "proved");
  const auto& source = first["launch"]["source"];
  CHECK(source["file"] == file);
  CHECK(source["line"] == 15);
  CHECK(source["column"] == 3);
  CHECK(source["block"] == "256");
  CHECK(source["grid"] == "(n + 255) / 256");
  CHECK(source["text"] == "the launch at " + file + ":15: block 256, grid (n + 255) / 256");
  CHECK(first["launch"]["grid"] == "(n + 255) / 256");
  CHECK(report["kernels"][1]["verdict"] == "violation");
  CHECK(report["kernels"][1]["launch"]["source"]["line"] == 16);
}

TEST_CASE("a declaration without names does not hide how the kernel's file names its parameters") {
  const Workshop shop;
  const std::string kernels = shop.write("kernels.cu", kSource);
  const std::string host = shop.write("host.cpp",
                                      "__global__ void sum(int*, int);\n"
                                      "void f(int* out, int n) { if (n % 32) return; sum<<<(n + 63) / 64, 64>>>(out, n); }\n");
  const Outcome outcome = shop.run({"check", kernels, "--kernel", "sum", "--host", host});
  INFO(outcome.out << outcome.err);
  CHECK(holds(outcome.out, "proved for the launch at " + host + ":2: block 64, grid (n + 63) / 64\n"));
  CHECK(holds(outcome.out, "!(n % 32 != 0)"));
  CHECK_FALSE(holds(outcome.out, "parameter1"));
}

TEST_CASE("--block asks for something else, and --host names other files with launches") {
  const Workshop shop;
  const std::string file = shop.write("main.cu", kSource + kMain);
  const Outcome any = shop.run({"check", file, "--kernel", "sum", "--block", "any:32"});
  INFO(any.out << any.err);
  CHECK(any.status == 0);
  CHECK(holds(any.out, "proved for block % 32 == 0"));
  CHECK_FALSE(holds(any.out, "the launch at"));
  const std::string kernels = shop.write("kernels.cu", kSource);
  const std::string host = shop.write("host.cu", "#include \"kernels.cu\"\nvoid f(int* out) { sum<<<4, 64>>>(out, 5); }\n");
  const Outcome with = shop.run({"check", kernels, "--kernel", "sum", "--host", host});
  INFO(with.out << with.err);
  CHECK(with.status == 0);
  CHECK(holds(with.out, "proved for the launch at " + host + ":2: block 64, grid 4"));
}

TEST_CASE("without a launch the first line says what holds of whole warps, and of partial ones") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kSource);
  const Outcome outcome = shop.run({"check", file, "--kernel", "sum"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 1);
  const std::size_t whole = outcome.out.find("kernel sum (" + file + "): proved for block % 32 == 0");
  const std::size_t partial = outcome.out.find("; partial warps: VIOLATION for block ");
  CHECK(whole == 0);
  CHECK(partial < outcome.out.find('\n'));
  CHECK_FALSE(holds(outcome.out, "no launch of"));
}

TEST_CASE("a launch that cannot be read is named, and its kernel is checked all the same") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kSource +
                                                  "typedef void (*K)(int*);\nextern K table[3];\n"
                                                  "void f(int* out, int n) {\n  table[n]<<<1, 32>>>(out);\n}\n");
  const Outcome outcome = shop.run({"check", file, "--kernel", "other"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "launch at " + file + ":10 could not be read: which kernel it starts is not known"));
}

TEST_CASE("a launch with a block that cannot be read is no violation for a block that it may not have") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", "#include <string>\nstruct Config { dim3 block; };\nConfig config(const std::string& name);\n"
                                              "__global__ void k(int* out) { out[threadIdx.x / 64] = 1 + threadIdx.x; }\n"
                                              "void f(int* out) {\n  k<<<1, config(\"k\").block>>>(out);\n}\n");
  const Outcome outcome = shop.run({"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 2);
  CHECK_FALSE(holds(outcome.out, "VIOLATION"));
  CHECK(holds(outcome.out, "launch at " + file + ":6 could not be read"));
  CHECK(holds(outcome.out, "whether the launch at " + file + ":6, which could not be read, has such a block is not known"));
  CHECK(holds(outcome.out, "warning:"));
  CHECK(shop.run({"check", file, "--block", "64"}).status == 1);
  CHECK(shop.run({"check", file, "--block", "1"}).status == 0);
}

TEST_CASE("a kernel whose launches are never reached is not checked, and a note says so") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu", kSource + "constexpr bool kDebug = false;\n"
                        "void f(int* out) {\n  if (kDebug) sum<<<1, 7>>>(out, 7);\n  other<<<1, 7>>>(out);\n}\n");
  const Outcome outcome = shop.run({"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK_FALSE(holds(outcome.out, "kernel sum"));
  CHECK(holds(outcome.out, "note: " + file + ": sum is not checked: the launch at " + file + ":9 is never reached"));
  CHECK(shop.run({"check", file, "--block", "7"}).status == 1);
}

TEST_CASE("a size of dynamic shared memory that is not one number is named") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu", "__global__ void k(int* p) {\n  extern __shared__ int s[];\n  s[threadIdx.x] = 1;\n  p[threadIdx.x] = s[threadIdx.x];\n}\n"
              "void f(int* p, int n) { k<<<1, 64, n * sizeof(int)>>>(p); }\n");
  const Outcome outcome = shop.run({"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "the launch at " + file + ":6 gives n * 4 bytes of dynamic shared memory, which is not one number"));
}

// A relation holds only for what the launch computes: with the argument changed in between, the same kernel may be broken.
TEST_CASE("what the grid has to do with the parameters is assumed only where it is so") {
  const Workshop shop;
  const std::string kernel =
      "__global__ void k(int* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (gridDim.x * blockDim.x == n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);\n"
      "  else if (threadIdx.x < 16) out[i] = __shfl_down_sync(0xffffffffu, i, 1);\n"
      "}\n";
  const std::string file = shop.write(
      "ok.cu", kernel + "void f(int* out, int g) {\n  k<<<g, 64>>>(out, g * 64);\n}\n");
  const Outcome ok = shop.run({"check", file});
  INFO(ok.out << ok.err);
  CHECK(ok.status == 0);
  CHECK(holds(ok.out, "assumptions:"));
  const std::string bug = shop.write(
      "bug.cu", kernel + "void f(int* out, int g) {\n  int n = g * 64;\n  ++g;\n  k<<<g, 64>>>(out, n);\n}\n");
  const Outcome broken = shop.run({"check", bug});
  INFO(broken.out << broken.err);
  CHECK(broken.status == 2);
  CHECK(holds(broken.out, "which the program may not make [shfl.inactive-source"));
  CHECK(holds(broken.out, "whose grid is computed in code that is not followed, has such a grid is not known; give its grid with --grid"));
}

TEST_CASE("each block that is asked for has a verdict") {
  const Workshop shop;
  const std::string file = shop.write(
      "k.cu", "__global__ void k(int* p) {\n  if (threadIdx.y == 1) __syncthreads();\n  p[threadIdx.x] = 1;\n}\n");
  const Outcome all = shop.run({"check", file, "--block", "64", "--block", "32,2", "--block", "64", "--format", "json"});
  INFO(all.out << all.err);
  CHECK(all.status == 1);
  const auto report = nlohmann::json::parse(all.out);
  REQUIRE(report["kernels"].size() == 2);
  CHECK(report["kernels"][0]["launch"]["block"] == "64");
  CHECK(report["kernels"][0]["verdict"] == "proved");
  CHECK(report["kernels"][1]["launch"]["block"] == "32,2");
  CHECK(report["kernels"][1]["verdict"] == "violation");
  CHECK(shop.run({"check", file, "--block", "64", "--block", "32,"}).status == 3);
  CHECK(shop.run({"equiv", file, file, "--block", "64", "--block", "32"}).status == 3);
}

const std::string kNeedsWholeWarps = kSource.substr(0, kSource.find("__global__ void other"));

// What is written there and not compiled may have any block: a violation for some blocks is none of the file's.
TEST_CASE("a launch that the text holds and the compiler does not see") {
  const Workshop shop;
  const std::string launch = "sum<<<1, 64>>>((int*)o, 3);";
  for (const std::string& code : {
           "#ifdef USE_GPU\nvoid f(int* o) { " + launch + " }\n#endif\n",
           "template <class T> void f(T* o) { " + launch + " }\n",
           "template <class T> struct L { void f(T* o) { " + launch + " } };\n",
           "template <class T> struct L { void f(T* o) { " + launch + " } };\nL<int> l;\n",
           "auto f = [](auto* o) { " + launch + " };\n",
           "template <bool B> void f(int* o) { if constexpr (B) " + launch + " }\nvoid g(int* o) { f<false>(o); }\n",
           std::string("template <class K> void f(K k, int* o) { k<<<1, 64>>>(o, 3); }\n"),
           std::string("#define LAUNCH(k) k<<<1, 64>>>(o, 3)\n"),
           std::string("void f(int* o) { int n = 3; void* args[] = {&o, &n};\n"
                       "  cudaError_t (*l)(const void*, dim3, dim3, void**, size_t, cudaStream_t) = cudaLaunchKernel;\n"
                       "  l((const void*)sum, dim3(1), dim3(64), args, 0, 0); }\n"),
       }) {
    const std::string file = shop.write("k.cu", kNeedsWholeWarps + code);
    const Outcome outcome = shop.run({"check", file});
    INFO(code << outcome.out << outcome.err);
    CHECK(outcome.status == 2);
    CHECK(holds(outcome.out, "could not be read: the compiler does not see it"));
    CHECK(holds(outcome.out, "warning: lane 0 reads from lane 1"));
  }
  // With its own block all is well, and other kernels are none of its business.
  const std::string file = shop.write("k.cu", kSource + "#ifdef USE_GPU\nvoid f(int* o) { other<<<1, 64>>>(o); }\n#endif\n"
                                                        "void g(int* o) { sum<<<1, 64>>>(o, 3); }\n");
  const Outcome outcome = shop.run({"check", file});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "the compiler does not see it"));
}

TEST_CASE("words of a launch that is none") {
  const Workshop shop;
  for (const char* code : {
           "// sum<<<1, 64>>>(o, 3);\n/* sum<<<1, 64>>>(o, 3); */\n", "const char* s = \"sum<<<1, 64>>>(o, 3);\";\n",
           "const char* s = R\"(sum<<<1, 64>>>(o, 3); cudaLaunchKernel)\";\n",
           "#if 0\nvoid f(int* o) { sum<<<1, 64>>>(o, 3); }\n#else\n#endif\n",
           "#if 1\n#else  // not now\nvoid f(int* o) { sum<<<1, 64>>>(o, 3); }\n#endif\n"}) {
    const std::string file = shop.write("k.cu", kNeedsWholeWarps + code);
    const Outcome outcome = shop.run({"check", file});
    INFO(code << outcome.out << outcome.err);
    CHECK(outcome.status == 1);
    CHECK_FALSE(holds(outcome.out, "could not be read"));
  }
}

TEST_CASE("a library's macro launches the user's kernel") {
  const Workshop shop;
  std::filesystem::create_directory(shop.path("library"));
  shop.write("library/launcher.h", "#define LAUNCH(kernel, n) kernel<<<1, n>>>(o, 3)\n");
  const std::string begin = "#include <launcher.h>\n" + kNeedsWholeWarps;
  const std::string folder = shop.path("library");
  const std::string file = shop.write("k.cu", begin + "void f(int* o) { LAUNCH(sum, 64); }\n");
  const Outcome outcome = shop.run({"check", file, "--isystem", folder});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "proved for the launch at " + file + ":7: block 64, grid 1"));
  const Outcome unused = shop.run({"check", shop.write("k.cu", begin), "--isystem", folder});
  INFO(unused.out << unused.err);
  CHECK(unused.status == 1);
}

TEST_CASE("a library's functions and classes are no others of the same name") {
  const Workshop shop;
  std::filesystem::create_directory(shop.path("library"));
  shop.write("library/lib.h",
             "#pragma once\n#include <cstdio>\n#include <utility>\nnamespace lib {\n"
             "inline void abort(const char* m) { std::puts(m); }\n"
             "inline int move(int n) { return n - 16; }\ninline int max(int a, int b) { return a + b - 48; }\n"
             "inline void memset(int* p, int, int) { static int* kept; if (kept) *kept = 48; kept = p; }\n"
             "struct Config { int threads = 64; Config() { last() = this; } static Config*& last() { static Config* c; return c; } };\n"
             "inline void parse() { Config::last()->threads = 48; }\n"
             "}\nstruct Whole { int threads = 64; Whole(); };\ninline void exit(const char* m) { std::puts(m); }\n");
  const auto verdict = [&](const std::string& code) {
    const std::string file = shop.write("k.cu", "#include <algorithm>\n#include <cstdlib>\n#include <cstring>\n#include <lib.h>\n" + kNeedsWholeWarps +
                                                    "struct Config { int threads; };\nnamespace app { struct Whole { int threads = 64; };\n"
                                                    "enum class Mode { A }; inline namespace v1 { struct Sizes { int threads = 64; Mode m; }; } }\n" + code);
    const Outcome outcome = shop.run({"check", file, "--isystem", shop.path("library")});
    INFO(code << outcome.out << outcome.err);
    return outcome.status;
  };
  // 2: unknown; 1: a violation, as the block may have each size.
  const std::string checked = " if (n < 1 || n > 1024) return; sum<<<1, n>>>(o, 3); }\n";
  CHECK(verdict("void f(int* o, int n) { if (n % 32) lib::abort(\"no\");" + checked) == 1);
  CHECK(verdict("void f(int* o, int n) { if (n % 32) exit(\"no\");" + checked) == 1);
  CHECK(verdict("void f(int* o, int n) { if (n % 32) std::abort();" + checked) == 0);
  CHECK(verdict("void f(int* o, int n) { if (n % 32) exit(1);" + checked) == 0);
  CHECK(verdict("void f(int* o) { sum<<<1, lib::move(64)>>>(o, 3); }\n") == 2);
  CHECK(verdict("void f(int* o) { sum<<<1, std::move(64)>>>(o, 3); }\n") == 0);
  CHECK(verdict("void f(int* o) { sum<<<1, lib::max(64, 32)>>>(o, 3); }\n") == 2);
  CHECK(verdict("void f(int* o) { sum<<<1, std::max(64, 32) + max(64, 32)>>>(o, 3); }\n") == 0);
  CHECK(verdict("void f(int* o) { int n, m; lib::memset(&n, 0, 4); n = 64; lib::memset(&m, 0, 4); sum<<<1, n>>>(o, 3); }\n") == 2);
  CHECK(verdict("void f(int* o) { int n, m; std::memset(&n, 0, 4); n = 64; memset(&m, 0, 4); sum<<<1, n>>>(o, 3); }\n") == 0);
  CHECK(verdict("void f(int* o) { lib::Config c; c.threads = 64; lib::parse(); sum<<<1, c.threads>>>(o, 3); }\n") == 2);
  CHECK(verdict("void f(int* o) { Config c; c.threads = 64; lib::parse(); sum<<<1, c.threads>>>(o, 3); }\n") == 0);
  // Of a member's address the address of the whole can be computed.
  const auto beside = [&](const std::string& type) {
    return verdict("struct S { " + type + " c; int n; };\nvoid f(int* o) { S s; s.n = 64; ((S*)lib::Config::last())->n = 48; sum<<<1, s.n>>>(o, 3); }\n");
  };
  for (const char* type : {"lib::Config", "Whole"}) CHECK(beside(type) == 2);
  for (const char* type : {"Config", "app::Mode", "cudaDeviceProp", "float4", "lib::Config*", "app::Sizes"}) CHECK(beside(type) == 0);
  CHECK(verdict("void f(int* o) { Whole c; c.threads = 64; sum<<<1, c.threads>>>(o, 3); }\n") == 2);
  CHECK(verdict("void f(int* o) { app::Whole c; c.threads = 64; sum<<<1, c.threads>>>(o, 3); }\n") == 0);
}

}  // namespace
}  // namespace warpproof::cli
