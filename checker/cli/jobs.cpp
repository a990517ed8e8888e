#include "checker/cli/jobs.h"

#include <algorithm>
#include <atomic>
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

// As many at once as there is memory for: a thread needs a stack. One of them is this thread.
void in_threads(std::size_t wanted, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  try {
    while (threads.size() + 1 < wanted) threads.emplace_back(work);
  } catch (const std::system_error&) {
  }
  work();
}

}  // namespace

unsigned default_jobs(std::uint64_t memory_mb) {
  constexpr std::uint64_t kMost = 256, kEachMb = 4096;
  const std::uint64_t by_memory = memory_mb == 0 ? kMost : memory_mb / kEachMb;
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(std::min<std::uint64_t>(std::thread::hardware_concurrency(), by_memory), 1, kMost));
}

void run_jobs(std::size_t count, unsigned at_once, const std::function<std::string(std::size_t)>& work,
              const std::function<void(std::size_t, std::optional<std::string>)>& done) {
  const std::size_t workers = std::min<std::size_t>(count, std::max(at_once, 1u));
  IdleProcessors idle(at_once);
  std::atomic<std::size_t> next = 0;
  std::mutex one_at_a_time;
  const auto take_jobs = [&] {
    for (std::size_t k = next++; k < count; k = next++) {
      const bool taken = idle.take();  // false: by a copy of another job, for a while
      ApartResult result = run_apart(
          [&] {
            limit_memory_to_share(at_once);
            IdleProcessors::use(&idle);
            return work(k);
          },
          std::chrono::steady_clock::time_point::max());
      if (taken) idle.give();
      std::optional<std::string> bytes;
      if (result.outcome == ApartResult::Outcome::Finished) bytes = std::move(result.bytes);
      const std::lock_guard lock(one_at_a_time);
      done(k, std::move(bytes));
    }
  };
  in_threads(workers, take_jobs);
}

void in_parallel(std::size_t count, unsigned at_once, const std::function<void(std::size_t)>& f) {
  const std::size_t workers = std::min<std::size_t>(count, std::max(at_once, 1u));
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t k = next++; k < count; k = next++) f(k);
  };
  in_threads(workers, take);
}

}  // namespace warpproof::cli
