// case: number-after-barrier   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: one instruction adds before and after the counter is set: warp 1 waits for warp 0 in between
__device__ __noinline__ int take(int* c) { return atomicAdd(c, 1); }
__global__ void k(int* out) {
  __shared__ int count[2];
  if (threadIdx.x == 0) count[0] = 0;
  __syncthreads();
  int half = threadIdx.x / 32;
  if (half == 1) { asm volatile("bar.sync 1, 64;" ::: "memory"); if (threadIdx.x == 32) count[0] = 5; __syncwarp(); }
  int slot = take(&count[0]);
  if (half == 0) {
    out[slot] = threadIdx.x;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    out[1000 + slot] = threadIdx.x;
  }
}
