// Launches read from host code. Each relation that is stated has a twin in which it must not be.
#include "src/frontend/launches.h"

#include <catch2/catch.hpp>

#include "src/frontend/found_compiler.h"
#include "src/frontend/launches_for_test.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

TEST_CASE("constants are followed") {
  for (const char* body : {"k<<<3, 256>>>(d, 7);",
                           "const int t = 256; k<<<dim3(3), dim3(t, 1, 1)>>>(d, 7);",
                           "int t = 128; t = 256; dim3 b(t); dim3 g = 3; k<<<g, b>>>(d, 7);",
                           "int t; t = 1 << 8; k<<<6 / 2, t>>>(d, (int)sizeof(float) + 3);",
                           "enum { kA = 255, kB }; k<<<3, kB>>>(d, 7);",
                           "constexpr int kAll = 768; k<<<kAll / 256, 256, 0>>>(d, 7);",
                           "static const int t = 256; k<<<3, t>>>(d, 7);",
                           "auto kernel = k; kernel<<<3, 256>>>(d, 7);",
                           "void (*kernel)(float*, int) = &k; kernel<<<3, 256>>>(d, 7);",
                           "auto run = [&](int t) { k<<<3, t>>>(d, 7); }; run(256);",
                           "int m = 7; void* a[] = {&d, &m}; cudaLaunchKernel((void*)k, dim3(3), dim3(256), a, 0, 0);",
                           "int m = 7; void* a[] = {&d, &m}; cudaLaunchCooperativeKernel((void*)k, 3, 256, a);"}) {
    const HostLaunch launch = one(body);
    INFO(body);
    CHECK(launch.kernel == "_Z1kPfi");
    CHECK(extent_text(launch.block) == "256");
    CHECK(extent_text(launch.grid) == "3");
    CHECK(launch.dynamic_shared.value == 0u);
    CHECK(launch.relations == Texts{"n == 7"});
  }
}

// clang reads a copy of such a file.
TEST_CASE("files with lone percent signs in asm text launch kernels, too") {
  const HostLaunch launch = one("k<<<3, 256>>>(d, 7);",
                                "__device__ unsigned lane() { unsigned r; asm(\"mov.u32 %0, %laneid;\" : \"=r\"(r)); return r; }\n");
  CHECK(extent_text(launch.block) == "256");
  CHECK(launch.place.file.ends_with("/k.cu"));
}

TEST_CASE("instances of templates, shapes and dynamic shared memory") {
  const HostLaunch t = one("t<64><<<dim3(2, 3), dim3(8, 8), 16 * sizeof(float)>>>(d, n);");
  CHECK(t.kernel == "_Z1tILi64EEvPfi");
  CHECK(extent_text(t.block) == "8,8");
  CHECK(extent_text(t.grid) == "2,3");
  CHECK(t.dynamic_shared.value == 64u);
  const HostLaunches by_template = read(
      "template <int B> void run(float* d, int n) { t<B><<<n / B, B>>>(d, n); }\n"
      "void f(float* d, int n) { run<32>(d, n); run<64>(d, n); }\n");
  REQUIRE(by_template.launches.size() == 2);
  CHECK(by_template.launches[0].kernel == "_Z1tILi32EEvPfi");
  CHECK(extent_text(by_template.launches[1].block) == "64");
  CHECK(by_template.launches[1].called_from.size() == 1);
}

