// Verdicts that are kept between runs: when they are taken, and that nothing that decides one can change unnoticed.
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

const char* const kTwo = R"(#include "size.h"
__global__ void one(int* out, int n) { out[threadIdx.x] = n; }
__global__ void two(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
#if BARRIER
  __syncthreads();
#endif
  out[threadIdx.x] = s[63 - threadIdx.x];
}
)";

const char* const kPtx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
  ret;
}
)";

// Surfaces are not modelled.
const char* const kOpen = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry reads_surface(.param .u64 p) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  suld.b.1d.b32.trap {%r1}, [%rd1, {%r2}];
  ret;
}
)";

class CacheShop : public Workshop {
 public:
  CacheShop() {
    write("size.h", "#define BARRIER 1\n");
    file = write("k.cu", kTwo);
  }

  // Kept verdicts, of all, as -v says them.
  std::string kept(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"check", file, "--block", "64", "--cache", path("cache"), "-v"};
    words.insert(words.end(), more.begin(), more.end());
    last = run(words);
    const std::size_t at = last.err.find("cache: ");
    return at == std::string::npos ? "none" : last.err.substr(at + 7, last.err.find(" verdicts", at) - at - 7);
  }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::recursive_directory_iterator(path("cache"))) {
      if (entry.is_regular_file()) out.push_back(entry.path());
    }
    return out;
  }

  std::string file;
  Outcome last;
};

}  // namespace

TEST_CASE("what has not changed is not checked again, and the report is the same") {
  CacheShop shop;
  const std::vector<std::string> words{"check", shop.file, "--block", "64", "--cache", shop.path("cache"), "--format", "json"};
  const Outcome first = shop.run(words);
  CHECK(first.status == 0);
  const Outcome second = shop.run(words);
  CHECK(second.status == 0);
  CHECK(first.out == second.out);  // the times, too: they are those of the check
  CHECK(shop.kept() == "2 of 2");
  CHECK(shop.kept({"-j", "1"}) == "2 of 2");
  CHECK(shop.kept({"--kernel", "two"}) == "1 of 1");
  CHECK(shop.kept({"--no-cache"}) == "none");
  // A violation as well.
  shop.write("size.h", "#define BARRIER 0\n");
  const Outcome broken = shop.run(words);
  CHECK(broken.status == 1);
  const Outcome again = shop.run(words);
  CHECK(again.status == 1);
  CHECK(again.out == broken.out);
}

TEST_CASE("a header that changed, or that is found first now, makes no stale verdict") {
  CacheShop shop;
  CHECK(shop.kept() == "0 of 2");
  shop.write("size.h", "#define BARRIER 0\n");
  CHECK(shop.kept() == "0 of 2");
  CHECK(shop.last.status == 1);
  shop.write("size.h", "#define BARRIER 1\n");
  CHECK(shop.kept() == "2 of 2");
  CHECK(shop.last.status == 0);
  // The same flags; a folder named earlier gets a header of that name.
  fs::remove(shop.path("size.h"));
  fs::create_directories(shop.path("first"));
  fs::create_directories(shop.path("second"));
  shop.write("second/size.h", "#define BARRIER 1\n");
  const std::vector<std::string> folders{"-I", shop.path("first"), "-I", shop.path("second")};
  shop.kept(folders);
  CHECK(shop.last.status == 0);
  shop.write("first/size.h", "#define BARRIER 0\n");
  shop.kept(folders);  // what was found above for the same text without a barrier
  CHECK(shop.last.status == 1);
}

// The device's half does not have the cluster, and no line of code comes from the header.
TEST_CASE("a cluster whose size a header gives makes no stale verdict") {
  const Workshop shop;
  const std::string file = shop.write("k.cu", "#include \"cluster.h\"\n"
                                              "__global__ void __cluster_dims__(BLOCKS, 1, 1) k(int* o) {\n"
                                              "  __shared__ int s[1];\n"
                                              "  if (gridDim.x % 2 == 1) s[0] = threadIdx.x;\n"
                                              "  o[blockIdx.x * 64 + threadIdx.x] = 1;\n"
                                              "}\n");
  const auto check = [&](const std::string& blocks) {
    shop.write("cluster.h", "#define BLOCKS " + blocks + "\n");
    return shop.run({"check", file, "--block", "64", "--cache", shop.path("kept")}).status;
  };
  CHECK(check("2") == 0);
  CHECK(check("3") == 1);
  CHECK(check("2") == 0);
}

