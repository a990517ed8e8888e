#include "checker/cli/parameter_names.h"

#include <catch2/catch.hpp>

using namespace warpproof::cli;
using Names = std::vector<std::string>;

namespace {
Names of(std::string_view source, std::string_view function, std::size_t count) {
  return parameter_names(scan_parameter_names(source), function, count);
}
}  // namespace

TEST_CASE("parameter names of one parameter list") {
  struct Case {
    std::string parameters;
    Names expected;
  };
  const std::vector<Case> cases = {
      {"int n", {"n"}},
      {"const int *in, int *out, int n", {"in", "out", "n"}},
      {"const float* __restrict__ x, float *const y", {"x", "y"}},
      {"unsigned long long seed, std::size_t n, ns::Big<int, 4> b", {"seed", "n", "b"}},
      {"int a[4], int (&b)[2], void (*callback)(int, int)", {"a", "b", "callback"}},
      {"int n = f(1, 2), int m = 3 < 4", {"n", "m"}},
      {"std::pair<int, std::pair<int, int>> p, T q", {"p", "q"}},
      {"__grid_constant__ const Params params, struct S s", {"params", "s"}},
      {"int /* the count, really */ n, // rest\n float x", {"n", "x"}},
      {"int, float *out", {"", "out"}},
      {"const Foo, Foo bar", {"", "bar"}},
      {"ns::Foo, unsigned int, int n", {"", "", "n"}},
      {"T (*)(int), int n", {"", "n"}},
  };
  for (const Case& c : cases) {
    INFO(c.parameters);
    CHECK(of("__global__ void k(" + c.parameters + ") {}", "k", c.expected.size()) == c.expected);
  }
}

TEST_CASE("kernels are found whatever stands before their name") {
  for (const char* head :
       {"__global__ void k", "extern \"C\" __global__ void k", "__global__ static void k",
        "__global__ void __launch_bounds__(256, 2) k", "template <int N> __global__ void k",
        "__global__ __attribute__((used)) void\nk", "static inline __device__ int k",
        "__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) k "}) {
    INFO(head);
    CHECK(of(std::string(head) + "(int n) {}", "k", 1) == Names{"n"});
  }
}

TEST_CASE("comments, literals and preprocessor lines hold no kernels") {
  for (const char* hidden :
       {"// __global__ void k(int wrong) {}\n", "/* __global__ void k(int wrong) {} */",
        "\"__global__ void k(int wrong)\"", "R\"x(__global__ void k(int wrong))x\"",
        "#define K __global__ void k(int wrong)\n", "#define K \\\n __global__ void k(int wrong)\n",
        "// continued \\\n __global__ void k(int wrong) {}\n"}) {
    INFO(hidden);
    CHECK(of(hidden, "k", 1).empty());
    CHECK(of(std::string(hidden) + "\n__global__ void k(int right) {}", "k", 1) == Names{"right"});
  }
}

TEST_CASE("no name is given where two would fit") {
  const std::string source =
      "__global__ void k(int a);\n"
      "namespace x { __global__ void k(int b) {} }\n"
      "__global__ void k(int c, int d) {}\n"
      "__global__ void l(int, int); __global__ void l(int e, int f) {}";
  CHECK(of(source, "k", 1).empty());
  CHECK(of(source, "k", 2) == Names{"c", "d"});
  CHECK(of(source, "k", 3).empty());
  CHECK(of(source, "l", 2) == Names{"e", "f"});
  CHECK(of(source, "m", 1).empty());
}

TEST_CASE("variables and functions without parameters have no names to give") {
  const auto scanned = scan_parameter_names(
      "__device__ int table[4] = {1, 2}; __device__ float scale; __global__ void none() {} "
      "__global__ void nothing(void) {} __device__ struct { int a; } s;");
  CHECK(scanned.count("table") == 0);
  CHECK(scanned.count("scale") == 0);
  CHECK(parameter_names(scanned, "none", 0).empty());
  CHECK(parameter_names(scanned, "nothing", 0).empty());
}

TEST_CASE("parameters are restricted by what comes after their last star") {
  const auto scanned = scan_restricted_parameters(
      "__global__ void k(const int* __restrict__ a, int* b, int** __restrict c, int* __restrict__* d, int n) "
      "{}");
  CHECK(parameter_names(scanned, "k", 5) == std::vector<std::string>{"restrict", "", "restrict", "", ""});
}

TEST_CASE("source that never ends is read to its end") {
  for (const std::string source :
       {"__global__ void k(", "__global__ void k(int n", "__global__", "/*", "\"", "R\"(", "R\"", "'",
        "#define \\", "__global__ void __launch_bounds__(", "\\"}) {
    INFO(source);
    CHECK_NOTHROW(scan_parameter_names(source));
  }
  CHECK_NOTHROW(scan_parameter_names("__global__ void k(" + std::string(1'000'000, '(')));
}
