// What checks of parameters before a launch leave known: in statements, macros and functions. Each has twins in which it
// must not be stated.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

const std::string kChecks =
    "#include <cstdio>\n#include <cstdlib>\n"
    "#define REQUIRE_(c) do { if (!(c)) { printf(\"no\"); exit(1); } } while (0)\n"
    "#define OR_FAIL(c) ((c) ? (void)0 : fail(1))\n"
    "[[noreturn]] void fail(int);\nvoid returns(int);\n"
    "static void usage() { printf(\"usage\"); exit(2); }\n"
    "static void may_return(int x) { if (x > 3) return; exit(2); }\n"
    "static void require(bool ok, const char* what) { if (!ok) { printf(\"%s\", what); exit(1); } }\n"
    "static void refuse(bool bad) { if (bad) throw 3; }\n"
    "static void asserts(int ok) { if (!ok) fail(3); }\n"
    "static void changed(bool ok) { ok = true; if (!ok) exit(1); }\n"
    "static void early(bool ok, int x) { if (x > 3) return; if (!ok) exit(1); }\n"
    "static void sometimes(bool ok, int x) { if (!ok) { if (x) return; exit(1); } }\n"
    "static void narrow_flag(char ok) { if (!ok) exit(1); }\n"
    "static void sets(int& x, bool ok) { x = get(); if (!ok) exit(1); }\n"
    "static void validate(int x) { if (x <= 0 || x % 32 != 0) { printf(\"no\"); exit(1); } }\n"
    "static void by_macro(int x) { REQUIRE_(x % 32 == 0); }\n"
    "static void relays(const int x) { require(x % 32 == 0, \"x\"); }\n"
    "static void way_out(bool ok) { if (ok) return; exit(1); }\n"
    "template <class T> void equal(T a, T b) { if (a != b) fail(1); }\n"
    "static void returns_first(int x) { if (x == 7) return; if (x % 32 != 0) exit(1); }\n"
    "static void scoped(int x) { { if (x == 7) return; if (x % 32 != 0) exit(1); } }\n"
    "static void in_else(int x) { if (x < 0) exit(1); else { if (x == 7) return; if (x % 32 != 0) exit(1); } }\n"
    "static void in_macro(int x) { do { if (x == 7) return; if (x % 32 != 0) exit(1); } while (0); }\n"
    "static void computes(int x) { x *= 32; if (x % 32 != 0) exit(1); }\n"
    "static void other(int x) { int y = global; if (y % 32 != 0 || x < 0) exit(1); }\n"
    "static void soft(int x) __attribute__((analyzer_noreturn));\nstatic void soft(int x) { printf(\"%d\", x); }\n"
    "static int resized(int& x) { char b[++x]; return sizeof(b); }\n";

TEST_CASE("checks that end the program, or the function") {
  const std::string use = "k<<<1, 64>>>(d, n);";
  check_all({"if (n % 32 == 0) { get(); } else { exit(1); }" + use, "n % 32 == 0 ? (void)0 : fail(1);" + use,
             "(void)(n % 32 == 0 || (fail(1), 0));" + use, "OR_FAIL(n % 32 == 0);" + use,
             "REQUIRE_(n % 32 == 0);" + use, "REQUIRE_(n % 32 == 0 && n > 0);" + use,
             "do { REQUIRE_(n % 32 == 0); } while (false);" + use, "{ get(); REQUIRE_(n % 32 == 0); }" + use,
             "require(n % 32 == 0, \"n\");" + use,
             "for (int i = 0; i < 3; ++i) { require(n % 32 == 0, \"n\"); " + use + " }"},
            kChecks, {"n % 32 == 0"}, true);
  check_all(
      {"if (n % 32 != 0) return;" + use, "if (n % 32 != 0) exit(1);" + use, "if (n % 32 != 0) fail(3);" + use,
       "if (n % 32 != 0) usage();" + use, "if (n % 32 != 0) { printf(\"x\"); usage(); }" + use,
       "if (n % 32 != 0) throw 3;" + use, "if (n % 32 != 0) { exit(1); } else { get(); }" + use,
       "if (n % 32 != 0) do { printf(\"x\"); exit(1); } while (0);" + use, "refuse(n % 32 != 0);" + use},
      kChecks, {"!(n % 32 != 0)"}, true);
  check_all({"if (n <= 0) { return; } else if (n % 32 != 0) { exit(1); }" + use, "if (__builtin_expect(static_cast<bool>(n % 32 != 0), 0)) return;" + use,
             "if (n % 32 != 0) { if (get()) return; else exit(1); }" + use, "auto no = [](int) { exit(1); }; if (n % 32 != 0) no(3);" + use,
             "if (n % 32 != 0) std::terminate();" + use, "if (n % 32 != 0) [[unlikely]] { return; }" + use, "validate(n);" + use},
            kChecks + "#include <exception>\n", {"!(n % 32 != 0)"}, true);
  check_all({"way_out(n % 32 == 0);" + use, "asserts(n % 32 == 0);" + use, "by_macro(n);" + use, "relays(n);" + use, "REQUIRE_(n % 32 == 0 && \"multiple\");" + use}, kChecks,
            {"n % 32 == 0"}, true);
  check_all({"equal(n, 96);" + use}, kChecks, {"!(n != 96)"}, true);
}

