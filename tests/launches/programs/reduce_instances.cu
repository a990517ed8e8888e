// reduction of NVIDIA's samples: an instance for each size of a block.
#include <cuda_runtime.h>
template <unsigned B>
__global__ void reduce(const int* in, int* out, unsigned n) {
  __shared__ int s[B];
  unsigned tid = threadIdx.x, i = blockIdx.x * B + tid;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  if (B >= 512) { if (tid < 256) s[tid] += s[tid + 256]; __syncthreads(); }
  if (B >= 256) { if (tid < 128) s[tid] += s[tid + 128]; __syncthreads(); }
  if (B >= 128) { if (tid < 64) s[tid] += s[tid + 64]; __syncthreads(); }
  if (tid < 32) {
    int v = s[tid] + s[tid + 32];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if (tid == 0) out[blockIdx.x] = v;
  }
}
void run(const int* in, int* out, unsigned n, int threads) {
  dim3 grid((n + threads - 1) / threads), block(threads, 1, 1);
  switch (threads) {
    case 512: reduce<512><<<grid, block>>>(in, out, n); break;  // expect: proved
    case 256: reduce<256><<<grid, block>>>(in, out, n); break;  // expect: proved
    case 128: reduce<128><<<grid, block>>>(in, out, n); break;  // expect: proved
    case 64: reduce<64><<<grid, block>>>(in, out, n); break;  // expect: proved
  }
}
int main(int argc, char**) {
  int *in, *out;
  cudaMalloc(&in, 4 << 20);
  cudaMalloc(&out, 4 << 10);
  for (int t = 64; t <= 512; t *= 2) run(in, out, 1 << 20, t);
}
