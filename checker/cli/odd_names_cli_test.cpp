// Source files with names that compilers escape, or that a terminal, a shell or XML would take for something else. Each
// report shows the file by its real name, with the line and the text of the source.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;

namespace {

const char* const kKernel = R"(__global__ void k(int* out) {

  if (threadIdx.x < 16)
    __syncthreads();
  out[threadIdx.x] = 1;
}
)";

// The name in the file system, in a text report, and in a URI.
struct OddName {
  const char *name, *shown, *uri;
};

constexpr OddName kNames[] = {
    {"\xc3\xa4\xe6\xa0\xb8.cu", "\xc3\xa4\xe6\xa0\xb8.cu", "%C3%A4%E6%A0%B8.cu"},
    {"q\"q.cu", "q\"q.cu", "q%22q.cu"},
    {"it's.cu", "it's.cu", "it%27s.cu"},
    {"back\\slash.cu", "back\\slash.cu", "back%5Cslash.cu"},
    {"no\\101escape\\\\.cu", "no\\101escape\\\\.cu", "no%5C101escape%5C%5C.cu"},
    {"a <b> & %20 #c?.cu", "a <b> & %20 #c?.cu", "a%20%3Cb%3E%20%26%20%2520%20%23c%3F.cu"},
    {"$(x) `y`;*.cu", "$(x) `y`;*.cu", "%24%28x%29%20%60y%60%3B%2A.cu"},
};

std::string folder_of(const Workshop& shop) { return shop.path(""); }

}  // namespace

TEST_CASE("text, JSON, SARIF and JUnit show the real name, and the place in the source") {
  for (const OddName& odd : kNames) {
    const Workshop shop;
    const std::string file = shop.write(odd.name, kKernel);
    const std::string shown = folder_of(shop) + odd.shown;
    const auto report = [&](const char* format) {
      const Outcome outcome = shop.run({"check", file, "--block", "32", "--format", format});
      INFO(outcome.out << outcome.err);
      CHECK(outcome.status == 1);
      return outcome.out;
    };
    INFO(odd.name);

    const std::string text = report("text");
    INFO(text);
    CHECK(holds(text, "kernel k (" + shown + "): VIOLATION"));
    CHECK(holds(text, shown + ":4:5: error: "));
    CHECK(holds(text, "\n      4 |     __syncthreads();\n"));

    const Json kernel = Json::parse(report("json"))["kernels"][0];
    CHECK(kernel["file"] == file);
    CHECK(kernel["findings"][0]["file"] == file);
    CHECK(kernel["findings"][0]["line"] == 4);

    const Json result = Json::parse(report("sarif"))["runs"][0]["results"][0];
    const Json place = result["locations"][0]["physicalLocation"];
    const std::string uri = place["artifactLocation"]["uri"];
    CHECK(uri.ends_with(std::string("/") + odd.uri));
    CHECK(place["region"]["startLine"] == 4);

    std::string in_xml;
    for (const char c : shown)
      in_xml += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    const std::string junit = report("junit");
    INFO(junit);
    CHECK(holds(junit, "<testsuite name=\"" + in_xml + "\""));
    CHECK(holds(junit, ">" + in_xml + ":4:5: error: "));
  }
}

TEST_CASE("a shell runs the command of a report whatever the file is called") {
  for (const char* const name : {"it's \"q\" \\101.cu", "$(x) `y`;*.cu", "a\xc3\xa4.ptx"}) {
    const Workshop shop;
    const bool is_ptx = std::string(name).ends_with(".ptx");
    const std::string file = shop.write(name, is_ptx ? ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n.reg .pred %p;\n"
                                                       ".reg .u32 %r;\nmov.u32 %r, %tid.x;\nsetp.lt.u32 %p, %r, 16;\n@!%p bra L;\nbar.sync 0;\nL:\nbar.sync 0;\nret;\n}\n"
                                                     : kKernel);
    const Outcome check = shop.run({"check", file, "--block", "32"});
    INFO(check.out << check.err);
    REQUIRE(check.status == 1);
    const std::size_t at = check.out.find("warpproof run ");
    REQUIRE(at != std::string::npos);
    const std::string command = check.out.substr(at + 10, check.out.find('\n', at) - at - 10);
    const auto again = warpproof::run_process({"/bin/sh", "-c", std::string(kTool) + " " + command + " 2>&1"}, {}, 7200, 1 << 20);
    INFO(command << "\n" << again.output);
    CHECK(again.exit_status == 1);
    CHECK(holds(again.output, "barrier.divergent"));
  }
}

