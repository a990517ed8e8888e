// case: kept-as-words-bug   expect: unproved   class: race   launch: grid(1) block(64)   rule: race   at: out[threadIdx.x] = *p
// cause: the pointer that is put together of two words of shared memory points into data
__global__ void k(int* data, const int* in, int* out, int n) {
  __shared__ unsigned low[64], high[64];
  __shared__ float f;
  if (threadIdx.x == 0) f = 0;
  const unsigned long long a = (unsigned long long)(data + threadIdx.x);
  low[threadIdx.x] = (unsigned)a;
  high[threadIdx.x] = (unsigned)(a >> 32);
  __syncthreads();
  atomicAdd(&f, 1.0f);
  __syncthreads();
  const int j = in[threadIdx.x] & 63;
  int* p = (int*)((unsigned long long)high[j] << 32 | low[j]);
  out[threadIdx.x] = *p;
  if (n == 123457) data[(threadIdx.x + 1) % 64] = 0;
}
