// Launches whose sizes the constructor of a class computes. Each form that is followed has twins in which it must not be.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// "BLOCK in GRID" of the launch of each body, which stands on a line of its own; "" where it was not read.
Texts sizes_of(const std::vector<std::string>& bodies, const std::string& before) {
  std::string code = before;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    code += "void f" + std::to_string(i) + "(float* d, int n) { " + bodies[i] + " }\n";
  const HostLaunches all = read(code);
  const auto begin = std::count(kKernels.begin(), kKernels.end(), '\n') + std::count(before.begin(), before.end(), '\n') + 1;
  Texts out(bodies.size());
  for (const HostLaunch& launch : all.launches) {
    const auto i = static_cast<std::size_t>(launch.place.line - begin);
    REQUIRE(i < out.size());
    out[i] = extent_text(launch.block) + " in " + extent_text(launch.grid);
  }
  return out;
}

TEST_CASE("members that a constructor gives their values") {
  const std::string classes =
      "struct Config { dim3 grid, block; int n; float scale = 1;\n"
      "  Config(int n, int threads = 256) : grid((n + threads - 1) / threads), block(threads), n(n) {}\n"
      "  Config(dim3 g, const dim3& b) : grid(g), block(b), n(3) {}\n"
      "  Config() = default; };\n"
      "struct Later { dim3 grid; unsigned threads; explicit Later(int n); };\n"
      "Later::Later(int n) : threads(128) { grid = dim3((n + threads - 1) / threads); }\n"
      "struct Assigned { int blocks, threads; Assigned(int n) { threads = 64; blocks = (n + threads - 1) / threads; } };\n"
      "struct Outer { Config inner; int more; Outer(int n) : inner(n, 32), more(2) {} };\n"
      "constexpr int kThreads = 96;\n"
      "struct Fixed { dim3 block; Fixed() : block(kThreads, 2) {} };\n";
  const Texts sizes = sizes_of({"Config c(1000); k<<<c.grid, c.block>>>(d, n);",
                                "Config c(1000, 128); k<<<c.grid, c.block>>>(d, n);",
                                "Config c{n, 64}; k<<<c.grid, c.block>>>(d, n);",
                                "const Config c(dim3(4), dim3(16, 2)); k<<<c.grid, c.block>>>(d, n);",
                                "Config a(100); Config c = a; k<<<c.grid, c.block>>>(d, n);",
                                "auto c = Config(1000, 512); k<<<c.grid, c.block>>>(d, n);",
                                "Config c(1000); c.block = 32; k<<<c.grid, c.block>>>(d, n);",
                                "Later c(256); k<<<c.grid, c.threads>>>(d, n);",
                                "Assigned c(640); k<<<c.blocks, c.threads>>>(d, n);",
                                "Outer o(64); k<<<o.inner.grid, o.inner.block>>>(d, n);",
                                "Fixed c; k<<<1, c.block>>>(d, n);",
                                "n += 5; Config c(n); k<<<c.n, c.block.x / 2>>>(d, n);"},
                               classes);
  CHECK(sizes == Texts{"256 in 4", "128 in 8", "64 in (n + 64 - 1) / 64", "16,2 in 4", "256 in 1", "512 in 2", "32 in 4",
                       "128 in 2", "64 in 10", "32 in 2", "96,2 in 1", "128 in n"});
}

