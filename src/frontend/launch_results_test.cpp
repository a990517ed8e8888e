// Launches whose sizes a function of several statements gives back, or leaves in variables that it is given by reference. Each
// form that is followed has twins in which it must not be.
#include <catch2/catch.hpp>

#include "src/frontend/launches_for_test.h"

namespace warpproof {
namespace {

// "BLOCK in GRID" of the launches of each body, which stands on a line of its own, one after the other; "" where none was read.
Texts sizes_of(const std::vector<std::string>& bodies, const std::string& before) {
  std::string code = before;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    code += "void f" + std::to_string(i) + "(float* d, int n) { " + bodies[i] + " }\n";
  const HostLaunches all = read(code);
  const auto begin = std::count(kKernels.begin(), kKernels.end(), '\n') + std::count(before.begin(), before.end(), '\n') + 1;
  Texts out(bodies.size());
  const auto put = [&](const SourceLocation& place, const HostLaunch& launch) {
    const auto i = static_cast<std::size_t>(place.line - begin);
    REQUIRE(i < out.size());
    out[i] += (out[i].empty() ? "" : "; ") + extent_text(launch.block) + " in " + extent_text(launch.grid);
  };
  for (const HostLaunch& launch : all.launches) {
    put(launch.place, launch);
    for (const SourceLocation& place : launch.also_at) put(place, launch);
  }
  return out;
}

TEST_CASE("what a function of several statements gives back") {
  const std::string before =
      "#include <utility>\n"
      "struct Config { dim3 grid, block; int shared = 0; };\n"
      "Config make(int n) { Config c; c.block = dim3(256); c.grid = dim3((n + c.block.x - 1) / c.block.x); return c; }\n"
      "Config listed(int n, int t) { const int blocks = (n + t - 1) / t; return {dim3(blocks), dim3(t)}; }\n"
      "int pick(int n) { if (n < 100) return 64; else if (n < 1000) return 128; return 256; }\n"
      "int doubled(int t) { t *= 2; return t; }\n"
      "int of_config(const Config& c) { const int t = c.block.x; return t; }\n"
      "dim3 plane(int w) { const dim3 b(16, 8); if (w > 3) return b; return dim3(32, 4); }\n"
      "std::pair<dim3, dim3> two(int n) { dim3 b(96); dim3 g((n + 95) / 96); return {g, b}; }\n"
      "std::pair<int, int> numbers(int n) { int t = 160; return std::make_pair((n + t - 1) / t, t); }\n"
      "cudaLaunchConfig_t config(int n) { cudaLaunchConfig_t c = {}; c.blockDim = dim3(32); c.gridDim = dim3(n); return c; }\n"
      "struct Shapes { static int block(int n) { const int b = 512; return b; } int mine = 224;\n"
      "  int own() const { int b = mine; return b; } };\n";
  const Texts sizes = sizes_of({"Config c = make(1000); k<<<c.grid, c.block, c.shared>>>(d, n);",
                                "auto c = make(n); k<<<c.grid, c.block>>>(d, n);",
                                "auto [grid, block, shared] = make(n); k<<<grid, block>>>(d, n);",
                                "const auto c = listed(100, 10); k<<<c.grid, c.block>>>(d, n);",
                                "k<<<7, pick(n)>>>(d, n);",
                                "k<<<7, pick(50)>>>(d, n);",
                                "Config c = make(9); k<<<8, of_config(c)>>>(d, n);",
                                "k<<<2, plane(9)>>>(d, n);",
                                "auto [g, b] = two(n); k<<<g, b>>>(d, n);",
                                "auto p = two(96); k<<<p.first, p.second>>>(d, n);",
                                "auto [g, b] = numbers(160); k<<<g, b>>>(d, n);",
                                "cudaLaunchConfig_t c = config(5); cudaLaunchKernelEx(&c, k, d, n);",
                                "k<<<9, Shapes::block(n)>>>(d, n);",
                                "const Shapes s{}; k<<<9, s.own()>>>(d, n);"},
                               before);
  CHECK(sizes == Texts{"256 in 4", "256 in (n + 256 - 1) / 256", "256 in (n + 256 - 1) / 256", "10 in 10", "64 in 7; 128 in 7; 256 in 7",
                       "64 in 7", "256 in 8", "16,8 in 2", "96 in (n + 95) / 96", "96 in 1", "160 in 1", "32 in 5", "512 in 9",
                       "224 in 9"});
}

TEST_CASE("what a function gives back is not known where it is not seen how") {
  const std::string before =
      "#include <utility>\n"
      "struct Config { dim3 grid, block; };\n"
      "struct Copied { int block; Copied(int b) : block(b) {} Copied(const Copied& c) : block(2 * c.block) {} };\n"
      "Copied copied() { Copied c(64); return c; }\n"
      "int in_loop(int n) { for (int t = 32; t < 1000; t *= 2) if (t > n) return t; return 64; }\n"
      "int of_global() { int t = global; return t; }\n"
      "int changed_twice(int n) { int t = 64; while (n > 3) { t = 128; break; } return t; }\n"
      "int jumps(int n) { int t = 64; if (n) goto end; t = 128; end: return t; }\n"
      "__attribute__((weak)) int weak() { int t = 64; return t; }\n"
      "int by_reference(int& a, int& b) { int t = a; b = 32; t = a; return t; }\n"
      "Config kept(Config* p) { Config c; c.block = dim3(64); p->block = dim3(32); return c; }\n"
      "int endless(int n) { const int t = endless(n - 1); return t; }\n";
  const Texts sizes = sizes_of({"Copied c = copied(); k<<<1, c.block>>>(d, n);", "k<<<1, in_loop(n)>>>(d, n);", "k<<<1, of_global()>>>(d, n);",
                                "k<<<1, changed_twice(n)>>>(d, n);", "k<<<1, jumps(n)>>>(d, n);", "k<<<1, weak()>>>(d, n);",
                                "int x = 64; k<<<1, by_reference(x, x)>>>(d, n);", "k<<<1, endless(n)>>>(d, n);"},
                               before);
  for (const std::string& size : sizes) {
    INFO(size);
    CHECK(std::none_of(size.begin(), size.begin() + static_cast<std::ptrdiff_t>(size.find(" in ") == std::string::npos ? 0 : size.find(" in ")),
                       [](char c) { return c >= '0' && c <= '9'; }));
  }
}

TEST_CASE("a size that a switch chooses") {
  const std::string use = " k<<<7, b>>>(d, n);";
  const Texts sizes = sizes_of({"int b = 64; switch (n) { case 0: b = 128; break; case 1: b = 256; break; }" + use,
                                "int b; switch (n) { case 0: b = 128; break; default: b = 256; }" + use,
                                "int b; switch (n) { case 0: b = 128; break; case 1: b = 256; break; default: return; }" + use,
                                "int b; switch (n) { case 0: b = 128; break; default: exit(1); }" + use,
                                "int b = 64; switch (n) { case 0: b = 128; case 1: b *= 2; break; default: break; }" + use,
                                "int b = 64; switch (get()) { case 0: case 1: { b = 96; } break; default: if (n > 3) b = 32; }" + use,
                                "int b = 64; for (int i = 0; i < n; ++i) { switch (i % 3) { case 0: continue; default: b = 128; } k<<<7, b>>>(d, n); }"},
                               "#include <cstdlib>\n");
  CHECK(sizes == Texts{"256 in 7; 128 in 7; 64 in 7", "128 in 7; 256 in 7", "256 in 7; 128 in 7", "128 in 7", "128 in 7; 256 in 7; 64 in 7",
                       "96 in 7; 32 in 7; 64 in 7", "128 in 7"});
  const Texts others = sizes_of({"int b = 64; switch (n) { case 0: if (get()) break; b = 128; }" + use,
                                 "int b = 64; switch (n) { case 0: b = 128; if (get()) { case 1: b = 256; } }" + use,
                                 "int b = 64; switch (n) { case 0 ... 3: b = 128; }" + use,
                                 "int b = 64; switch (n) { case 0: b = 128; goto on; case 1: b = 256; } on:;" + use,
                                 "int b = 64; switch (n) { case 0: b = 128; break; } b = get();" + use,
                                 "int b = 64; switch (b = get()) { case 0: b = 128; break; }" + use,
                                 "int b = get(); switch (n) { case 0: b = 128; break; }" + use,
                                 "int b; if (n) { switch (n) { case 0: b = 128; } } else { goto on; } on:" + use,
                                 "int b = 64; switch (n) { case 0: for (int i = 0; i < n; ++i) b *= 2; break; }" + use},
                                "");
  for (const std::string& size : others) {
    INFO(size);
    CHECK(size.find("128 in") == std::string::npos);
    CHECK(size.find("256 in") == std::string::npos);
  }
}

TEST_CASE("what a function leaves in variables that it is given by reference") {
  const std::string before =
      "#include <cstdint>\n"
      "void shape_of(int n, dim3& grid, dim3& block) { block = dim3(256); grid = dim3((n + block.x - 1) / block.x); }\n"
      "void sizes(int n, int& blocks, int& threads) { threads = 192; blocks = n / threads; if (n % threads != 0) ++blocks; }\n"
      "bool said(std::uint32_t& threads) { threads = 96; return true; }\n"
      "void config(cudaLaunchConfig_t& c, int n) { c.blockDim = dim3(160); c.gridDim = dim3((n + 159) / 160); c.dynamicSmemBytes = 0; }\n"
      "struct Config { dim3 grid, block; };\n"
      "void fill(Config& c, int t) { c.block = dim3(t); c.grid = 4; }\n";
  const Texts sizes = sizes_of({"dim3 g, b; shape_of(n, g, b); k<<<g, b>>>(d, n);",
                                "int g, b; sizes(n, g, b); k<<<7, b>>>(d, n);",
                                "std::uint32_t t; said(t); k<<<7, t>>>(d, n);",
                                "std::uint32_t t = 3; if (!said(t)) return; k<<<7, t>>>(d, n);",
                                "cudaLaunchConfig_t c = {}; config(c, 320); cudaLaunchKernelEx(&c, k, d, n);",
                                "Config c; fill(c, 224); k<<<c.grid, c.block>>>(d, n);",
                                "Config c; fill(c, 224); c.block.x = 32; fill(c, 64); k<<<c.grid, c.block>>>(d, n);"},
                               before);
  CHECK(sizes == Texts{"256 in (n + 256 - 1) / 256", "192 in 7", "96 in 7", "96 in 7", "160 in 2", "224 in 4", "64 in 4"});
}

TEST_CASE("what a function leaves in a reference is not known where others may change it") {
  const std::string before =
      "dim3* known;\n"
      "void keeps(dim3& b) { b = dim3(64); known = &b; }\n"
      "void later(dim3& b) { b = dim3(64); }\n"
      "void both(dim3& a, dim3& b) { a = dim3(64); b = dim3(128); }\n"
      "void early(int n, dim3& b) { b = dim3(64); if (n > 3) return; b = dim3(128); }\n"
      "void maybe(int n, dim3& b) { if (n > 3) b = dim3(64); }\n"
      "void passed(dim3& b) { b = dim3(64); }\n"
      "void (*pointer)(dim3&) = passed;\n"
      "void inner(dim3& b) { b = dim3(32); }\n"
      "void outer(dim3& b) { b = dim3(64); inner(b); }\n"
      "void in_lambda(dim3& b) { b = dim3(64); auto f = [&] { b = dim3(32); }; f(); }\n"
      "struct Holder { dim3 block; };\n"
      "void given_member(dim3& b) { b = dim3(64); }\n";
  const Texts sizes = sizes_of({"dim3 b; keeps(b); k<<<1, b>>>(d, n);", "dim3 b; later(b); b = dim3(get()); k<<<1, b>>>(d, n);",
                                "dim3 b; both(b, b); k<<<1, b>>>(d, n);", "dim3 b; early(n, b); k<<<1, b>>>(d, n);",
                                "dim3 b; passed(b); k<<<1, b>>>(d, n);",
                                "dim3 b; outer(b); k<<<1, b>>>(d, n);", "dim3 b; in_lambda(b); k<<<1, b>>>(d, n);",
                                "Holder h; dim3 x; given_member(x); given_member(h.block); k<<<1, x>>>(d, n);"},
                               before);
  for (const std::string& size : sizes) {
    INFO(size);
    CHECK(std::none_of(size.begin(), size.begin() + static_cast<std::ptrdiff_t>(size.find(" in ") == std::string::npos ? 0 : size.find(" in ")),
                       [](char c) { return c >= '0' && c <= '9'; }));
  }
  // What it was before the if is any shape.
  CHECK(sizes_of({"dim3 b; maybe(n, b); k<<<1, b>>>(d, n);"}, before) == Texts{"n > 3 ? 64 : b.x,n > 3 ? 1 : b.y,n > 3 ? 1 : b.z in 1"});
}

TEST_CASE("what is computed from arguments holds where they are the same still") {
  const auto relations = relations_of(
      {"auto c = make(n); k<<<c.grid, c.block>>>(d, n);", "auto c = make(n); n = get(); k<<<c.grid, c.block>>>(d, n);",
       "dim3 g, b; shape_of(n, g, b); k<<<g, b>>>(d, n);", "dim3 g, b; shape_of(n, g, b); n += 1; k<<<g, b>>>(d, n);",
       "auto [g, b] = make(n); n = get(); k<<<g, b>>>(d, n);", "auto c = make_of_global(); k<<<c.grid, c.block>>>(d, global);"},
      "struct Config { dim3 grid, block; };\n"
      "Config make(int n) { Config c; c.block = dim3(256); c.grid = dim3((n + 255) / 256); return c; }\n"
      "Config make_of_global() { Config c; c.block = dim3(256); c.grid = dim3((global + 255) / 256); return c; }\n"
      "void shape_of(int n, dim3& grid, dim3& block) { block = dim3(256); grid = dim3((n + 255) / 256); }\n");
  const Texts related = {"gridDim.x == (n + 255) / 256"};
  CHECK(relations == std::vector<Texts>{related, {}, related, {}, {}, {}});
}

}  // namespace
}  // namespace warpproof
