// What is known of variables at a launch: facts that are read from calls and loops before it. Each has twins in which it
// must not be stated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

const std::string kPitched =
    "struct Image { char* data; size_t pitch; int w; };\nvoid check(cudaError_t);\nvoid touch(size_t*);\n"
    "#define CHECK(c) do { check(c); } while (0)\n"
    "__global__ void pitched(char* a, size_t pitch, int w) { a[w] = pitch; }\n"
    "__global__ void strided(float* a, int stride, int w) { a[w] = stride; }\n";

TEST_CASE("a pitch that cudaMallocPitch gave") {
  const std::string use = "pitched<<<1, 64>>>(p, pitch, n);", begin = "char* p = 0; size_t pitch = 0;";
  const std::string call = "cudaMallocPitch(&p, &pitch, n, 8)";
  const std::string of_image = "Image i{p, 0, n}; cudaMallocPitch(&i.data, &i.pitch, i.w, 8);",
                    use_image = "pitched<<<1, 64>>>(i.data, i.pitch, i.w);";
  const auto bodies = [&](std::vector<std::string> all) {
    for (std::string& body : all) body = begin + body;
    return all;
  };
  const Texts of_pitch = {"pitch % 32ul == 0ul", "pitch <= 2147483647ul"};
  const Texts of_both = {"pitch >= w", "pitch % 32ul == 0ul", "pitch <= 2147483647ul"};
  check_all(bodies({call + ";" + use, "CHECK(" + call + ");" + use, "if (" + call + " != cudaSuccess) return;" + use,
                    "if (" + call + " == cudaSuccess) {" + use + "}", "cudaError_t e = " + call + "; if (e) return;" + use,
                    "if (__builtin_expect(" + call + " != cudaSuccess, 0)) return;" + use,
                    "for (int i = 0; i < 4; ++i) {" + call + ";" + use + "}",
                    "size_t other; " + call + "; cudaMallocPitch(&p, &other, 7, 8);" + use, of_image + use_image,
                    of_image + "i.data += 8;" + use_image}),
            kPitched, of_both, true);
  // The width is another one at the launch.
  check_all(bodies({call + "; n = get();" + use, call + "; touch(&n);" + use, "cudaMallocPitch(&p, &pitch, n++, 8);" + use,
                    call + "; for (int i = 0; i < 4; ++i) {" + use + "++n; }", of_image + "i.w = get();" + use_image,
                    "auto f = [&] { n = get(); };" + call + "; f();" + use}),
            kPitched + "void touch(int*);\n", {"pitch >= w"}, false);
  // So is the pitch, or not every way comes through the call.
  check_all(bodies({call + "; pitch /= 2;" + use, call + "; touch(&pitch);" + use, "if (n > 3) " + call + ";" + use,
                    "if (n > 3 && " + call + ") return;" + use, "n > 3 ? " + call + " : cudaSuccess;" + use,
                    "do { if (n > 3) break; " + call + "; } while (0);" + use,
                    "do { if (n > 3) continue; " + call + "; } while (get());" + use,
                    "while (n > 3) { n = get(); " + call + "; }" + use, "if (n > 3) goto skip;" + call + "; skip:" + use,
                    "try { if (n > 3) throw 1; " + call + "; } catch (int) {}" + use,
                    "auto f = [&] { " + call + "; }; if (n) f();" + use, "static cudaError_t e = " + call + ";" + use,
                    "switch (n) { case 1: " + call + "; case 2: " + use + "}", "(void)sizeof(" + call + ");" + use,
                    "(void)__builtin_constant_p(" + call + ");" + use, "if (" + call + ") pitch = n;" + use,
                    "for (int i = 0; i < 4; ++i) {" + use + call + "; }",
                    call + "; cudaMemcpy(&pitch, p, 8, cudaMemcpyDeviceToHost);" + use,
                    of_image + "Image& r = i; r.pitch = 9;" + use_image, of_image + "i = Image{p, 3, n};" + use_image,
                    of_image + "cudaMemcpy(&i.data, p, 16, cudaMemcpyDeviceToHost);" + use_image}),
            kPitched, of_both, false);
  const std::string floats = "cudaMallocPitch(&p, &pitch, n * sizeof(float), 8);";
  const auto strided = [&](const std::string& stride) { return floats + "strided<<<1, 64>>>((float*)p, " + stride + ", n);"; };
  check_all(bodies({strided("pitch / sizeof(float)"), strided("(int)pitch / 4"), strided("pitch >> 2"),
                    strided("(unsigned)pitch / 2 / 2")}),
            kPitched, {"stride * 4ul >= w * 4ul", "stride % 8 == 0", "stride <= 536870911", "stride >= 0"}, true);
  const std::vector<std::string> unclear = bodies({strided("pitch / 12"), strided("(short)pitch / 4"), strided("pitch / 64"),
                                                   strided("pitch - 4"), strided("4 / pitch")});
  for (const Texts& all : relations_of(unclear, kPitched))
    for (const std::string& r : all) CHECK(r.find_first_of("w%") == std::string::npos);
}

