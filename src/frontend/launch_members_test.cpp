// Numbers in structures that launches pass by value. Each condition of what is said of one has a program here that breaks it.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

const std::string kStructures =
    "struct P { float* out; int n; long stride; bool flag; float scale; };\n"
    "struct In { int b; short c; };\nstruct Q { int a; In in; P p; };\n"
    "__global__ void by(P p) { p.out[threadIdx.x * p.stride] = p.n; }\n"
    "__global__ void nested(int m, Q q) { q.p.out[q.in.b] = m + q.in.c; }\n";

TEST_CASE("numbers in structures that are passed by value") {
  const auto with = [](const std::string& body, const Texts& texts) { check_all({body}, kStructures, texts, true); };
  with("P p; p.out = d; p.n = n; p.stride = 4; by<<<(n + 255) / 256, 256>>>(p);", {"p.stride == 4l", "gridDim.x == (p.n + 255) / 256"});
  with("P p = {d, 7, 4}; by<<<1, 256>>>(p);", {"p.stride == 4l", "p.n == 7"});
  with("P p{d, n, n}; by<<<n, 256>>>(p);", {"p.stride == p.n", "gridDim.x == p.n"});
  with("by<<<1, 64>>>(P{d, n, 4});", {"p.stride == 4l"});
  with("const P p{d, n, 4}; P q = p; by<<<1, 64>>>(q);", {"p.stride == 4l"});
  with("Q q; q.a = 1; nested<<<1, 64>>>(n, q);", {"q.a == 1"});
  with("P p{d, n, 4}; void* a[] = {&p}; cudaLaunchKernel((void*)by, dim3(1), dim3(64), a, 0, nullptr);", {"p.stride == 4l"});
  with("P p; p.stride = 4; long a, b; a = p.stride = b = 8; by<<<1, 64>>>(p);", {"p.stride == 8l"});
  with("if (n % 32 == 0) { P p{d, n, 4}; by<<<1, 64>>>(p); }", {"p.n % 32 == 0"});
}

TEST_CASE("of functions that are given a structure") {
  const auto of = [](const std::string& code) {
    const HostLaunches all = read(kStructures + code);
    REQUIRE(all.launches.size() == 1);
    return all.launches[0];
  };
  for (const char* type : {"P", "P&", "const P&"}) {
    INFO(type);
    const HostLaunch launch = of("static void go(" + std::string(type) + " p) { by<<<p.n, 64>>>(p); }\nvoid f(float* d, int n) { P p{d, n, 4}; go(p); }");
    CHECK(has(launch.relations, "gridDim.x == p.n"));
  }
  CHECK(has(of("static void go(const P& p) { by<<<p.n, 64>>>(p); }\nvoid f(float* d, int n) { P p{d, n, 4}; go(p); }").relations, "p.stride == 4l"));
  CHECK(has(of("void go(const P& p) { by<<<p.n, 64>>>(p); }").relations, "gridDim.x == p.n"));
}

TEST_CASE("members that may have another value") {
  const std::string more = "struct S : P { };\nstruct Own { long stride; Own(long s) : stride(s) {} Own(const Own& o) : stride(o.stride + 1) {} };\n"
                           "struct To { operator P() const; };\nunion U { int stride; float f; };\nstruct Bits { long two : 2; };\n"
                           "__global__ void own(Own p) {}\n__global__ void un(U p) {}\nvoid keep(P*);\nvoid change(P&);\nP* address();\n";
  check_all({"P p{d, n, 4}; p.stride = get(); by<<<1, 64>>>(p);", "P p{d, n, 4}; change(p); by<<<1, 64>>>(p);", "P p{d, n, 4}; keep(&p); by<<<1, 64>>>(p);",
             "P p{d, n, 4}; P* q = &p; q->stride = n; by<<<1, 64>>>(p);", "P p{d, n, 4}; P& q = p; q.stride++; by<<<1, 64>>>(p);",
             "P p{d, n, 4}; if (n > 3) p.stride = 8; by<<<1, 64>>>(p);", "P p{d, n, 4}; for (int i = 0; i < n; ++i) { by<<<1, 64>>>(p); p.stride *= 2; }",
             "P p{d, n, 4}; auto g = [&] { p.stride = 5; }; g(); by<<<1, 64>>>(p);", "P p{d, n, 4}; cudaMemcpy(&p, d, sizeof p, cudaMemcpyDeviceToHost); by<<<1, 64>>>(p);",
             "P p{d, n, 4}; P q{d, n, 5}; p = q; by<<<1, 64>>>(p);", "Own p(4); own<<<1, 64>>>(p);", "U p; p.stride = 4; p.f = 1; un<<<1, 64>>>(p);",
             "To t; by<<<1, 64>>>(t);", "S s; s.stride = 4; P& p = s; p.stride = 5; by<<<1, 64>>>(s);", "static P p{d, n, 4}; by<<<1, 64>>>(p); p.stride = 3;",
             "P p[2] = {{d, n, 4}, {d, n, 5}}; by<<<1, 64>>>(p[n & 1]);", "P* p = address(); p->stride = 4; get(); by<<<1, 64>>>(*p);",
             "P p{d, n, 4}; *(long*)((char*)&p + 16) = 5; by<<<1, 64>>>(p);", "P p{d, n, 4}; by<<<(p.stride = 5, 1), 64>>>(p);",
             "P p{d, n, 4}; char c; p.stride = c = 256 + 4; p.stride = c = 257; by<<<1, 64>>>(p);", "P p{d, n, 4}; Bits b; p.stride = b.two = 4; by<<<1, 64>>>(p);",
             "P p{d, n, 4}; long a; if (n) a = p.stride = 5; by<<<1, 64>>>(p);", "P p{d, n, 4}; long a = 3; a = p.stride = a + 1; a = p.stride = a + 1; by<<<1, 64>>>(p);"},
            kStructures + more, {"p.stride == 4l"}, false);
}