TEST_CASE("the compiler's environment is not trusted either") {
  CacheShop shop;
  fs::remove(shop.path("size.h"));
  fs::create_directories(shop.path("a"));
  fs::create_directories(shop.path("b"));
  shop.write("a/size.h", "#define BARRIER 1\n");
  shop.write("b/size.h", "#define BARRIER 0\n");
  ::setenv("CPATH", shop.path("a").c_str(), 1);
  shop.kept();
  CHECK(shop.last.status == 0);
  ::setenv("CPATH", shop.path("b").c_str(), 1);
  CHECK(shop.kept() == "0 of 2");
  CHECK(shop.last.status == 1);
  ::unsetenv("CPATH");
}

TEST_CASE("every option that has a part in a verdict is part of its key") {
  CacheShop shop;
  shop.kept();
  for (const std::vector<std::string>& more :
       std::vector<std::vector<std::string>>{{"--grid", "2"}, {"--effort", "2"}, {"--seed", "2"}, {"--unroll", "3"}, {"--policy", "trap=check"},
                                             {"--dynamic-shared", "64"}, {"--target", "sm_90"}, {"--bounds"}, {"--alias", "may"},
                                             {"--explain"}, {"-D", "X=1", "--std", "c++20"}}) {
    INFO(more.front());
    CHECK(shop.kept(more) == "0 of 2");
    CHECK(shop.kept(more) == "2 of 2");
  }
  // Of one kernel alone.
  CHECK(shop.kept({"--param", "n=3"}) == "1 of 2");
  CHECK(shop.kept({"--assume", "n < 3"}) == "1 of 2");
  CHECK(shop.kept({"--size", "out=4 * blockDim.x"}) == "0 of 2");
}

TEST_CASE("a launch that changed makes no stale verdict") {
  const Workshop shop;
  const std::string kernel = "__global__ void next(int* out, const int* in) { out[threadIdx.x] = in[(threadIdx.x + 1) % 64]; }\n";
  const auto run = [&](const std::string& launch) {
    const std::string file = shop.write("k.cu", kernel);
    const std::string host = shop.write("main.cu", "__global__ void next(int* out, const int* in);\nvoid run(int* x, int* y) { next<<<" + launch + "); }\n");
    return shop.run({"check", file, "--host", host, "--cache", shop.path("cache"), "-v"});
  };
  CHECK(run("1, 64>>>(x, y").status == 0);
  CHECK(holds(run("1, 64>>>(x, y").err, "cache: 1 of 1"));
  // In place it is a race.
  const Outcome in_place = run("1, 64>>>(x, x");
  CHECK(holds(in_place.err, "cache: 0 of 1"));
  CHECK(in_place.status == 1);
  CHECK(holds(run("1, 32>>>(x, y").err, "cache: 0 of 1"));
}

TEST_CASE("what a clock may have cut short is not kept") {
  CacheShop shop;
  CHECK(shop.kept({"--timeout", "100"}) == "0 of 2");
  CHECK(shop.kept({"--total-timeout", "100"}) == "0 of 2");
  CHECK(shop.kept() == "0 of 2");
  // What is there serves them, too.
  CHECK(shop.kept({"--timeout", "100"}) == "2 of 2");
}

TEST_CASE("what is unknown, whatever the machine, is kept; not what a clock may have cut short") {
  CacheShop shop;
  shop.file = shop.write("open.ptx", kOpen);
  CHECK(shop.kept({"--timeout", "100"}) == "0 of 1");
  CHECK(shop.kept({"--total-timeout", "100"}) == "0 of 1");
  CHECK(shop.kept() == "0 of 1");
  REQUIRE(shop.last.status == 2);
  const std::string first = shop.last.out;
  CHECK(shop.kept() == "1 of 1");
  CHECK(shop.last.status == 2);
  CHECK(shop.last.out == first);
  // Another effort may find more.
  CHECK(shop.kept({"--effort", "2"}) == "0 of 1");
}

TEST_CASE("a line that a report quotes is quoted as it is now") {
  CacheShop shop;
  shop.write("size.h", "#define BARRIER 0\n");
  shop.kept();
  std::string text = kTwo;
  const std::string line = "  out[threadIdx.x] = s[63 - threadIdx.x];";
  text.insert(text.find(line) + line.size(), "  // the other end");
  shop.write("k.cu", text);
  shop.kept();
  CHECK(shop.last.status == 1);
  CHECK(holds(shop.last.out, "// the other end"));
}

