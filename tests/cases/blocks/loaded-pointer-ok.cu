// case: loaded-pointer-ok   expect: safe   class: race   launch: grid(any) block(64)   rule: -   at: -
// why: each thread has an element of its own behind the pointer of its block.
extern "C" __global__ void k(float** array, int n) {
  float* A = array[blockIdx.x];
  const int t = threadIdx.x;
  if (t < n) A[t] = A[t] * 2;
}
