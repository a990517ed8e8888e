#include "src/frontend/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "src/base/source.h"

extern char** environ;

namespace warpproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, int error) {
  throw std::runtime_error(what + ": " + std::strerror(error));
}

std::vector<std::string> environment_with(const std::vector<std::string>& extra) {
  std::vector<std::string> out;
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string entry = *e;
    const std::string name = entry.substr(0, entry.find('=') + 1);
    const bool replaced = std::any_of(extra.begin(), extra.end(), [&](const std::string& x) {
      return !name.empty() && x.starts_with(name);
    });
    if (!replaced) out.push_back(entry);
  }
  out.insert(out.end(), extra.begin(), extra.end());
  return out;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (const std::string& s : strings) out.push_back(const_cast<char*>(s.c_str()));
  out.push_back(nullptr);
  return out;
}

// While it lives, what is started may take 2 GiB of address space at least: with less a compiler does not get to its first
// line, whatever this process may take itself (--memory).
class RoomToStart {
 public:
  RoomToStart() {
    constexpr rlim_t kLeast = rlim_t{2} << 30;
    if (getrlimit(RLIMIT_AS, &before_) != 0 || before_.rlim_cur >= kLeast) return;
    rlimit more = before_;
    more.rlim_cur = std::min(kLeast, before_.rlim_max);
    raised_ = setrlimit(RLIMIT_AS, &more) == 0;
  }
  ~RoomToStart() {
    if (raised_) setrlimit(RLIMIT_AS, &before_);
  }
  RoomToStart(const RoomToStart&) = delete;
  RoomToStart& operator=(const RoomToStart&) = delete;

 private:
  rlimit before_{};
  bool raised_ = false;
};

// Starts the program in a process group of its own, its output on `write_end`, but errors in a file where one is named.
pid_t spawn(const std::vector<std::string>& argv, const std::vector<std::string>& environment, int write_end,
            const std::string& errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, write_end, STDOUT_FILENO);
  if (errors.empty()) {
    posix_spawn_file_actions_adddup2(&actions, write_end, STDERR_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  // Signals that this program waits for in a thread of its own are the child's to die of.
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  pid_t pid = -1;
  const RoomToStart room;
  const int error = posix_spawn(&pid, argv[0].c_str(), &actions, &attributes, pointers(argv).data(),
                                pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) fail("cannot start " + argv[0], error);
  return pid;
}

// A busy machine takes that many times as long, and no program fails for it.
constexpr int kRealSeconds = 20;

// Of the program and of each that it starts, so that the machine's load does not decide whether it ends.
void limit_processor_time(pid_t pid, int seconds) {
  const rlim_t most = static_cast<rlim_t>(std::max(seconds, 1));
  const rlimit limit{most, most + 1};
  prlimit(pid, RLIMIT_CPU, &limit, nullptr);
}

double seconds_of(const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); }

ProcessResult run(const std::vector<std::string>& argv, const std::vector<std::string>& extra_environment,
                  int timeout_seconds, const std::function<bool(std::string_view)>& take, const std::string& errors) {
  int ends[2];
  // A copy of this process that another thread makes would hold `ends[1]` open: none is made meanwhile (interruption::watch).
  const interruption::ChildGroup child([&] {
    if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe", errno);
    try {
      const pid_t out = spawn(argv, environment_with(extra_environment), ends[1], errors);
      close(ends[1]);
      return out;
    } catch (...) {
      close(ends[0]);
      close(ends[1]);
      throw;
    }
  });
  const pid_t pid = child.group();
  limit_processor_time(pid, timeout_seconds);

  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + kRealSeconds * std::chrono::seconds(timeout_seconds);
  ProcessResult result;
  char buffer[65536];
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd wait{ends[0], POLLIN, 0};
    const int ready = left > 0 ? poll(&wait, 1, static_cast<int>(std::min<long long>(left, 1000000))) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && Clock::now() >= deadline) {
      result.timed_out = true;
      kill(-pid, SIGKILL);
      break;
    }
    if (ready == 0) continue;
    const ssize_t got = read(ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    if (take({buffer, static_cast<size_t>(got)})) continue;
    result.truncated = true;
    kill(-pid, SIGKILL);
    break;
  }
  close(ends[0]);
  int status = 0;
  rusage used{};  // its children's as well
  while (wait4(pid, &status, 0, &used) < 0 && errno == EINTR) {
  }
  const bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  result.timed_out |= WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  // A program that it started was ended, and it says so by its status. The limit counts ticks, this counts nanoseconds: on a
  // busy machine they may differ by a tenth and more.
  result.timed_out |= failed && seconds_of(used.ru_utime) + seconds_of(used.ru_stime) >= 0.75 * timeout_seconds;
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::vector<std::string>& extra_environment, int timeout_seconds,
                          size_t output_limit) {
  std::string output;
  bool truncated = false;
  ProcessResult result = run(
      argv, extra_environment, timeout_seconds,
      [&](std::string_view text) {
        const size_t room = output_limit - output.size();
        truncated |= text.size() > room;
        output.append(text.substr(0, room));
        return true;
      },
      "");
  result.output = std::move(output);
  result.truncated = truncated;
  return result;
}

ProcessResult run_process(const std::vector<std::string>& argv,
                          const std::vector<std::string>& extra_environment, int timeout_seconds,
                          const std::function<bool(std::string_view)>& take, const std::string& errors) {
  return run(argv, extra_environment, timeout_seconds, take, errors);
}

std::string find_program(const std::string& name, const std::string& search_path) {
  size_t begin = 0;
  while (begin <= search_path.size()) {
    const size_t end = std::min(search_path.find(':', begin), search_path.size());
    const std::string directory = search_path.substr(begin, end - begin);
    const std::string candidate = (directory.empty() ? "." : directory) + "/" + name;
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored) && access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return "";
}

TemporaryDirectory::TemporaryDirectory()
    : folder_([] {
        const char* variable = std::getenv("TMPDIR");
        const std::string base = variable != nullptr && *variable != '\0' ? variable : "/tmp";
        std::error_code ignored;
        std::string path = fs::absolute(base, ignored).string() + "/warpproof-XXXXXX";
        if (mkdtemp(path.data()) == nullptr)
          throw InputError({base}, std::string("no folder for temporary files can be made here (TMPDIR): ") +
                                       std::strerror(errno));
        return path;
      }) {}

}  // namespace warpproof
