#include "src/base/store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "src/base/digest.h"
#include "src/base/replace_file.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "warpproof-entry-1\n";
constexpr std::size_t kHash = 64;  // digits

void append_number(std::string& out, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>((number >> (8 * i)) & 0xff);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t out = 0;
  for (int i = 7; i >= 0; --i) out = out << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return out;
}

std::string entry_of(std::string_view key, std::string_view value) {
  std::string out(kMagic);
  append_number(out, key.size());
  append_number(out, value.size());
  out += key;
  out += value;
  out += sha256(out);
  return out;
}

// Nothing where the bytes are no whole entry of this key.
std::optional<std::string> value_of(std::string_view bytes, std::string_view key) {
  const std::size_t head = kMagic.size() + 16;
  if (bytes.size() < head + kHash || !bytes.starts_with(kMagic)) return std::nullopt;
  const std::uint64_t key_size = number_at(bytes, kMagic.size()), value_size = number_at(bytes, kMagic.size() + 8);
  const std::uint64_t rest = bytes.size() - head - kHash;
  if (key_size > rest || value_size != rest - key_size) return std::nullopt;
  const std::string_view content = bytes.substr(0, bytes.size() - kHash);
  if (bytes.substr(head, key_size) != key || sha256(content) != bytes.substr(content.size())) return std::nullopt;
  return std::string(content.substr(head + key_size));
}

}  // namespace

Store::Store(std::string folder, std::uint64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}

Store::~Store() {
  if (has_written_) trim();
}

std::string Store::path_of(std::string_view key) const {
  const std::string name = sha256(key);
  return folder_ + "/" + name.substr(0, 2) + "/" + name;
}

void Store::fail(const std::string& what, int error) {
  const std::lock_guard lock(mutex_);
  if (problem_.empty()) problem_ = what + ": " + std::strerror(error);
}

std::string Store::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

std::optional<std::string> Store::get(std::string_view key) {
  const std::string path = path_of(key);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return std::nullopt;
  struct stat info {};
  std::string bytes;
  const bool is_file = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0 &&
                       static_cast<std::uint64_t>(info.st_size) <= kMostValue + (1 << 20);
  if (is_file) bytes.resize(static_cast<std::size_t>(info.st_size));
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t n = ::read(fd, bytes.data() + have, bytes.size() - have);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    have += static_cast<std::size_t>(n);
  }
  bytes.resize(have);
  auto out = value_of(bytes, key);
  // Used now: what is used longest ago goes first. That it cannot be noted changes nothing else.
  if (out) static_cast<void>(::futimens(fd, nullptr));
  ::close(fd);
  return out;
}

void Store::put(std::string_view key, std::string_view value) {
  if (value.size() > kMostValue || key.size() > (1 << 16)) return;
  const std::string path = path_of(key), folder = path.substr(0, path.rfind('/'));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("cannot make the folder " + folder, error.value());
  const int why = replace_file(path, entry_of(key, value));
  if (why != 0) return fail("cannot write in " + folder, why);
  const std::lock_guard lock(mutex_);
  has_written_ = true;
}

// Only files that look like ours are touched: a folder that was named by mistake loses nothing.
void Store::trim() {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path path;
  };
  const auto is_hex = [](const std::string& name) { return name.find_first_not_of("0123456789abcdef") == std::string::npos; };
  std::vector<Entry> entries;
  std::uint64_t all = 0;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (auto top = fs::directory_iterator(folder_, error); !error && top != fs::directory_iterator(); top.increment(error)) {
    const std::string shard = top->path().filename().string();
    std::error_code inner;
    if (shard.size() != 2 || !is_hex(shard) || !fs::is_directory(top->symlink_status(inner))) continue;
    for (auto it = fs::directory_iterator(top->path(), inner); !inner && it != fs::directory_iterator(); it.increment(inner)) {
      std::error_code gone;
      const std::string name = it->path().filename().string();
      const auto used = fs::last_write_time(it->path(), gone);
      if (gone) continue;
      // Of a writer that was killed; one that still writes is not that slow.
      if (name.starts_with(kUnfinishedFile)) {
        if (now - used > std::chrono::hours(1)) fs::remove(it->path(), gone);
        continue;
      }
      if (name.size() != kHash || !is_hex(name)) continue;
      const std::uint64_t bytes = fs::file_size(it->path(), gone);
      if (gone) continue;
      entries.push_back({used, bytes, it->path()});
      all += bytes;
    }
  }
  if (all <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return std::pair{a.used, a.path} < std::pair{b.used, b.path}; });
  for (const Entry& entry : entries) {
    if (all <= most_bytes_ / 10 * 9) return;
    std::error_code gone;
    fs::remove(entry.path, gone);
    all -= entry.bytes;
  }
}

}  // namespace warpproof