TEST_CASE("grids that follow from parameters") {
  const std::string divide = "gridDim.x == (n + 255) / 256";
  struct Case {
    const char *body, *grid;
    Texts relations;
  };
  for (const Case& c : std::vector<Case>{
           {"k<<<(n + 255) / 256, 256>>>(d, n);", "(n + 255) / 256", {divide}},
           {"const int t = 256; int g = (n + t - 1) / t; k<<<g, t>>>(d, n);", "(n + 256 - 1) / 256",
            {"gridDim.x == (n + 256 - 1) / 256"}},
           {"dim3 g((n + 255) / 256, 4); k<<<g, 256>>>(d, n);", "(n + 255) / 256,4",
            {divide, "gridDim.y == 4 && gridDim.z == 1"}},
           {"int g; g = (n + 255) / 256; k<<<g, 256>>>(d, n);", "(n + 255) / 256", {divide}},
           {"k<<<n, 256>>>(d, 2 * n);", "n", {"n == 2 * (int)gridDim.x"}},
           {"int m = get(); two<<<m, 256>>>(d, n, m);", "m", {"gridDim.x == m"}},
           {"two<<<n, 256>>>(d, n, n / 2);", "n", {"gridDim.x == n", "m == n / 2"}},
           {"wide<<<n, 256>>>(d, n);", "n", {"gridDim.x == (int)n", "n == (int)gridDim.x", "n == (long)(int)n"}},
           {"narrow<<<n, 256>>>(d, n);", "n", {"n == (short)(int)gridDim.x"}},
           {"narrow<<<n / 2, 256>>>(d, n);", "n / 2", {}},
           {"if (n > 4) k<<<2, 256>>>(d, n);", "2", {"n > 4"}},
           {"if (n > 4 || n < 0) return; k<<<2, 256>>>(d, n);", "2", {"!(n > 4)", "!(n < 0)"}},
           {"for (int s = 1; s < n; s *= 2) two<<<2, 256>>>(d, n, s);", "2", {"m < n", "m <= 0 || (m & m - 1) == 0", "m >= 1"}},
           {"for (int s = n; s > 1; s /= 2) { int g = s / 64; k<<<g, 256>>>(d, s); }", "n / 64",
            {"gridDim.x == n / 64", "n > 1"}}}) {
    const HostLaunch launch = one(c.body);
    INFO(c.body);
    CHECK(extent_text(launch.grid) == c.grid);
    CHECK(without_plain(launch) == c.relations);
  }
}

TEST_CASE("what is changed in between, or may be, is not related") {
  for (const char* body :
       {"int g = (n + 255) / 256; n /= 2; k<<<g, 256>>>(d, n);",
        "int g = (n + 255) / 256; touch(&n); k<<<g, 256>>>(d, n);",
        "int g = (n + 255) / 256; int& r = n; r = 3; k<<<g, 256>>>(d, n);",
        "int g = (n + 255) / 256; auto h = [&] { n = 3; }; h(); k<<<g, 256>>>(d, n);",
        "int g = (n + 255) / 256; while (n > 1) { k<<<g, 256>>>(d, n); n /= 2; }",
        "int g = 1; while (n > 3) { g = n; break; } k<<<g, 256>>>(d, n);",
        "int g = n; for (int i = 0; i < 3; ++i) { k<<<g, 256>>>(d, n); g = 4; }",
        "k<<<n++, 256>>>(d, n);",
        "k<<<changes(n), 256>>>(d, n);",
        "k<<<global + get(), 256>>>(d, global);",
        "static const int g = n; k<<<g, 256>>>(d, n);",
        "volatile int v = n; k<<<v, 256>>>(d, v);",
        "switch (n) { case 1: { int g; g = n; case 2: k<<<g, 256>>>(d, n); } }",
        "int g = 0; again: k<<<g, 256>>>(d, n); g = n; if (n > 2) goto again;",
        "int g = n; cudaLaunchHostFunc(0, callback, &n); cudaDeviceSynchronize(); k<<<g, 256>>>(d, n);",
        "int m = n; void* a[] = {&d, &m}; a[1] = &global; cudaLaunchKernel((void*)k, dim3(n), dim3(256), a, 0, 0);",
        "for (int i = 0; i < 4; ++i) { int g = n + i; ++i; k<<<g - i, 256>>>(d, n); }",
        "if (n > 4) { n = get(); k<<<2, 256>>>(d, n); }",
        "while (n > 4) { touch(&n); k<<<2, 256>>>(d, n); }"}) {
    const HostLaunch launch = one(body);
    INFO(body);
    for (const std::string& r : launch.relations) UNSCOPED_INFO(r);
    CHECK(without_plain(launch).empty());
  }
}

