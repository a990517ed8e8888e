// Bitonic sort in shared memory, then merge steps in global memory launched from loops.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Key = uint32_t;
static const unsigned SHARED = 512u;

__device__ inline void comparator(Key& a, Key& b, bool ascending) {
  if ((a > b) == ascending) {
    Key t = a;
    a = b;
    b = t;
  }
}

__global__ void sort_shared(Key* data) {
  __shared__ Key s[SHARED];
  Key* base = data + blockIdx.x * SHARED;
  s[threadIdx.x] = base[threadIdx.x];
  s[threadIdx.x + SHARED / 2] = base[threadIdx.x + SHARED / 2];
  for (unsigned size = 2; size <= SHARED; size <<= 1) {
    const bool up = ((threadIdx.x & (size / 2)) == 0) ^ (size == SHARED && (blockIdx.x & 1));
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s[pos], s[pos + stride], up);
    }
  }
  __syncthreads();
  base[threadIdx.x] = s[threadIdx.x];
  base[threadIdx.x + SHARED / 2] = s[threadIdx.x + SHARED / 2];
}

__global__ void merge_global(Key* data, unsigned size, unsigned stride) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned pos = 2 * i - (i & (stride - 1));
  Key a = data[pos], b = data[pos + stride];
  comparator(a, b, (i & (size / 2)) == 0);
  data[pos] = a;
  data[pos + stride] = b;
}

int main() {
  const unsigned n = 1u << 16;
  std::vector<Key> h(n);
  std::srand(std::time(nullptr));
  std::generate(h.begin(), h.end(), std::rand);
  Key* d;
  if (cudaMalloc(&d, n * sizeof(Key)) != cudaSuccess) return EXIT_FAILURE;
  cudaMemcpy(d, h.data(), n * sizeof(Key), cudaMemcpyHostToDevice);
  sort_shared<<<n / SHARED, SHARED / 2>>>(d);  // expect: proved
  for (unsigned size = 2 * SHARED; size <= n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) merge_global<<<n / 512, 256>>>(d, size, stride);  // expect: proved
  cudaMemcpy(h.data(), d, n * sizeof(Key), cudaMemcpyDeviceToHost);
  std::printf("%s\n", std::is_sorted(h.begin(), h.end()) ? "sorted" : "NOT sorted");
  cudaFree(d);
  return std::is_sorted(h.begin(), h.end()) ? EXIT_SUCCESS : EXIT_FAILURE;
}
