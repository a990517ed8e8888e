// case: exchange-writes-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(64)   rule: value.uninitialised   at: if (threadIdx.x == 0) out[0] = s[key[1] & 63];
// cause: thread 0 reads a word that nobody wrote, where key[1] differs from key[0]
__global__ void k(int* out, const int* key, int n) {
  __shared__ int s[64];
  atomicExch(&s[key[0] & 63], 5);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[key[1] & 63];
}
