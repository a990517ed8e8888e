#include "src/base/interruption.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace warpproof::interruption {
namespace {

// Never destroyed: the watching thread may outlive main's locals.
struct Registry {
  std::mutex mutex;
  std::set<pid_t> groups;
  std::set<std::string> folders;
  std::function<void(const std::string&)> last_words;
};
Registry& registry() {
  static Registry& only = *new Registry;
  return only;
}

sigset_t watched_signals() {
  sigset_t out;
  sigemptyset(&out);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&out, signal);
  return out;
}

const char* name_of(int signal) {
  return signal == SIGINT ? "SIGINT" : signal == SIGTERM ? "SIGTERM" : "SIGHUP";
}

[[noreturn]] void end(int signal) {
  Registry& known = registry();
  // Not given back: nothing new starts from here on.
  known.mutex.lock();
  for (const pid_t group : known.groups) kill(-group, SIGKILL);
  // A process that is being killed may still write into a folder.
  for (int attempt = 0; attempt < 50; ++attempt) {
    bool left = false;
    for (const std::string& folder : known.folders) {
      std::error_code error;
      std::filesystem::remove_all(folder, error);
      left |= std::filesystem::exists(folder, error);
    }
    if (!left) break;
    usleep(20'000);
  }
  try {
    if (known.last_words) known.last_words(name_of(signal));
  } catch (...) {  // what is known could not be printed; the status still says why it ended
  }
  _exit(128 + signal);
}

}  // namespace

void watch() {
  registry();
  // A copy of this process may start programs, too, though another thread was about to here.
  pthread_atfork([] { registry().mutex.lock(); }, [] { registry().mutex.unlock(); }, [] { registry().mutex.unlock(); });
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::thread([signals] {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0) {
    }
    end(signal);
  }).detach();
}

LastWords::LastWords(std::function<void(const std::string&)> print) {
  const std::lock_guard lock(registry().mutex);
  before_ = std::exchange(registry().last_words, std::move(print));
}
LastWords::~LastWords() {
  const std::lock_guard lock(registry().mutex);
  registry().last_words = std::move(before_);
}

ChildGroup::ChildGroup(const std::function<pid_t()>& start) {
  const std::lock_guard lock(registry().mutex);
  group_ = start();
  registry().groups.insert(group_);
}
ChildGroup::~ChildGroup() {
  const std::lock_guard lock(registry().mutex);
  registry().groups.erase(group_);
}

Folder::Folder(const std::function<std::string()>& make) {
  const std::lock_guard lock(registry().mutex);
  path_ = make();
  registry().folders.insert(path_);
}
Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  const std::lock_guard lock(registry().mutex);
  registry().folders.erase(path_);
}

}  // namespace warpproof::interruption
