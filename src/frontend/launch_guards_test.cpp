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
    "static void sets(int& x, bool ok) { x = get(); if (!ok) exit(1); }\n";

TEST_CASE("checks that end the program, or the function") {
  const std::string use = "k<<<1, 64>>>(d, n);";
  check_all({"if (n % 32 == 0) { get(); } else { exit(1); }" + use, "n % 32 == 0 ? (void)0 : fail(1);" + use,
             "(void)(n % 32 == 0 || (fail(1), 0));" + use, "OR_FAIL(n % 32 == 0);" + use, "REQUIRE_(n % 32 == 0);" + use,
             "REQUIRE_(n % 32 == 0 && n > 0);" + use, "do { REQUIRE_(n % 32 == 0); } while (false);" + use,
             "{ get(); REQUIRE_(n % 32 == 0); }" + use, "require(n % 32 == 0, \"n\");" + use,
             "for (int i = 0; i < 3; ++i) { require(n % 32 == 0, \"n\"); " + use + " }"},
            kChecks, {"n % 32 == 0"}, true);
  check_all({"if (n % 32 != 0) return;" + use, "if (n % 32 != 0) exit(1);" + use, "if (n % 32 != 0) fail(3);" + use,
             "if (n % 32 != 0) usage();" + use, "if (n % 32 != 0) { printf(\"x\"); usage(); }" + use,
             "if (n % 32 != 0) throw 3;" + use, "if (n % 32 != 0) { exit(1); } else { get(); }" + use,
             "if (n % 32 != 0) do { printf(\"x\"); exit(1); } while (0);" + use, "refuse(n % 32 != 0);" + use},
            kChecks, {"!(n % 32 != 0)"}, true);
  check_all({"asserts(n % 32 == 0);" + use}, kChecks, {"n % 32 == 0 != 0"}, true);
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
             "sometimes(n % 32 == 0, n);" + use,
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
