// Names that a shell would read never reach nvcc. A stand-in for nvcc does what the real one does: it hands all its
// arguments, and the real path of its input, to a shell.
#include "src/frontend/plain_names.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "src/base/source.h"
#include "src/frontend/compile.h"
#include "src/frontend/process.h"

using namespace warpproof;
namespace fs = std::filesystem;

namespace {

const char* const kStandIn = R"(#!/bin/sh
[ "$1" = --version ] && { echo "Cuda compilation tools, release 13.0, V13.0.88"; exit 0; }
sh -c "true \"$(readlink -f "$0")\""
out= in=
for a; do [ "$last" = -o ] && out=$a; last=$a; in=$a; done
sh -c "true $*" || exit 1
sh -c "true \"$(readlink -f "$in")\"" || exit 1
[ "$TMPDIR" ] && sh -c "true \"$TMPDIR\""
case $in in *.cu) ;; *) echo "$in: no source"; exit 1;; esac
grep -q broken "$in" && { echo "$in:1:1: error: it is broken"; exit 1; }
cat > "$out" <<'PTX'
.version 8.0
.target sm_80
.address_size 64
.visible .entry k()
{
  ret;
}
PTX
)";

// The current folder and a variable of the environment, as they were at the end of the scope.
class Surroundings {
 public:
  explicit Surroundings(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~Surroundings() { fs::current_path(before_); }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  fs::path before_;
};

class TemporaryVariable {
 public:
  explicit TemporaryVariable(const std::string& value) {
    if (const char* now = std::getenv("TMPDIR")) before_ = now;
    setenv("TMPDIR", value.c_str(), 1);
  }
  ~TemporaryVariable() { before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1); }
  TemporaryVariable(const TemporaryVariable&) = delete;
  TemporaryVariable& operator=(const TemporaryVariable&) = delete;

 private:
  std::string before_;
};

struct Workshop {
  TemporaryDirectory folder;
  fs::path root = folder.path();
  CompileOptions options;

  Workshop() {
    fs::create_directories(root / "bin");
    std::ofstream(root / "bin/nvcc") << kStandIn;
    fs::permissions(root / "bin/nvcc", fs::perms::owner_all);
    options.compiler = CompileOptions::Compiler::Nvcc;
    options.search_path = (root / "bin").string();
  }
  void source(const fs::path& file, const std::string& text = "__global__ void k() {}\n") {
    if (file.has_parent_path()) fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
    REQUIRE(fs::exists(file));
  }
  // Nothing that a name says was done.
  bool untouched() const {
    for (const fs::path& place : {root, fs::current_path()}) {
      for (const auto& entry : fs::recursive_directory_iterator(place)) {
        if (entry.path().filename() == "PWNED") return false;
      }
    }
    return true;
  }
};

const char* const kHostile[] = {"$(touch PWNED)", "`touch PWNED`", "a\"; touch PWNED; \"b", "a'; touch PWNED; 'b",
                                "a\ntouch PWNED\nb", "a & touch PWNED", "a;touch PWNED", "-o PWNED", "--help",
                                "a b", "${HOME}", "a|touch PWNED", "*", "~"};

}  // namespace

