// Arguments that the program chooses, or checks, where that is not followed: whether a launch gives a value is open then. It is
// not where the value comes from outside, or where nothing shows that some are left out. Each has twins.
#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

const std::string kBefore =
    "#include <cassert>\n#include <vector>\n#include <cstdio>\n#include <cstdlib>\n#include <stdexcept>\n"
    "struct Dims { int n, m; };\nstruct Other { int n, m; };\n"
    "static bool fits(const Dims* d) { if (d->n % 32) { printf(\"no\"); return false; } return true; }\n"
    "static void validate(const Dims* d) { if (d->n % 32) exit(1); }\n"
    "static void is_right(int n) { if (n % 32) exit(1); }\nstatic void relays(const Dims* d) { is_right(d->n); }\n"
    "static void by_pointer(const int* n) { if (*n % 32) exit(1); }\nstatic void looks_at(const int* n) { printf(\"%d\", *n); }\n"
    "static void changes_all(int* n) { while (*n % 32) ++*n; }\nstatic void changes_it(int& n) { while (n % 32) ++n; }\n"
    "static void reads_all(int* n) { *n = get(); }\n\n"
    "static int round_up(int n) { while (n % 32) n++; return n; }\nstatic int by_rest(int n, int m) { int r = n % m; return r == 0 ? n : n + m - r; }\n"
    "static int larger(int n, int m) { return n < m ? m : n; }\n"
    "static int checked(int n) { if (n % 32) exit(1); return n; }\nstatic void rounds(Dims* d) { d->n = (d->n + 31) / 32 * 32; }\n"
    "static bool parses(const char* s, int* n) { *n = atoi(s); return *n % 32 == 0; }\nstatic bool reads(const char* s, int* n) { *n = atoi(s); return *n > 0; }\n"
    "static int free_size, read_size, set_size, refused_size, global_size, first_size = 5;\n"
    "void set(int k) { set_size = k * 32; first_size = k * 64; }\nvoid set_first(int k) { first_size = k; }\nvoid set_read(const char* s) { read_size = atoi(s); }\n"
    "void set_refused(int k) { if (k % 32) throw 1; refused_size = k; }\nvoid set_free(const char* s) { free_size = atoi(s); if (free_size % 32) exit(1); }\n";

// Whether it is open that the launch of each body gives each value of n.
void check_open(const std::vector<std::string>& bodies, bool expected) {
  std::string code = kBefore;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string name = std::to_string(i);
    code += "__global__ void k" + name + "(float* a, int n) { a[n] = 1; }\n";
    std::string body = bodies[i];
    for (std::size_t at = body.find("k<<<"); at != std::string::npos; at = body.find("k<<<", at + 2)) body.insert(at + 1, name);
    code += "void f" + name + "(float* d, int n, const Dims* s, Other o, const char* text) { " + body + " }\n";
  }
  const HostLaunches all = read(code);
  REQUIRE(all.launches.size() == bodies.size());
  for (const HostLaunch& launch : all.launches) {
    const std::size_t i = std::stoul(launch.kernel_name.substr(1));
    INFO(bodies[i]);
    CHECK(launch.open_arguments.empty() != expected);
  }
}

const std::string kUse = "k<<<1, 64>>>(d, n);";