TEST_CASE("functions that are one expression, library functions, and calls of a launching function") {
  const std::string div_up =
      "int div_up(int a, int b) { return (a + b - 1) / b; }\n"
      "template <class T> constexpr T ceil_div(T a, T b) { return (a + b - 1) / b; }\n";
  CHECK(without_plain(one("k<<<div_up(n, 256), 256>>>(d, n);", div_up)) == Texts{"gridDim.x == (n + 256 - 1) / 256"});
  CHECK(without_plain(one("k<<<ceil_div(n, 256), 256>>>(d, n);", div_up)) == Texts{"gridDim.x == (n + 256 - 1) / 256"});
  CHECK(without_plain(one("k<<<ceil(n / 256.0), 256>>>(d, n);")) ==
        Texts{"gridDim.x == n / 256 + (n % 256 > 0)"});
  CHECK(without_plain(one("k<<<ceil(n / 256.0f), 256>>>(d, n);")).empty());
  CHECK(without_plain(one("k<<<min(n, 64), 256>>>(d, n);")).size() == 1);
  const HostLaunches called = read(
      "void run(float* d, int n, int t) { k<<<(n + t - 1) / t, t>>>(d, n); }\n"
      "void f(float* d, int m) { run(d, m, 128); run(d, 100, 64); run(d, m + 1, 128); }\n");
  REQUIRE(called.launches.size() == 2);
  CHECK(extent_text(called.launches[0].block) == "128");
  CHECK(without_plain(called.launches[0]) == Texts{"gridDim.x == (n + 128 - 1) / 128"});
  CHECK(extent_text(called.launches[1].grid) == "2");
  // Who else calls it is not known.
  const HostLaunches free = read(
      "void run(float* d, int n, int t) { k<<<(n + t - 1) / t, t>>>(d, n); }\n"
      "void (*p)(float*, int, int) = run;\nvoid f(float* d) { run(d, 3, 64); }\n");
  REQUIRE(free.launches.size() == 1);
  CHECK(extent_text(free.launches[0].block) == "t");
  CHECK(without_plain(free.launches[0]) == Texts{"gridDim.x == (n + (int)blockDim.x - 1) / (int)blockDim.x"});
}

TEST_CASE("cudaLaunchKernelEx: its configuration is followed member by member") {
  const HostLaunch filled = one(
      "cudaLaunchConfig_t c = {}; c.gridDim = dim3((n + 255) / 256); c.blockDim = dim3(256); c.dynamicSmemBytes = 64;"
      "c.stream = 0; cudaLaunchKernelEx(&c, k, d, n);");
  CHECK(extent_text(filled.block) == "256");
  CHECK(filled.dynamic_shared.value == 64u);
  CHECK(without_plain(filled) == Texts{"gridDim.x == (n + 255) / 256"});
  const HostLaunch listed = one("cudaLaunchConfig_t c{dim3(n), 128}; cudaLaunchKernelEx(&c, k, d, n + 1);");
  CHECK(extent_text(listed.block) == "128");
  CHECK(listed.dynamic_shared.value == 0u);
  CHECK(without_plain(listed).size() == 1);
  const HostLaunch pointers = one(
      "cudaLaunchConfig_t c = {0}; c.gridDim = 4; c.blockDim = 96; void* a[] = {&d, &n};"
      "cudaLaunchKernelExC(&c, (void*)k, a);");
  CHECK(extent_text(pointers.block) == "96");
  CHECK(extent_text(pointers.grid) == "4");
  // What was changed since, or by somebody else, is not known.
  for (const std::string body :
       {"cudaLaunchConfig_t c = {}; c.blockDim = 64; if (n > 3) c.blockDim = 32; cudaLaunchKernelEx(&c, k, d, n);",
        "cudaLaunchConfig_t c = {}; c.blockDim = 64; c.blockDim.x = n; cudaLaunchKernelEx(&c, k, d, n);",
        "cudaLaunchConfig_t c = {}; c.blockDim = 64; fill(&c); cudaLaunchKernelEx(&c, k, d, n);",
        "cudaLaunchConfig_t c = {}; c.blockDim = 64; cudaLaunchConfig_t& r = c; r.blockDim = 32; cudaLaunchKernelEx(&c, k, d, n);",
        "cudaLaunchConfig_t c; fill(&c); cudaLaunchKernelEx(&c, k, d, n);"}) {
    INFO(body);
    const HostLaunches all = read("void fill(cudaLaunchConfig_t*);\nvoid f(float* d, int n) { " + body + " }\n");
    CHECK(all.launches.empty());
    REQUIRE(all.unread.size() == 1);
    CHECK(all.unread[0].reason == "the blockDim of its configuration is not followed");
  }
  const HostLaunch twice = one(
      "cudaLaunchConfig_t c = {}; c.gridDim = n; c.blockDim = 64; c.gridDim = 5; cudaLaunchKernelEx(&c, k, d, n);");
  CHECK(extent_text(twice.grid) == "5");
}

