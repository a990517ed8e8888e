// case: work-queue   expect: safe   class: missing-syncthreads-war   launch: grid(1) block(64) n=5   rule: -   at: -
// note: persistent block takes work items through one shared word
extern "C" __global__ void persistent(const int *in, int *out, int *next, int n) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    const int it = item;
    __syncthreads();
    if (it >= n || it < 0) break;
    out[it * 64 + threadIdx.x] = in[it * 64 + threadIdx.x] + 1;
  }
}
