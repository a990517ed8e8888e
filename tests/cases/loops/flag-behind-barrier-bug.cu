// case: flag-behind-barrier   expect: unsafe   class: deadlock   launch: grid(1) block(64)   rule: barrier.unreached   at: __syncthreads
// The second warp waits for a flag that the first one raises only behind the barrier of both.
extern "C" __global__ void hand_over(int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) atomicExch(&flag, 0);
  __syncthreads();
  if (threadIdx.x >= 32) {
    while (atomicAdd(&flag, 0) == 0) {
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&flag, 1);
  out[threadIdx.x] = 1;
}
