// case: division-guarded-ok   expect: safe   class: division   launch: grid(1) block(64)   at: -
// cause: thread 0 does not divide
__global__ void k(int* out) {
  if (threadIdx.x != 0) out[threadIdx.x] = 100 / (int)threadIdx.x;
}
