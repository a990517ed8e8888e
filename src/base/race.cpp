#include "src/base/race.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

namespace warpproof {

namespace {

using Count = std::atomic<int>;
static_assert(Count::is_always_lock_free);

IdleProcessors* used = nullptr;

constexpr int kFailed = 1;

// No signal comes where the other one has ended.
bool write_all(int to, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::send(to, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool read_all(int from, void* data, std::size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t n = ::read(from, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool send(int to, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  return write_all(to, &size, sizeof size) && write_all(to, bytes.data(), bytes.size());
}

// Nothing where the other one has closed its end.
std::optional<std::string> receive(int from) {
  std::uint64_t size = 0;
  if (!read_all(from, &size, sizeof size)) return std::nullopt;
  std::string bytes(size, '\0');
  if (!read_all(from, bytes.data(), bytes.size())) return std::nullopt;
  return bytes;
}

// The status that it ended with; nothing if a signal ended it.
std::optional<int> wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

// Until there is something to read, which ends the wait early.
void sleep_while_quiet(int from, std::chrono::milliseconds time) {
  pollfd ready{from, POLLIN, 0};
  ::poll(&ready, 1, static_cast<int>(time.count()));
}

}  // namespace

IdleProcessors::IdleProcessors(unsigned count, std::chrono::milliseconds patience)
    : shared_(::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
      patience_(patience) {
  if (shared_ == MAP_FAILED) shared_ = nullptr;
  if (shared_ != nullptr) new (shared_) Count(static_cast<int>(count));
}

IdleProcessors::~IdleProcessors() {
  if (shared_ != nullptr) ::munmap(shared_, sizeof(Count));
}

bool IdleProcessors::take() {
  if (shared_ == nullptr) return false;
  Count& count = *static_cast<Count*>(shared_);
  int idle = count.load();
  while (idle > 0) {
    if (count.compare_exchange_weak(idle, idle - 1)) return true;
  }
  return false;
}

void IdleProcessors::give() {
  if (shared_ != nullptr) ++*static_cast<Count*>(shared_);
}

void IdleProcessors::use(IdleProcessors* processors) { used = processors; }
IdleProcessors* IdleProcessors::in_use() { return used; }

std::unique_ptr<RacingCopy> RacingCopy::make() {
  if (used == nullptr || !used->take()) return nullptr;
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    used->give();
    return nullptr;
  }
  const pid_t original = ::getpid();
  const pid_t child = ::fork();
  const bool is_copy = child == 0;
  if (is_copy) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != original) ::_exit(kFailed);
  }
  const int mine = ends[is_copy ? 0 : 1];
  ::close(ends[is_copy ? 1 : 0]);
  if (child < 0) {
    ::close(mine);
    used->give();
    return nullptr;
  }
  if (is_copy) sleep_while_quiet(mine, used->patience());
  return std::unique_ptr<RacingCopy>(new RacingCopy(child, mine));
}

RacingCopy::~RacingCopy() {
  ::close(socket_);
  if (child_ <= 0) return;
  ::kill(child_, SIGKILL);
  wait_for(child_);
  used->give();
}

std::optional<std::string> RacingCopy::go_on(const std::string& more) {
  // The copy has this one's processor from here on.
  used->give();
  std::optional<std::string> bytes;
  if (send(socket_, more)) bytes = receive(socket_);
  const std::optional<int> status = wait_for(std::exchange(child_, -1));
  if (!bytes && status == 0) ::_exit(0);
  return bytes;
}

std::string RacingCopy::wait_for_original() {
  std::optional<std::string> more = receive(socket_);
  if (!more) ::_exit(kFailed);
  return std::move(*more);
}

void RacingCopy::return_to_original(const std::string& bytes) { ::_exit(send(socket_, bytes) ? 0 : kFailed); }

}  // namespace warpproof
