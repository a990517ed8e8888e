// Launches whose block comes from a list of numbers, from a loop that counts, or through a function that is given another
// one. Each has twins in which nothing of the kind may be said.
#include <algorithm>
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// The blocks of all launches, in order: "64 128", "b" where it is not known.
std::string blocks(const std::string& code) {
  std::string out;
  const HostLaunches all = read(code);
  for (const HostLaunch& l : all.launches) out += (out.empty() ? "" : " ") + extent_text(l.block) + (l.block_is_open ? "?" : "");
  for (const UnreadLaunch& u : all.unread) out += " unread: " + u.reason;
  return out;
}

std::string of_body(const std::string& body) { return blocks("void f(float* d, int n) { " + body + " }\n"); }

TEST_CASE("an element of a list is each of its numbers") {
  const std::string use = "k<<<n, b>>>(d, n);";
  for (const char* body : {
           "int all[] = {64, 128}; for (int j = 0; j < 2; ++j) { int b = all[j]; k<<<n, b>>>(d, n); }",
           "const int all[2] = {64, 128}; for (int j = 0; j < 2; ++j) k<<<n, all[j]>>>(d, n);",
           "static const int all[] = {64, 128}; for (int j = 0; j < sizeof(all) / sizeof(int); ++j) k<<<n, all[j]>>>(d, n);",
           "for (int b : {64, 128}) k<<<n, b>>>(d, n);",
           "unsigned all[] = {64, 128}; for (unsigned b : all) k<<<n, b>>>(d, n);",
           "struct S { int m, b; }; constexpr S all[] = {{1, 64}, {2, 128}}; for (const S& s : all) k<<<n, s.b>>>(d, n);",
           "struct S { int m, b; }; const S all[] = {{1, 64}, {2, 128}}; k<<<n, all[n].b>>>(d, n);",
           "const dim3 all[] = {dim3(64), dim3(128)}; for (int j = 0; j < 2; ++j) k<<<n, all[j]>>>(d, n);"}) {
    INFO(body);
    CHECK(of_body(body) == "64 128");
  }
  CHECK(of_body("const int all[] = {64, 128}; k<<<n, all[1]>>>(d, n);") == "128");
  CHECK(of_body("const int all[] = {64, 64, 64}; k<<<n, all[n]>>>(d, n);") == "64");
}

TEST_CASE("a list that may change is none") {
  for (const char* body : {
           "int all[] = {64, 128}; all[0] = n; k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; touch(all); k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; touch(&all[1]); k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; int* p = all; ++*p; k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; for (int& b : all) b = n; k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; auto g = [&] { all[1] = 3; }; g(); k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; all[1]++; k<<<n, all[1]>>>(d, n);",
           "int all[] = {64, 128}; int& r = all[1]; r = 3; k<<<n, all[1]>>>(d, n);",
           "static int all[] = {64, 128}; k<<<n, all[1]>>>(d, n); all[1] = n;",
           "volatile int all[] = {64, 128}; k<<<n, all[1]>>>(d, n);",
           "struct S { mutable int b; }; const S all[] = {{64}, {128}}; all[1].b = n; k<<<n, all[1].b>>>(d, n);",
           "int all[4] = {64, 128}; k<<<n, all[3] + 1>>>(d, n);",
           "const int all[] = {64, n}; k<<<n, all[1]>>>(d, n);"}) {
    INFO(body);
    const std::string found = of_body(body);
    CHECK(found.find("128") == std::string::npos);
    CHECK(found.find("64") == std::string::npos);
  }
}

TEST_CASE("a counter is each of the numbers that it counts to") {
  CHECK(of_body("for (int b = 64; b <= 256; b *= 2) k<<<n, b>>>(d, n);") == "64 128 256");
  CHECK(of_body("for (unsigned b = 64; b < 256; b <<= 1) k<<<n, b>>>(d, n);") == "64 128");
  CHECK(of_body("for (int b = 64; b <= 256 && n > 3; b += 64) k<<<n, dim3(b, 2)>>>(d, n);") == "64,2 128,2 192,2 256,2");
  CHECK(of_body("for (int b = 64; b <= 256; b *= 2) if (b != 128) k<<<n, b>>>(d, n);") == "64 256");
  // Too many for a check of each.
  const HostLaunch many = one("for (int b = 32; b <= 1024; b += 32) k<<<n, b>>>(d, n);");
  CHECK(extent_text(many.block) == "b");
  const Texts facts = without_plain(many);
  CHECK(std::find(facts.begin(), facts.end(), "(int)blockDim.x % 32 == 0") != facts.end());
  CHECK(std::find(facts.begin(), facts.end(), "(int)blockDim.x <= 1024") != facts.end());
}

