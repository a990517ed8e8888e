#include "src/frontend/compiler_flags.h"

#include <catch2/catch.hpp>

using namespace warpproof;
using Words = std::vector<std::string>;

TEST_CASE("flags that choose the language pass, for either compiler in its words") {
  struct Case {
    std::string flag;
    Words clang, nvcc;
  };
  for (const Case& c : std::vector<Case>{{"-fsigned-char", {"-fsigned-char"}, {"-Xcompiler", "-fsigned-char"}},
                                         {"-fno-exceptions", {"-fno-exceptions"}, {"-Xcompiler", "-fno-exceptions"}},
                                         {"-ftemplate-depth=99", {"-ftemplate-depth=99"}, {"-Xcompiler", "-ftemplate-depth=99"}},
                                         {"-mavx2", {"-mavx2"}, {"-Xcompiler", "-mavx2"}},
                                         {"-UNDEBUG", {"-UNDEBUG"}, {"-UNDEBUG"}},
                                         {"--expt-relaxed-constexpr", {}, {"--expt-relaxed-constexpr"}},
                                         {"-expt-relaxed-constexpr", {}, {"--expt-relaxed-constexpr"}},
                                         {"-ftz=true", {"-fgpu-flush-denormals-to-zero"}, {"-ftz=true"}},
                                         {"-Wall", {"-Wall"}, {}}}) {
    INFO(c.flag);
    const auto words = words_of_flag(c.flag);
    REQUIRE(words.has_value());
    CHECK(words->clang == c.clang);
    CHECK(words->nvcc == c.nvcc);
  }
}

TEST_CASE("flags that load code, name files, run programs or change what is judged do not pass") {
  for (const char* flag :
       {"", "-", "--", "x", "-fplugin=x.so", "-fplugin", "-fpass-plugin=x.so", "-fplugin-arg-x-y", "-load", "-Xclang", "-mllvm",
        "-o", "-oout", "-o=out", "@file", "-O2", "-O0", "-g", "-S", "-c", "-E", "-emit-llvm", "-fsanitize=address", "-flto",
        "-fmodules", "-fmodules-cache-path=x", "-fmodule-file=x", "-fprofile-generate", "-fprofile-use=x", "-ftime-trace",
        "-ftime-trace=x", "-fcrash-diagnostics-dir=x", "-fsave-optimization-record", "-foptimization-record-file=x",
        "-ftest-coverage", "-fsyntax-only", "-fwrapv", "-fno-wrapv", "-fjump-tables", "-ffp-contract=fast", "-fuse-ld=x",
        "-fno-integrated-as", "-B.", "-Bx", "-wrapper", "-specs=x", "--config", "--config=x", "-x", "-xc", "-include", "-isystem",
        "-Ix", "-I", "-Dx", "-std=c++20", "-ivfsoverlay", "-imacros", "-iwithprefix", "-Wl,-x", "-Wp,-x", "-Wa,-x", "-Xcompiler", "-Xptxas",
        "-ccbin", "-ccbin=x", "--compiler-bindir=x", "--options-file=x", "-optf=x", "-keep", "--run", "-run", "-rdc=true",
        "-fsigned-char\n", "-fsigned-char -o", "-U$(id)", "-U`id`", "-U;id", "-U'x'", "-march=$(id)", "-fvisibility=a b",
        "-U", "-U|id", "-mavx2&id", "-ftemplate-depth=", "--cuda-path=x", "-cuda-path=x", "-resource-dir", "--sysroot=x", "-fno-rtti,-x"}) {
    INFO(flag);
    CHECK_FALSE(words_of_flag(flag).has_value());
  }
}

TEST_CASE("standards have one name each") {
  CHECK(standard_of("c++17") == "c++17");
  CHECK(standard_of("c++2a") == "c++20");
  CHECK(standard_of("gnu++1z") == "gnu++17");
  CHECK(standard_of("c++2b") == "c++23");
  for (const char* none : {"", "c++", "c++98", "c11", "c++21", "C++17", "c++17 ", "$(id)", "gnu17", "-c++17", "c++17\n"})
    CHECK_FALSE(standard_of(none).has_value());
  CHECK(clang_standard("c++23", 14) == "-std=c++2b");
  CHECK(clang_standard("c++23", 19) == "-std=c++23");
  CHECK(clang_standard("gnu++20", 14) == "-std=gnu++20");
  CHECK(nvcc_standard("gnu++17") == "-std=c++17");
}
