// Results of compilers that are kept between runs: when they are taken, and that nothing that decides one can change unnoticed.
// In each case a kernel has a barrier that it needs, or has not, so that a stale result gives a wrong verdict.
#include <cstdlib>
#include <filesystem>

#include "checker/cli/workshop_for_test.h"

using namespace warpproof::cli;
namespace fs = std::filesystem;

namespace {

std::string kernel_with(const std::string& top) {
  return top + R"(
__global__ void turn(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
#if BARRIER
  __syncthreads();
#endif
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void launch(int* out) { turn<<<1, 64>>>(out); }
)";
}

constexpr const char *kYes = "#define BARRIER 1\n", *kNo = "#define BARRIER 0\n";

class Shop : public Workshop {
 public:
  Shop() {
    for (const char* folder : {"src", "a", "b"}) fs::create_directories(path(folder));
  }

  // The exit status.
  int check(std::vector<std::string> more = {}) {
    std::vector<std::string> words{"check", path("src/k.cu"), "--cache", path("cache"), "-v", "-j", "1"};
    words.insert(words.end(), more.begin(), more.end());
    last = run(words);
    const std::string end = " compilations were kept";
    const std::size_t at = last.err.find(end),
                      begin = at == std::string::npos ? at : last.err.rfind("cache: ", at);
    kept = begin == std::string::npos ? "none" : last.err.substr(begin + 7, at - begin - 7);
    return last.status;
  }

  Outcome last;
  std::string kept;  // "2 of 2": the program, and the launches
};

class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_.empty() ? ::unsetenv(name_) : ::setenv(name_, before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

}  // namespace

TEST_CASE("what has not changed is not compiled again, and the report is the same") {
  Shop shop;
  shop.write("src/size.h", kYes);
  shop.write("src/k.cu", kernel_with("#include \"size.h\"\n#include <vector>\n"));
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "0 of 2");
  const std::string first = shop.last.out;
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "2 of 2");
  CHECK(shop.last.out == first);
  CHECK(shop.check({"--no-cache"}) == 0);
  CHECK(shop.kept == "none");
}

TEST_CASE("a source or a header that was edited is compiled again") {
  Shop shop;
  shop.write("src/size.h", kYes);
  shop.write("src/k.cu", kernel_with("#include \"size.h\"\n"));
  CHECK(shop.check() == 0);
  shop.write("src/size.h", kNo);
  CHECK(shop.check() == 1);
  CHECK(shop.kept == "0 of 2");
  shop.write("src/k.cu", kernel_with(kYes));
  CHECK(shop.check() == 0);
  // As it was at first.
  shop.write("src/k.cu", kernel_with("#include \"size.h\"\n"));
  shop.write("src/size.h", kYes);
  CHECK(shop.check() == 0);
  shop.write("src/size.h", kNo);
  CHECK(shop.check() == 1);
}

TEST_CASE("a header that is found earlier on the path now is read") {
  Shop shop;
  shop.write("b/size.h", kYes);
  shop.write("src/k.cu", kernel_with("#include <size.h>\n"));
  // One of the folders is not there yet.
  const std::vector<std::string> folders{"-I", shop.path("none"), "-I", shop.path("a"), "-I", shop.path("b")};
  CHECK(shop.check(folders) == 0);
  CHECK(shop.check(folders) == 0);
  CHECK(shop.kept == "2 of 2");
  shop.write("a/size.h", kNo);
  CHECK(shop.check(folders) == 1);
  fs::remove(shop.path("a/size.h"));
  CHECK(shop.check(folders) == 0);
  CHECK(shop.kept == "2 of 2");
  fs::create_directories(shop.path("none"));
  shop.write("none/size.h", kNo);
  CHECK(shop.check(folders) == 1);
}

TEST_CASE("a header in a folder of headers, beside the source, and by the name that a macro gives") {
  Shop shop;
  fs::create_directories(shop.path("b/sub"));
  shop.write("b/sub/size.h", kYes);
  const std::vector<std::string> folders{"-I", shop.path("a"), "-I", shop.path("b")};
  for (const char* top : {"#include \"sub/size.h\"\n", "#define SIZE \"sub/size.h\"\n#include SIZE\n",
                          "#define NAME(x) <sub/x>\n#include NAME(size.h)\n"}) {
    INFO(top);
    shop.write("src/k.cu", kernel_with(top));
    CHECK(shop.check(folders) == 0);
    CHECK(shop.check(folders) == 0);
    CHECK(shop.kept == "2 of 2");
    for (const char* folder : {"a/sub", "src/sub"}) {
      if (std::string(top).find('<') != std::string::npos && folder[0] == 's') continue;
      fs::create_directories(shop.path(folder));
      shop.write(std::string(folder) + "/size.h", kNo);
      CHECK(shop.check(folders) == 1);
      fs::remove_all(shop.path(folder));
      CHECK(shop.check(folders) == 0);
    }
  }
}