TEST_CASE("names of files, folders and macros that a shell would read are not handed to nvcc") {
  for (const char* name : kHostile) {
    INFO(name);
    Workshop shop;
    fs::create_directories(shop.root / "in");
    const Surroundings inside(shop.root / "in");
    SECTION("a file") {
      shop.source(std::string(name) + ".cu");
      CHECK(compile_cuda(std::string(name) + ".cu", shop.options).ptx.find("entry k") != std::string::npos);
    }
    SECTION("a folder") {
      shop.source(fs::path(name) / "x.cu");
      CHECK_NOTHROW(compile_cuda((fs::path(name) / "x.cu").string(), shop.options));
    }
    SECTION("the current folder") {
      shop.source(fs::path(name) / "x.cu");
      const Surroundings there(fs::absolute(name));
      CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
    }
    SECTION("an include folder") {
      shop.source("x.cu");
      shop.source(fs::path(name) / "x.h");
      shop.options.include_dirs = {name};
      CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
    }
    SECTION("a library's folder") {
      shop.source("x.cu");
      shop.source(fs::path(name) / "x.h");
      shop.options.system_dirs = {name};
      CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
    }
    SECTION("a header to include first") {
      shop.source("x.cu");
      shop.source(std::string(name) + ".h", "#define A\n");
      shop.options.forced_includes = {std::string(name) + ".h"};
      CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
    }
    SECTION("the folder of a header to include first") {
      shop.source("x.cu");
      shop.source(fs::path(name) / "x.h", "#define A\n");
      shop.options.forced_includes = {(fs::path(name) / "x.h").string()};
      CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
    }
    SECTION("a header that is nowhere") {
      shop.source("x.cu");
      shop.options.forced_includes = {name};
      CHECK_THROWS_AS(compile_cuda("x.cu", shop.options), InputError);
    }
    SECTION("a flag") {
      shop.source("x.cu");
      for (const std::string prefix : {"", "-U", "-f", "-march=", "-fvisibility="}) {
        shop.options.flags = {prefix + name};
        CHECK_THROWS_AS(compile_cuda("x.cu", shop.options), InputError);
      }
    }
    SECTION("a build's command") {
      shop.source("x.cu");
      shop.source(fs::path(name) / "x.h", "#define A\n");
      const nlohmann::json command = {
          {"directory", fs::current_path().string()},
          {"file", "x.cu"},
          {"arguments", {"nvcc", name, std::string("-I") + name, "-isystem", name, std::string("-U") + name, "-include",
                         (fs::path(name) / "x.h").string(), std::string("-Xcompiler=") + name, name, "-o", name}}};
      shop.source("compile_commands.json", nlohmann::json::array({command}).dump());
      shop.options.build_dir = ".";
      CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
    }
    SECTION("a build's folder") {
      shop.source(fs::path(name) / "x.cu");
      const nlohmann::json command = {
          {"directory", fs::absolute(name).string()}, {"file", "x.cu"}, {"arguments", {"nvcc", "-I.", "-DM=1"}}};
      shop.source(fs::path(name) / "compile_commands.json", nlohmann::json::array({command}).dump());
      shop.options.build_dir = name;
      CHECK_NOTHROW(compile_cuda((fs::path(name) / "x.cu").string(), shop.options));
    }
    SECTION("the toolkit's folder") {
      shop.source("x.cu");
      fs::create_directories(name);
      fs::copy(shop.root / "bin", fs::path(name) / "bin");
      shop.options.cuda_path = fs::absolute(name).string();
      CHECK_THROWS_AS(compile_cuda("x.cu", shop.options), InputError);
    }
    SECTION("a macro's value") {
      shop.source("x.cu");
      shop.options.defines = {std::string("M=") + name};
      if (std::string(name).find('\n') == std::string::npos) CHECK_NOTHROW(compile_cuda("x.cu", shop.options));
      else CHECK_THROWS_AS(compile_cuda("x.cu", shop.options), InputError);
    }
    SECTION("a macro's name") {
      shop.source("x.cu");
      shop.options.defines = {name};
      CHECK_THROWS_AS(compile_cuda("x.cu", shop.options), InputError);
    }
    SECTION("TMPDIR") {
      shop.source("x.cu");
      fs::create_directories(name);
      const TemporaryVariable set(fs::absolute(name).string());
      CHECK_THROWS_AS(compile_cuda("x.cu", shop.options), InputError);
    }
    CHECK(shop.untouched());
  }
}

// clang starts no shell, but reads options out of files: @FILE.
TEST_CASE("clang takes no name for an option or for a file of options") {
  for (const char* name : {"@x", "-fsyntax-only", "@", "-o", "a b", "$(touch PWNED)"}) {
    INFO(name);
    Workshop shop;
    fs::create_directories(shop.root / "in");
    const Surroundings inside(shop.root / "in");
    shop.options = {};
    shop.options.compiler = CompileOptions::Compiler::Clang;
    shop.source("x", "-o PWNED");
    shop.source("x.cu", "-o PWNED");
    shop.source("plain.cu");
    shop.source("plain.h", "#define A\n");
    shop.source(std::string(name) + ".cu");
    if (name[0] == '@') CHECK_THROWS_AS(compile_cuda(std::string(name) + ".cu", shop.options), InputError);
    else CHECK(compile_cuda(std::string(name) + ".cu", shop.options).ptx.find("entry _Z1kv") != std::string::npos);
    shop.source(fs::path("in") / name / "y.cu");
    CHECK(compile_cuda((fs::path("in") / name / "y.cu").string(), shop.options).ptx.find("entry _Z1kv") != std::string::npos);
    fs::create_directories(fs::path(name) / "d");
    shop.options.include_dirs = shop.options.system_dirs = {name};
    shop.source(std::string(name) + ".h", "#define A\n");
    shop.options.forced_includes = {std::string(name) + ".h"};
    CHECK(compile_cuda("plain.cu", shop.options).ptx.find("entry _Z1kv") != std::string::npos);
    CHECK(shop.untouched());
  }
}