TEST_CASE("a size that a function of the program's searches, rounds or refuses is not any size") {
  check_open({"if (!fits(s)) return; k<<<1, 64>>>(d, s->n);", "validate(s); k<<<1, 64>>>(d, s->n);", "relays(s); k<<<1, 64>>>(d, s->n);",
              "by_pointer(&n);" + kUse, "changes_all(&n);" + kUse, "changes_it(n);" + kUse, "n = round_up(n);" + kUse, "n = by_rest(n, 32);" + kUse,
              "int m = checked(n); k<<<1, 64>>>(d, m);", "k<<<1, 64>>>(d, checked(n));", "int m; if (!parses(text, &m)) return; k<<<1, 64>>>(d, m);",
              "Dims t{n, 1}; rounds(&t); k<<<1, 64>>>(d, t.n);"},
             true);
  check_open({"looks_at(&n);" + kUse, "by_pointer(&o.m);" + kUse, "int m = n; changes_all(&m);" + kUse, "int m = n; changes_it(m);" + kUse, "int m = round_up(n); (void)m;" + kUse,
              "reads_all(&n);" + kUse, "n = larger(n, 64);" + kUse, "int m; if (!reads(text, &m)) return; k<<<1, 64>>>(d, m);",
              "changes_all(&n); n = get();" + kUse, "if (get()) changes_all(&n);" + kUse, kUse + "is_right(n);", kUse + "n = round_up(n);", "Dims t{n, 1}; rounds(&t); k<<<1, 64>>>(d, t.m);",
              "Dims t{n, 1}; rounds(&t); t.n = get(); k<<<1, 64>>>(d, t.n);"},
             false);
}

TEST_CASE("a size that is computed from itself in steps is not any size") {
  check_open({"int r = n % 32; if (r) n += 32 - r;" + kUse, "if (n % 32) n = (n / 32 + 1) * 32;" + kUse, "int m = n % 32; n += m;" + kUse, "n *= 3;" + kUse},
             true);
  check_open({"n = n + 1;" + kUse, "n += get();" + kUse, "n += o.m;" + kUse, "n = get() + n;" + kUse, "if (n % 32) n = get();" + kUse, "if (n > 5) n = n / 3 * 3;" + kUse, "n = n - o.n;" + kUse,
              "n = n * o.m;" + kUse, "n = get() * get();" + kUse, "n -= 1;" + kUse, "++n;" + kUse, "k<<<1, 64>>>(d, sizeof(Other) + 5);", "int m = n % 32; m = get(); n += m;" + kUse,
              "while (n > 1) { " + kUse + " n = (n + 1) / 2; }", "for (int s = 3; s < n; s *= 3) k<<<1, 64>>>(d, s);", "k<<<1, 64>>>(d, o.n);", "if (scanf(\"%d\", &n) != 1) return;" + kUse, "n = atoi(text);" + kUse,
              "int m = 1024; for (int i = 0; i < 3; ++i) if (text[i] == 'n') m = atoi(text + i); k<<<1, 64>>>(d, m);"},
             false);
}

TEST_CASE("two numbers from one place are any numbers; a number and its own rest are not") {
  const std::string of_m = " k<<<1, 64>>>(d, m);";
  check_open({"int m = atoi(text) + atoi(text + 1);" + of_m, "int m = o.n + get() % (o.m - o.n);" + of_m, "int m = s->n + s->m;" + of_m,
              "n += n / 2;" + kUse, "n -= n / 2;" + kUse, "n = n + n / 2;" + kUse},
             false);
  check_open({"n = n + 32 - n % 32;" + kUse, "n += 32 - n % 32;" + kUse, "int r = n % 32; n = n + 32 - r;" + kUse, "int m = n + (32 - (n & 31));" + of_m, "int m = 1 << atoi(text);" + of_m}, true);
}

TEST_CASE("what divides another size says nothing of this one") {
  const HostLaunches all = read(kBefore + "__global__ void k(float* a, int n, int len) { a[n] = len; }\n"
                                          "void f(float* d, int n, int len) { int r = n % 32; if (r) n += 32 - r; len &= ~31; k<<<1, 64>>>(d, n, len); }\n");
  REQUIRE(all.launches.size() == 1);
  CHECK(all.launches[0].open_arguments == std::vector<std::size_t>{1});
}

TEST_CASE("a global variable that is rounded, or checked where it is given, is not any size") {
  check_open({"k<<<1, 64>>>(d, free_size);", "k<<<1, 64>>>(d, set_size);", "k<<<1, 64>>>(d, refused_size);", "if (global_size % 32) return; k<<<1, 64>>>(d, global_size);"}, true);
  check_open({"k<<<1, 64>>>(d, read_size);", "k<<<1, 64>>>(d, first_size);", "if (global_size < 5) return; k<<<1, 64>>>(d, global_size);", "if (set_size % 32) return; k<<<1, 64>>>(d, read_size);"},
             false);
}