TEST_CASE("findings are suppressed anew") {
  CacheShop shop;
  shop.write("size.h", "#define BARRIER 0\n");
  shop.kept();
  CHECK(shop.last.status == 1);
  shop.kept({"--write-baseline", shop.path("known.json")});
  CHECK(shop.kept({"--baseline", shop.path("known.json")}) == "2 of 2");
  CHECK(shop.last.status == 2);
  CHECK(shop.kept() == "2 of 2");
  CHECK(shop.last.status == 1);
}

TEST_CASE("damaged entries are no entries, and are written anew") {
  CacheShop shop;
  shop.kept();
  for (const fs::path& entry : shop.entries()) {
    std::string bytes = read(entry.string());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    std::ofstream(entry, std::ios::binary | std::ios::trunc) << bytes;
  }
  CHECK(shop.kept() == "0 of 2");
  CHECK(shop.last.status == 0);
  CHECK(shop.kept() == "2 of 2");
  for (const fs::path& entry : shop.entries()) fs::resize_file(entry, 100);
  CHECK(shop.kept() == "0 of 2");
  CHECK(shop.kept() == "2 of 2");
}

TEST_CASE("another program takes no verdict of this one's") {
  CacheShop shop;
  shop.kept();
  fs::copy_file(kTool, shop.path("tool"));
  fs::permissions(shop.path("tool"), fs::perms::owner_all);
  const auto with_copy = [&] {
    const auto ran = warpproof::run_process({"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", shop.path("tool"), "check", shop.file, "--block", "64",
                                             "--cache", shop.path("cache"), "-v"}, {}, 7200, std::size_t{16} << 20);
    return ran.output;
  };
  CHECK(holds(with_copy(), "cache: 2 of 2"));  // a copy is the same program
  std::ofstream(shop.path("tool"), std::ios::binary | std::ios::app) << "x";
  CHECK(holds(with_copy(), "cache: 0 of 2"));
}

TEST_CASE("a folder that cannot be used is a note; the check goes on without it") {
  const Workshop shop;
  const std::string ptx = shop.write("k.ptx", kPtx);
  shop.write("file", "x");
  const Outcome no_folder = shop.run({"check", ptx, "--block", "64", "--cache", shop.path("file") + "/below"});
  CHECK(no_folder.status == 0);
  CHECK(holds(no_folder.out, "not all verdicts are kept in"));
  // A full disk: no file can be larger than 512 bytes.
  const auto full = warpproof::run_process(
      {"/bin/sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", kTool, "check", ptx, "--block", "64", "--cache", shop.path("cache")},
      {}, 7200, std::size_t{16} << 20);
  INFO(full.output);
  CHECK(full.exit_status == 0);
  CHECK(holds(full.output, "not all verdicts are kept in"));
  CHECK(shop.run({"check", ptx, "--block", "64", "--cache", shop.path("cache"), "-v"}).err.find("cache: 0 of 1") != std::string::npos);
}

TEST_CASE("two runs at once, and one that is killed, leave a cache that is right") {
  CacheShop shop;
  const auto both = warpproof::run_process(
      {"/bin/sh", "-c", "\"$@\" >/dev/null & one=$!; \"$@\" >/dev/null; two=$?; wait $one && exit $two", "sh", kTool, "check", shop.file,
       "--block", "64", "--cache", shop.path("cache")},
      {}, 7200, std::size_t{16} << 20);
  CHECK(both.exit_status == 0);
  CHECK(shop.kept() == "2 of 2");
  CHECK(shop.last.status == 0);
  fs::remove_all(shop.path("cache"));
  const auto killed = warpproof::run_process(
      {"/bin/sh", "-c", "\"$@\" >/dev/null 2>&1 & one=$!; sleep 0.3; kill -9 $one; wait $one; exit 0", "sh", kTool, "check", shop.file,
       "--block", "64", "--cache", shop.path("cache"), "-j", "1"},
      {}, 7200, std::size_t{16} << 20);
  CHECK(killed.exit_status == 0);
  shop.kept();
  CHECK(shop.last.status == 0);
  CHECK(shop.kept() == "2 of 2");
}