TEST_CASE("a header that __has_include finds now") {
  Shop shop;
  const std::vector<std::string> folders{"-I", shop.path("a")};
  const std::string otherwise = "#else\n#define BARRIER 1\n#endif\n";
  for (const std::string& test :
       std::vector<std::string>{"#if __has_include(<size.h>)\n",
                                "#ifdef __has_include\n#if __has_include(\"size.h\")\n#define "
                                "FOUND\n#endif\n#endif\n#ifdef FOUND\n"}) {
    shop.write("src/k.cu", kernel_with(test + kNo + otherwise));
    CHECK(shop.check(folders) == 0);
    CHECK(shop.check(folders) == 0);
    CHECK(shop.kept == "2 of 2");
    shop.write("a/size.h", "");
    CHECK(shop.check(folders) == 1);
    fs::remove(shop.path("a/size.h"));
    CHECK(shop.check(folders) == 0);
  }
  // What is looked for is not known: nothing is kept.
  for (const std::string& test : std::vector<std::string>{
           "#define H <size.h>\n#if __has_include(H)\n", "#define HAS __has_include\n#if HAS(<size.h>)\n",
           "#define CAT(a, b) a##b\n#if CAT(__has_, include)(<size.h>)\n"}) {
    INFO(test);
    shop.write("src/k.cu", kernel_with(test + kNo + otherwise));
    CHECK(shop.check(folders) == 0);
    CHECK(shop.check(folders) == 0);
    CHECK(shop.kept == "0 of 2");
    shop.write("a/size.h", "");
    CHECK(shop.check(folders) == 1);
    fs::remove(shop.path("a/size.h"));
  }
}

TEST_CASE("macros, forced headers and the build's commands") {
  Shop shop;
  shop.write("src/k.cu", kernel_with(""));
  CHECK(shop.check({"-D", "BARRIER=1"}) == 0);
  CHECK(shop.check({"-D", "BARRIER=0"}) == 1);
  CHECK(shop.check({"-D", "BARRIER=1"}) == 0);
  CHECK(shop.kept == "2 of 2");
  const std::vector<std::string> forced{"-include", "size.h", "-I", shop.path("a"), "-I", shop.path("b")};
  shop.write("b/size.h", kYes);
  CHECK(shop.check(forced) == 0);
  CHECK(shop.check(forced) == 0);
  CHECK(shop.kept == "2 of 2");
  shop.write("a/size.h", kNo);
  CHECK(shop.check(forced) == 1);
  const auto commands = [&](const std::string& macro) {
    shop.write("compile_commands.json", "[{\"directory\": \"" + shop.path("src") +
                                            "\", \"file\": \"k.cu\", \"command\": \"nvcc -D" + macro +
                                            " -c k.cu\"}]");
    return shop.check({"-p", shop.path("")});
  };
  CHECK(commands("BARRIER=1") == 0);
  CHECK(commands("BARRIER=1") == 0);
  CHECK(shop.kept == "2 of 2");
  CHECK(commands("BARRIER=0") == 1);
}

TEST_CASE("the environment of the compiler") {
  Shop shop;
  shop.write("a/size.h", kYes);
  shop.write("b/size.h", kNo);
  shop.write("src/k.cu", kernel_with("#include <size.h>\n"));
  for (const char* name : {"CPATH", "CPLUS_INCLUDE_PATH"}) {
    INFO(name);
    {
      const Variable variable(name, shop.path("a"));
      CHECK(shop.check() == 0);
      CHECK(shop.check() == 0);
      CHECK(shop.kept == "2 of 2");
    }
    const Variable variable(name, shop.path("b"));
    CHECK(shop.check() == 1);
    CHECK(shop.kept == "0 of 2");
  }
  // What says nothing to a compiler.
  const Variable folders("CPATH", shop.path("a")), job("GITHUB_RUN_ID", "17");
  CHECK(shop.check() == 0);
  const Variable next("GITHUB_RUN_ID", "18");
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "2 of 2");
}