// clang cannot be given such names; where nvcc is installed, it reads the file.
TEST_CASE("a name with a tab or a line break stays on one line") {
  const Workshop shop;
  const std::string file = shop.write("tab\t and\nbreak.cu", kKernel);
  const std::string shown = folder_of(shop) + "tab\\t and\\nbreak.cu";
  const Outcome text = shop.run({"check", file, "--block", "32"});
  INFO(text.out << text.err);
  CHECK((text.status == 1 || text.status == 3));
  CHECK(holds(text.out + text.err, shown + ":"));
  CHECK_FALSE(holds(text.out + text.err, "and\nbreak.cu"));
  if (text.status == 1) {
    CHECK(holds(text.out, shown + ":4:"));
    CHECK(holds(text.out, "\n      4 |     __syncthreads();\n"));
  }
  const Outcome junit = shop.run({"check", file, "--block", "32", "--format", "junit"});
  CHECK(holds(junit.out, "<testsuite name=\"" + shown + "\""));
}

// As clang writes them: PTX that was compiled elsewhere.
TEST_CASE("names in the lines of PTX are read as they are meant") {
  const Workshop shop;
  const std::string source = shop.write("\xc3\xa4\t\"q\" \\.cu", "first\nsecond __syncthreads();\n");
  const std::string ptx = shop.write("k.ptx", ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"" + shop.path("") +
                                                  R"(\303\244\t\"q\" \\.cu")"
                                                  "\n.visible .entry k() {\n.reg .pred %p;\n.reg .u32 %r;\nmov.u32 %r, %tid.x;\n"
                                                  "setp.lt.u32 %p, %r, 16;\n@!%p bra L;\n.loc 1 2 8\nbar.sync 0;\nL:\nbar.sync 0;\nret;\n}\n");
  const Json kernel = Json::parse(shop.run({"check", ptx, "--block", "32", "--format", "json"}).out)["kernels"][0];
  CHECK(kernel["findings"][0]["file"] == source);
  const Outcome text = shop.run({"check", ptx, "--block", "32"});
  CHECK(holds(text.out, "\xc3\xa4\\t\"q\" \\.cu:2:8: error: "));
  CHECK(holds(text.out, "\n      2 | second __syncthreads();\n"));
}

TEST_CASE("a file that is named twice is checked once") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", kKernel), other = shop.write("other.cu", kKernel);
  const auto kernels = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--block", "32", "--format", "json", "--no-cache"});
    return Json::parse(shop.run(words).out)["kernels"].size();
  };
  CHECK(kernels({file, file}) == 1);
  CHECK(kernels({file, other, file}) == 2);
  CHECK(kernels({file, shop.path("") + "./k.cu"}) == 1);
}

TEST_CASE("links to one file in two folders are two programs") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "#include \"config.h\"\n"
                                      "__global__ void k(int* out) {\n"
                                      "  __shared__ int s[64];\n"
                                      "  s[threadIdx.x] = 1;\n"
                                      "  SYNC;\n"
                                      "  out[threadIdx.x] = s[threadIdx.x ^ 33];\n"
                                      "}\n");
  for (const char* folder : {"good", "bad"}) {
    std::filesystem::create_directory(shop.path(folder));
    std::filesystem::create_symlink(file, shop.path(std::string(folder) + "/k.cu"));
  }
  shop.write("good/config.h", "#define SYNC __syncthreads()\n");
  shop.write("bad/config.h", "#define SYNC\n");
  CHECK(shop.run({"check", shop.path("good/k.cu"), shop.path("bad/k.cu"), "--block", "64", "--no-cache"}).status == 1);
  CHECK(shop.run({"check", shop.path("good/k.cu"), "--block", "64", "--no-cache"}).status == 0);
}

TEST_CASE("a message that names a buffer twice has the source's name both times") {
  const Workshop shop;
  const std::string file = shop.write("k.cu",
                                      "#include <curand_kernel.h>\n"
                                      "__global__ void k(curandState* states, unsigned seed) {\n"
                                      "  curand_init(seed, threadIdx.x, 0, &states[threadIdx.x / 2]);\n"
                                      "  curandState mine = states[threadIdx.x / 2];\n"
                                      "  states[threadIdx.x + 64] = mine;\n"
                                      "}\n");
  const Outcome broken = shop.run({"check", file, "--block", "64"});
  INFO(broken.out << broken.err);
  CHECK(broken.status == 1);
  CHECK(holds(broken.out, "of the buffer of states and thread 0 reads 8 bytes at byte 0 of the buffer of states"));
  CHECK_FALSE(holds(broken.out, "_param_"));
}
