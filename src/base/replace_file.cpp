#include "src/base/replace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>

namespace warpproof {
namespace {

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// A name that no other process, thread or earlier run takes while the file is there: O_EXCL finds what is left of one.
std::string unfinished_name(const std::string& path) {
  static std::atomic<std::uint64_t> count{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return path.substr(0, path.rfind('/') + 1) + std::string(kUnfinishedFile) + std::to_string(::getpid()) + "-" +
         std::to_string(now) + "-" + std::to_string(count++);
}

}  // namespace

int replace_file(const std::string& path, std::string_view bytes, std::optional<mode_t> permissions) {
  const std::string unfinished = unfinished_name(path);
  const int fd = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return errno;
  const bool is_permitted = !permissions || ::fchmod(fd, *permissions) == 0;
  int error = is_permitted && write_all(fd, bytes) && ::fsync(fd) == 0 ? 0 : errno;
  if (::close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(unfinished.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(unfinished.c_str());
  return error;
}

}  // namespace warpproof
