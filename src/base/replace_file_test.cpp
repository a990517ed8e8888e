#include "src/base/replace_file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpproof {
namespace {

namespace fs = std::filesystem;

struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "replace-file-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  std::string path;
};

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("replace file: new text, the permissions that are asked for, and nothing beside it") {
  const Folder folder;
  const std::string file = folder.path + "/k.cu";
  REQUIRE(replace_file(file, "one") == 0);
  REQUIRE(replace_file(file, std::string("two\0more", 8), 0640) == 0);
  CHECK(read(file) == std::string("two\0more", 8));
  struct stat info {};
  REQUIRE(::stat(file.c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0640);
  CHECK(folder.files() == 1);
}

TEST_CASE("replace file: what cannot be written leaves everything as it was") {
  const Folder folder;
  CHECK(replace_file(folder.path + "/none/k.cu", "text") == ENOENT);
  fs::create_directories(folder.path + "/taken/inner");
  CHECK(replace_file(folder.path + "/taken", "text") != 0);
  CHECK(fs::is_directory(folder.path + "/taken/inner"));
  CHECK(folder.files() == 1);
}

}  // namespace
}  // namespace warpproof