TEST_CASE("members that only get numbers which are not followed") {
  const auto open = [](const std::string& code) {
    const HostLaunches all = read(kStructures + code);
    REQUIRE(all.launches.size() == 1);
    return all.launches[0].open_members;
  };
  CHECK(open("void f(float* d) { P p; char c; p.n = c = p.stride = 4; by<<<1, 64>>>(p); }") == Texts{"p.n", "p.stride"});
  CHECK(open("struct R { P p; void set(int n) { p.n = n * 256; p.stride = 4; } void run() { by<<<1, 64>>>(p); } };") == Texts{"p.n", "p.stride"});
  CHECK(open("struct F { float* out; int n; void set(int k) { n = k; } };\n__global__ void fill(F p) {}\n"
             "void f() { F p; p.set(64); fill<<<1, 64>>>(p); }") == Texts{"p.n"});
  CHECK(open("struct F { float* out; int n; };\n__global__ void fill(F p) {}\nvoid sets(F* p, int n) { p->n = n; }\n"
             "void f() { F p; sets(&p, 64); fill<<<1, 64>>>(p); }") == Texts{"p.n"});
  CHECK(open("struct F { float* out; int n; };\n__global__ void fill(F p) {}\nvoid sets(int& n) { n = 64; }\n"
             "void f() { F p; sets(p.n); fill<<<1, 64>>>(p); }") == Texts{"p.n"});
  CHECK(open("struct F { float* out; int n; F() {} F(int a) : F() { n = a; } };\n__global__ void fill(F p) {}\n"
             "void f() { F p(64); fill<<<1, 64>>>(p); }") == Texts{"p.n"});
  CHECK(open("struct F { float* out; int n; void set(int k) { n = k; } };\n__global__ void fill(F p) {}\n"
             "void f(int n) { F p; p.set(n); fill<<<1, 64>>>(p); }") == Texts{});
  CHECK(open("struct R { P p; void set(int n) { p.n = n; p.stride = 4; } void run() { by<<<1, 64>>>(p); } };") == Texts{"p.stride"});
}

TEST_CASE("structures of which some number is not followed") {
  // Violations that hang on their members are not shown to be the program's.
  const auto is_written = [](const std::string& body) {
    const HostLaunch launch = one(body + " by<<<1, 64>>>(p);", "#include <algorithm>\n#include <cstdio>\n#include <cstdlib>\n" + kStructures);
    INFO(body);
    return !launch.written_before.empty();
  };
  for (const char* body : {"P p{d, n, 4}; p.n = std::max(p.n, 64);", "P p{d, n, 4}; if (p.n < 64) p.n = 64;", "P p; p.out = d; p.stride = 4; p.n = get();"}) CHECK(is_written(body));
  for (const char* body : {"P p{d, n, 4, true};", "P p; p.n = atoi(\"3\"); p.stride = 4;", "P p; scanf(\"%d\", &p.n); p.stride = n;"}) CHECK_FALSE(is_written(body));
}

TEST_CASE("where members lie") {
  const HostLaunch launch = one("Q q{1, {2, 3}, {d, n, 4, true}}; nested<<<1, 64>>>(n, q);", kStructures);
  std::vector<std::pair<std::string, std::size_t>> places;
  for (const StructureMembers::Member& m : launch.members.all) {
    CHECK(m.place.first == 1);
    places.emplace_back(m.name, m.place.second);
  }
  CHECK(places == std::vector<std::pair<std::string, std::size_t>>{{"q.a", 0}, {"q.in.b", 4}, {"q.in.c", 8}, {"q.p.n", 24}, {"q.p.stride", 32}, {"q.p.flag", 40}});
  // Packed, aligned, with bits: of these no place is known.
  for (const char* code : {"#pragma pack(1)\nstruct R { char c; int n; };\n#pragma pack()\n", "struct R { char c; alignas(16) int n; };\n",
                           "struct __attribute__((packed)) R { char c; int n; };\n", "struct R { int c : 3; int n; };\n", "struct B { char c; };\nstruct R : B { int n; };\n",
                           "typedef int broad __attribute__((aligned(16)));\nstruct R { int a; broad n; int c, d, e, f; };\n",
                           "using broad __attribute__((aligned(16))) = int;\nstruct R { int a; broad n; };\n"}) {
    INFO(code);
    CHECK(one("R r; r.n = 4; odd<<<1, 64>>>(r);", std::string(code) + "__global__ void odd(R r) {}\n").relations == Texts{});
  }
}

}  // namespace
}  // namespace warpproof