TEST_CASE("members of structures whose values are given") {
  const std::string shape = "struct Shape { unsigned threads = 256; int items = 1; };\n";
  CHECK(extent_text(one("constexpr Shape s{.threads = 128}; k<<<1, s.threads>>>(d, n);", shape).block) == "128");
  CHECK(extent_text(one("Shape s{64, 2}; k<<<s.items, s.threads>>>(d, n);", shape).block) == "64");
  CHECK(extent_text(one("Shape s{64, 2}; s.items = 3; k<<<s.items, s.threads>>>(d, n);", shape).grid) == "3");
  CHECK(extent_text(one("Shape s{64, 2}; s.items = 3; k<<<s.items, s.threads>>>(d, n);", shape).block) == "64");
  for (const std::string body : {"Shape s{64, 2}; if (n) s.threads = 32; k<<<1, s.threads>>>(d, n);",
                                 "Shape s{64, 2}; touch(&n); s = Shape{}; k<<<1, s.threads>>>(d, n);",
                                 "Shape s{64, 2}; auto& r = s; r.threads = 3; k<<<1, s.threads>>>(d, n);"}) {
    INFO(body);
    CHECK_FALSE(one(body, shape).block[0].value == 64u);
  }
  CHECK_FALSE(one("Based s{{7}, 64, 2}; k<<<1, s.threads>>>(d, n);",
                  "struct Base { int x; }; struct Based : Base { unsigned threads; int items; };\n")
                  .block[0]
                  .value);
}

TEST_CASE("what is never reached launches nothing") {
  for (const std::string body :
       {"if (false) k<<<1, 32>>>(d, n);", "if constexpr (sizeof(int) == 2) k<<<1, 32>>>(d, n);",
        "constexpr bool debug = false; if (debug && n > 3) k<<<1, 32>>>(d, n);", "while (0) k<<<1, 32>>>(d, n);",
        "if (true) return; k<<<1, 32>>>(d, n);", "if (n > 3 || 1) { ++n; } else { k<<<1, 32>>>(d, n); }"}) {
    INFO(body);
    const HostLaunches all = read("void f(float* d, int n) { " + body + " }\n");
    CHECK(all.launches.empty());
    CHECK(all.unread.empty());
    REQUIRE(all.unreached.size() == 1);
    CHECK(all.unreached[0].kernel == "_Z1kPfi");
  }
  const HostLaunches called = read(
      "template <bool B> void go(float* d, int n) { if (B) k<<<1, 64>>>(d, n); else k<<<1, 32>>>(d, n); }\n"
      "void run(float* d, int n, bool b) { if (b) k<<<1, 128>>>(d, n); }\n"
      "void f(float* d, int n) { go<true>(d, n); run(d, n, false); }\n");
  REQUIRE(called.launches.size() == 1);
  CHECK(extent_text(called.launches[0].block) == "64");
  CHECK(called.unreached.size() == 2);
  CHECK(called.unread.empty());
}

TEST_CASE("a block that is one of several numbers makes several launches") {
  const HostLaunches all = read("void f(float* d, int n) { const int t = n >= 1024 ? 256 : 128; k<<<(n + t - 1) / t, t>>>(d, n); }\n");
  REQUIRE(all.launches.size() == 2);
  CHECK(extent_text(all.launches[0].block) == "256");
  CHECK(without_plain(all.launches[0]) == Texts{"gridDim.x == (n + 256 - 1) / 256", "n >= 1024"});
  CHECK(extent_text(all.launches[1].block) == "128");
  CHECK(without_plain(all.launches[1]) == Texts{"gridDim.x == (n + 128 - 1) / 128", "!(n >= 1024)"});
  // A condition with an effect is not one value.
  CHECK(read("void f(float* d, int n) { k<<<1, n++ > 3 ? 64 : 32>>>(d, n); }\n").launches.size() == 1);
}

TEST_CASE("blocks and grids that are given axis by axis, and by reference") {
  const HostLaunch axes = one("dim3 b; b.x = 16; b.y = 8; dim3 g(3, n); g.y = 2; k<<<g, b>>>(d, n);");
  CHECK(extent_text(axes.block) == "16,8");
  CHECK(extent_text(axes.grid) == "3,2");
  CHECK(read("void f(float* d, int n) { dim3 b(64); while (n > 4) { b.x = 32; break; } k<<<1, b>>>(d, n); }\n").launches.empty());
  const HostLaunches both = read("void f(float* d, int n) { dim3 b(64); if (n > 4) b.x = 32; k<<<1, b>>>(d, n); }\n");
  REQUIRE(both.launches.size() == 2);
  CHECK(extent_text(both.launches[0].block) == "32");
  CHECK(extent_text(both.launches[1].block) == "64");
  const std::string run = "void run(float* d, const dim3& b, const int& n) { k<<<n, b>>>(d, n); }\n";
  const HostLaunches given = read(run + "void f(float* d) { dim3 b(64); run(d, b, 7); }\n");
  REQUIRE(given.launches.size() == 1);
  CHECK(extent_text(given.launches[0].block) == "64");
  CHECK(extent_text(given.launches[0].grid) == "7");
  // Who else can change it may do so before the launch.
  const HostLaunches global = read("dim3 b(64);\nvoid other() { b.x = 32; }\n"
                                   "void run(float* d, const dim3& s) { other(); k<<<1, s>>>(d, 1); }\n"
                                   "void f(float* d) { run(d, b); }\n");
  for (const HostLaunch& launch : global.launches) CHECK_FALSE(launch.block[0].value);
}

