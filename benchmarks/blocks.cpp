// What it costs to prove kernels over shared memory, against the number of threads of a block.
//
//   bazel run -c opt //benchmarks:blocks [-- SECONDS]     SECONDS: the time limit of each question, 30
//
// `ours` is the whole check (every rule, all inputs, any grid): all threads of one block size at a time, then
// every size that is a multiple of 32 at once with any two threads for all of them. The naive encoding
// (naive_races.h) asks Z3 once about races alone. Each question has a process of its own, whose peak memory
// is told, and up to 4 GB of memory. The ratio is the naive time over ours; `>` where it had no answer.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <string>

#include "benchmarks/naive_races.h"
#include "checker/check.h"
#include "checker/cli/input.h"
#include "checker/smt/raw_query.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr rlim_t kMemory = rlim_t{4} << 30;

struct Kernel {
  const char* name;
  const char* text;
};

constexpr Kernel kKernels[] = {{"reduction", R"(__global__ void k(const int* in, int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
})"},
                               {"scan", R"(__global__ void k(const int* in, int* out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s[t];
})"},
                               {"transpose", R"(__global__ void k(const int* in, int* out) {
  __shared__ int s[32 * 33];
  unsigned t = threadIdx.x, rows = blockDim.x / 32;
  s[t / 32 * 33 + t % 32] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s[t % rows * 33 + t / rows];
})"},
                               {"histogram", R"(__global__ void k(const unsigned* in, unsigned* out) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 255], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[blockIdx.x * 256 + i] = bins[i];
})"}};

struct Outcome {
  char answer = '?';  // p: proved (no race), v: violation, u: unknown; ?: it did not end
  std::uint64_t folded = 0, solved = 0;
  double solver_seconds = 0, seconds = 0;
  long peak_mb = 0;
};

// In a process of its own, killed after the limit.
Outcome measure(double limit, const std::function<Outcome()>& question) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  const auto start = Clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    const rlimit memory{kMemory, kMemory};
    ::setrlimit(RLIMIT_AS, &memory);
    ::alarm(static_cast<unsigned>(limit) + 1);
    Outcome out;
    try {
      out = question();
    } catch (const std::exception&) {  // out of memory
    }
    const bool told = ::write(ends[1], &out, sizeof out) == static_cast<ssize_t>(sizeof out);
    ::_exit(told ? 0 : 1);
  }
  ::close(ends[1]);
  Outcome out;
  if (::read(ends[0], &out, sizeof out) != static_cast<ssize_t>(sizeof out)) out = {};
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  out.peak_mb = usage.ru_maxrss / 1024;
  return out;
}

// `threads`: 0 for every multiple of 32.
Outcome ours(const cli::Input& input, std::uint32_t threads, double limit) {
  CheckOptions options;
  options.block.emplace();
  options.budget_seconds = limit;
  if (threads == 0) {
    options.block->any = true;
    options.block->multiple = 32;
  } else {
    options.block->shape = {threads, 1, 1};
    options.use_samples = false;
  }
  options.parameter_names = input.candidates.front().parameter_names;
  const report::Kernel result = check_kernel(input.program, input.candidates.front().function, options);
  Outcome out;
  out.answer = result.verdict == report::Verdict::Proved      ? 'p'
               : result.verdict == report::Verdict::Violation ? 'v'
                                                              : 'u';
  out.folded = result.obligations.folded;
  out.solved = result.obligations.solved;
  out.solver_seconds = result.obligations.solver_seconds;
  return out;
}

Outcome naive(const std::string& kernel, int threads, double limit) {
  const Answer answer = ask_z3_alone(naive_query(naive_intervals(kernel, threads), threads),
                                     static_cast<unsigned>(limit * 1000));
  Outcome out;
  out.answer = answer == Answer::Unsat ? 'p' : answer == Answer::Sat ? 'v' : '?';
  return out;
}

std::string verdict(char answer) {
  return answer == 'p' ? "proved" : answer == 'v' ? "violation" : answer == 'u' ? "unknown" : "no answer";
}

int run(double limit) {
  fmt::print("{:10} {:>7} {:>9} {:>8} {:>6} {:>8} {:>7} {:>9}   {:>9} {:>8} {:>6}   {}\n", "kernel", "block",
             "ours", "s", "MB", "folded", "solved", "solver s", "naive", "s", "MB", "ratio");
  std::fflush(stdout);
  for (const Kernel& kernel : kKernels) {
    const TemporaryDirectory folder;
    const std::string path = folder.path() + "/k.cu";
    std::ofstream(path) << kernel.text;
    const cli::Input input = cli::load_input(path, {});
    for (const std::uint32_t threads : {32u, 64u, 128u, 256u, 512u, 1024u, 0u}) {
      const Outcome a = measure(2 * limit, [&] { return ours(input, threads, limit); });
      fmt::print("{:10} {:>7} {:>9} {:8.2f} {:6} {:8} {:7} {:9.2f}", kernel.name,
                 threads == 0 ? "any:32" : std::to_string(threads), verdict(a.answer), a.seconds, a.peak_mb,
                 a.folded, a.solved, a.solver_seconds);
      std::fflush(stdout);
      if (threads == 0) {
        fmt::print("\n");
        continue;
      }
      const Outcome b = measure(limit, [&] { return naive(kernel.name, static_cast<int>(threads), limit); });
      fmt::print("   {:>9} {:8.2f} {:6}   {}{:.1f}\n", verdict(b.answer), b.seconds, b.peak_mb,
                 b.answer == '?' ? ">" : "", b.seconds / a.seconds);
      std::fflush(stdout);
    }
  }
  return 0;
}

}  // namespace
}  // namespace warpproof

int main(int argc, char** argv) {
  const double limit = argc > 1 ? std::atof(argv[1]) : 30;
  if (limit < 1) {
    std::cerr << "usage: blocks [SECONDS]\n";
    return 3;
  }
  return warpproof::run(limit);
}
