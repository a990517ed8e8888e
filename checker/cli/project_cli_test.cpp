// `warpproof.toml`, as `check` reads it.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

const char* const kGood = "__global__ void good(int* out) { out[threadIdx.x] = 1; }\n";
// Right for blocks of whole warps, or of one thread; wrong for others.
const char* const kWarps = R"(__global__ void warps(int* out, int n) {
  int v = __shfl_xor_sync(0xffffffffu, n, 1);
  out[threadIdx.x] = v;
}
)";
const char* const kNeedsN = R"(__global__ void needs(int* out, int n) {
  if (n > 3) out[0] = threadIdx.x;
}
)";

// A workshop whose folder the tool is started in.
class Project : public Workshop {
 public:
  void make(const std::string& folder) const { fs::create_directories(path(folder)); }

  Outcome in(const std::string& folder, const std::vector<std::string>& arguments) const {
    const std::string tool = fs::absolute(kTool).string();
    std::vector<std::string> argv = {"/bin/sh", "-c", "cd \"$1\" && shift && exec \"$0\" \"$@\" 2>\"$WARPPROOF_STDERR\"", tool,
                                     path(folder)};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    const auto result = warpproof::run_process(argv, {"WARPPROOF_STDERR=" + path("stderr")}, 7200, std::size_t{64} << 20);
    REQUIRE_FALSE(result.timed_out);
    return {result.exit_status, result.output, read(path("stderr"))};
  }

  Json json(const std::string& folder, std::vector<std::string> arguments = {}) const {
    arguments.insert(arguments.begin(), "check");
    arguments.insert(arguments.end(), {"--format", "json"});
    const Outcome out = in(folder, arguments);
    INFO(out.err);
    return Json::parse(out.out);
  }
};

