// case: overfull   expect: unsafe   class: named-barrier-count   launch: grid(1) block(128)   at: asm volatile("bar.sync 1, 64;" ::: "memory");
// source: idiom (PTX ISA: operand b is the number of threads that participate in the barrier)
// cause: four warps at a barrier that counts two: any two of them complete it, so warp 0 may meet warp 3
// level: ptx
extern "C" __global__ void swap_pairs(const int *in, int *out) {
  __shared__ int word[128];
  const int t = threadIdx.x;
  word[t] = in[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = word[t];
}
