// case: exchange-first   expect: safe   class: uninitialised   launch: grid(1) block(32)   at: -
// An exchange initialises: what it stores does not depend on what was there.
extern "C" __global__ void first(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) atomicExch(&count, 0);
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  out[threadIdx.x] = count;
}
