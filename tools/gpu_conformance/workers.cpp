#include "tools/gpu_conformance/workers.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "tools/gpu_conformance/driver.h"

namespace warpproof::conformance {
namespace {

using Clock = std::chrono::steady_clock;
volatile std::sig_atomic_t interrupted = 0;
constexpr std::chrono::seconds kLongest{30};  // for one program, the start of a process included

// What a worker sends after each program: the lengths of the texts and words, and these.
struct Header {
  std::uint32_t failure = 0, device = 0, words = 0, last = 0;  // last: the worker ends
};

void write_all(int to, const void* data, std::size_t size) {
  for (const char* at = static_cast<const char*>(data); size > 0;) {
    const ssize_t n = write(to, at, size);
    if (n <= 0) _exit(1);
    at += n, size -= static_cast<std::size_t>(n);
  }
}

bool read_all(int from, void* data, std::size_t size) {
  for (char* at = static_cast<char*>(data); size > 0;) {
    const ssize_t n = read(from, at, size);
    if (n <= 0) return false;
    at += n, size -= static_cast<std::size_t>(n);
  }
  return true;
}

void send(int to, const WorkResult& result, bool last) {
  const Header header{static_cast<std::uint32_t>(result.failure.size()),
                      static_cast<std::uint32_t>(result.device.size()),
                      static_cast<std::uint32_t>(result.words.size()), last};
  write_all(to, &header, sizeof header);
  write_all(to, result.failure.data(), result.failure.size());
  write_all(to, result.device.data(), result.device.size());
  write_all(to, result.words.data(), 4 * result.words.size());
}

// Runs the programs whose places in the list come in, one at a time.
[[noreturn]] void work(const std::vector<ProgramId>& list, int from, int to) {
  std::string device;
  try {
    Gpu gpu;
    device = gpu.device();
    for (std::uint32_t place = 0; read_all(from, &place, sizeof place);) {
      WorkResult result;
      result.device = device;
      try {
        result.words = gpu.run(make_program(list[place]));
      } catch (const Gpu::Rejected& error) {
        result.failure = error.what();
      }
      send(to, result, false);
    }
  } catch (const std::exception& error) {
    send(to, {{}, error.what(), device}, true);
  }
  _exit(0);
}

struct Worker {
  pid_t process = 0;
  int to = -1, from = -1;
  std::uint32_t place = 0;
  bool busy = false;
  Clock::time_point since;
};

class Pool {
 public:
  explicit Pool(const std::vector<ProgramId>& list) : list_(list), results_(list.size()) {
    for (WorkResult& result : results_) result.failure = "not run";
  }

  std::vector<WorkResult> run() {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, [](int) { interrupted = 1; });
    workers_.resize(std::clamp(std::thread::hardware_concurrency(), 1u, 12u));
    for (Worker& worker : workers_) start(worker), give(worker);
    while (std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.busy; })) step();
    for (Worker& worker : workers_) stop(worker);
    return std::move(results_);
  }

 private:
  void start(Worker& worker) {
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    worker.process = fork();
    if (worker.process < 0) throw std::runtime_error("no process");
    if (worker.process == 0) {
      // The others' ends must not stay open here, or they would never see theirs close.
      for (const Worker& other : workers_) {
        if (other.to >= 0) close(other.to), close(other.from);
      }
      close(down[1]), close(up[0]);
      work(list_, down[0], up[1]);
    }
    close(down[0]), close(up[1]);
    worker.to = down[1], worker.from = up[0];
  }

  void stop(Worker& worker) {
    close(worker.to), close(worker.from);
    worker.to = worker.from = -1;
    waitpid(worker.process, nullptr, 0);
  }

  void give(Worker& worker) {
    worker.busy = next_ < list_.size();
    if (!worker.busy) return;
    worker.place = next_++;
    worker.since = Clock::now();
    if (write(worker.to, &worker.place, sizeof worker.place) != sizeof worker.place)
      replace(worker, "the process ended");
  }

  // The program did this to its process.
  void replace(Worker& worker, const std::string& failure) {
    results_[worker.place].failure = failure;
    kill(worker.process, SIGKILL);
    stop(worker);
    // When nothing works (no GPU), all programs fail for the same reason; a few tell it.
    if (++replaced_ > 60) next_ = static_cast<std::uint32_t>(list_.size());
    worker.busy = false;
    start(worker);
    give(worker);
  }

  void step() {
    std::vector<pollfd> waiting;
    for (const Worker& worker : workers_) waiting.push_back({worker.busy ? worker.from : -1, POLLIN, 0});
    poll(waiting.data(), waiting.size(), 200);
    if (interrupted != 0) next_ = static_cast<std::uint32_t>(list_.size());
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      Worker& worker = workers_[i];
      if (!worker.busy) continue;
      if (waiting[i].revents != 0) {
        receive(worker);
      } else if (Clock::now() - worker.since > kLongest) {
        replace(worker, "hangs");
      }
    }
  }

  void receive(Worker& worker) {
    Header header;
    if (!read_all(worker.from, &header, sizeof header)) return replace(worker, "the process ended");
    WorkResult& result = results_[worker.place];
    result.failure.resize(header.failure);
    result.device.resize(header.device);
    result.words.resize(header.words);
    if (!read_all(worker.from, result.failure.data(), header.failure) ||
        !read_all(worker.from, result.device.data(), header.device) ||
        !read_all(worker.from, result.words.data(), 4ull * header.words))
      return replace(worker, "the process ended");
    if (header.last != 0) return replace(worker, std::string(result.failure));
    give(worker);
  }

  const std::vector<ProgramId>& list_;
  std::vector<WorkResult> results_;
  std::vector<Worker> workers_;
  std::uint32_t next_ = 0;
  int replaced_ = 0;
};

}  // namespace

std::vector<WorkResult> run_in_workers(const std::vector<ProgramId>& list) { return Pool(list).run(); }

}  // namespace warpproof::conformance
