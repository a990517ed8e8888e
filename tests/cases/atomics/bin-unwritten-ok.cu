// case: bin-unwritten-ok   expect: safe   class: uninitialised   launch: grid(1) block(64)   rule: -   at: -
// note: each thread writes a bin before threads add to them
__global__ void k(int* out, const int* key, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[key[threadIdx.x] & 63], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
