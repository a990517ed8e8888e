// Options for the compiler, and what of a build's command is taken over.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

namespace warpproof::cli {
namespace {

const std::string kSafe = "__global__ void k(int* p) { p[threadIdx.x] = __shfl_xor_sync(~0u, p[threadIdx.x], 1, WIDTH); }\n";

TEST_CASE("options under the names that compilers have for them") {
  const Workshop shop;
  std::filesystem::create_directories(shop.path("lib"));
  shop.write("lib/width.h", "#pragma once\n#define WIDTH 16\n__global__ void of_library(int* p) { *p = 1; }\n");
  const std::string file = shop.write("k.cu", kSafe);
  const std::string other = shop.write("other.cu", "#include <width.h>\n" + kSafe);
  const std::string cpp20 = shop.write("new.cu", "template <class T> concept C = sizeof(T) == 4;\n#define WIDTH 8\n"
                                                 "__device__ void f(C auto v) {}\n" + kSafe);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {file, "-D", "WIDTH=16"},
           {file, "-DWIDTH=16", "-std=c++20", "-X", "-fsigned-char", "-X", "-UOTHER"},
           {file, "-include", shop.path("lib/width.h")},
           {file, "-include=width.h", "-isystem", shop.path("lib")},
           {file, "--include", "width.h", "--isystem=" + shop.path("lib")},
           {other, "-I", shop.path("lib")},
           {other, "-isystem", shop.path("lib"), "-std=gnu++2a"},
           {cpp20},
           {cpp20, "--std=c++20"}}) {
    std::vector<std::string> all = {"check", "--block", "32", "--kernel", "k"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = shop.run(all);
    INFO(outcome.out << outcome.err);
    CHECK(outcome.status == 0);
  }
  const Outcome old = shop.run({"check", cpp20, "-std=c++17"});
  CHECK(old.status == 3);
  const Outcome said = shop.run({"check", file, "-DWIDTH=16", "--block", "32", "-X", "-funsigned-char"});
  CHECK(holds(said.out, "-std=c++17"));
  CHECK(holds(said.out, "-funsigned-char"));
}

TEST_CASE("values that no compiler is given end with status 3 and say what is taken") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kSafe);
  struct Case {
    std::vector<std::string> words;
    std::string message;
  };
  for (const Case& c : std::vector<Case>{{{"-std=c++98"}, "-std takes c++11"},
                                         {{"-std", "c17"}, "-std takes c++11"},
                                         {{"-std="}, "std"},
                                         {{"-X", "-fplugin=./x.so"}, "-X does not pass '-fplugin=./x.so' on"},
                                         {{"-X", "-load"}, "-X does not pass '-load' on"},
                                         {{"-X", "-Xclang"}, "-X does not pass"},
                                         {{"-X", "-o"}, "-X does not pass '-o' on"},
                                         {{"-X", "-include"}, "-X does not pass '-include' on"},
                                         {{"-X", "-std=c++20"}, "-X does not pass '-std=c++20' on"},
                                         {{"-X", "$(id)"}, "-X does not pass"},
                                         {{"-X", ""}, "-X does not pass"},
                                         {{"-X"}, "-X"},
                                         {{"-I", ""}, "-I takes a name"},
                                         {{"-isystem", ""}, "-isystem takes a name"},
                                         {{"-include", ""}, "-include takes a name"},
                                         {{"-D", "1x"}, "-D takes NAME"},
                                         {{"-D", "A\nB"}, "-D takes NAME"},
                                         {{"-D", ""}, "-D takes NAME"}}) {
    for (const char* command : {"check", "run"}) {
      std::vector<std::string> all = {command, file};
      all.insert(all.end(), c.words.begin(), c.words.end());
      const Outcome outcome = shop.run(all);
      INFO(c.message << "\n" << outcome.out << outcome.err);
      CHECK(outcome.status == 3);
      CHECK(outcome.err.starts_with("warpproof: error: "));
      CHECK(holds(outcome.err, c.message));
    }
  }
  const Outcome none = shop.run({"check", file, "-include", shop.path("nowhere.h")});
  CHECK(none.status == 3);
  CHECK(holds(none.err, "nowhere.h"));
  const Outcome no_build = shop.run({"check", file, "-p", shop.path("nowhere")});
  CHECK(no_build.status == 3);
  CHECK(holds(no_build.err, "nowhere"));
}

TEST_CASE("-p takes a file's flags out of compile_commands.json, and says what it does not follow") {
  const Workshop shop;
  std::filesystem::create_directories(shop.path("build"));
  std::filesystem::create_directories(shop.path("inc"));
  shop.write("inc/width.h", "#define WIDTH (BASE / 2)\n");
  const std::string file = shop.write("k.cu", "#include <width.h>\n" + kSafe + "void f(int* p) { k<<<1, 64>>>(p); }\n");
  const std::string entry = R"([{"directory": ")" + shop.path("build") + R"(", "file": "../k.cu", "command": "nvcc -I../inc )";
  const auto build = [&](const std::string& rest) { shop.write("build/compile_commands.json", entry + rest + "\"}]"); };
  build("-DBASE=32 -arch=sm_90 -std=c++20 -O3 --use_fast_math -c ../k.cu -o k.o");
  const Outcome outcome = shop.run({"check", file, "-p", shop.path("build")});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "proved for the launch at " + file + ":3"));
  CHECK(holds(outcome.out, "target sm_90"));
  CHECK(holds(outcome.out, "-std=c++20"));
  CHECK(holds(outcome.out, "note: " + file + ": flags of its build that are not followed: --use_fast_math"));
  const Outcome json = shop.run({"check", file, "-p", shop.path("build/compile_commands.json"), "--format", "json"});
  CHECK(holds(nlohmann::json::parse(json.out)["notes"][0], "--use_fast_math"));
  build("-DBASE=24 -c ../k.cu");  // no width of a shuffle
  const Outcome wrong = shop.run({"check", file, "-p", shop.path("build")});
  INFO(wrong.out << wrong.err);
  CHECK(wrong.status == 1);
  CHECK(shop.run({"check", file, "-p", shop.path("build"), "--target", "sm_80"}).status == 1);
  CHECK(shop.run({"check", file}).status == 3);
}

TEST_CASE("a disk that takes nothing more") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n");
  // No file may grow: each write fails as on a full disk. The reason is said, and it is bad input, not a crash.
  const ProcessResult ran = run_process({"/bin/sh", "-c", "ulimit -f 0; exec \"$0\" \"$@\" 2>&1", kTool, "check", file, "--no-cache"},
                                        {}, 7200, std::size_t{1} << 20);
  INFO(ran.output);
  CHECK(ran.exit_status == 3);
  CHECK(holds(ran.output, "cannot be written (TMPDIR; is the disk full?)"));
}

}  // namespace
}  // namespace warpproof::cli