TEST_CASE("a pointer to a kernel has the value of when it was copied") {
  const std::string other = "__global__ void other(float* a, int n) { a[0] = n; }\n";
  CHECK(one("auto p = k; auto kernel = p; kernel<<<1, 64>>>(d, n);", other).kernel == "_Z1kPfi");
  CHECK(one("auto p = k; p = other; p<<<1, 64>>>(d, n);", other).kernel == "_Z5otherPfi");
  const HostLaunches moved = read(other + "void f(float* d, int n) { auto p = k; auto kernel = p; p = other; kernel<<<1, 64>>>(d, n); }\n");
  CHECK(moved.launches.empty());
  // One of those that are named.
  std::vector<std::string> kernels;
  for (const UnreadLaunch& launch : moved.unread) kernels.push_back(launch.kernel);
  CHECK(kernels == std::vector<std::string>{"", "_Z1kPfi", "_Z5otherPfi"});
}

TEST_CASE("what is made of long chains of variables is computed once") {
  std::string body = "int a0 = n;\n";
  for (int i = 1; i <= 50; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    body += "int a" + std::to_string(i) + " = " + before + " * " + before + " + " + before + ";\n";
  }
  CHECK(without_plain(one(body + "k<<<a50, 64>>>(d, n);")).empty());
  CHECK(without_plain(one("int a = a + a; k<<<a, 64>>>(d, n);")).empty());
}

TEST_CASE("variables of loops that double or halve are powers of two") {
  for (const char* body : {"for (int s = 1; s < n; s *= 2) k<<<1, 64>>>(d, s);", "for (int s = 256; s > 0; s >>= 1) k<<<1, 64>>>(d, s);",
                           "for (int a = 2; a <= n; a <<= 1) for (int b = a / 2; b > 0; b /= 2) k<<<1, 64>>>(d, b);"}) {
    INFO(body);
    const HostLaunch launch = one(body);
    for (const std::string& r : launch.relations) UNSCOPED_INFO(r);
    CHECK(std::any_of(launch.relations.begin(), launch.relations.end(),
                      [](const std::string& r) { return r.find("&") != std::string::npos && r.find("||") != std::string::npos; }));
  }
  for (const char* body :
       {"for (int s = 1; s < n; s *= 3) k<<<1, 64>>>(d, s);", "for (int s = 3; s < n; s *= 2) k<<<1, 64>>>(d, s);",
        "for (int s = n; s > 0; s /= 2) k<<<1, 64>>>(d, s);", "for (int s = 1; s < n; s *= 2) { if (s == 8) ++s; k<<<1, 64>>>(d, s); }",
        "for (int s = 1; s < n; s *= 2) { touch(&s); k<<<1, 64>>>(d, s); }", "for (int s = 1; s < n; s += s) k<<<1, 64>>>(d, s);",
        "for (int s = -2; s < n; s *= 2) k<<<1, 64>>>(d, s);",
        "int a = n; for (int s = a; s < n; s *= 2) { a = 4; k<<<1, 64>>>(d, s); }"}) {
    INFO(body);
    for (const std::string& r : one(body).relations) CHECK(r.find("&") == std::string::npos);
  }
}

