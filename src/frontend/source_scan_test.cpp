#include "src/frontend/source_scan.h"

#include <catch2/catch.hpp>

using namespace warpproof;

namespace {

std::vector<std::string> names(const std::string& text) {
  std::vector<std::string> out;
  for (const IncludeLine& include : scan_source(text).includes) out.push_back(include.name);
  return out;
}

}  // namespace

TEST_CASE("includes are found with their line and quotes") {
  const SourceScan scan =
      scan_source("#include <a.h>\n\n  #  include \"b/c.cuh\" // x\nint i;\n#include/* */<d>\n");
  REQUIRE(scan.includes.size() == 3);
  CHECK(scan.includes[0].name == "a.h");
  CHECK(scan.includes[0].line == 1);
  CHECK_FALSE(scan.includes[0].quoted);
  CHECK(scan.includes[1].name == "b/c.cuh");
  CHECK(scan.includes[1].line == 3);
  CHECK(scan.includes[1].quoted);
  CHECK(scan.includes[2].name == "d");
  CHECK(scan.includes[2].line == 5);
}

TEST_CASE("lone percent signs in the text of an asm statement are doubled, others not") {
  const auto doubled = [](const std::string& text) { return with_double_percents(text, scan_source(text)); };
  CHECK(doubled(R"(asm("mov.u32 %0, %laneid;" : "=r"(r));)") == R"(asm("mov.u32 %0, %%laneid;" : "=r"(r));)");
  CHECK(doubled(R"(asm volatile("{ .reg .pred %p;" "@%p bra L; }");)") ==
        R"(asm volatile("{ .reg .pred %%p;" "@%%p bra L; }");)");
  CHECK(doubled("__asm__(R\"(mov.u32 %0, %tid.x;)\" : \"=r\"(r));") ==
        "__asm__(R\"(mov.u32 %0, %%tid.x;)\" : \"=r\"(r));");
  for (const char* same :
       {R"(asm("mov.u32 %0, %%laneid;" : "=r"(r));)", R"(asm("" : "=r"(r)); f("%d");)",
        R"(printf("%d %laneid");)", R"(asm("mov.u32 %[out], 1;" : [out] "=r"(r) : "%x");)"})
    CHECK(doubled(same) == same);
}

TEST_CASE("comments and literals hide includes and kernels") {
  const char* hidden[] = {
      "// #include <a.h>\n",
      "// continued \\\n#include <a.h>\n",
      "/*\n#include <a.h>\n__global__\n*/",
      "const char* s = \"\\\"\\\n#include <a.h>\\\n __global__\";",
      "auto s = R\"x(\n#include <a.h>\n__global__ )\" \n)x\";",
      "auto s = u8R\"(\n#include <a.h>\n)\";",
      "int i; #include <a.h>\n",
      "char c = '\"'; // __global__ \"",
  };
  for (const char* text : hidden) {
    INFO(text);
    CHECK(names(text).empty());
    CHECK_FALSE(scan_source(text).has_kernel);
  }
}

TEST_CASE("what follows a literal or a comment is seen again") {
  CHECK(names("char q = '\\'';\n#include <a.h>\n") == std::vector<std::string>{"a.h"});
  CHECK(names("int n = 1'000'000;\n#include <a.h>\n") == std::vector<std::string>{"a.h"});
  CHECK(names("/* x */ #include <a.h>\n") == std::vector<std::string>{"a.h"});
  CHECK(names("auto s = R\"(a)\";\n#include <b.h>\n") == std::vector<std::string>{"b.h"});
  CHECK(scan_source("/**/__global__ void k() {}").has_kernel);
  CHECK(scan_source("#define KERNEL extern \"C\" __global__\n").has_kernel);
  CHECK_FALSE(scan_source("int my__global__x;").has_kernel);
}

TEST_CASE("the words of launches, with the name before <<<") {
  const auto launches = [](const char* text) {
    std::vector<std::string> out;
    for (const LaunchWords& l : scan_source(text).launches)
      out.push_back(l.kernel + ":" + std::to_string(l.line) + (l.in_macro ? " macro" : ""));
    return out;
  };
  using All = std::vector<std::string>;
  CHECK(launches("\nk<<<1, 2>>>(3);") == All{"k:2"});
  CHECK(launches("ns::k <<<1, 2>>>(3);") == All{"k:1"});
  CHECK(launches("reduce<float, (3 > 2), 4> <<<1, 2>>>(3);").size() == 1);
  CHECK(launches("reduce<float, 256><<<1, 2>>>(3);") == All{"reduce:1"});
  CHECK(launches("(*f)<<<1, 2>>>(3);") == All{":1"});
  CHECK(launches("cudaLaunchKernel((void*)k, 1, 2, args, 0, 0);") == All{":1"});
  CHECK(launches("cudaGraphLaunch(e, s); cudaLaunchHostFunc(s, f, p); cudaLaunchConfig_t c;").empty());
  CHECK(launches("#define L(k) \\\n  k<<<1, 2>>>(3)\nm<<<1, 2>>>(3);") == All{"k:2 macro", "m:3"});
  CHECK(launches("#if 0\nk<<<1, 2>>>(3);\n#if A\nk<<<1, 2>>>(3);\n#endif\n#else\nm<<<1, 2>>>(3);\n#endif\n") == All{"m:7"});
  CHECK(launches("#if 1 // on\nk<<<1, 2>>>(3);\n#else\nm<<<1, 2>>>(3);\n#endif\n") == All{"k:2"});
  CHECK(launches("#if 01\nk<<<1, 2>>>(3);\n#elif A\nm<<<1, 2>>>(3);\n#endif\n") == All{"k:2", "m:4"});
  CHECK(launches("#endif\n#else\nk<<<1, 2>>>(3);").size() == 1);
}

TEST_CASE("unfinished text ends quietly") {
  for (const char* text :
       {"", "/*", "//", "\"", "'", "R\"(", "#include", "#include <", "#include \"a", "#", "\\"}) {
    INFO(text);
    CHECK(names(text).empty());
  }
}

TEST_CASE("toolkit headers are distinguished from covered and foreign ones") {
  for (const char* name :
       {"cuda_fp16.h", "cub/cub.cuh", "cuda/std/atomic", "mma.h", "cooperative_groups/scan.h"}) {
    INFO(name);
    CHECK(is_toolkit_header(name));
  }
  for (const char* name : {"cuda_runtime.h", "cstdio", "assert.h", "my/cub.h", "cudahelpers.h"}) {
    INFO(name);
    CHECK_FALSE(is_toolkit_header(name));
  }
}