TEST_CASE("checks in steps, in a chain, or on one of two ways") {
  check_open({"bool ok = n > 0; ok &= n % 32 == 0; if (!ok) return;" + kUse, "int errors = 0; if (n % 32) { errors++; } if (n == o.m) errors++; if (errors) exit(1);" + kUse,
              "if (n <= 0) return; else if (n > 4096) { if (n % 64) return; } else if (n % 32) return;" + kUse,
              "if (text) { assert(n % 32 == 0); } else { n = 64; }" + kUse},
             true);
  check_open({"bool ok = o.n % 32 == 0; ok &= o.m % 32 == 0; if (!ok) return;" + kUse, "int warned = 0; if (n % 32) { warned++; } if (o.n) warned++; if (o.m) return;" + kUse,
              "if (n <= 0) return; else if (n > 4096) { if (o.n % 64) return; } else if (o.m % 32) return;" + kUse, "if (text) { assert(n % 32 == 0); } n = get();" + kUse,
              "if (text == nullptr) { if (n % 32) return; exit(1); }" + kUse, "if (n > 4096) { exit(1); } else { printf(\"%d\", n % 32); }" + kUse},
             false);
}

TEST_CASE("where it is stated what divides a size, each multiple is possible") {
  check_open({"n = (n + 31) / 32 * 32;" + kUse, "n &= ~31;" + kUse, "n -= n % 32;" + kUse, "while (n % 32) n++;" + kUse, "n *= 16;" + kUse, "for (int s = 32; s < n; s += 32) k<<<1, 64>>>(d, s);"}, false);
}

TEST_CASE("a number that the program makes in steps, or takes from a container, is not any number") {
  check_open({"int m = 1 << 16; while (m >= 64) { m /= 2; k<<<1, 64>>>(d, m); }", "int m = 1 << 16; for (; m >= 32; m >>= 1) k<<<1, 64>>>(d, m);",
              "int m = 4096; do { k<<<1, 64>>>(d, m); m = m / 64 * 32; } while (m > 32);", "std::vector<int> v = {64, 128}; for (int m : v) k<<<1, 64>>>(d, m);",
              "std::vector<int> v = {64, 128}; int m = v[o.m]; k<<<1, 64>>>(d, m);"},
             true);
  check_open({"int m = n; while (m >= 64) { m /= 2; k<<<1, 64>>>(d, m); }", "for (int m = 0; m < 10; ++m) k<<<1, 64>>>(d, m);",
              "int m = 1; while (m < 1000) { m += o.m; k<<<1, 64>>>(d, m); }", "int m = 64; scanf(\"%d\", &m); k<<<1, 64>>>(d, m);"},
             false);
}

TEST_CASE("a size that is checked by what the run time gives back is any size") {
  const std::string buffer = "struct Buffer { float* p; void upload(const std::vector<float>& v) { if (cudaMemcpy(p, v.data(), 4, cudaMemcpyHostToDevice) != cudaSuccess) exit(1); }\n"
                             "  void checked(const std::vector<float>& v) { if (v.size() % 32) exit(1); } };\n#include <vector>\n";
  const auto is_open = [&](const std::string& body) { return !one("Buffer b{d}; std::vector<float> h(n); " + body + " k<<<1, 64>>>(d, n);", "#include <vector>\n#include <cstdlib>\n" + buffer).open_arguments.empty(); };
  CHECK_FALSE(is_open("b.upload(h);"));
  CHECK(is_open("b.checked(h);"));
}

TEST_CASE("a block of 64 bits that is rounded to whole warps") {
  CHECK(has(one("long b = n; b &= ~31l; k<<<1, b>>>(d, n);").relations, "blockDim.x % 32u == 0u"));
}

}  // namespace
}  // namespace warpproof