TEST_CASE("what holds where a function is called holds in it") {
  const std::string run = "void run(float* d, int n) { k<<<1, 64>>>(d, n); }\n";
  const auto relations = [&](const std::string& body) {
    const HostLaunches all = read(run + "void f(float* d, int m) { " + body + " }\n");
    REQUIRE(all.launches.size() == 1);
    return without_plain(all.launches[0]);
  };
  CHECK(relations("if (m <= 0) return; run(d, m);") == Texts{"!(n <= 0)"});
  CHECK(relations("if (m > 7) run(d, 2 * m);") == Texts{"n % 2 == 0"});  // not that n > 7
  CHECK(relations("if (m <= 0) return; m = get(); run(d, m);").empty());
  CHECK(relations("while (m > 0) { run(d, m); --m; }").empty());
}

TEST_CASE("fields of an object that a function is given") {
  const std::string types = "struct Tile { int x = 8, y = x; };\nstruct Config { int n = 5; Tile tile; };\n";
  const auto relations = [&](const std::string& function, const std::string& body) {
    const HostLaunches all = read(types + function + "\nvoid f(float* d, int m) { " + body + " }\n");
    INFO(function << " " << body);
    REQUIRE(all.launches.size() == 1);
    return without_plain(all.launches[0]);
  };
  const std::string run = "void run(float* d, const Config& c) { k<<<1, 64>>>(d, c.n); }",
                    nested = "void run(float* d, Config c) { two<<<1, 64>>>(d, c.tile.x, c.tile.y); }",
                    changes = "void run(float* d, Config c) { c.n = get(); k<<<1, 64>>>(d, c.n); }";
  CHECK(relations(run, "run(d, Config{7});") == Texts{"n == 7"});
  CHECK(relations(run, "run(d, Config{});") == Texts{"n == 5"});
  CHECK(relations(run, "Config c{3}; run(d, c);") == Texts{"n == 3"});
  CHECK(relations(run, "Config b{3}; Config c = b; run(d, c);") == Texts{"n == 3"});
  CHECK(relations(run, "Config c{3}; c.n = get(); run(d, c);").empty());
  CHECK(relations(run, "Config b{3}; Config c = b; c.n++; run(d, c);").empty());
  CHECK(relations(run, "Config c{3}; auto g = [&] { c.n = get(); }; g(); run(d, c);").empty());
  CHECK(relations(run, "static Config c{3}; run(d, c); c.n = 4;").empty());
  CHECK(relations(run, "Config c{3}; run(d, c.n > get() ? c : Config{4});").empty());
  CHECK(relations(nested, "run(d, Config{1, {2, 4}});") == Texts{"n == 2", "m == 4"});
  CHECK(relations(nested, "run(d, Config{});") == Texts{"n == 8"});  // y is not read: it names another member
  CHECK(relations(nested, "Config c{}; c.tile.x = get(); run(d, c);").empty());
  CHECK(relations(changes, "run(d, Config{7});").empty());
}