TEST_CASE("what a constructor may do otherwise leaves its members open") {
  const std::string classes =
      "int counter = 3; struct Kept; Kept* kept;\n"
      "struct Kept { dim3 block; Kept(int t) : block(t) { kept = this; } };\n"
      "struct Twice { dim3 block; Twice(int t) : block(t) { block.x *= 2; } };\n"
      "struct Again { int threads; Again(int t) { threads = t; threads = 2 * t; } };\n"
      "struct Early { int twice, threads; Early(int t) : twice(2 * threads), threads(t) {} };\n"
      "struct Between { int threads, copy; Between(int t) : threads(t), copy(threads) { threads = 7; } };\n"
      "struct Branch { int threads; Branch(int t) { if (t > 3) threads = 64; else threads = 32; } };\n"
      "struct Own { int threads; Own(int t) : threads(pick(t)) {} int pick(int t) { return threads = t + 1; } };\n"
      "struct Changed { int threads; Changed(int t) : threads(t += 32) {} };\n"
      "struct Param { int threads, more; Param(int t) : threads(t), more(t++) {} };\n"
      "struct Global { int threads; Global() : threads(counter) {} };\n"
      "struct Any { int threads; template <class T> Any(T t) : threads(t * 2) {} };\n"
      "struct Delegates { int threads; Delegates(int t) : threads(t) {} Delegates() : Delegates(64) {} };\n"
      "struct Base { int threads; Base(int t) : threads(t) {} }; struct Derived : Base { Derived(int t) : Base(t) {} };\n"
      "struct Odd { int threads; Odd(int t) : threads(t) {} operator int() const { return 5; } Odd& operator+=(int m) { threads += m; return *this; } };\n"
      "struct Elsewhere { int threads; Elsewhere(int t); };\n"
      "struct Refers { int& threads; Refers(int& t) : threads(t) {} };\n"
      "struct Narrow { unsigned char threads; Narrow(int t) : threads(t) {} };\n"
      "struct Destroyed { int threads; Destroyed(int t) : threads(t) {} ~Destroyed() { counter = threads; } };\n";
  const Texts sizes = sizes_of(
      {"Kept c(64); kept->block.x = n; k<<<1, c.block>>>(d, n);", "Twice c(64); k<<<1, c.block>>>(d, n);",
       "Again c(64); k<<<1, c.threads>>>(d, n);", "Early c(64); k<<<1, c.twice>>>(d, n);",
       "Between c(64); k<<<1, c.copy>>>(d, n);", "Branch c(64); k<<<1, c.threads>>>(d, n);",
       "Own c(64); k<<<1, c.threads>>>(d, n);", "Changed c(64); k<<<1, c.threads>>>(d, n);",
       "Param c(64); k<<<1, c.threads>>>(d, n);", "Global c; counter = n; k<<<1, c.threads>>>(d, n);",
       "Any c(64); k<<<1, c.threads>>>(d, n);", "Delegates c; k<<<1, c.threads>>>(d, n);",
       "Derived c(64); k<<<1, c.threads>>>(d, n);", "Odd c(64); c += 32; k<<<1, c.threads>>>(d, n);",
       "Elsewhere c(64); k<<<1, c.threads>>>(d, n);", "int t = 64; Refers c(t); t = n; k<<<1, c.threads>>>(d, n);",
       "Destroyed c(64); k<<<1, c.threads>>>(d, n);", "Odd c(64); Odd& r = c; r.threads = n; k<<<1, c.threads>>>(d, n);",
       "Odd c(64); if (n > 3) c = Odd(32); k<<<1, c.threads>>>(d, n);", "Odd c(64); auto p = &c; p->threads = n; k<<<1, c.threads>>>(d, n);",
       "dim3 b(64); b.x += n; k<<<1, b>>>(d, n);"},
      classes);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    INFO(i << ": " << sizes[i]);
    CHECK((sizes[i].empty() || !std::isdigit(static_cast<unsigned char>(sizes[i][0])) ||
           sizes[i].substr(0, sizes[i].find(" in ")).find_first_not_of("0123456789,") != std::string::npos));
  }
  // A conversion counts, and the object's own conversion is the user's code.
  const Texts more = sizes_of({"Narrow c(300); k<<<1, c.threads>>>(d, n);", "Odd c(64); k<<<1, int(c)>>>(d, n);"}, classes);
  CHECK(more[0] == "44 in 1");
  CHECK(more[1].find("64 in") == std::string::npos);
}

TEST_CASE("operators of the user's own change what they are given") {
  const std::string before =
      "dim3& operator+=(dim3& a, int m) { a.x += m; return a; }\n"
      "dim3 operator*(dim3 a, int m) { return dim3(a.x * m, a.y); }\n"
      "struct Size { int v; Size& operator+=(int m) { v += 2 * m; return *this; } Size& operator++() { v = 7; return *this; } };\n"
      "Size& operator<<=(Size& s, int m) { s.v = m; return s; }\n";
  const Texts sizes = sizes_of(
      {"dim3 b(32); b += 32; k<<<1, b>>>(d, n);", "dim3 b(32); k<<<1, b * 2>>>(d, n);",
       "Size s{32}; s += 1; k<<<1, s.v>>>(d, n);", "Size s{32}; ++s; k<<<1, s.v>>>(d, n);",
       "Size s{32}; s <<= 64; k<<<1, s.v>>>(d, n);", "Size s{32}; for (int i = 0; i < n; ++i) s += i; k<<<1, s.v>>>(d, n);"},
      before);
  for (const std::string& size : sizes) {
    INFO(size);
    CHECK(size.find("32 in") != 0);
    CHECK(size.find("64 in") != 0);
  }
}

TEST_CASE("kernels take the const away from what they are given, not from variables of the host") {
  const std::string functions = "struct S { int threads; }; void look(const S& s); void keep(const S* s);\n";
  const std::string casts = "(const unsigned* p, const int* q, const char* r) { *(unsigned*)p = 1; *const_cast<int*>(q) = 1; *(char*)r = 1; }\n";
  const std::string shape = "dim3 b; b.x = 64; k<<<1, b>>>(d, n);", number = "S s{32}; look(s); k<<<1, s.threads>>>(d, n);",
                    pointer = "S s{32}; keep(&s); k<<<1, s.threads>>>(d, n);";
  CHECK(sizes_of({shape, number}, functions + "__global__ void casts" + casts) == Texts{"64 in 1", "32 in 1"});
  // Who has a pointer may give it to a kernel.
  CHECK(sizes_of({shape, pointer}, functions + "__global__ void casts" + casts) == Texts{"64 in 1", "s.threads in 1"});
  const std::string method = "T s{32}; s.give(); k<<<1, s.threads>>>(d, n);", t = "struct T { int threads; void give() const; };\n";
  CHECK(sizes_of({shape, method}, t + "__global__ void casts" + casts) == Texts{"64 in 1", "s.threads in 1"});
  CHECK(sizes_of({shape, method}, t) == Texts{"64 in 1", "32 in 1"});
  CHECK(sizes_of({shape, pointer}, functions) == Texts{"64 in 1", "32 in 1"});
  // A copy of a dim3 keeps no reference.
  CHECK(sizes_of({shape, number}, functions + "void casts" + casts) == Texts{"64 in 1", "s.threads in 1"});
}

}  // namespace
}  // namespace warpproof
