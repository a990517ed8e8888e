#include "src/frontend/compile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>

#include "src/frontend/process.h"
#include "src/frontend/ptx_lines_for_test.h"
#include "src/frontend/ptx_text.h"

using namespace warpproof;
namespace fs = std::filesystem;
using Compiler = CompileOptions::Compiler;

namespace {

// A source file that lives as long as this object.
class Snippet {
 public:
  explicit Snippet(const std::string& text, const std::string& name = "snippet.cu")
      : path_(directory_.path() + "/" + name) {
    std::ofstream(path_) << text;
  }
  const std::string& path() const { return path_; }
  std::string directory() const { return directory_.path(); }

 private:
  TemporaryDirectory directory_;
  std::string path_;
};

CompileOptions with(Compiler compiler, int target_sm = 80) {
  CompileOptions options;
  options.compiler = compiler;
  options.target_sm = target_sm;
  return options;
}

InputError error_of(const std::string& path, const CompileOptions& options) {
  try {
    compile_cuda(path, options);
  } catch (const InputError& error) {
    return error;
  }
  FAIL("no InputError for " << path);
  throw std::logic_error("unreachable");
}

bool have_nvcc() {
  static const bool found = [] {
    try {
      compile_cuda(Snippet("__global__ void k() {}\n").path(), with(Compiler::Nvcc));
      return true;
    } catch (const InputError&) {
      return false;
    }
  }();
  if (!found) WARN("nvcc is not installed: its part of the test is left out");
  return found;
}

bool any_contains(const std::vector<std::string>& lines, const std::string& text) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& l) { return l.find(text) != l.npos; });
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// Without their lines.
std::vector<std::string> in_order(const std::map<int, std::vector<std::string>>& by_line) {
  std::vector<std::string> out;
  for (const auto& [line, operations] : by_line) out.insert(out.end(), operations.begin(), operations.end());
  return out;
}

std::vector<std::string> example_files() {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator("examples")) {
    if (entry.path().extension() == ".cu") out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("each intrinsic is its instruction, under the line that calls it") {
  const std::string path = "src/frontend/testdata/intrinsics.cu";
  const CompileResult result = compile_cuda(path, with(Compiler::Clang));
  const auto lines = instructions_by_line(result.ptx, path);
  std::ifstream in(path);
  int number = 0, checked = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    const size_t mark = text.find("// ptx: ");
    if (mark == std::string::npos || mark == 0) continue;
    ++checked;
    INFO(path << ":" << number << ": " << text);
    const std::vector<std::string> got =
        lines.contains(number) ? lines.at(number) : std::vector<std::string>();
    INFO("PTX:\n" << joined(got));
    std::string wanted = text.substr(mark + 8) + " | ";
    size_t at = 0;
    for (size_t bar; (bar = wanted.find(" | ")) != std::string::npos; wanted.erase(0, bar + 3)) {
      const std::string word = wanted.substr(0, bar);
      while (at < got.size() && got[at].find(word) == std::string::npos) ++at;
      INFO("looking for " << word);
      CHECK(at < got.size());
      ++at;
    }
  }
  CHECK(checked > 150);
}

