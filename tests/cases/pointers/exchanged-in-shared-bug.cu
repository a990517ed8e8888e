// case: exchanged-in-shared-bug   expect: unproved   class: race   launch: grid(1) block(32)   rule: race   at: out[threadIdx.x] = *p
// cause: the pointer that the exchange brings points into data
__global__ void k(int* data, int* out, int n) {
  __shared__ unsigned long long kept;
  if (threadIdx.x == 0) kept = (unsigned long long)data;
  __syncthreads();
  int* p = (int*)atomicExch(&kept, (unsigned long long)(data + threadIdx.x));
  out[threadIdx.x] = *p;
  if (n == 123457) data[(threadIdx.x + 1) % 32] = 0;
}