TEST_CASE("what is counted up is no less than what it began with, what is halved no more") {
  const std::string use = "k<<<1, 64>>>(d, i);";
  check_all({"for (int i = 3; i < n; ++i) " + use, "for (int i = 3; i < n; i += 4) " + use, "for (int i = 3; i < n; i *= 2) " + use,
             "for (int i = 3; i < n; i = i + 2) " + use, "for (int i = 3; i < 4096; i <<= 1) " + use,
             "int i = 3; while (get()) { " + use + " i++; }", "int i; for (i = 3; i < n; i++) " + use,
             "int i = 9; for (; get();) { " + use + " for (i = 3; i < n; i++) ; }", "int i = 3; if (get()) ++i; " + use,
             "const int c = 3; for (int i = c; i <= n; ++i) " + use,
             "for (int i = 3; i < n; ++i) for (int j = 0; j < i; ++j) " + use}, "", {"n >= 3"}, true);
  check_all({"for (int i = 3; i < n; i -= 1) " + use, "for (int i = 3; i < n; i <<= 1) " + use, "for (int i = 3; i < n; i += get()) " + use,
             "for (int i = 3; i < n; i += -1) " + use, "for (int i = 3; i < n; i += 1u) " + use, "for (int i = 3; i < n; i += 1L) " + use,
             "for (int i = 3; i < n; i *= -2) " + use, "for (int i = 3; i < n; i *= 0) " + use, "for (int i = 3; i < n; i ^= 1) " + use,
             "for (short i = 3; i < n; ++i) " + use, "int i = 3; while (get()) { " + use + " i = get(); }",
             "int i = 3; touch(&i); " + use, "int i = 3; int& r = i; r = 0; ++i; " + use,
             "int i = 3; auto f = [&] { i = 1; }; f(); ++i; " + use, "static int i = 3; " + use + " ++i;",
             "int i = 3; for (;; ++i) { " + use + " if (get()) i = 1; }", "for (int i = 3; i < n; i *= 1.5) " + use}, "", {"n >= 3"}, false);
  const std::string u = "__global__ void u(float* a, unsigned n) { a[n] = 1; }\n", of_u = "u<<<1, 64>>>(d, i);";
  check_all({"for (unsigned i = 3; i < n; ++i) " + of_u, "for (unsigned i = 3; i < 4000000000u; i += 5) " + of_u,
             "for (unsigned i = 3; i < 2000000000u && get(); i *= 2) " + of_u, "for (unsigned i = 3; i <= 1 << 20; i <<= 1) " + of_u}, u, {"n >= 3u"}, true);
  check_all({"for (unsigned i = 3; i <= n; ++i) " + of_u, "for (unsigned i = 3; i != n; ++i) " + of_u, "for (unsigned i = 3; i < n; i += 2) " + of_u,
             "for (unsigned i = 3; i < (unsigned long)n; ++i) " + of_u, "for (unsigned i = 3; i < n; i *= 2) " + of_u,
             "for (unsigned i = 3; i < 4000000000u; i *= 2) " + of_u, "for (unsigned i = 3; i < n || get(); ++i) " + of_u,
             "for (unsigned i = 3; i < n; ++i) { ++i; " + of_u + " }", "unsigned i = 3; for (; get(); ++i) " + of_u,
             "for (unsigned i = 3; i < n; ({ while (get()) ++i; })) " + of_u}, u, {"n >= 3u"}, false);
  check_all({"for (int i = 64; i > 0; i /= 2) " + use, "for (int i = 64; i; i >>= 1) " + use}, "", {"n <= 64"}, true);
  check_all({"for (int i = 64; i > 0; i = i / 2 + 40) " + use, "for (int i = 64; get(); i /= -2) " + use, "for (int i = 64; get(); i /= 2u) " + use},
            "", {"n <= 64"}, false);
}