TEST_CASE("checks after which the program goes on, and such of other values") {
  const std::string use = "k<<<1, 64>>>(d, n);";
  check_all({"if (n % 32 != 0) returns(3);" + use,
             "if (n % 32 != 0) may_return(n);" + use,
             "if (n % 32 != 0) { if (get()) goto on; exit(1); } on:" + use,
             "n % 32 == 0 ? (void)0 : returns(1);" + use,
             "do { if (get()) break; REQUIRE_(n % 32 == 0); } while (0);" + use,
             "do { if (n % 32 != 0) break; } while (0);" + use,
             "if (n % 32 != 0) do { if (get()) break; exit(1); } while (0);" + use,
             "do { if (get()) goto on; REQUIRE_(n % 32 == 0); on:; } while (0);" + use,
             "if (get()) REQUIRE_(n % 32 == 0);" + use,
             "REQUIRE_(n % 32 == 0); n = get();" + use,
             "REQUIRE_(n % 32 == 0 || get());" + use,
             "require(n % 32 == 0, \"n\"); touch(&n);" + use,
             "if (n % 32 == 0) { n = get(); } else { exit(1); }" + use,
             "changed(n % 32 == 0);" + use,
             "early(n % 32 == 0, n);" + use,
             "sometimes(n % 32 == 0, n);" + use, "returns_first(n);" + use, "scoped(n);" + use, "in_else(n);" + use, "in_macro(n);" + use, "computes(n);" + use, "other(n);" + use, "validate(2 * n);" + use,
             "validate(n); n = get();" + use, "validate(n++);" + use, "if (n % 32 != 0) soft(n);" + use,
             "auto f = [exit = &returns](float* d, int n) { if (n % 32 != 0) exit(1);" + use + " }; f(d, n);",
             "if (n % 32 != 0) return; char b[++n]; (void)b;" + use, "if (n % 32 != 0) return; resized(n);" + use,
             "if (n % 32 != 0) return; else if (get()) {} n = get();" + use,
             "sets(n, n % 32 == 0);" + use,
             "auto f = [&] { require(n % 32 == 0, \"n\"); }; if (n) f();" + use,
             "try { refuse(n % 32 != 0); } catch (...) {}" + use,
             "switch (n) { case 1: require(n % 32 == 0, \"n\"); default: " + use + " }"},
            kChecks, {"n % 32 == 0", "!(n % 32 != 0)", "n % 32 == 0 != 0"}, false);
  check_all({"narrow_flag(n);" + use, "require(n = 5, \"n\");" + use}, kChecks, {"n != 0"}, false);
}

TEST_CASE("values that are checked in code that is not followed may be left out") {
  const std::string checks =
      kChecks +
      "static bool is_power(int x) { while (x > 1 && x % 2 == 0) x /= 2; return x == 1; }\n"
      "static int rest(int& log, int x) { for (log = 0; x && !(x & 1); x /= 2) ++log; return x; }\n"
      "static void check_size(int x) { for (int i = 0; i < 3; ++i) if (x % 3 == i) exit(1); }\n"
      "static void shows(int x) { printf(\"%d\", x); }\nbool works(float* d, int n);\n"
      "static char* g;\nstatic void allocate(int x) { if (cudaMalloc(&g, x * 4) != cudaSuccess) exit(1); }\n"
      "static bool init(int x) { return cudaMalloc(&g, x) == cudaSuccess; }\n"
      "static void limits(int x) { if (x <= 0 || x > 1 << 20) exit(1); }\n"
      "static void passes_on(int x) { for (int i = 0; i < 3; ++i) require(x % 3 != i, \"x\"); }\n"
      "static int halves(int x) { int n = 0; while (x % 2 == 0) { x /= 2; ++n; } return n; }\n"
      "struct Sizes { int tile; int rows(); };\n";
  const auto open = [&](const std::string& body, const std::string& before = "") {
    return one(body + " k<<<1, 64>>>(d, n);", checks + before).open_arguments == std::vector<std::size_t>{1};
  };
  CHECK(open("if (!is_power(n)) return;"));
  CHECK(open("REQUIRE_(is_power(n));"));
  CHECK(open("bool ok = is_power(n); if (!ok) return;"));
  CHECK(open("int log; int r = rest(log, n); if (r != 1) return;"));
  CHECK(open("check_size(n);"));
  CHECK(open("check_size(2 * n + 1);"));
  CHECK(open("require(is_power(n), \"n\");"));
  CHECK(open("Sizes s; touch(&s.tile); if (n % s.tile != 0) return;"));
  CHECK(open("if (n % global != 0) return;"));
  CHECK(open("passes_on(n);"));
  CHECK(open("if (halves(n) != 3) return;"));
  CHECK_FALSE(open("allocate(n);"));
  CHECK_FALSE(open("if (!init(n)) return;"));
  CHECK_FALSE(open("limits(n);"));
  CHECK_FALSE(open(""));
  CHECK_FALSE(open("int m = get(); if (!is_power(m)) return;"));
  CHECK_FALSE(open("shows(n);"));
  CHECK_FALSE(open("require(n > 3, \"n\");"));
  CHECK_FALSE(open("if (!works(d, n)) return;"));  // what it finds in memory
  CHECK_FALSE(open("if (cudaMalloc(&d, n) != cudaSuccess) return;"));
  CHECK_FALSE(open("if (n > global) return;"));  // a limit leaves small numbers
  CHECK_FALSE(open("if (!is_power(n)) return; n = get();"));
}

}  // namespace
}  // namespace warpproof
