// Launches in methods of a class, whose members say how: a member that keeps what the constructor gave it is known, and each
// condition of that (host_kept.h) has a class here that breaks it.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// "BLOCK in GRID" of the launch of each class, which stands on a line of its own; "" where it was not read.
Texts sizes_of(const std::vector<std::string>& classes, const std::string& behind = "") {
  std::string code;
  for (const std::string& c : classes) code += c + "\n";
  const HostLaunches all = read(code + behind);
  const auto begin = std::count(kKernels.begin(), kKernels.end(), '\n') + 1;
  Texts out(classes.size());
  for (const HostLaunch& launch : all.launches) {
    const auto i = static_cast<std::size_t>(launch.place.line - begin);
    REQUIRE(i < out.size());
    out[i] = extent_text(launch.block) + " in " + extent_text(launch.grid);
  }
  return out;
}

const std::string kRun = "void run(float* d) { k<<<g, b>>>(d, n); } };";

TEST_CASE("members that keep what the constructor gave them") {
  const Texts sizes = sizes_of({
      "class Plain { float* p; int n, b, g; public: explicit Plain(int n) : n(n), b(256), g((n + 255) / 256) { touch(nullptr); } " + kRun,
      "class Own { int n, b = 128, g; public: Own(int m) : n(m), g((n + b - 1) / b) { callback(nullptr); } " + kRun,
      "class Shapes { int n; dim3 b, g; public: Shapes(int m) : n(m), b(32, 8), g((m + 31) / 32, 4) {} " + kRun,
      "class Assigned { int n; dim3 b, g; public: Assigned(int m) { n = m; b = dim3(64); g = dim3((m + 63) / 64); } " + kRun,
      "template <int B> class T { int n, b, g; public: T(int m) : n(m), b(B), g(m / B) {} " + kRun + " void use(float* d, int m) { T<96> x(m); x.run(d); }",
      "class Moved { int n, b, g; public: Moved(int m) : n(m), b(64), g(2) {} Moved(const Moved&) = delete; Moved(Moved&&) = default; " + kRun,
      "class Late { int n, b, g; public: Late(int m); ~Late(); " + kRun + " Late::Late(int m) : n(m), b(64), g(m) {} Late::~Late() {}",
  });
  CHECK(sizes == Texts{"256 in (n + 255) / 256", "128 in (n + 128 - 1) / 128", "32,8 in (n + 31) / 32,4", "64 in (n + 63) / 64",
                       "96 in n / 96", "64 in 2", "64 in n"});
}

TEST_CASE("members that may have another value are open") {
  const std::vector<std::string> classes = {
      "struct Second { int n, b, g; Second(int m) : n(m), b(64), g(1) {} Second() : n(1), b(32), g(1) {} " + kRun,
      "struct Default { int n = 1, b = 64, g = 1; Default(int m) : n(m), b(64), g(1) {} Default() = default; " + kRun,
      "struct Made { int n = 1, b = 64, g = 1; " + kRun,
      "struct Any { int n, b, g; template <class X> Any(X m) : n(m), b(64), g(1) {} Any(int m) : n(m), b(64), g(1) {} " + kRun,
      "struct Set { int n, b, g; Set(int m) : n(m), b(64), g(1) {} void set(int m) { b = m; } " + kRun,
      "struct Adds { int n, b, g; Adds(int m) : n(m), b(64), g(1) {} void set() { b += 1; } " + kRun,
      "struct Gives { int n, b, g; Gives(int m) : n(m), b(64), g(1) {} int& size() { return b; } " + kRun,
      "struct Address { int n, b, g; Address(int m) : n(m), b(64), g(1) { touch(&b); } " + kRun,
      "struct Refers { int n, b, g; Refers(int m) : n(m), b(64), g(1) { changes(b); } " + kRun,
      "struct Bytes { int n, b, g; Bytes(int m) : n(m), b(64), g(1) { callback(this); } " + kRun,
      "struct Named { int n, b, g; Named(int m) : n(m), b(64), g(1) {} " + kRun + " int Named::* field() { return &Named::b; }",
      "struct Outside { int n, b, g; Outside(int m) : n(m), b(64), g(1) {} " + kRun + " void set(Outside& o) { o.b = 3; }",
      "struct Twice { int n, b, g; Twice(int m) : n(m), b(64), g(1) { b = m; } " + kRun,
      "struct Branch { int n, b, g; Branch(int m) : n(m), g(1) { if (m > 3) b = 64; } " + kRun,
      "struct Leaves { int n; dim3 b, g; Leaves(int m) : n(m) { if (m > 3) return; b = dim3(64); g = dim3(1); } " + kRun,
      "struct Early { int n; dim3 b, g; Early(int m) : n(m) { run(nullptr); b = dim3(64); g = dim3(1); } " + kRun,
      "struct Partly { int n; dim3 b, g; Partly(int m) : n(m), b(64), g(1) {} void set() { b.x = 3; } " + kRun,
      "struct Assigns { int n, b, g; Assigns(int m) : n(m), b(64), g(1) {} Assigns& operator=(const Assigns& o) { n = o.n; return *this; } " + kRun,
      "struct Elsewhere { int n, b, g; Elsewhere(int m) : n(m), b(64), g(1) {} void more(); " + kRun,
      "struct Friends { int n, b, g; Friends(int m) : n(m), b(64), g(1) {} friend void other(Friends&); " + kRun,
      "struct Global { int n, b, g; Global(int m) : n(m), b(64), g(1) {} " + kRun + " extern Global all; Global all(3);",
      "struct Counts { int n, b, g; Counts(int m) : n(m), b(m++), g(m) {} " + kRun,
      "struct Mutable { int n; mutable int b; int g; Mutable(int m) : n(m), b(64), g(1) {} " + kRun,
      "struct Cast { int n, b, g; Cast(int m) : n(m), b(64), g(1) {} " + kRun + " void raw(Cast& c) { reinterpret_cast<char&>(c) = 1; }",
  };
  const Texts sizes = sizes_of(classes);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    INFO(classes[i] << ": " << sizes[i]);
    CHECK(sizes[i].find("64 in") != 0);
  }
}