std::vector<std::string> kernels_of(const Json& report) {
  std::vector<std::string> out;
  for (const Json& k : report["kernels"])
    out.push_back(k["name"].get<std::string>() + " " + k["launch"]["block"].get<std::string>() + " " + k["verdict"].get<std::string>());
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("check without files reads the nearest warpproof.toml, and its paths are relative to it") {
  const Project p;
  p.make("src/deep");
  p.make("old");
  p.write("src/a.cu", kGood);
  p.write("src/deep/b.cu", kWarps);
  p.write("old/c.cu", "not C++");
  p.write("warpproof.toml", "files = [\"**/*.cu\"]\nexclude = [\"old/*\"]\nblock = [32, \"any:64\"]\n");
  const Json here = p.json(".");
  CHECK(kernels_of(here) == Lines{"good 32 proved", "good any:64 proved", "warps 32 proved", "warps any:64 proved"});
  CHECK(here["kernels"][0]["file"] == "src/a.cu");
  const Json below = p.json("src/deep");
  CHECK(kernels_of(below) == kernels_of(here));
  CHECK(below["kernels"][0]["file"] == "../../src/a.cu");
  // By its name, from anywhere.
  CHECK(kernels_of(p.json("old", {"--config", "../warpproof.toml"})) == kernels_of(here));
  // No further than the repository's root.
  p.make("src/.git");
  const Outcome outside = p.in("src/deep", {"check"});
  CHECK(outside.status == 3);
  CHECK(holds(outside.err, "no FILE, and no warpproof.toml here or in a folder above"));
}

TEST_CASE("options of the command line stand in place of the file's, also in kernels' tables") {
  const Project p;
  p.write("a.cu", std::string(kGood) + kWarps);
  p.write("warpproof.toml", R"(files = ["a.cu"]
block = 33
effort = 2
[[kernel]]
name = "warps"
block = 64
)");
  CHECK(kernels_of(p.json(".")) == Lines{"good 33 proved", "warps 64 proved"});
  CHECK(kernels_of(p.json(".", {"--block", "96"})) == Lines{"good 96 proved", "warps 96 proved"});
  CHECK(kernels_of(p.json(".", {"--kernel", "warps"})) == Lines{"warps 64 proved"});
  p.write("b.cu", kGood);
  CHECK(kernels_of(p.json(".", {"--config", "warpproof.toml", "--kernel", "good", "b.cu"})) == Lines{"good 33 proved"});
  CHECK(p.in(".", {"check", "--kernel", "none"}).status == 3);
}

TEST_CASE("a kernel's table is for that kernel, and what it says replaces what is said of all") {
  const Project p;
  p.write("a.cu", std::string(kNeedsN) + kWarps + kGood);
  p.write("warpproof.toml", R"(files = ["a.cu"]
block = 32
assume = ["n <= 3"]
[[kernel]]
name = "warps"
[[kernel.launch]]
block = 32
dynamic-shared = 64
[[kernel.launch]]
block = "any:32"
grid = 2
[[kernel]]
name = "good"
assume = []
)");
  const Json report = p.json(".");
  CHECK(kernels_of(report) == Lines{"needs 32 proved", "warps 32 proved", "warps any:32 proved", "good 32 proved"});
  CHECK(report["kernels"][2]["launch"]["grid"] == "2");
  // Without the assumption it is a race.
  p.write("warpproof.toml", "files = [\"a.cu\"]\nblock = 32\n[[kernel]]\nname = \"warps\"\nassume = [\"n <= 3\"]\n");
  CHECK(kernels_of(p.json(".")) == Lines{"needs 32 violation", "warps 32 proved", "good 32 proved"});
  // What a table says has to be about its kernel.
  p.write("warpproof.toml", "files = [\"a.cu\"]\nblock = 32\n[[kernel]]\nname = \"good\"\nassume = [\"n <= 3\"]\n");
  const Outcome wrong = p.in(".", {"check"});
  CHECK(wrong.status == 3);
  CHECK(holds(wrong.err, "warpproof.toml:3:1: error: --assume 'n <= 3'"));
  p.write("warpproof.toml", "files = [\"a.cu\"]\n\n[[kernel]]\nname = \"none\"\n");
  const Outcome none = p.in(".", {"check"});
  CHECK(none.status == 3);
  CHECK(holds(none.err, "warpproof.toml:3:1: error: no file has a kernel 'none'"));
}

TEST_CASE("launches may have targets of their own") {
  const Project p;
  p.write("a.cu", "__global__ void k(int* out) { out[threadIdx.x] = __CUDA_ARCH__; }\n");
  p.write("warpproof.toml", R"(files = ["a.cu"]
[[launch]]
block = 32
[[launch]]
block = 32
target = "sm_90"
)");
  const Json report = p.json(".");
  REQUIRE(report["kernels"].size() == 2);
  CHECK(report["kernels"][0]["notes"][0] == "checked for sm_80");
  CHECK(report["kernels"][1]["notes"][0] == "checked for sm_90");
}

TEST_CASE("a build's compile_commands.json names files and their flags") {
  const Project p;
  p.make("build");
  p.make("src");
  p.write("src/a.cu", "#ifdef WANTED\n__global__ void wanted(int* out) { out[threadIdx.x] = 1; }\n#endif\n");
  p.write("src/b.cpp", "int main() {}\n");
  p.write("build/compile_commands.json",
          "[{\"directory\": \"..\", \"file\": \"src/a.cu\", \"command\": \"nvcc -DWANTED -c src/a.cu\"},"
          " {\"directory\": \"..\", \"file\": \"src/b.cpp\", \"command\": \"g++ -c src/b.cpp\"}]");
  p.write("warpproof.toml", "files = [\"build/compile_commands.json\"]\nblock = 32\n");
  CHECK(kernels_of(p.json(".")) == Lines{"wanted 32 proved"});
}

TEST_CASE("suppressions of the project are no proof either, and need a reason and a rule that there is") {
  const Project p;
  p.make("src");
  p.write("src/a.cu", kNeedsN);
  p.write("warpproof.toml", R"(files = ["src/*.cu"]
block = 32
[[suppress]]
rule = "store.same-instruction"
file = "src/**"
reason = "all threads but the last lose"
)");
  const Json report = p.json(".");
  const Json& kernel = report["kernels"][0];
  CHECK(kernel["verdict"] == "unknown");
  REQUIRE(kernel["suppressed"].size() >= 1);
  CHECK(kernel["suppressed"][0]["suppressed_in"] == "project");
  CHECK(kernel["suppressed"][0]["reason"] == "all threads but the last lose");
  p.write("warpproof.toml", "files = [\"src/*.cu\"]\nblock = 32\n[[suppress]]\nrule = \"store.same-instruction\"\nfile = \"other/*\"\nreason = \"x\"\n");
  CHECK(p.in(".", {"check"}).status == 1);
  for (const char* bad : {"[[suppress]]\nrule = \"race\"\n", "[[suppress]]\nreason = \"x\"\n", "[[suppress]]\nrule = \"race\"\nreason = \" \"\n",
                          "[[suppress]]\nrule = \"none\"\nreason = \"x\"\n", "[[suppress]]\nrule = \"race\"\nreason = \"x\"\nline = 3\n"}) {
    p.write("warpproof.toml", std::string("files = \"src/a.cu\"\n") + bad);
    INFO(bad);
    CHECK(p.in(".", {"check"}).status == 3);
  }
}

TEST_CASE("what the file has wrong is said with line and column") {
  const Project p;
  p.write("a.cu", kGood);
  struct Case {
    const char *text, *message;
  };
  for (const Case& c : std::vector<Case>{
           {"files = [\"a.cu\"]\nblok = 32\n", ":2:8: error: no key 'blok' here; there are: files, "},
           {"files = [\"a.cu\"]\nblock = true\n", ":2:9: error: expected a text or a list of texts, not true or false"},
           {"files = [\"a.cu\"]\nblock = \"x\"\n", ":2:9: error: block: --block 'x': expected a size "},
           {"files = [\"a.cu\"]\neffort = \"high\"\n", ":2:10: error: expected a number, not a text"},
           {"files = [\"a.cu\"]\neffort = nan\n", ":2:10: error: effort: --effort: takes a number from 0.001 to 1000000, not 'nan'\n"},
           {"files = [\"a.cu\"]\njobs = 0\n", ":2:8: error: jobs: "},
           {"files = [\"a.cu\"]\nparam = { n = 1.5 }\n", ":2:15: error: expected a text or an integer, not a number"},
           {"files = [\"a.cu\"]\nassume = [\"a\", 3]\n", ":2:16: error: expected a text"},
           {"files = [\"a.cu\"]\nassume = \"\"\"a\nb\"\"\"\n", ":2:10: error: a text with a line break"},
           {"files = [\"a.cu\"]\nassume = \"a\\u0000\"\n", ":2:10: error: a text with a line break"},
           {"files = [\"a.cu\"]\n\n[[launch]]\ngrid = 1\nassume = \"x\"\n", ":5:10: error: 'assume' is not part of a launch"},
           {"files = [\"a.cu\"]\n[[kernel]]\nname = \"good\"\njobs = 2\n", ":4:8: error: 'jobs' applies to the whole project"},
           {"files = [\"a.cu\"]\n[[kernel]]\nblock = 2\n", ":2:1: error: [[kernel]] needs a name"},
           {"files = [\"a.cu\"]\n[kernel]\nname = \"good\"\n", ":2:"},
           {"files = [\"a.cu\"]\n[[launch]]\ntarget = \"sm_80\"\n", ":2:1: error: a launch has a block or a grid"},
           {"files = [\"none/*.cu\"]\n", ":1:10: error: no file matches 'none/*.cu'"},
           {"files = [\"a.cu\"]\nexclude = \"*.cu\"\n", ":1:9: error: all files are excluded"},
           {"block = 32\n", ": error: needs files"},
           {"files = [\"a.cu\"\nblock = 32\n", ":2:"},
           {"files = [\"a.cu\"]\nfiles = [\"a.cu\"]\n", ":2:"},
           {"files = [\"a.cu\"]\ndefine = \"1X\"\n", ":2:10: error: define: -D takes NAME"},
           {"files = [\"a.cu\"]\nflag = \"-fplugin=x.so\"\n", ":2:8: error: flag: -X does not pass"},
           {"files = 7\n", ":1:9: error: expected a text or a list of texts, not an integer"}}) {
    p.write("warpproof.toml", c.text);
    const Outcome out = p.in(".", {"check"});
    INFO(c.text << out.err << out.out);
    CHECK(out.status == 3);
    CHECK(holds(out.err, std::string("warpproof.toml") + c.message));
  }
  CHECK(p.in(".", {"check", "--config", "none.toml"}).status == 3);
}

TEST_CASE("hostile text is bad input, whatever it is") {
  const Project p;
  p.write("a.cu", kGood);
  std::string deep = "files = [\"a.cu\"]\n";
  for (int i = 0; i < 100000; ++i) deep += "a.";
  std::string nested = "files = ";
  nested += std::string(200000, '[');
  std::string tables = "files = [\"a.cu\"]\nx = ";
  for (int i = 0; i < 50000; ++i) tables += "{a=";
  for (const std::string& text : {deep + "b = 1\n", nested, tables, std::string(2 << 20, '#'), std::string("files = [\"\\xff\"]\n"),
                                  std::string("\0\0\0", 3), std::string("files = [\"$(touch owned)\"]\n"),
                                  std::string("files = [\"a.cu\"]\nblock = \"32 --kernel x\"\n"),
                                  std::string("files = [\"a.cu\"]\ndefine = \"X=1\\\" -fplugin=x\"\nbaseline = \"--help\"\n")}) {
    p.write("warpproof.toml", text);
    const Outcome out = p.in(".", {"check"});
    INFO(text.substr(0, 100) << out.err.substr(0, 500));
    CHECK(out.status == 3);
    CHECK(holds(out.err, "error: "));
  }
  CHECK_FALSE(fs::exists(p.path("owned")));
}