TEST_CASE("another compiler of the same version") {
  Shop shop;
  shop.write("src/k.cu", kernel_with(""));
  fs::create_directories(shop.path("bin"));
  const auto install = [&](const std::string& macro) {
    shop.write("bin/clang++-19", "#!/bin/sh\nexec /usr/bin/clang++-19 -DBARRIER=" + macro + " \"$@\"\n");
    fs::permissions(shop.path("bin/clang++-19"), fs::perms::owner_all);
  };
  const Variable path("PATH", shop.path("bin") + ":" + std::getenv("PATH"));
  install("1");
  CHECK(shop.check() == 0);
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "2 of 2");
  install("0");
  CHECK(shop.check() == 1);
}

TEST_CASE("a file by another name, and another file by this one") {
  Shop shop;
  shop.write("a/size.h", kYes);
  shop.write("b/size.h", kNo);
  fs::create_directory_symlink(shop.path("a"), shop.path("link"));
  shop.write("src/k.cu", kernel_with("#include <size.h>\n"));
  const std::vector<std::string> folders{"-I", shop.path("link")};
  CHECK(shop.check(folders) == 0);
  fs::remove(shop.path("link"));
  fs::create_directory_symlink(shop.path("b"), shop.path("link"));
  CHECK(shop.check(folders) == 1);
  fs::rename(shop.path("src/k.cu"), shop.path("src/renamed.cu"));
  const Outcome renamed = shop.run(
      {"check", shop.path("src/renamed.cu"), "--cache", shop.path("cache"), "-I", shop.path("link")});
  CHECK(renamed.status == 1);
  CHECK(holds(renamed.out, "renamed.cu"));
  CHECK_FALSE(holds(renamed.out, "k.cu"));
}

TEST_CASE("launches that a header decides") {
  Shop shop;
  shop.write("src/size.h", "#define SIZE 64\n");
  shop.write("src/k.cu", R"(#include "size.h"
__global__ void turn(int* out) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x % 64];
}
void launch(int* out) { turn<<<1, SIZE>>>(out); }
)");
  CHECK(shop.check() == 0);
  shop.write("src/size.h", "#define SIZE 128\n");
  CHECK(shop.check() == 1);
  shop.write("src/size.h", "#define SIZE 64\n");
  CHECK(shop.check() == 0);
}

TEST_CASE("what does not compile as C++17, or at all") {
  Shop shop;
  shop.write("src/size.h", kYes);
  shop.write("src/k.cu", kernel_with("#include \"size.h\"\ntemplate <class T> concept Any = true;\n"));
  CHECK(shop.check() == 0);
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "2 of 2");
  shop.write("src/size.h", kNo);
  CHECK(shop.check() == 1);
  shop.write("src/size.h", "#define BARRIER 1\nint x = ;\n");
  CHECK(shop.check({"--compiler", "clang"}) == 3);
  const std::string error = shop.last.err;
  CHECK(shop.check({"--compiler", "clang"}) == 3);
  CHECK(shop.last.err == std::string(error).replace(error.find("cache: 0 of 1"), 13, "cache: 1 of 1"));
  shop.write("src/size.h", kYes);
  CHECK(shop.check({"--compiler", "clang"}) == 0);
  // For want of a header: never kept.
  shop.write("src/k.cu", kernel_with("#include <size.h>\n"));
  const std::vector<std::string> words{"--compiler", "clang", "-I", shop.path("a")};
  CHECK(shop.check(words) == 3);
  shop.write("a/size.h", kYes);
  CHECK(shop.check(words) == 0);
}

TEST_CASE("the time of the run is no part of a program") {
  Shop shop;
  shop.write(
      "src/k.cu",
      kernel_with(
          "#define BARRIER (__TIME__[0] == '0' && __TIME__[7] == '0')\n#undef BARRIER\n#define BARRIER 1\n"
          "__device__ const char* now() { return __DATE__ __TIME__ __TIMESTAMP__; }\n"));
  CHECK(shop.check() == 0);
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "2 of 2");
}

TEST_CASE("damaged entries are no entries") {
  Shop shop;
  shop.write("src/k.cu", kernel_with(kYes));
  CHECK(shop.check() == 0);
  for (const auto& entry : fs::recursive_directory_iterator(shop.path("cache"))) {
    if (!entry.is_regular_file()) continue;
    std::string bytes = read(entry.path().string());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    std::ofstream(entry.path(), std::ios::binary | std::ios::trunc) << bytes;
  }
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "0 of 2");
  CHECK(shop.check() == 0);
  CHECK(shop.kept == "2 of 2");
}
