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
  const HostLaunches own = read("__attribute__((returns_twice)) int mark(); void f(float* d, int n) { int b = 128; if (mark() > 3) get();\n"
                                "k<<<1, b>>>(d, n); b = 64; get(); }\n");
  for (const HostLaunch& launch : own.launches) CHECK(extent_text(launch.block) != "128");
}

TEST_CASE("what is checked before a launch holds there, whatever comes after it") {
  const HostLaunch launch = one("if (n > 512) return;\nk<<<n, 64>>>(d, n);\nn = 1024;");
  CHECK(std::count(launch.relations.begin(), launch.relations.end(), "!(n > 512)") == 1);
  const HostLaunch again = one("if (n > 512) return;\nagain: k<<<n, 64>>>(d, n);\nn = 1024; if (get()) goto again;");
  CHECK(std::count(again.relations.begin(), again.relations.end(), "!(n > 512)") == 0);
}

TEST_CASE("of a variable that only gets numbers which are written these are known") {
  const auto relations = [](const std::string& body) { return without_plain(one(body)); };
  CHECK(relations("int b = 256; while (n-- > 0) { k<<<1, b>>>(d, get()); b = 64; }") == Texts{"(int)blockDim.x == 256 || (int)blockDim.x == 64"});
  CHECK(relations("const int w = 64; int b = 256; while (n-- > 0) { k<<<1, b>>>(d, get()); b = w; }") == Texts{"(int)blockDim.x == 256 || (int)blockDim.x == 64"});
  for (const char* const body : {"int b; while (n-- > 0) { k<<<1, b>>>(d, get()); b = 64; }", "int b = 256; while (n-- > 0) { k<<<1, b>>>(d, get()); b += 64; }",
                                 "int b = 256; while (n-- > 0) { k<<<1, b>>>(d, get()); b = n; }", "int b = 256; touch(&b); while (n-- > 0) { k<<<1, b>>>(d, get()); b = 64; }"}) {
    INFO(body);
    for (const std::string& r : relations(body)) CHECK(r.find("== 64") == std::string::npos);
  }
}

TEST_CASE("what a number is no less and no more than is known where nothing is known of what it is computed from") {
  const auto relations = [](const std::string& number) {
    return without_plain(one("int m = get(); unsigned u = get(); long w = get(); k<<<1, 64>>>(d, " + number + ");", "#include <algorithm>\n"));
  };
  CHECK(relations("std::max(m, 1)") == Texts{"n >= 1"});
  CHECK(relations("std::min(std::max(m, 1), 64)") == Texts{"n >= 1", "n <= 64"});
  CHECK(relations("m < 5 ? 5 : m") == Texts{"n >= 5"});
  CHECK(relations("!(m >= 5) ? 5 : m") == Texts{"n >= 5"});
  CHECK(relations("m > 64 ? 64 : m") == Texts{"n <= 64"});
  CHECK(relations("u % 100 + 1") == Texts{"n >= 1", "n <= 100"});
  CHECK(relations("m % 100") == Texts{"n >= -99", "n <= 99"});
  CHECK(relations("(m & 31) * 2 + 3") == Texts{"n >= 3", "n <= 65"});
  CHECK(relations("u / 16") == Texts{"n >= 0", "n <= 268435455"});
  // An if changes it before the launch.
  const auto after = [](const std::string& code) { return without_plain(one("int m = get(); " + code + " k<<<1, 64>>>(d, m);", "")); };
  CHECK(after("if (m < 1) m = 1;") == Texts{"n >= 1"});
  CHECK(after("if (m < 1) m = 100; if (m > 512) m = 512;") == Texts{"n >= 1", "n <= 512"});
  CHECK(after("if (m < 1) { m = 1; } else { touch(nullptr); }") == Texts{"n >= 1"});
  CHECK(after("if (m < 1) m = 1; m = get();").empty());
  CHECK(after("if (m < 1) m = get();").empty());
  CHECK(after("while (get()) { if (m < 1) m = 1; m--; }").empty());
  CHECK(after("if (m > 1) m = 1;") == Texts{"n <= 1"});
  CHECK(after("if (m < 1 && get()) m = 1;").empty());
  // Of a block, too.
  const auto of_block = [](const std::string& block) { return without_plain(one("int m = get(); k<<<1, " + block + ">>>(d, get());", "#include <algorithm>\n")); };
  CHECK(of_block("32 * m") == Texts{"blockDim.x % 32u == 0u"});
  CHECK(of_block("std::min((m + 31) / 32 * 32, 1024)") == Texts{"blockDim.x % 32u == 0u"});
  CHECK(of_block("std::min(std::max(m, 1), 1024)") == Texts{"blockDim.x >= 1u", "blockDim.x <= 1024u"});
  const HostLaunch known = one("int m = get(); const int blocks = 2; k<<<1, (blocks > 1 || m > 256) ? 256 : m>>>(d, n);");
  CHECK(extent_text(known.block) == "256");
  CHECK(extent_text(one("int m = get(); const bool small = false; k<<<1, (small && m > 256) ? 256 : 64>>>(d, n);").block) == "64");
  // Sums and products may wrap around, a conversion may cut off, and a bool is a number.
  for (const char* const number : {"m + 1", "std::max(m, 1) + 1", "std::max(m, 1) * 2", "(int)(w > 5 ? 5 : w)", "(int)u", "-m", "m / get()", "m % get()", "m < 5 ? m : 5u", "m << 2"}) {
    INFO(number);
    for (const std::string& r : relations(number)) CHECK_FALSE((r.find(">= 1") != std::string::npos || r.find("<= 5") != std::string::npos || r.find(">= 0") != std::string::npos));
  }
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
