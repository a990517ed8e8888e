// case: counter-exchanged   expect: safe   class: race   launch: grid(1) block(1024)   rule: -   at: -
// note: nothing rests on the numbers of a counter that an exchange sets, too
__global__ void k(int* out, const int* in) {
  __shared__ int c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  int slot = atomicAdd(&c, 1);
  if (slot == 100) atomicExch(&c, 0);
  if (in[threadIdx.x] == 5) atomicExch(&c, 0);
  __syncthreads();
  out[threadIdx.x] = slot;
}
