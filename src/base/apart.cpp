#include "src/base/apart.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <mutex>

#include "src/base/shortage.h"

namespace warpproof {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFailed = 1;

bool write_all(int to, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(to, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

// What Z3 prints about its memory is nobody's output.
void silence() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void be_apart(const std::function<std::string()>& work, int to, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kFailed);
  std::set_terminate([] { ::_exit(kFailed); });
  silence();
  bool sent = false;
  try {
    const std::string bytes = work();
    const std::uint64_t size = bytes.size();
    char head[sizeof size];
    std::memcpy(head, &size, sizeof size);
    sent = write_all(to, head, sizeof head) && write_all(to, bytes.data(), bytes.size());
  } catch (...) {
  }
  ::_exit(sent ? 0 : kFailed);
}

// All that comes until the other end is closed; false when that lasts too long.
bool read_until(int from, Clock::time_point until, std::string& out) {
  char buffer[1 << 16];
  while (true) {
    constexpr std::chrono::hours kLong(1);
    const bool forever = until == Clock::time_point::max();
    const auto left =
        forever ? std::chrono::milliseconds(kLong).count()
                : std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd ready{from, POLLIN, 0};
    const int n = ::poll(&ready, 1, static_cast<int>(std::min<long>(left, 1'000'000)));
    if (n < 0 && errno != EINTR) return true;
    if (n <= 0) continue;
    const ssize_t got = ::read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    out.append(buffer, static_cast<std::size_t>(got));
  }
}

}  // namespace

ApartResult run_apart(const std::function<std::string()>& work, Clock::time_point until) {
  using Outcome = ApartResult::Outcome;
  // Another thread's child that is made in between would hold this pipe open, and with it the reader below.
  static std::mutex one_at_a_time;
  std::unique_lock making(one_at_a_time);
  int ends[2];
  const bool connected = ::pipe2(ends, O_CLOEXEC) == 0;
  const pid_t parent = ::getpid();
  const pid_t child = connected ? ::fork() : -1;
  if (child == 0) {
    making.unlock();  // the work may make processes of its own
    ::close(ends[0]);
    be_apart(work, ends[1], parent);
  }
  if (connected) ::close(ends[1]);
  making.unlock();
  if (child < 0) {
    if (connected) ::close(ends[0]);
    shortage::note();
    return {Outcome::Finished, work()};
  }
  ApartResult out;
  std::string bytes;
  const bool in_time = read_until(ends[0], until, bytes);
  ::close(ends[0]);
  if (!in_time) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) {
    out.outcome = Outcome::OutOfTime;
    return out;
  }
  std::uint64_t size = 0;
  if (bytes.size() >= sizeof size) std::memcpy(&size, bytes.data(), sizeof size);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || bytes.size() != sizeof size + size) {
    shortage::note();
    return out;
  }
  out.outcome = Outcome::Finished;
  out.bytes = bytes.substr(sizeof size);
  return out;
}

}  // namespace warpproof
