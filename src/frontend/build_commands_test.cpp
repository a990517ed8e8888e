#include "src/frontend/build_commands.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "src/base/source.h"
#include "src/frontend/process.h"

using namespace warpproof;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

struct Build {
  TemporaryDirectory folder;
  fs::path root = folder.path();
  std::string source = (root / "k.cu").string();

  Build() { write("k.cu", "__global__ void k() {}\n"); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(root / name) << text; }
  void database(const std::string& text) const { write("compile_commands.json", text); }
  void command(const std::string& quoted) const {
    database(R"([{"directory": ")" + root.string() + R"(", "file": "k.cu", "command": ")" + quoted + R"("}])");
  }
  BuildFlags flags(CompileOptions options = {}) const {
    options.build_dir = root.string();
    return with_build_flags(options, source);
  }
  std::string at(const std::string& name) const { return (root / name).string(); }
};

}  // namespace

TEST_CASE("words of a command are those of a shell that expands nothing") {
  CHECK(split_command("a  b\tc\n") == Words{"a", "b", "c"});
  CHECK(split_command(R"(-DA=\"x\" '-DB=$(id)' "-DC=a b\"\\\n" d\ e '' f)") ==
        Words{"-DA=\"x\"", "-DB=$(id)", "-DC=a b\"\\\\n", "d e", "", "f"});
  CHECK(split_command("\"open").size() == 1);
  CHECK(split_command("").empty());
}

TEST_CASE("of a macro that is defined and undefined the last word counts") {
  const Build build;
  const auto flags = [&](const std::string& words) {
    build.command("clang++ " + words + " -c k.cu");
    return build.flags().options;
  };
  CHECK(flags("-UBUG -DBUG").flags.empty());
  CHECK(flags("-UBUG -DBUG").defines == Words{"BUG"});
  CHECK(flags("-DBUG -UBUG").flags == Words{"-UBUG"});
  CHECK(flags("-DBUG=1 -UBUG -DBUG=2").defines == Words{"BUG=2"});
  CHECK(flags("'-DF(x)=x' -UF").defines.empty());
  CHECK(flags("-DBUGS -UBUG").defines == Words{"BUGS"});
}

TEST_CASE("what another command, or one for a part of the compiler, does is named") {
  const Build build;
  build.command("clang++ -Xclang -DBUG -Wp,-DBUG -Wall -c k.cu");
  CHECK(build.flags().not_followed == Words{"-Xclang -DBUG", "-Wp,-DBUG"});
  const auto two = [&](const std::string& first, const std::string& second) {
    const std::string entry = R"({"directory": ")" + build.root.string() + R"(", "file": "k.cu", "command": "nvcc )";
    build.database("[" + entry + first + R"( -c k.cu -o a.o"}, )" + entry + second + R"( -c k.cu -o b.o"}])");
    return build.flags();
  };
  CHECK(two("", "-DBUG").not_followed == Words{"(those of its other commands)"});
  CHECK(two("", "-DBUG").options.defines.empty());
  CHECK(two("-DBUG", "-DBUG").not_followed.empty());
}

TEST_CASE("nvcc's options are taken over, and what is not followed is named") {
  const Build build;
  build.write("more.rsp", "-Iresponse -DFROM_FILE");
  build.command(
      "ccache /usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -Iinclude -I /abs --include-path=other "
      "-isystem=sys -isystem lib -include first.h -DA=1 -D B -UC --options-file more.rsp -O3 -DNDEBUG "
      "--generate-code=arch=compute_90,code=[compute_90,sm_90] -gencode arch=compute_80,code=sm_80 -std=c++20 "
      "-Xcompiler=-fPIC,-fno-rtti,-Wall -Xptxas -v -use_fast_math --expt-relaxed-constexpr -x cu -rdc=true -c "
      "k.cu -o k.o -MD -MT k.o -MF k.d --mystery");
  const BuildFlags flags = build.flags();
  const CompileOptions& o = flags.options;
  CHECK(o.include_dirs == Words{build.at("include"), "/abs", build.at("other"), build.at("response")});
  CHECK(o.system_dirs == Words{build.at("sys"), build.at("lib")});
  CHECK(o.forced_includes == Words{"first.h"});
  CHECK(o.defines == Words{"A=1", "B", "FROM_FILE", "NDEBUG"});
  CHECK(o.flags == Words{"-UC", "-fno-rtti", "--expt-relaxed-constexpr"});
  CHECK(o.standard == "c++20");
  CHECK(o.target_sm == 90);
  CHECK(flags.not_followed == Words{"-use_fast_math", "--mystery"});
}

TEST_CASE("what the command line says comes first") {
  const Build build;
  build.command("nvcc -Ib -std=c++14 -arch=sm_90 -DB k.cu");
  CompileOptions given;
  given.include_dirs = {"/a"};
  given.standard = "c++20";
  given.target_sm = 86;
  given.target_is_given = true;
  const CompileOptions o = build.flags(given).options;
  CHECK(o.include_dirs == Words{"/a", build.at("b")});
  CHECK(o.standard == "c++20");
  CHECK(o.target_sm == 86);
  CHECK(o.build_dir.empty());
}

TEST_CASE("g++'s and clang's commands too, and lists of words") {
  const Build build;
  build.database(R"x([{"directory": "/", "file": "/other.cu", "arguments": ["nvcc", "-DWRONG"]},
                     {"directory": ")x" + build.root.string() + R"x(", "file": ")x" + build.source + R"x(",
                      "arguments": ["clang++", "-x", "cuda", "--cuda-gpu-arch=sm_70", "-iquote", "q", "-DN=$(id)", "-Werror", "-DM"]}])x");
  const CompileOptions o = build.flags().options;
  CHECK(o.target_sm == 70);
  CHECK(o.include_dirs == Words{build.at("q")});
  CHECK(o.defines == Words{"N=$(id)", "M"});
}

TEST_CASE("flags of a build that load code or write files are not followed") {
  const Build build;
  build.command("nvcc -fplugin=x.so -Xclang -load -Xclang x.so -mllvm -load=x.so -Xcompiler -fplugin=y.so,-wrapper k.cu");
  const BuildFlags flags = build.flags();
  CHECK(flags.options.flags.empty());
  CHECK(flags.not_followed == Words{"-fplugin=x.so", "-Xclang -load", "-Xclang x.so", "-fplugin=y.so", "-wrapper"});
}

TEST_CASE("a build that says nothing of the file is bad input") {
  const Build build;
  CHECK_THROWS_AS(build.flags(), InputError);  // no database
  for (const char* text : {"", "{", "{}", "[]", "[1]", R"([{"file": 3}])", R"([{"directory": "/", "file": "x.cu", "command": "nvcc"}])"}) {
    INFO(text);
    build.database(text);
    CHECK_THROWS_AS(build.flags(), InputError);
  }
  build.write("loop.rsp", "@loop.rsp");
  build.command("nvcc @loop.rsp k.cu");
  CHECK_THROWS_AS(build.flags(), InputError);
  build.command("nvcc --options-file none.rsp k.cu");
  CHECK_THROWS_AS(build.flags(), InputError);
}
