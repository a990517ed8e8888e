#include "checker/cli/jobs.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "checker/cli/memory_limit.h"
#include "src/base/apart.h"
#include "src/base/race.h"

namespace warpproof::cli {
namespace {

// Threads that do the same, each with a stack of its own: one more at a time, as many as there is memory for.
class Threads {
 public:
  explicit Threads(std::size_t most) : most_(most) {}

  void add(const std::function<void()>& work) {
    const std::lock_guard lock(mutex_);
    if (threads_.size() >= most_) return;
    try {
      threads_.emplace_back(work);
    } catch (const std::system_error&) {
    }
  }

  // Also for those that are added meanwhile, by these.
  void wait() {
    for (std::size_t k = 0;; ++k) {
      std::thread thread;
      {
        const std::lock_guard lock(mutex_);
        if (k == threads_.size()) return;
        thread = std::move(threads_[k]);
      }
      thread.join();
    }
  }

 private:
  const std::size_t most_;
  std::mutex mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace

unsigned default_jobs(std::uint64_t memory_mb) {
  constexpr std::uint64_t kMost = 256, kEachMb = 4096;
  const std::uint64_t by_memory = memory_mb == 0 ? kMost : memory_mb / kEachMb;
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(std::min<std::uint64_t>(std::thread::hardware_concurrency(), by_memory), 1, kMost));
}

void run_pieces(unsigned at_once, const std::function<std::optional<Piece>()>& next) {
  IdleProcessors idle(at_once);
  std::mutex one_at_a_time;
  Threads others(std::max(at_once, 1u) - 1);  // than this one
  const std::function<void()> work = [&] {
    while (const std::optional<Piece> piece = next()) {
      others.add(work);
      const bool taken = idle.take();  // false: by a copy of another piece's process, for a while
      if (piece->here) {
        piece->here();
        if (taken) idle.give();
        continue;
      }
      const pid_t self = ::getpid();
      ApartResult result = run_apart(
          [&] {
            if (::getpid() != self) {  // else no process could be made: this one keeps its memory, and is never copied
              limit_memory_to_share(at_once);
              IdleProcessors::use(&idle);
            }
            return piece->apart();
          },
          std::chrono::steady_clock::time_point::max());
      if (taken) idle.give();
      std::optional<std::string> bytes;
      if (result.outcome == ApartResult::Outcome::Finished) bytes = std::move(result.bytes);
      const std::lock_guard lock(one_at_a_time);
      piece->done(std::move(bytes));
    }
  };
  work();
  others.wait();
}

}  // namespace warpproof::cli
