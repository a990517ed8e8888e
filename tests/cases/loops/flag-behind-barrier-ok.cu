// case: flag-behind-barrier   expect: safe   class: deadlock   launch: grid(1) block(64)   at: -
// The first warp raises the flag before it waits at the barrier.
extern "C" __global__ void hand_over(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) atomicExch(&flag, 0);
  __syncthreads();
  if (threadIdx.x >= 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
  } else if (threadIdx.x == 0) {
    atomicExch(&flag, 1);
  }
  __syncthreads();
  out[threadIdx.x] = 1;
}
