// Conditions on which a program does not come to a launch, in forms that are not read, and calls that only a library makes.
#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// Is it open whether the launch gives each value of n?
bool is_open(const std::string& body, const std::string& before = "") {
  return one(body + " k<<<1, 64>>>(d, n);", before).open_arguments == std::vector<std::size_t>{1};
}

TEST_CASE("a condition on which the program goes elsewhere leaves values open in each of its forms") {
  const std::string checks =
      "#include <cstdlib>\nenum Status { kOk, kBad };\nenum class Scoped { kOk, kBad };\n"
      "static Status check(int n) { if (n % 32 != 0) return kBad; return kOk; }\n"
      "static Scoped scoped(int n) { return n % 32 == 0 ? Scoped::kOk : Scoped::kBad; }\nstatic void shows(int) {}\n";
  const auto open = [&](const std::string& body) { return is_open(body, checks); };
  CHECK(open("Status s = check(n); if (s != kOk) return;"));
  CHECK(open("const auto s = scoped(n); if (s != Scoped::kOk) return;"));
  CHECK(open("if (Status s = check(n); s != kOk) return;"));
  CHECK(open("if (int r = n % 32) return;"));
  CHECK(open("if (bool bad = n % 32) { shows(bad); exit(1); }"));
  CHECK(open("if (get()) { if (int r = n % 32; r != 0) return; }"));
  CHECK(open("switch (n) { case 32: break; default: return; }"));
  CHECK(one("if (n % 32 != 0) goto done; k<<<1, 64>>>(d, n); done:;").open_arguments == std::vector<std::size_t>{1});
  CHECK(open("auto ok = [&] { return n % 32 == 0; }; if (!ok()) return;"));
  CHECK(open("for (int i = 0; i < 3; ++i) if (n % 3 == i) return;"));
  CHECK_FALSE(open("for (int i = 0; i < 3; ++i) if (n % 3 == i) break;"));
  CHECK_FALSE(open("switch (n) { case 32: break; default: shows(n); }"));
  CHECK_FALSE(open("Status s = check(3); if (s != kOk) return;"));
  CHECK_FALSE(open("if (int r = n > 32) return;"));
  CHECK_FALSE(open("if (int r = get()) return;"));
}

TEST_CASE("an object that is looked at leaves its members open") {
  const std::string begin = "#include <cstdlib>\nstruct S { int n; float* d; S(int n, float* d); ";
  const auto open = [&](const std::string& members, const std::string& after = "") {
    const HostLaunches all = read(begin + members + " };\n" + after);
    REQUIRE(all.launches.size() == 1);
    return !all.launches[0].open_arguments.empty();
  };
  const std::string use = "k<<<1, 64>>>(d, n);";
  const std::string plain = "S::S(int a, float* b) : n(a), d(b) {}\n", refuses = "S::S(int a, float* b) : n(a), d(b) { if (a % 32) throw 1; }\n";
  CHECK(open("bool valid() const { return n % 32 == 0; } void run() { if (!valid()) return; " + use + " }", plain));
  CHECK(open("void check() const { if (n % 32) exit(1); } void run() { check(); " + use + " }", plain));
  CHECK(open("void run() { " + use + " }", refuses));
  CHECK(open("", plain + "bool valid(const S& s) { return s.n % 32 == 0; }\nvoid f(S s) { if (!valid(s)) return; k<<<1, 64>>>(s.d, s.n); }\n"));
  CHECK_FALSE(open("void show() const {} void run() { show(); " + use + " }", plain));
}

TEST_CASE("of values that a condition chooses it may leave some out") {
  const auto open = [](const std::string& value) {
    return !one("k<<<1, 64>>>(d, " + value + ");").open_arguments.empty();
  };
  CHECK(open("n % 32 == 0 ? n : 32"));
  CHECK_FALSE(open("get() ? n : 32"));
  CHECK_FALSE(open("n > 32 ? n : 32"));
}

TEST_CASE("functions that call each other many times are looked at once") {
  std::string calls;
  for (int i = 12; i-- > 0;) {
    calls += "void f" + std::to_string(i) + "() { ";
    for (int n = 0; n < 20; ++n) calls += i < 11 ? "f" + std::to_string(i + 1) + "(); " : "touch(nullptr); ";
    calls += "}\n";
  }
  CHECK_FALSE(is_open("if (n == 7) f0();", calls));
}

TEST_CASE("a launch with attributes may be one of clusters, whose number of blocks not every grid has") {
  const std::string config = "cudaLaunchConfig_t c = {}; c.gridDim = n; c.blockDim = 64; ";
  const std::string launch = "cudaLaunchKernelEx(&c, k, d, n);";
  CHECK(one(config + "cudaLaunchAttribute a[1]; c.attrs = a; c.numAttrs = 1; " + launch).grid_is_open);
  CHECK_FALSE(one(config + launch).grid_is_open);
}

// Where a launch is entered, as far as the calls of its function are known: one text for each way.
std::vector<std::size_t> calls_of(const std::string& code) {
  std::vector<std::size_t> out;
  for (const HostLaunch& launch : read(code).launches) out.push_back(launch.called_from.size());
  return out;
}

TEST_CASE("a function that a library calls has calls that are not here") {
  using Counts = std::vector<std::size_t>;
  const std::string sink = "#include <algorithm>\n#include <iterator>\n#include <vector>\n"
                           "struct Sink { typedef int value_type; float* d; void push_back(int n) { k<<<1, 32>>>(d, n); } };\n";
  CHECK(calls_of(sink + "void f(Sink s, std::vector<int>& v) { s.push_back(32); std::copy(v.begin(), v.end(), std::back_inserter(s)); }\n") == Counts{0});
  CHECK(calls_of(sink + "void f(Sink s, std::vector<int>& v) { s.push_back(32); std::copy(v.begin(), v.end(), v.begin()); }\n") == Counts{1});
  const std::string less = "#include <algorithm>\nstruct X { int n; };\nstatic float* d;\nbool operator<(X a, X b) { k<<<1, 32>>>(d, a.n); return a.n < b.n; }\n";
  CHECK(calls_of(less + "void f(X* x) { if (x[0] < x[1]) std::sort(x, x + 9); }\n") == Counts{0});
  CHECK(calls_of(less + "void f(X* x) { if (x[0] < x[1]) x[0] = x[1]; }\n") == Counts{1});
  // Most calls of a destructor are not written.
  CHECK(calls_of("struct L { float* d; ~L() { k<<<1, 32>>>(d, 33); } };\nvoid f() { L l{nullptr}; if (sizeof(int) == 8) l.~L(); }\n") == Counts{0});
}

}  // namespace
}  // namespace warpproof
