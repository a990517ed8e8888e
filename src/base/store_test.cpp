#include "src/base/store.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "src/base/digest.h"

using namespace warpproof;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMuch = std::uint64_t{1} << 30;

struct Folder {
  std::string path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "store-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
};

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) out.push_back(entry.path());
  }
  return out;
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return (std::ostringstream() << in.rdbuf()).str();
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary | std::ios::trunc) << text; }

}  // namespace

TEST_CASE("SHA-256 is that of FIPS 180-4, and fields do not run together") {
  Folder folder;
  write(folder.path + "/abc", "abc");
  CHECK(sha256_of_file(folder.path + "/abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_of_file(folder.path + "/none").empty());
  CHECK(sha256_of_file(folder.path).empty());
  CHECK(Digest().add("ab").add("c").hex() != Digest().add("a").add("bc").hex());
}

TEST_CASE("what is put is there for later runs, by its key alone") {
  Folder folder;
  const std::string big(3 << 20, 'x');
  {
    Store store(folder.path + "/made/by/it", kMuch);
    CHECK_FALSE(store.get("a").has_value());
    store.put("a", "one");
    store.put("b", big);
    store.put("empty", "");
    CHECK(store.problem().empty());
  }
  Store store(folder.path + "/made/by/it", kMuch);
  CHECK(store.get("a") == "one");
  CHECK(store.get("b") == big);
  CHECK(store.get("empty") == "");
  CHECK_FALSE(store.get("c").has_value());
}

TEST_CASE("an entry that is damaged in any byte, cut off, longer or of another key is none, and is written anew") {
  Folder folder;
  Store store(folder.path, kMuch);
  store.put("key", "value");
  const fs::path file = files_in(folder.path).at(0);
  const std::string whole = read(file);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 1);
    write(file, bytes);
    INFO(i);
    REQUIRE_FALSE(store.get("key").has_value());
    write(file, whole.substr(0, i));
    REQUIRE_FALSE(store.get("key").has_value());
  }
  write(file, whole + "x");
  CHECK_FALSE(store.get("key").has_value());
  store.put("key", "value");
  CHECK(store.get("key") == "value");
  // Another key's entry under this one's name.
  store.put("other", "wrong");
  for (const fs::path& path : files_in(folder.path)) {
    if (path != file) fs::copy_file(path, file, fs::copy_options::overwrite_existing);
  }
  CHECK_FALSE(store.get("key").has_value());
  fs::remove(file);
  fs::create_directory(file);
  CHECK_FALSE(store.get("key").has_value());
  store.put("key", "value");
  CHECK_FALSE(store.problem().empty());
}

TEST_CASE("a writer that is killed at any time leaves a whole entry or none") {
  Folder folder;
  const std::string value(1 << 20, 'v');
  int seen = 0;
  // Each writer has longer than the one before, until one has left an entry: on a busy machine none may in 20 ms.
  for (int i = 0; i < 40 || seen == 0; ++i) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Store store(folder.path, kMuch);
      for (int k = 0;; ++k) store.put("key" + std::to_string(k % 8), value);
    }
    ::usleep(static_cast<useconds_t>(500 * i));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    Store store(folder.path, kMuch);
    for (int k = 0; k < 8; ++k) {
      const auto got = store.get("key" + std::to_string(k));
      if (got) CHECK(*got == value);
      seen += got ? 1 : 0;
    }
  }
}

TEST_CASE("writers and readers at the same time see whole values") {
  Folder folder;
  std::vector<pid_t> children;
  for (int c = 0; c < 4; ++c) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      Store store(folder.path, kMuch);
      bool good = true;
      for (int k = 0; k < 100; ++k) {
        const std::string key = "key" + std::to_string(k % 10), value(static_cast<std::size_t>(1000 * (k % 10) + 1), 'v');
        store.put(key, value);
        const auto got = store.get(key);
        good = good && got && *got == value;
      }
      ::_exit(good && store.problem().empty() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
}

TEST_CASE("a disk that is full, and a folder that cannot be written, are a problem and no end") {
  Folder folder;
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Writes beyond the limit fail as on a full disk, once the signal is ignored.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Store store(folder.path, kMuch);
    store.put("small", "v");
    store.put("large", std::string(5000, 'v'));
    const bool good = store.get("small") == "v" && !store.get("large").has_value() && !store.problem().empty();
    ::_exit(good ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(files_in(folder.path).size() == 1);  // no part of the large one is left
  write(folder.path + "/file", "x");
  Store none(folder.path + "/file/below", kMuch);
  none.put("a", "b");
  CHECK_FALSE(none.get("a").has_value());
  CHECK(none.problem().find("cannot make the folder") != std::string::npos);
}

TEST_CASE("the entries used longest ago go first, and no file that is not ours") {
  Folder folder;
  const std::string value(10'000, 'v');
  {
    Store store(folder.path, kMuch);
    for (int k = 0; k < 10; ++k) store.put(std::to_string(k), value);
  }
  fs::create_directories(folder.path + "/ab");
  write(folder.path + "/ab/mine.txt", std::string(1'000'000, 'm'));
  write(folder.path + "/notes", "mine");
  const auto now = fs::file_time_type::clock::now();
  for (const fs::path& file : files_in(folder.path)) fs::last_write_time(file, now - std::chrono::hours(2));
  {
    Store store(folder.path, 50'000);
    CHECK(store.get("3") == value);  // used now
    store.put("new", value);
  }
  Store store(folder.path, kMuch);
  CHECK(store.get("3") == value);
  CHECK(store.get("new") == value);
  std::uintmax_t bytes = 0;
  for (const fs::path& file : files_in(folder.path)) {
    if (file.filename().string().size() == 64) bytes += fs::file_size(file);
  }
  CHECK(bytes <= 50'000);
  CHECK(fs::exists(folder.path + "/ab/mine.txt"));
  CHECK(fs::exists(folder.path + "/notes"));
}
