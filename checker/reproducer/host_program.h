// The part of a reproducer that is the same for every kernel: it is written into the program after the kernel's own
// part, which defines
//   struct Buffer { const char* name; char kind; unsigned long long size; const Cell* before; .. };  as below
//   kBuffers, kBufferCount, kParameters, kParameterCount, kPatches, kPatchCount, launch(), kExpectsHang, kWhat, kRuns.
#pragma once

#include <string_view>

namespace warpproof::reproducer {

inline constexpr std::string_view kBeforeKernel = R"CUDA(
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
)CUDA";

// Before the kernel's source: where it reads threadIdx and after each barrier, some warps wait, others in each launch.
inline constexpr std::string_view kDelays = R"CUDA(
#ifndef WARPPROOF_NO_DELAYS
namespace warpproof_delays {

__device__ unsigned seed = 0;  // 0: nobody waits
__device__ unsigned long long start = ~0ull;

// All lanes of a warp wait, or none. After 5 ms nobody does: long loops end in time.
__device__ __forceinline__ void wait(unsigned point) {
#if __CUDA_ARCH__ >= 700
  if (seed == 0) return;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned hash = seed * 0x9e3779b9u ^ point * 0x85ebca6bu ^ (block * 32 + thread / 32) * 0xc2b2ae35u;
  hash ^= hash >> 16;
  hash *= 0x7feb352du;
  hash ^= hash >> 15;
  hash *= 0x846ca68bu;
  hash ^= hash >> 16;
  if (hash % 3 != 0) return;
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  const unsigned long long began = atomicMin(&start, now);
  if (now <= began || now - began < 5000000) __nanosleep(hash / 3 % 4 * 10000 + 5000);
#endif
}

__device__ __forceinline__ uint3 thread_idx(unsigned point) {
  wait(point);
  return threadIdx;
}

}  // namespace warpproof_delays
#define threadIdx ::warpproof_delays::thread_idx(__LINE__)
#define __syncthreads(...) __syncthreads(__VA_ARGS__), ::warpproof_delays::wait(__LINE__)
#define __syncwarp(...) __syncwarp(__VA_ARGS__), ::warpproof_delays::wait(__LINE__)
#endif
)CUDA";

// After the kernel's source.
inline constexpr std::string_view kDelaysEnd = R"CUDA(
#ifndef WARPPROOF_NO_DELAYS
#undef threadIdx
#undef __syncthreads
#undef __syncwarp
#define WARPPROOF_HAS_DELAYS
#endif
)CUDA";

inline constexpr std::string_view kTypes = R"CUDA(
namespace warpproof_reproducer {

// Bytes at an offset of a buffer; what no cell names is 0.
struct Cell { unsigned long long offset; std::vector<unsigned char> bytes; };
// kind: f float, d double, i int, u unsigned, l long long, b byte, h 16 bits. counts: words are as number_of() says, but
// for cells.
struct Buffer { const char* name; char kind; unsigned long long size; bool counts; std::vector<Cell> before, expected; };
// A pointer in the bytes of a parameter: to an offset of a buffer.
struct Patch { unsigned parameter, at, buffer; long long offset; };
)CUDA";

inline constexpr std::string_view kAfterKernel = R"CUDA(
const unsigned long long kGuard = 4096;  // bytes before and after each buffer
const unsigned char kGuardByte = 0xa5;
const int kSeconds = 10;  // for one launch

struct Device { unsigned char* base; };
std::vector<Device> devices;

size_t width_of(const Buffer& buffer) {
  return buffer.kind == 'd' || buffer.kind == 'l' ? 8 : buffer.kind == 'h' ? 2 : buffer.kind == 'b' ? 1 : 4;
}

template <class T>
void put(std::vector<unsigned char>& image, size_t at, T value) {
  std::memcpy(image.data() + at, &value, sizeof value);
}

// 1 to 4093, each once in 4093 words, in no order: what is sorted already hides mistakes.
unsigned number_of(size_t index) { return static_cast<unsigned>(index % 4093 * 1597 % 4093 + 1); }

void fill_with_numbers(std::vector<unsigned char>& image, const Buffer& buffer) {
  const size_t width = width_of(buffer);
  for (size_t at = 0; at + width <= image.size(); at += width) {
    const unsigned n = number_of(at / width);
    switch (buffer.kind) {
      case 'f': put(image, at, static_cast<float>(n)); break;
      case 'd': put(image, at, static_cast<double>(n)); break;
      case 'l': put(image, at, static_cast<long long>(n)); break;
      case 'h': put(image, at, static_cast<unsigned short>(0x3c00 + n % 512)); break;
      case 'b': put(image, at, static_cast<unsigned char>(n % 251 + 1)); break;
      default: put(image, at, n); break;
    }
  }
}

