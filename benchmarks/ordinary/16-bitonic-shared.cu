// Bitonic sort of blocks of 1024 keys in shared memory, two keys per thread.
#include <cuda_runtime.h>

#define LIMIT 1024U

__device__ inline void comparator(unsigned& a, unsigned& va, unsigned& b, unsigned& vb, unsigned dir) {
  if ((a > b) == dir) {
    unsigned t = a;
    a = b;
    b = t;
    t = va;
    va = vb;
    vb = t;
  }
}

__global__ void bitonic_sort_shared(unsigned* keys, unsigned* vals, unsigned length, unsigned dir) {
  __shared__ unsigned s_key[LIMIT];
  __shared__ unsigned s_val[LIMIT];
  const unsigned half = LIMIT / 2;
  keys += blockIdx.x * LIMIT + threadIdx.x;
  vals += blockIdx.x * LIMIT + threadIdx.x;
  s_key[threadIdx.x] = keys[0];
  s_val[threadIdx.x] = vals[0];
  s_key[threadIdx.x + half] = keys[half];
  s_val[threadIdx.x + half] = vals[half];
  for (unsigned size = 2; size < length; size <<= 1) {
    const unsigned ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], dir);
  }
  __syncthreads();
  keys[0] = s_key[threadIdx.x];
  vals[0] = s_val[threadIdx.x];
  keys[half] = s_key[threadIdx.x + half];
  vals[half] = s_val[threadIdx.x + half];
}

void sort(unsigned* keys, unsigned* vals, unsigned batches, unsigned length, unsigned dir) {
  if (length < 2) return;
  if (length & (length - 1)) return;
  if (length > LIMIT || (batches * length) % LIMIT) return;
  bitonic_sort_shared<<<batches * length / LIMIT, LIMIT / 2>>>(keys, vals, length, dir);
}