TEST_CASE("a counter that may have other values") {
  for (const char* body : {
           "for (int b = 64; b <= 256; b *= 2) { if (n) ++b; k<<<n, b>>>(d, n); }",
           "for (int b = 64; b <= 256; b *= 2) { touch(&b); k<<<n, b>>>(d, n); }",
           "int b = 64; for (; b <= 256; b *= 2) {} k<<<n, b>>>(d, n);",
           "for (int b = 64; b <= 256 || n > 3; b *= 2) k<<<n, b>>>(d, n);",
           "for (int b = n; b <= 256; b *= 2) k<<<n, b>>>(d, n);",
           "for (int b = 64; b <= n; b *= 2) k<<<n, b>>>(d, n);",
           "for (int b = 64; b <= 256; b *= n) k<<<n, b>>>(d, n);",
           "for (int b = 64; n <= 256; b *= 2) k<<<n, b>>>(d, n);"}) {
    INFO(body);
    CHECK(of_body(body).find("64") == std::string::npos);
  }
}

const std::string kRun =
    "template <class T> T&& pass(T& v) { return static_cast<T&&>(v); }\n"
    "void run(float* d, int n, const int b) { k<<<n, b>>>(d, n); }\n"
    "void other(float* d, int n, const int b) { two<<<n, b + 1>>>(d, n, n); }\n"
    "template <class F, class... A> float time_of(int repeats, F f, A&&... a) {\n"
    "  for (int i = 0; i < repeats; ++i) f(static_cast<A&&>(a)...);\n  return 0; }\n";

TEST_CASE("a function that another one is given and calls") {
  CHECK(blocks(kRun + "void f(float* d, int n) { time_of(10, run, d, n, 64); }\n") == "64 b + 1");
  CHECK(blocks(kRun + "void f(float* d, int n) { int b = 64; time_of(10, &run, d, n, b); run(d, n, 128); }\n") == "128 64 b + 1");
  // Each function has the arguments that it is given.
  CHECK(blocks(kRun + "void f(float* d, int n) { time_of(10, run, d, n, 64); time_of(10, other, d, n, 127); }\n") == "64 128");
  CHECK(blocks(kRun + "void f(float* d, int n) { int all[] = {64, 128}; for (int j = 0; j < 2; ++j) { int b = all[j]; time_of(10, run, d, n, b); } }\n") ==
        "64 128 b + 1");
  CHECK(blocks("void run(float* d, int b) { k<<<1, b>>>(d, 1); }\nvoid twice(void (*f)(float*, int), float* d, int b) { f(d, b); f(d, 2 * b); }\n"
               "void f(float* d) { twice(run, d, 64); }\n") == "64 128");
}

TEST_CASE("a function that is given to who may call it otherwise") {
  for (const char* code : {
           "void (*kept)(float*, int, int);\nvoid f(float* d, int n) { time_of(10, run, d, n, 64); kept = run; }\n",
           "void take(void (*)(float*, int, int));\nvoid f(float* d, int n) { time_of(10, run, d, n, 64); take(run); }\n",
           "template <class F> void keep(F f, float* d) { static F kept = f; f(d, 1, 64); }\nvoid f(float* d, int n) { keep(run, d); }\n",
           "template <class F> void keep(F f, float* d) { f = other; f(d, 1, 64); }\nvoid f(float* d, int n) { keep(run, d); }\n",
           "template <class F> void keep(F f, float* d) { auto g = [=] { f(d, 1, 64); }; g(); }\nvoid f(float* d, int n) { keep(run, d); }\n"}) {
    INFO(code);
    const std::string found = blocks(kRun + code);
    CHECK(found.starts_with("b?"));
  }
  // What the arguments are is not the same any more.
  CHECK(blocks(kRun + "template <class F> void add(F f, float* d, int b) { ++b; f(d, 1, b); }\nvoid f(float* d) { add(run, d, 64); }\n").starts_with("b?"));
  CHECK(blocks(kRun + "template <class F> void add(F f, float* d, int& b) { ++b; f(d, 1, b); }\n"
                      "void f(float* d) { int b = 64; add(run, d, b); }\n").starts_with("b?"));
}

TEST_CASE("blocks that the run time gives") {
  CHECK(of_body("int grid, b; cudaOccupancyMaxPotentialBlockSize(&grid, &b, k, 0, 0); k<<<n, b>>>(d, n);") == "b?");
  CHECK(of_body("int b; cudaDeviceGetAttribute(&b, cudaDevAttrMaxThreadsPerBlock, 0); k<<<n, b>>>(d, n);") == "b?");
  CHECK(of_body("int b = get(); k<<<n, b>>>(d, n);") == "b?");
  CHECK(of_body("k<<<1, n>>>(d, n);") == "n");
}

}  // namespace
}  // namespace warpproof