void fill(std::vector<unsigned char>& image, const Buffer& buffer, const std::vector<Cell>& cells, bool counts) {
  image.assign(buffer.size, 0);
  if (counts) fill_with_numbers(image, buffer);
  for (const Cell& cell : cells) {
    for (size_t i = 0; i < cell.bytes.size() && cell.offset + i < buffer.size; ++i) image[cell.offset + i] = cell.bytes[i];
  }
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\nresult: error: %s\n", what, cudaGetErrorString(error), cudaGetErrorString(error));
  std::fflush(stdout);
  _exit(what[0] == '!' ? 2 : 0);
}

std::string value_text(const Buffer& buffer, const unsigned char* at) {
  char out[64];
  switch (buffer.kind) {
    case 'f': { float v; std::memcpy(&v, at, 4); std::snprintf(out, sizeof out, "%.9g", v); break; }
    case 'd': { double v; std::memcpy(&v, at, 8); std::snprintf(out, sizeof out, "%.17g", v); break; }
    case 'l': { long long v; std::memcpy(&v, at, 8); std::snprintf(out, sizeof out, "%lld", v); break; }
    case 'u': { unsigned v; std::memcpy(&v, at, 4); std::snprintf(out, sizeof out, "%u", v); break; }
    case 'h': { unsigned short v; std::memcpy(&v, at, 2); std::snprintf(out, sizeof out, "0x%04x", v); break; }
    case 'b': std::snprintf(out, sizeof out, "%u", *at); break;
    default: { int v; std::memcpy(&v, at, 4); std::snprintf(out, sizeof out, "%d", v); break; }
  }
  return out;
}

void allocate() {
  for (const Buffer& buffer : kBuffers) {
    void* base = nullptr;
    check(cudaMalloc(&base, buffer.size + 2 * kGuard), "! cudaMalloc");
    devices.push_back({static_cast<unsigned char*>(base)});
  }
  for (const Patch& patch : kPatches) {
    unsigned char* pointer = devices[patch.buffer].base + kGuard + patch.offset;
    std::memcpy(kParameters[patch.parameter].data() + patch.at, &pointer, sizeof pointer);
  }
}

void restore() {
  for (size_t b = 0; b < kBuffers.size(); ++b) {
    std::vector<unsigned char> image, all(kBuffers[b].size + 2 * kGuard, kGuardByte);
    fill(image, kBuffers[b], kBuffers[b].before, kBuffers[b].counts);
    std::memcpy(all.data() + kGuard, image.data(), image.size());
    check(cudaMemcpy(devices[b].base, all.data(), all.size(), cudaMemcpyHostToDevice), "! cudaMemcpy");
  }
}

// Leaves other words in all shared memory than a launch before, which a race could read as if they were right.
__global__ void scrub_shared(unsigned words) {
  extern __shared__ unsigned warpproof_shared_words[];
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) warpproof_shared_words[i] = 0x7fa5a500u + i % 61;
}

void scrub() {
  int most = 0, processors = 0;
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0), "! cudaDeviceGetAttribute");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), "! cudaDeviceGetAttribute");
  const void* const kernel = reinterpret_cast<const void*>(&scrub_shared);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most), "! cudaFuncSetAttribute");
  scrub_shared<<<4 * processors, 256, most>>>(static_cast<unsigned>(most) / 4);
  check(cudaDeviceSynchronize(), "! scrub_shared");
}

// The contents afterwards, guards too.
std::string contents() {
  std::string out;
  for (size_t b = 0; b < kBuffers.size(); ++b) {
    std::string one(kBuffers[b].size + 2 * kGuard, '\0');
    check(cudaMemcpy(&one[0], devices[b].base, one.size(), cudaMemcpyDeviceToHost), "after the launch");
    out += one;
  }
  return out;
}

bool wait_for_end() {
  cudaEvent_t end;
  check(cudaEventCreate(&end), "! cudaEventCreate");
  check(cudaEventRecord(end), "the launch");
  timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (;;) {
    const cudaError_t error = cudaEventQuery(end);
    if (error == cudaSuccess) break;
    if (error != cudaErrorNotReady) check(error, "the launch");
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - start.tv_sec > kSeconds) return false;
    usleep(200);
  }
  check(cudaEventDestroy(end), "! cudaEventDestroy");
  return true;
}