TEST_CASE("members of one object are related, as its constructor's arguments are the same") {
  const HostLaunches all = read("class C { int n, b, g; public: C(int m) : n(m), b(256), g((m + 255) / 256) {} " + kRun);
  REQUIRE(all.launches.size() == 1);
  CHECK(without_plain(all.launches[0]) == Texts{"gridDim.x == (n + 255) / 256"});
  CHECK_FALSE(all.launches[0].block_is_open);
}

TEST_CASE("blocks that come from where nobody looked are open") {
  const auto is_open = [](const std::string& code) {
    const HostLaunches all = read(code);
    INFO(code);
    REQUIRE(all.launches.size() == 1);
    return all.launches[0].block_is_open;
  };
  CHECK_FALSE(is_open("void f(float* d, int n) { k<<<1, 64>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n, int b) { k<<<1, b>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n, int b) { b *= 2; k<<<1, b>>>(d, n); }"));
  CHECK_FALSE(is_open("int main(int c, char** v) { int b = atoi(v[1]); k<<<1, b>>>(nullptr, c); }"));
  CHECK_FALSE(is_open("void f(float* d, int n) { for (int b = 32; b <= 1024; b += 8) k<<<1, b>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n) { int b = 256; if (n > 3) b = atoi(\"3\"); k<<<1, b>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n, int m) { int w = m, b = w; b += 1; k<<<1, b>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { int w = get(); for (int b = w; b <= 1024; b *= 3) k<<<1, b>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int w = p.maxThreadsPerBlock; for (int b = w; b <= 1024; b *= 3) k<<<1, b>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { k<<<1, get()>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { int b = get(); k<<<1, b>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { int b; touch(&b); k<<<1, b>>>(d, n); }"));
  CHECK(is_open("struct S { int b; void f(float* d) { k<<<1, b>>>(d, 3); } };"));
  CHECK(is_open("void f(float* d, int n) { k<<<1, global>>>(d, n); }"));
  CHECK(is_open("void g(float* d, int b) { k<<<1, b>>>(d, 3); } void f(float* d) { g(d, get()); }"));
}

TEST_CASE("grids that no relation gives are open where the program computes them") {
  const auto is_open = [](const std::string& code) {
    const HostLaunches all = read(code);
    INFO(code);
    REQUIRE(all.launches.size() == 1);
    return all.launches[0].grid_is_open;
  };
  CHECK_FALSE(is_open("void f(float* d, int n) { k<<<64, 64>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n, int g) { k<<<g, 64>>>(d, n); }"));
  CHECK_FALSE(is_open("struct S { int n; void f(float* d) { k<<<(n + 63) / 64, 64>>>(d, n); } };"));
  CHECK_FALSE(is_open("int main(int c, char** v) { int g = atoi(v[1]); k<<<g, 64>>>(nullptr, c); }"));
  CHECK_FALSE(is_open("void f(float* d, int n) { for (int g = 1; g < n; g *= 2) k<<<g, 64>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n) { int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, k); k<<<g, 64>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n) { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); k<<<p.multiProcessorCount, 64>>>(d, n); }"));
  CHECK_FALSE(is_open("void f(float* d, int n) { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); int g = 4 * p.multiProcessorCount; k<<<g, 64>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { while (n > 1) { int g = (n + 63) / 64; n = get(); k<<<g, 64>>>(d, n); } }"));
  CHECK(is_open("void f(float* d, int n) { k<<<get(), 64>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n, int g) { while (g * 64 < n) ++g; k<<<g, 64>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { int g = n / 64; while (g * 64 < n) ++g; k<<<g, 64>>>(d, n); }"));
  CHECK(is_open("void f(float* d, int n) { int g = 1; for (int i = 0; i < n; i += 64) g += get(); k<<<g, 64>>>(d, n); }"));
  CHECK(is_open("struct S { int g; void f(float* d) { k<<<g, 64>>>(d, 3); } };"));
  CHECK(is_open("void f(float* d, int n) { dim3 g; touch(reinterpret_cast<int*>(&g)); k<<<g, 64>>>(d, n); }"));
}

}  // namespace
}  // namespace warpproof