TEST_CASE("what a function gets by reference") {
  const std::string functions =
      "template <class T> void opaque(T&);\nvoid reads(int& x) { k<<<9, 64>>>(0, x); }\nvoid writes(int& x) { x = 3; }\n"
      "int& same(int& x) { return x; }\nint* address(int& x) { return &x; }\nvoid later(int& x) { writes(x); }\n"
      "struct S { void take(int& x); };\nint sum(int& x) { return x + 1; }\nvoid keeps(int& x) { static int* p; p = &x; }\n"
      "void lambda(int& x) { auto f = [&] { x = 1; }; f(); }\n__attribute__((weak)) void weak(int& x) {}\n";
  const auto relations = [&](const std::string& body) {
    const HostLaunches all = read(functions + "void f(float* d, int n) { int m = n; " + body + " two<<<1, 64>>>(d, n, m); }\n");
    INFO(body);
    for (const HostLaunch& launch : all.launches)
      if (launch.kernel_name == "two") return without_plain(launch);
    return Texts{"none"};
  };
  for (const char* body : {"reads(m);", "sum(m);", "while (get()) reads(m);"}) CHECK(relations(body) == Texts{"m == n"});
  for (const char* body : {"opaque(m);", "writes(m);", "same(m) = 3;", "*address(m) = 3;", "later(m);", "S().take(m);", "keeps(m);",
                           "lambda(m);", "weak(m);", "auto w = writes; w(m);"}) {
    INFO(body);
    CHECK(relations(body).empty());
  }
}

TEST_CASE("members of a structure that are given one pointer, and addresses of variables") {
  using Pairs = HostLaunch::PointerPairs;
  struct Given {
    std::string members, body;  // of P, and of a function that launches
    Pairs one = {}, perhaps = {};
    std::map<HostLaunch::PointerPlace, std::string> variables = {};
  };
  const std::string pair = "char tag; int n; float* a; const float* b;";
  const std::string address = "float* s; cudaGetSymbolAddress((void**)&s, all); ";
  const std::vector<Given> all = {
      {pair, "P p{'x', 1, d, d}; k<<<1, 64>>>(p, e);", {{{0, 16}, {0, 8}}}},
      {pair, "P p{'x', 1, d, e}; k<<<1, 64>>>(p, e);", {{{1, 0}, {0, 16}}}},
      {pair, "P p{'x', 1, d, e}; p.b = d; k<<<1, 64>>>(p, e);", {{{0, 16}, {0, 8}}}},
      {pair, "P p{'x', 1, d, d}; p.b = e; k<<<1, 64>>>(p, nullptr);"},
      {"double t[3]; struct { short s; float* a; } in; float* b;", "P p; p.b = d; k<<<1, 64>>>(p, d);"},
      {"short s[3]; float* b;", "P p; p.b = d; k<<<1, 64>>>(p, d);", {{{1, 0}, {0, 8}}}},
      // Where its members are is not looked at.
      {"alignas(16) float* a; float* b;", "P p{d, d}; k<<<1, 64>>>(p, e);"},
      {"float4 v; float* a; float* b;", "P p; p.a = d; p.b = d; k<<<1, 64>>>(p, e);"},
      {pair, address + "two<<<1, 64>>>(s, d);", {}, {}, {{{0, 0}, "all"}}},
      {pair, address + "s = d; two<<<1, 64>>>(s, e);"},
      {pair, address + "if (d) s = d; two<<<1, 64>>>(s, e);"},
      {pair, "two<<<1, 64>>>(b.get(), b.get());", {}, {{{1, 0}, {0, 0}}}},
      {pair, "two<<<1, 64>>>(q->get(), q->get());", {}, {{{1, 0}, {0, 0}}}},
      {pair, "two<<<1, 64>>>(b.next(), b.next());"},
      {pair, "two<<<1, 64>>>(b.other(), b.other());"},
      {pair, "two<<<1, 64>>>(nullptr, nullptr);"},
      {pair, "two<<<1, 64>>>(new float[64], new float[64]);"},
      {pair, "two<<<1, 64>>>(b.get(), q->get());"},
  };
  std::string text =
      "__device__ float all[4];\n__global__ void two(float* a, float* b) {}\n"
      "struct B { float* p; float* get() const; float* next(); virtual float* other() { return p; } };\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string n = std::to_string(i);
    std::string body = all[i].body;
    body.replace(body.find("<<<1"), 4, "<<<" + std::to_string(i + 1));  // equal launches are one
    text += "namespace n" + n + " { struct P" + n + " { " + all[i].members + " }; using P = P" + n +
            "; __global__ void k(P p, float* c) {}\nvoid f(float* d, float* e, B& b, B* q) {\n" + body + "\n} }\n";
  }
  const HostLaunches found = read(text);
  REQUIRE(found.launches.size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO(all[i].members << " " << all[i].body);
    CHECK(found.launches[i].one_pointer == all[i].one);
    CHECK(found.launches[i].perhaps_one == all[i].perhaps);
    CHECK(found.launches[i].of_variable == all[i].variables);
  }
  CHECK(found.launches[1].member_names.at({0, 16}) == "p.b");
}