// Prints words that are not what the evaluator has; how many there are, guards too.
unsigned long long compare(const std::string& got) {
  unsigned long long differ = 0, shown = 0;
  size_t from = 0;
  for (const Buffer& buffer : kBuffers) {
    std::vector<unsigned char> expected;
    fill(expected, buffer, buffer.expected, buffer.counts);
    const unsigned char* all = reinterpret_cast<const unsigned char*>(got.data()) + from;
    const unsigned char* words = all + kGuard;
    const size_t width = width_of(buffer);
    for (size_t at = 0; at + width <= buffer.size; at += width) {
      if (std::memcmp(words + at, expected.data() + at, width) == 0) continue;
      ++differ;
      if (++shown > 16) continue;
      std::printf("  %s[%zu]: evaluator %s, GPU %s (observed, not defined)\n", buffer.name, at / width,
                  value_text(buffer, expected.data() + at).c_str(), value_text(buffer, words + at).c_str());
    }
    for (size_t i = 0; i < kGuard; ++i) {
      const bool front = all[i] != kGuardByte, behind = words[buffer.size + i] != kGuardByte;
      if (!front && !behind) continue;
      ++differ;
      if (++shown <= 16) std::printf("  %s: memory %s the buffer was written\n", buffer.name, front ? "before" : "after");
      break;
    }
    from += buffer.size + 2 * kGuard;
  }
  if (shown > 16) std::printf("  .. and %llu more\n", shown - 16);
  return differ;
}

// Warps wait at other points for each seed; for 0 nowhere.
void set_delays(unsigned seed) {
#ifdef WARPPROOF_HAS_DELAYS
  const unsigned long long start = ~0ull;
  check(cudaMemcpyToSymbol(warpproof_delays::seed, &seed, sizeof seed), "! cudaMemcpyToSymbol");
  check(cudaMemcpyToSymbol(warpproof_delays::start, &start, sizeof start), "! cudaMemcpyToSymbol");
#endif
}

int run() {
  allocate();
#ifdef WARPPROOF_HAS_DELAYS
  const int with_delays = kRuns;
#else
  const int with_delays = 0;
#endif
  std::set<std::string> outcomes;
  unsigned long long differ = 0, hash = 1469598103934665603ull;
  size_t plain = 0;
  for (int runs = 0; runs < kRuns + with_delays; ++runs) {
    const bool delayed = runs >= kRuns;
    const char* const when = delayed ? ", with warps delayed" : "";
    if (delayed && plain > 1) break;
    set_delays(delayed ? runs : 0);
    restore();
    scrub();
    check(launch(), "the launch");
    if (!wait_for_end()) {
      std::printf("result: hang%s (no end within %d seconds%s)\n", kExpectsHang ? ": as predicted" : "", kSeconds, when);
      std::fflush(stdout);
      _exit(0);
    }
    const std::string got = contents();
    const bool is_new = outcomes.insert(got).second;
    if (runs == 0) {
      differ = compare(got);
      for (const unsigned char c : got) hash = (hash ^ c) * 1099511628211ull;
    } else if (is_new && delayed && outcomes.size() == 2) {
      std::printf("where warps are delayed:\n");
      compare(got);
    }
    if (!delayed) plain = outcomes.size();
  }
  std::printf("%d launches: %zu outcome%s; %d with warps delayed: %zu other%s\noutputs: %016llx\n", kRuns, plain,
              plain == 1 ? "" : "s", plain > 1 ? 0 : with_delays, outcomes.size() - plain,
              outcomes.size() - plain == 1 ? "" : "s", hash);
  if (plain > 1) std::printf("result: differs from launch to launch\n");
  else if (outcomes.size() > 1) std::printf("result: differs from launch to launch, with warps delayed\n");
  else if (differ != 0) std::printf("result: differs from the evaluator's in %llu words\n", differ);
  else std::printf("result: no effect: all words are the evaluator's\n");
  std::fflush(stdout);
  return outcomes.size() > 1 || differ != 0 ? 0 : 1;
}

}  // namespace warpproof_reproducer

// The launch is made in a process of its own, which can be ended whatever the GPU does.
int main() {
  std::printf("%s\npredicted: %s\n", warpproof_reproducer::kWhat,
              warpproof_reproducer::kExpectsHang ? "a hang" : "undefined results");
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) _exit(warpproof_reproducer::run());
  for (int tenths = 0; tenths < 600; ++tenths) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
    usleep(100000);
  }
  kill(child, SIGKILL);
  std::printf("result: hang%s (ended after 60 seconds)\n", warpproof_reproducer::kExpectsHang ? ": as predicted" : "");
  return 0;
}
)CUDA";

}  // namespace warpproof::reproducer
