// Exclusive block scan by raking: items to padded shared memory, one warp scans segments serially and by shuffles.
#include <cuda_runtime.h>

template <int THREADS>
struct RakingScan {
  static constexpr int kWarp = 32;
  static constexpr int kSegment = THREADS / kWarp;
  struct Storage {
    int grid[kWarp * (kSegment + 1)];
  };
  Storage& s;
  __device__ explicit RakingScan(Storage& storage) : s(storage) {}
  __device__ static int place(int i) { return i + i / kSegment; }
  __device__ int exclusive(int v) {
    s.grid[place(threadIdx.x)] = v;
    __syncthreads();
    if (threadIdx.x < kWarp) {
      int* seg = &s.grid[threadIdx.x * (kSegment + 1)];
      int sum = 0;
#pragma unroll
      for (int k = 0; k < kSegment; ++k) sum += seg[k];
      int inc = sum;
#pragma unroll
      for (int d = 1; d < kWarp; d *= 2) {
        const int o = __shfl_up_sync(0xffffffffu, inc, d);
        if (threadIdx.x >= d) inc += o;
      }
      int run = inc - sum;
#pragma unroll
      for (int k = 0; k < kSegment; ++k) {
        const int x = seg[k];
        seg[k] = run;
        run += x;
      }
    }
    __syncthreads();
    return s.grid[place(threadIdx.x)];
  }
};

template <int THREADS>
__global__ void scan_tiles(const int* in, int* out, int n) {
  __shared__ typename RakingScan<THREADS>::Storage storage;
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const int v = i < n ? in[i] : 0;
  const int p = RakingScan<THREADS>(storage).exclusive(v);
  if (i < n) out[i] = p;
}

void scan(const int* in, int* out, int n) { scan_tiles<256><<<(n + 255) / 256, 256>>>(in, out, n); }
