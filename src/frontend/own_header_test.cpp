// include/warpproof.h: calls for warpproof, nothing for other compilers.
#include <catch2/catch.hpp>
#include <fstream>

#include "src/frontend/compile.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

const std::string kText =
    "#include <warpproof.h>\n"
    "__global__ void k(int* out, int n) {\n"
    "  warpproof::assume(n > 3);\n"
    "  warpproof::assert_that(n > 2);\n"
    "  out[0] = n;\n"
    "}\n";

std::size_t calls(const std::string& ptx, const std::string& name) {
  std::size_t count = 0;
  for (std::size_t at = ptx.find("call"); at != std::string::npos; at = ptx.find("call", at + 1))
    count += ptx.find(name, at) < ptx.find(';', at) ? 1 : 0;
  return count;
}

TEST_CASE("the header is found, and its calls reach the PTX") {
  const TemporaryDirectory folder;
  const std::string path = folder.path() + "/k.cu";
  std::ofstream(path) << kText;
  for (const auto compiler : {CompileOptions::Compiler::Clang, CompileOptions::Compiler::Nvcc}) {
    CompileOptions options;
    options.compiler = compiler;
    std::string ptx;
    try {
      ptx = compile_cuda(path, options).ptx;
    } catch (const InputError& error) {
      REQUIRE(error.message().find("nvcc is not installed") != std::string::npos);
      continue;
    }
    CHECK(calls(ptx, "_ZN9warpproof6assumeEb") == 1);
    CHECK(calls(ptx, "_ZN9warpproof11assert_thatEb") == 1);
  }
}

TEST_CASE("a host compiler makes nothing of it") {
  const TemporaryDirectory folder;
  const std::string path = folder.path() + "/host.cpp";
  std::ofstream(path) << "#include <warpproof.h>\nint f(int n) {\n  warpproof::assume(n > 3);\n"
                         "  warpproof::assert_that(n > 2);\n  return n;\n}\n";
  for (const char* compiler : {"g++", "clang++-19"}) {
    const std::string out = folder.path() + "/" + compiler + ".s";
    const ProcessResult ran = run_process({"/usr/bin/env", compiler, "-std=c++11", "-Wall", "-Wextra",
                                           "-Werror", "-O1", "-S", "-Iinclude", path, "-o", out},
                                          {}, 7200, std::size_t{1} << 16);
    INFO(ran.output);
    REQUIRE(ran.exit_status == 0);
    std::ifstream in(out);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    CHECK(text.find("call") == std::string::npos);
    CHECK(text.find("_ZN9warpproof") == std::string::npos);
  }
}

}  // namespace
}  // namespace warpproof
