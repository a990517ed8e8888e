#include "checker/cli/path_pattern.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "src/frontend/process.h"

using namespace warpproof::cli;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST_CASE("stars stand for names, two of them for folders") {
  CHECK(matches_pattern("src/*.cu", "src/a.cu"));
  CHECK_FALSE(matches_pattern("src/*.cu", "src/x/a.cu"));
  CHECK(matches_pattern("src/**/*.cu", "src/a.cu"));
  CHECK(matches_pattern("src/**/*.cu", "src/x/y/a.cu"));
  CHECK(matches_pattern("**", "src/a.cu"));
  CHECK(matches_pattern("a[12]?.cu", "a1x.cu"));
  CHECK_FALSE(matches_pattern("*.cu", ".a.cu"));
  CHECK_FALSE(matches_pattern("**/*.cu", ".git/a.cu"));
  CHECK(matches_pattern("./a.cu", "a.cu"));
  CHECK_FALSE(matches_pattern("a.cu", "a.cu/b"));
  CHECK_FALSE(matches_pattern("", "a"));
  CHECK(matches_pattern("../k/*.cu", "../k/a.cu"));
}

TEST_CASE("a pattern of many stars takes no longer for that") {
  std::string pattern, path;
  for (int i = 0; i < 200; ++i) {
    pattern += "**/a*/";
    path += "aaaa/";
  }
  CHECK_FALSE(matches_pattern(pattern + "x", path + "y"));
}

TEST_CASE("files come in the order of their names, once, and not through links to folders") {
  const warpproof::TemporaryDirectory temporary;
  const fs::path root = temporary.path();
  fs::create_directories(root / "src/x");
  fs::create_directories(root / ".hidden");
  for (const char* name : {"src/b.cu", "src/a.cu", "src/x/c.cu", "src/a.h", ".hidden/d.cu"}) std::ofstream(root / name) << "x";
  fs::create_directory_symlink("..", root / "src/loop");
  fs::create_symlink("a.cu", root / "src/link.cu");
  CHECK(files_of_pattern(root.string(), "**/*.cu") == Names{"src/a.cu", "src/b.cu", "src/link.cu", "src/x/c.cu"});
  CHECK(files_of_pattern(root.string(), "src/*.cu") == Names{"src/a.cu", "src/b.cu", "src/link.cu"});
  CHECK(files_of_pattern(root.string(), "src/a.cu") == Names{"src/a.cu"});
  CHECK(files_of_pattern(root.string(), ".hidden/*") == Names{".hidden/d.cu"});
  CHECK(files_of_pattern((root / "src/x").string(), "../*.cu") == Names{"../a.cu", "../b.cu", "../link.cu"});
  CHECK(files_of_pattern(root.string(), "none/*.cu").empty());
}
