// case: loaded-pointer-ok   expect: safe   class: race   launch: grid(any) block(64)   rule: -   at: -
// why: each thread has an element of its own behind the pointer of its block.
__device__ float* table[4];

extern "C" __global__ void k(int n) {
  float* A = table[blockIdx.x & 3];
  const int t = threadIdx.x;
  if (A != nullptr && t < n) A[t] = A[t] * 2;
}