TEST_CASE("parameters that are given one pointer, or pointers into one buffer") {
  using Pairs = HostLaunch::PointerPairs;
  const std::string kernel = "__global__ void both(const float* a, int n, float* b) { b[threadIdx.x] = a[n]; }\n";
  const auto launch_of = [&](const std::string& body) {
    INFO(body);
    const HostLaunches all = read(kernel + "float* other();\nvoid swap(float*&, float*&);\nstruct S { float *x, *y; };\n" +
                                  "void f(float* d, float* e, int n, S s, S* p) {\n" + body + "\n}\n");
    REQUIRE(all.launches.size() == 1);
    return all.launches[0];
  };
  for (const char* body : {"both<<<1, 64>>>(d, n, d);", "const float* x = d; both<<<1, 64>>>(x, n, d);",
                           "float* x = e; x = d; both<<<1, 64>>>((const float*)x, n, d);", "both<<<1, 64>>>(s.x, n, s.x);",
                           "both<<<1, 64>>>(p->x, n, p->x);", "float* x = other(); float* y = x; both<<<1, 64>>>(y, n, x);",
                           "void* a[] = {&d, &n, &d}; cudaLaunchKernel((void*)both, dim3(1), dim3(64), a, 0, 0);"}) {
    INFO(body);
    CHECK(launch_of(body).one_pointer == Pairs{{{2, 0}, {0, 0}}});
  }
  for (const char* body : {"both<<<1, 64>>>(d, n, e);", "float* x = d; d = e; both<<<1, 64>>>(x, n, d);",
                           "both<<<1, 64>>>(s.x, n, s.y);", "both<<<1, 64>>>(other(), n, other());",
                           "float* x = d; swap(x, e); both<<<1, 64>>>(x, n, d);", "both<<<1, 64>>>(d++, n, d);",
                           "float* x = d; for (int i = 0; i < n; i++) { both<<<1, 64>>>(x, n, d); x = e; }",
                           "float* x = d; if (n > 3) x = e; both<<<1, 64>>>(x, n, d);"}) {
    INFO(body);
    const HostLaunch launch = launch_of(body);
    CHECK(launch.one_pointer.empty());
    CHECK(launch.one_buffer.empty());
  }
  for (const char* body : {"both<<<1, 64>>>(d, n, d + n);", "float* x = d + 1; both<<<1, 64>>>(x, n, d);",
                           "both<<<1, 64>>>(&d[n], n, d);", "both<<<1, 64>>>(d + 4, n, d - n);"}) {
    INFO(body);
    const HostLaunch launch = launch_of(body);
    CHECK(launch.one_pointer.empty());
    CHECK(launch.one_buffer == Pairs{{{2, 0}, {0, 0}}});
  }
}

}  // namespace
}  // namespace warpproof
