// Launches whose sizes are in variables that get other values for the next launch.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// "BLOCK in GRID" of all launches of a body, in the order of the text; "?" in front of one whose block is open.
Texts sizes_of(const std::string& body) {
  const HostLaunches all = read("void other(dim3&);\nvoid f(float* d, int n) {\n" + body + "\n}\n");
  std::vector<std::pair<int, std::string>> found;
  const auto put = [&](const SourceLocation& at, const HostLaunch& l) {
    found.emplace_back(at.line, (l.block_is_open ? "?" : "") + extent_text(l.block) + " in " + extent_text(l.grid));
  };
  for (const HostLaunch& launch : all.launches) {
    put(launch.place, launch);
    for (const SourceLocation& also : launch.also_at) put(also, launch);
  }
  std::sort(found.begin(), found.end());
  Texts out;
  for (auto& [line, text] : found) out.push_back(std::move(text));
  return out;
}

TEST_CASE("a variable has the value that it was given last, whatever comes after the launch") {
  const Texts expected{"128 in 1", "64 in 2"};
  const std::string first = "k<<<1, b>>>(d, n);\n", second = "k<<<2, b>>>(d, n);";
  CHECK(sizes_of("int b = 128; " + first + "b = 64; " + second) == expected);
  CHECK(sizes_of("int b; b = 128; " + first + "b = 64; " + second) == expected);
  CHECK(sizes_of("for (int i = 0; i < n; ++i) { int b = 128; " + first + "b = 64; " + second + "}") == expected);
  CHECK(sizes_of("int b = 32; for (int i = 0; i < n; ++i) { b = 128; if (n > 3) { " + first + "} b = 64; " + second + "}") == expected);
  CHECK(sizes_of("dim3 b; for (int i = 0; i < n; ++i) { b.x = 128; " + first + "b.x = 64; " + second + "}") == expected);
  CHECK(sizes_of("dim3 b(128); " + first + "b = dim3(64); " + second + " other(b);").empty());
  // What it was computed from changes later, too.
  CHECK(sizes_of("int m = 64, b = m * 2; " + first + "m = 32; b = m * 2; " + second + "m = n;") == expected);
}

TEST_CASE("a change that a way to the launch passes counts, wherever it stands") {
  for (const char* const body : {
           "int b = 128; again:\nk<<<1, b>>>(d, n); b = 64; if (get()) goto again;",
           "int b = 128; { again:\nk<<<1, b>>>(d, n); } b = 64; if (get()) goto again;",
           "int b = 128; while (get()) {\nk<<<1, b>>>(d, n); b = 64; }",
           "for (int b = 128; b > 3; b = 64) {\nk<<<1, b>>>(d, n); }",
           "for (int i = 0, b = 128; i < n; ++i, b = 64)\nk<<<1, b>>>(d, n);",
           "int b = 128; do {\nk<<<1, b>>>(d, n); } while ((b = 64) > n);",
           "int b = 128; auto f = [&] { b = 64; };\nk<<<1, b>>>(d, n); f();",
           "int b = 128; auto f = [&] {\nk<<<1, b>>>(d, n); }; b = 64; f();",
           "int m = 64, b = m * 2; auto f = [&] {\nk<<<1, b>>>(d, m); }; m = 32; b = m; f();",
           "switch (n) { int b; case 0: b = 128; case 1:\nk<<<1, b>>>(d, n); b = 64; }",
       }) {
    INFO(body);
    for (const std::string& size : sizes_of(body)) CHECK(size != "128 in 1");
  }
  // The program comes back to setjmp from anywhere.
  const HostLaunches all = read("#include <setjmp.h>\njmp_buf env; void f(float* d, int n) { int b = 128; if (setjmp(env) > 3) get();\n"
                                "k<<<1, b>>>(d, n); b = 64; longjmp(env, 1); }\n");
  for (const HostLaunch& launch : all.launches) CHECK(extent_text(launch.block) != "128");
}

TEST_CASE("what is checked before a launch holds there, whatever comes after it") {
  const HostLaunch launch = one("if (n > 512) return;\nk<<<n, 64>>>(d, n);\nn = 1024;");
  CHECK(std::count(launch.relations.begin(), launch.relations.end(), "!(n > 512)") == 1);
  const HostLaunch again = one("if (n > 512) return;\nagain: k<<<n, 64>>>(d, n);\nn = 1024; if (get()) goto again;");
  CHECK(std::count(again.relations.begin(), again.relations.end(), "!(n > 512)") == 0);
}

TEST_CASE("doubling is written in several ways") {
  const auto is_power = [](const std::string& step) {
    const HostLaunch l = one("for (int s = 32; s <= 512; " + step + ") k<<<1, 64>>>(d, s);");
    for (const std::string& r : l.relations) UNSCOPED_INFO(r);
    return std::any_of(l.relations.begin(), l.relations.end(), [](const std::string& r) { return r.find("- 1) == 0") != std::string::npos; });
  };
  for (const char* const step : {"s *= 2", "s = s * 2", "s = (s << 1)", "s = s / 2"}) CHECK(is_power(step));
  for (const char* const step : {"s = s * 3", "s = n * 2", "s = 2 * s + 1", "s = s + s * 2", "s = s * n"}) CHECK_FALSE(is_power(step));
}

}  // namespace
}  // namespace warpproof