TEST_CASE("no location points into the prelude and the file is spelt as given") {
  const std::string path = "src/frontend/testdata/intrinsics.cu";
  const CompileResult result = compile_cuda(path, with(Compiler::Clang));
  std::smatch m;
  std::string rest = result.ptx;
  int files = 0;
  while (std::regex_search(rest, m, std::regex(R"re(\.file\s+\d+\s+"([^"]*)")re"))) {
    CHECK(m[1] == path);
    ++files;
    rest = m.suffix();
  }
  CHECK(files == 1);
  CHECK(result.ptx.find(".section") == std::string::npos);
  CHECK(result.device_functions.empty());  // one lambda, which is its caller's
}

TEST_CASE("a call over several lines is reported at the call") {
  const Snippet snippet(
      "__global__ void k(float* p, unsigned m) {\n  float v = p[0];\n  v +=\n"
      "      __shfl_down_sync(m,\n                       v,\n                       1);\n"
      "  p[0] = v;\n}\n");
  const CompileResult result = compile_cuda(snippet.path(), with(Compiler::Clang));
  const auto lines = instructions_by_line(result.ptx, snippet.path());
  CHECK(any_contains(lines.at(4), "shfl.sync.down.b32"));
  CHECK(result.ptx.find(".loc\t1 4 7") != std::string::npos);
}

TEST_CASE("undefined values stay undefined") {
  const Snippet snippet(
      "__global__ void k(int* p, bool c) {\n"
      "  int v;\n"
      "  if (c)\n"
      "    v = 3;\n"
      "  p[0] = __shfl_down_sync(~0u, v, 1);\n"
      "  int u;\n"
      "  if (u)\n"
      "    p[1] = 4;\n"
      "}\n");
  SECTION("clang: a slot of local memory, written on one branch only") {
    const auto lines =
        instructions_by_line(compile_cuda(snippet.path(), with(Compiler::Clang)).ptx, snippet.path());
    std::smatch m;
    const std::string store = joined(lines.at(4));
    REQUIRE(std::regex_search(store, m, std::regex(R"(st\.u32\s+(\[%SP\+\d+\]))")));
    CHECK(any_contains(lines.at(5), m[1].str() + ";"));
    CHECK(any_contains(lines.at(3), "bra"));
    CHECK(any_contains(lines.at(7), "ld.u32"));
    CHECK(any_contains(lines.at(7), "bra"));
    CHECK(any_contains(lines.at(8), "st.u32"));
  }
  SECTION("nvcc: a register that one branch sets") {
    if (!have_nvcc()) return;
    const std::string ptx = compile_cuda(snippet.path(), with(Compiler::Nvcc)).ptx;
    const auto lines = instructions_by_line(ptx, snippet.path());
    CHECK(any_contains(lines.at(4), ", 3;"));
    CHECK(any_contains(lines.at(3), "bra"));
    CHECK(ptx.find("[param1+0], 3;") == std::string::npos);
    CHECK(any_contains(lines.at(7), "setp"));
    CHECK(any_contains(lines.at(7), "bra"));
  }
}

TEST_CASE("stores, unused results and repeated collectives stay, in their order") {
  const Snippet snippet(
      "__global__ void k(int* p, unsigned m) {\n"
      "  __shared__ int s;\n"
      "  s = 1;\n"
      "  s = 2;\n"
      "  int v = p[0];\n"
      "  __shfl_xor_sync(m, v, 1);\n"
      "  int a = __shfl_xor_sync(m, v, 2);\n"
      "  int b = __shfl_xor_sync(m, v, 2);\n"
      "  __ballot_sync(m, v);\n"
      "  if (threadIdx.x < 7)\n"
      "    p[2] = 5;\n"
      "  __syncwarp();\n"
      "  p[1] = a + b + s;\n"
      "}\n");
  for (const Compiler compiler : {Compiler::Clang, Compiler::Nvcc}) {
    if (compiler == Compiler::Nvcc && !have_nvcc()) continue;
    const std::string ptx = compile_cuda(snippet.path(), with(compiler)).ptx;
    const auto instructions = instructions_by_line(ptx, snippet.path());
    CHECK(any_contains(instructions.at(3), "st.u32"));
    CHECK(any_contains(instructions.at(4), "st.u32"));
    using Operations = std::map<int, std::vector<std::string>>;
    CHECK(warp_operations_by_line(ptx, snippet.path()) == Operations{{6, {"shfl.sync.bfly"}},
                                                                     {7, {"shfl.sync.bfly"}},
                                                                     {8, {"shfl.sync.bfly"}},
                                                                     {9, {"vote.sync.ballot"}},
                                                                     {12, {"bar.warp.sync"}}});
    // Lines 12 and 13 follow the branch of line 10 in the text as in the source.
    const size_t entry = ptx.find(".entry");
    const size_t branch = ptx.find("bra", entry);
    const size_t sync_line = ptx.find(" 12 3", entry);
    CHECK(branch < sync_line);
    CHECK(sync_line < ptx.find(" 13 3", sync_line));
  }
}

TEST_CASE("clang and nvcc agree on the warp operations of every line") {
  if (!have_nvcc()) return;
  for (const std::string& path : example_files()) {
    INFO(path);
    const auto clang = warp_operations_by_line(compile_cuda(path, with(Compiler::Clang)).ptx, path);
    const auto nvcc = warp_operations_by_line(compile_cuda(path, with(Compiler::Nvcc)).ptx, path);
    CHECK_FALSE(clang.empty());
    CHECK(clang == nvcc);
  }
}

TEST_CASE("the examples compile for the oldest and a new generation") {
  for (const int target : {60, 90}) {
    for (const std::string& path : example_files()) {
      INFO(path << " sm_" << target);
      const CompileResult result = compile_cuda(path, with(Compiler::Auto, target));
      CHECK(result.compiler.starts_with("clang "));
      CHECK(result.flags.find("sm_" + std::to_string(target)) != std::string::npos);
      const auto functions = function_definitions(result.ptx);
      CHECK(std::any_of(functions.begin(), functions.end(), [](const PtxFunction& f) { return f.entry; }));
    }
  }
}

TEST_CASE("an illegal width and a large offset reach the operands unmasked") {
  const Snippet snippet(
      "__global__ void k(int* p, int w) {\n"
      "  p[0] = __shfl_down_sync(~0u, p[1], 40, 24);\n"
      "  p[2] = __shfl_up_sync(~0u, p[3], 1, w);\n"
      "}\n");
  const auto lines =
      instructions_by_line(compile_cuda(snippet.path(), with(Compiler::Clang)).ptx, snippet.path());
  // c = ((32 - width) << 8) | clamp, and nothing that masks.
  CHECK(any_contains(lines.at(2), ", 24;"));
  CHECK(any_contains(lines.at(2), ", 40;"));
  for (const int line : {2, 3}) {
    CHECK(any_contains(lines.at(line), "sub.s32"));
    CHECK(any_contains(lines.at(line), "shl.b32"));
    CHECK_FALSE(any_contains(lines.at(line), "and.b32"));
  }
}

TEST_CASE("a file without kernels gives its device functions") {
  const Snippet header("#pragma once\n__device__ inline int elsewhere(int v) { return v; }\n", "other.cuh");
  const std::string text =
      "#include \"other.cuh\"\n"
      "static __device__ int hidden(int v) { return __shfl_xor_sync(~0u, v, 1); }\n"
      "__device__ inline int small(int v) { return elsewhere(v) + 1; }\n"
      "__forceinline__ __device__ int forced(int v) { return v; }\n"
      "template <int N> __device__ int times(int v) { return N * v; }\n"
      "template __device__ int times<3>(int);\n"
      "__device__ int open(int v) { return [=](int x) { return x + v; }(1); }\n";
  const Snippet snippet(text);
  CompileOptions options = with(Compiler::Clang);
  options.include_dirs = {header.directory()};
  const CompileResult result = compile_cuda(snippet.path(), options);
  CHECK(result.device_functions ==
        std::vector<std::string>{"_ZL6hiddeni", "_Z5smalli", "_Z6forcedi", "_Z5timesILi3EEii", "_Z4openi"});
  if (!have_nvcc()) return;
  options.compiler = Compiler::Nvcc;
  const std::vector<std::string> nvcc = compile_cuda(snippet.path(), options).device_functions;
  CHECK(std::count(nvcc.begin(), nvcc.end(), "_Z4openi") == 1);
  CHECK(
      std::none_of(nvcc.begin(), nvcc.end(), [](const std::string& f) { return f.find("shfl") != f.npos; }));
}

TEST_CASE("a file with kernels lists the functions that they call") {
  const CompileResult result = compile_cuda("examples/block_reduce/kernel.cu", with(Compiler::Clang));
  CHECK(result.device_functions == std::vector<std::string>{"_Z8warp_sumf"});
}

TEST_CASE("host code and common headers are read without a toolkit") {
  const Snippet snippet(
      "#include <cuda_runtime.h>\n#include <cstdio>\n#include <cassert>\n#include <cmath>\n"
      "#include <algorithm>\n#include <vector>\n"
      "__global__ void k(float* p) {\n"
      "  assert(p != nullptr);\n"
      "  p[threadIdx.x] = sqrtf(p[0]) + std::max(1, 2) + min(threadIdx.x, 3u);\n"
      "}\n"
      "int main() {\n  float* d;\n  cudaMalloc(&d, 128);\n  k<<<1, 32>>>(d);\n"
      "  std::vector<float> h(32, std::sqrt(2.0f));\n"
      "  cudaMemcpy(h.data(), d, 128, cudaMemcpyDeviceToHost);\n"
      "  std::printf(\"%f\\n\", h[0]);\n  return cudaFree(d);\n}\n");
  const CompileResult result = compile_cuda(snippet.path(), with(Compiler::Clang));
  const auto lines = instructions_by_line(result.ptx, snippet.path());
  CHECK(any_contains(lines.at(8), "__warpproof_assertfail"));
  CHECK(any_contains(lines.at(9), "sqrt.rn.f32"));
}

TEST_CASE("what nvcc has read before every file needs no include") {
  const Snippet snippet(
      "__global__ void k(double* p) {\n"
      "  p[0] = INT_MAX + M_PI + std::abs(p[1]) + std::pow((float)p[2], 2) + erff(1.0f) + exp(p[3]);\n"
      "}\n");
  const CompileResult result = compile_cuda(snippet.path(), with(Compiler::Clang));
  CHECK(result.ptx.find("__nv_") == std::string::npos);
  CHECK(result.ptx.find(".extern .func") == std::string::npos);
}

TEST_CASE("headers that ask for the toolkit's own by their guards find them included") {
  const Snippet snippet(
      "#if defined(__CUDA_RUNTIME_H__) && defined(__DRIVER_TYPES_H__) && defined(__VECTOR_TYPES_H__)\n"
      "__global__ void k(int* p) { *p = 1; }\n#endif\n");
  CHECK(compile_cuda(snippet.path(), with(Compiler::Clang)).ptx.find(".entry") != std::string::npos);
}

TEST_CASE("special registers in asm text need one percent sign only, in included files too") {
  const Snippet header(
      "__device__ unsigned below() {\n  unsigned m;\n"
      "  asm(\"mov.u32 %0, %lanemask_lt;\" : \"=r\"(m));\n  return m;\n}\n",
      "lanes.cuh");
  const Snippet snippet(
      "#include \"lanes.cuh\"\n__global__ void k(uint* p) {\n  uint r;\n"
      "  asm(\"mov.u32 %0, %laneid;\" : \"=r\"(r)); p[r] = below();\n}\n");
  CompileOptions options = with(Compiler::Clang);
  options.include_dirs = {header.directory()};
  const CompileResult result = compile_cuda(snippet.path(), options);
  CHECK(any_contains(instructions_by_line(result.ptx, snippet.path()).at(4), "%laneid"));
  CHECK(any_contains(instructions_by_line(result.ptx, header.path()).at(3), "%lanemask_lt"));
}

TEST_CASE("what clang rejects is read by nvcc, and by clang's error where that rejects it too") {
  const Snippet toolkit("__global__ void k(float* p) { p[0] = cyl_bessel_i0f(p[1]); }\n");
  const Snippet nonsense("__global__ void k(float* p) { p[0] = missing; }\n");
  CHECK(error_of(toolkit.path(), with(Compiler::Clang)).message().find("--compiler nvcc") !=
        std::string::npos);
  CHECK(error_of(nonsense.path(), with(Compiler::Auto)).message().starts_with("use of undeclared"));
  if (!have_nvcc()) return;
  const CompileResult result = compile_cuda(toolkit.path(), with(Compiler::Auto, 80));
  CHECK(result.compiler.starts_with("nvcc "));
  CHECK(result.why_not_clang.starts_with("clang "));
  CHECK(result.why_not_clang.find(toolkit.path() + ":1:38: use of undeclared identifier") != std::string::npos);
  CHECK(error_of(nonsense.path(), with(Compiler::Auto)).message().find("\nnvcc ") != std::string::npos);
  CHECK(compile_cuda(toolkit.path(), with(Compiler::Nvcc, 80)).why_not_clang.empty());
}

TEST_CASE("memcpy and the like are expanded in place, whatever header declares them") {
  for (const std::string header : {"", "#include <cstring>\n", "#include <string.h>\n"}) {
    INFO(header);
    std::string body;
    for (const std::string scope : {"", "::", "std::"}) {
      body += "  " + scope + "memcpy(w, in, sizeof w);\n  " + scope + "memmove(w, w + 1, 12);\n  " + scope +
              "memset(w + 3, 0, 4);\n  " + scope + "memcpy(out, w, n);\n";
    }
    const Snippet snippet(header + "__global__ void k(const int* in, int* out, int n) {\n  int w[4];\n" +
                          body + "}\nvoid on_host(char* a) { memset(a, 0, 4); }\n");
    const CompileResult result = compile_cuda(snippet.path(), with(Compiler::Clang));
    CHECK(result.ptx.find("call") == std::string::npos);
    CHECK(result.ptx.find(".extern") == std::string::npos);
  }
}

TEST_CASE("cooperative groups are the intrinsics that they stand for") {
  const Snippet snippet(
      "#include <cooperative_groups.h>\n"
      "namespace cg = cooperative_groups;\n"
      "__global__ void k(int* p) {\n"
      "  auto block = cg::this_thread_block();\n"
      "  auto tile = cg::tiled_partition<8>(block);\n"
      "  int v = p[block.thread_rank()];\n"
      "  v += tile.shfl_down(v, 1);\n"
      "  v += tile.shfl_xor(v, 2) + tile.any(v);\n"
      "  tile.sync();\n"
      "  block.sync();\n"
      "  auto group = cg::coalesced_threads();\n"
      "  v += group.shfl(v, 0);\n"
      "  p[group.thread_rank()] = v;\n"
      "}\n");
  const CompileResult result = compile_cuda(snippet.path(), with(Compiler::Auto));
  CHECK(result.compiler.starts_with("clang "));
  using Operations = std::map<int, std::vector<std::string>>;
  const Operations expected{{7, {"shfl.sync.down"}}, {8, {"shfl.sync.bfly", "vote.sync.ballot"}},
                            {9, {"bar.warp.sync"}},  {10, {"barrier.sync"}},
                            {11, {"activemask"}},    {12, {"shfl.sync.idx"}}};
  CHECK(warp_operations_by_line(result.ptx, snippet.path()) == expected);
  if (!have_nvcc()) return;
  // NVIDIA's own header executes the same (nvcc gives what it inlines no line of the user's).
  const CompileResult nvcc = compile_cuda(snippet.path(), with(Compiler::Nvcc));
  CHECK(in_order(warp_operations_by_line(nvcc.ptx, snippet.path())) == in_order(expected));
}

TEST_CASE("a compile error carries its place and the whole text") {
  const Snippet snippet("__global__ void k(int* p) {\n  p[0] = missing;\n}\n");
  const InputError error = error_of(snippet.path(), with(Compiler::Clang));
  CHECK(error.where() == SourceLocation{snippet.path(), 2, 10});
  CHECK(error.message().starts_with("use of undeclared identifier 'missing'\n"));
  CHECK(error.message().find("p[0] = missing;") != std::string::npos);
  CHECK(error.message().find("--compiler nvcc") != std::string::npos);
  if (!have_nvcc()) return;
  const InputError nvcc = error_of(snippet.path(), with(Compiler::Nvcc));
  CHECK(nvcc.where() == SourceLocation{snippet.path(), 2, 0});
  CHECK(nvcc.message().starts_with("identifier \"missing\" is undefined\n"));
}

TEST_CASE("bad input is named") {
  const Snippet empty("int host;\n");
  CHECK(error_of("no/such/file.cu", with(Compiler::Auto)).message().find("cannot read") == 0);
  CHECK(error_of(empty.directory(), with(Compiler::Auto)).message().find("is a directory") == 0);
  CHECK(error_of(empty.path(), with(Compiler::Clang)).message().find("nothing to check") == 0);
  CHECK(error_of("examples/xor_reduce/kernel.cu", with(Compiler::Clang, 9)).message().find("sm_9") !=
        std::string::npos);
}

TEST_CASE("a missing compiler says what to install") {
  const Snippet snippet("__global__ void k() {}\n");
  CompileOptions options;
  options.search_path = snippet.directory();
  CHECK(error_of(snippet.path(), options).message().find("install the Debian package clang-19") !=
        std::string::npos);
  options.compiler = Compiler::Nvcc;
  CHECK(error_of(snippet.path(), options).message().find("nvcc is not installed") == 0);
  std::ofstream(snippet.directory() + "/nvcc") << "#!/bin/sh\n[ $1 = --version ] && echo 'release 13.0, V13.0.48' && exit 0\necho no gcc >&2\nexit 1\n";
  fs::permissions(snippet.directory() + "/nvcc", fs::perms::owner_all);
  options.compiler = Compiler::Auto;
  CHECK(error_of(snippet.path(), options).message().starts_with("no clang found; install the Debian package clang-19\nnvcc 13.0.48 does not compile it: "));
}

TEST_CASE("toolkit headers call for nvcc, at their include line") {
  const Snippet header("#include <cuda/std/array>\n", "random.cuh");
  const Snippet snippet("// #include <mma.h>\n#include \"random.cuh\"\n__global__ void k() {}\n");
  CompileOptions options;
  options.include_dirs = {header.directory()};
  options.search_path = snippet.directory();
  const InputError missing = error_of(snippet.path(), options);
  CHECK(missing.where() == SourceLocation{header.path(), 1, 0});
  CHECK(missing.message().find("<cuda/std/array> needs nvcc") == 0);
  options.compiler = Compiler::Clang;
  CHECK(error_of(snippet.path(), options).message().find("use --compiler nvcc") != std::string::npos);
  if (!have_nvcc()) return;
  options.search_path.clear();
  options.compiler = Compiler::Auto;
  CHECK(compile_cuda(snippet.path(), options).compiler.starts_with("nvcc "));
}

TEST_CASE("instances of constrained templates have the names that demanglers know") {
  const Snippet snippet(
      "template <class T> concept Small = sizeof(T) <= 4;\n"
      "template <Small T> __global__ void k(T* p) { *p = 1; }\n"
      "void f(int* p) { k<<<1, 32>>>(p); }\n");
  const CompileResult result = compile_cuda(snippet.path(), with(Compiler::Clang));
  CHECK(result.standard == "c++20");
  CHECK(result.ptx.find(".entry _Z1kIiEvPT_") != std::string::npos);
}

TEST_CASE("nvcc's oldest target is named") {
  if (!have_nvcc()) return;
  const std::string path = "examples/xor_reduce/kernel.cu";
  if (compile_cuda(path, with(Compiler::Nvcc)).compiler < "nvcc 13") return;
  CHECK(error_of(path, with(Compiler::Nvcc, 70)).message().find("sm_75 and later") != std::string::npos);
}

TEST_CASE("a compiler over its time is an input error") {
  CompileOptions options = with(Compiler::Clang);
  options.timeout_seconds = 0;
  CHECK(error_of("examples/xor_reduce/kernel.cu", options).message().find("did not finish in 0 seconds") !=
        std::string::npos);
}

TEST_CASE("defines and include directories reach the compiler") {
  const Snippet snippet(
      "#ifndef WIDTH\n#error no width\n#endif\n"
      "__global__ void k(int* p) {\n  p[0] = __shfl_xor_sync(~0u, p[1], 1, WIDTH);\n}\n");
  CHECK(error_of(snippet.path(), with(Compiler::Clang)).message().find("no width") == 0);
  CompileOptions options = with(Compiler::Clang);
  options.defines = {"WIDTH=16"};
  const auto lines = instructions_by_line(compile_cuda(snippet.path(), options).ptx, snippet.path());
  CHECK(any_contains(lines.at(5), ", 16;"));
}