TEST_CASE("names that clang cannot be given are refused with the reason") {
  const auto refused = [](const std::string& what, const std::function<void(CompileOptions&)>& change) {
    Workshop shop;
    const Surroundings inside(shop.root);
    shop.options = {};
    shop.options.compiler = CompileOptions::Compiler::Clang;
    shop.source("plain.cu");
    shop.source("a\nb.cu");
    shop.source("a\"b.h", "#define A\n");
    fs::create_directories("a\nb");
    fs::create_directories("a\"b");
    try {
      change(shop.options);
      compile_cuda(what == "file" ? "a\nb.cu" : "plain.cu", shop.options);
      FAIL("it compiled: " << what);
    } catch (const InputError& error) {
      INFO(error.message());
      CHECK(error.message().find("clang cannot") != std::string::npos);
    }
  };
  refused("file", [](CompileOptions&) {});
  refused("header", [](CompileOptions& options) { options.forced_includes = {"a\"b.h"}; });
  for (const char* folder : {"a\nb", "a\"b"}) {
    std::optional<TemporaryVariable> set;
    refused("TMPDIR", [&](CompileOptions&) { set.emplace(fs::absolute(folder).string()); });
  }
}

TEST_CASE("clang gets a folder with a line break in its name by a link") {
  Workshop shop;
  const Surroundings inside(shop.root);
  shop.options = {};
  shop.options.compiler = CompileOptions::Compiler::Clang;
  shop.source("plain.cu", "#include \"own.h\"\n#include <system.h>\n__global__ void k(int* p) { *p = OWN + SYSTEM; }\n");
  for (const bool has_headers : {true, false}) {
    INFO(has_headers);
    fs::create_directories("a\nb");
    fs::create_directories("c\td");
    if (has_headers) {
      shop.source("a\nb/own.h", "#define OWN 1\n__device__ __noinline__ int in_header(int* p) { return *p; }\n");
      shop.source("c\td/system.h", "#define SYSTEM 2\n");
    }
    shop.options.include_dirs = {"a\nb"};
    shop.options.system_dirs = {"c\td"};
    if (!has_headers) {
      fs::remove("a\nb/own.h");
      CHECK_THROWS_AS(compile_cuda("plain.cu", shop.options), InputError);
      continue;
    }
    CHECK(compile_cuda("plain.cu", shop.options).ptx.find("in_header") != std::string::npos);
  }
}

TEST_CASE("nvcc is given no name with a comma") {
  CHECK_FALSE(is_plain_name("a,b"));
  CHECK(is_plain_name("a=b@%+:/_-.c"));
}

TEST_CASE("messages and lines name the file as the user does") {
  Workshop shop;
  const Surroundings inside(shop.root);
  shop.source("a b.cu", "broken\n");
  try {
    compile_cuda("a b.cu", shop.options);
    FAIL("it compiled");
  } catch (const InputError& error) {
    CHECK(error.where().file == "a b.cu");
  }
}

TEST_CASE("macros are written as -D means them") {
  Workshop shop;
  PlainNames names(shop.folder.path());
  std::ifstream in(names.macros({"A", "B=", "C=1 + 2", "D(x,y)=x*y"}));
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  CHECK(text == "#define A 1\n#define B \n#define C 1 + 2\n#define D(x,y) x*y\n");
  for (const char* bad : {"", "=1", "1A", "A B=1", "A(=1", "A-B", "A=1\n#include \"/etc/passwd\""})
    CHECK_THROWS_AS(names.macros({bad}), InputError);
}

TEST_CASE("a folder for temporary files that is not there is bad input") {
  const TemporaryVariable set("/nonexistent/folder");
  CHECK_THROWS_AS(TemporaryDirectory(), InputError);
}