TEST_CASE("after a case it is known what the switch is about") {
  const HostLaunches all = read(
      "void f(float* d, int n) {\n"
      "  switch (n) {\n"
      "    case 512: k<<<1, n>>>(d, n); break;\n"
      "    case 256: { k<<<2, n>>>(d, n); break; }\n"
      "    case 128: get(); k<<<3, n>>>(d, n); return;\n"
      "    case 64: get();\n"
      "    case 32: k<<<4, n>>>(d, n); break;\n"
      "    case 1: case 2: k<<<5, n>>>(d, n); break;\n"
      "    default: k<<<6, n>>>(d, n);\n"
      "  }\n"
      "}\n");
  REQUIRE(all.launches.size() == 6);
  const auto says = [&](std::size_t i, const std::string& text) {
    const auto& r = all.launches[i].relations;
    return std::any_of(r.begin(), r.end(), [&](const std::string& t) { return t.find(text) != std::string::npos; });
  };
  for (const std::size_t i : {0, 1, 2}) CHECK(extent_text(all.launches[i].block) == std::to_string(512 >> i));
  CHECK(says(0, "== 512"));
  CHECK(says(1, "== 256"));
  CHECK(says(2, "== 128"));
  for (std::size_t i = 3; i < 6; ++i)
    for (const char* number : {"== 64", "== 32", "== 1", "== 2"}) CHECK_FALSE(says(i, number));
  const HostLaunches dispatched = read(
      "void go(float* d, int t) { switch (t) { case 64: k<<<1, 64>>>(d, t); break; case 32: k<<<1, 32>>>(d, t); break; } }\n"
      "void f(float* d, int n) { go(d, n > 9 ? 64 : 96); }\n");
  REQUIRE(dispatched.launches.size() == 1);
  CHECK(extent_text(dispatched.launches[0].block) == "64");
  CHECK(dispatched.unreached.size() == 1);
}

TEST_CASE("host code that uses cub and libcu++ is read with their headers, where there is a toolkit") {
  if (find_library_headers({}).empty()) {
    WARN("no CUDA toolkit: left out");
    return;
  }
  const HostLaunches all = read(
      "#include <cub/block/block_reduce.cuh>\n#include <cuda/atomic>\n#include <cuda/std/array>\n"
      "template <int B> __global__ void sum(int* p) {\n"
      "  __shared__ typename cub::BlockReduce<int, B>::TempStorage s;\n"
      "  int v = cub::BlockReduce<int, B>(s).Sum(1);\n  if (threadIdx.x == 0) *p = v;\n}\n"
      "void f(int* p, int n) { sum<128><<<(n + 127) / 128, 128>>>(p); }\n");
  REQUIRE(all.launches.size() == 1);
  CHECK(extent_text(all.launches[0].block) == "128");
  CHECK(all.launches[0].kernel == "_Z3sumILi128EEvPi");
}

TEST_CASE("launches that cannot be read are named") {
  const HostLaunches all = read(
      "typedef void (*K)(float*, int);\nextern K table[3];\n"
      "void f(float* d, int n) {\n"
      "  table[n]<<<1, 32>>>(d, n);\n"
      "  k<<<1, 2048>>>(d, n);\n"
      "}\n");
  CHECK(all.launches.empty());
  REQUIRE(all.unread.size() == 2);
  CHECK(all.unread[0].reason == "which kernel it starts is not known");
  CHECK(all.unread[1].reason == "no GPU takes its block of 2048 threads");
  CHECK(all.unread[1].kernel == "_Z1kPfi");
  // Templates that nobody instantiates, and kernels that launch, make no launches of the host.
  CHECK(read("template <int B> void run(float* d) { k<<<1, B>>>(d, 1); }\n").launches.empty());
}

TEST_CASE("host code that does not compile is bad input, with its place") {
  CHECK_THROWS_AS(read("void f() { nothing_of_that_name(); }\n"), InputError);
}

// clang would not count the operator; nvcc chooses functions first and looks at who may call them then.
TEST_CASE("a concept that a __device__ operator satisfies holds for host code") {
  const std::string code =
      "#include <new>\n"
      "struct Scale { __device__ float operator()(float v) const { return v; } };\n"
      "template <typename F> concept Unary = requires(F f, float v) { f(v); };\n"
      "template <Unary F> void map(float* d, int n, F) { k<<<(n + 255) / 256, 256>>>(d, n); }\n"
      "void f(float* d, int n) { map(d, n, Scale{}); }\n";
  const HostLaunches all = read(code);
  REQUIRE(all.launches.size() == 1);
  CHECK(extent_text(all.launches[0].block) == "256");
  CHECK(without_plain(all.launches[0]) == Texts{"gridDim.x == (n + 255) / 256"});
  // No choice is made between two that differ in nothing but who may call them.
  CHECK_THROWS_AS(read(code + "__device__ int which() { return 1; }\n__host__ int which() { return 2; }\n"), InputError);
}

}  // namespace
}  // namespace warpproof
