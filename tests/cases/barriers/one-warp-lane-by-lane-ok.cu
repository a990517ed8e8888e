// case: one-warp-lane-by-lane   expect: safe   class: named-barrier-reuse   launch: grid(1) block(32)   rule: -   at: -
// source: idiom (PTX ISA: without .aligned the threads of a warp need not execute the barrier together)
// note: to an aligned barrier the warp comes whole, and completes its count of one warp at once
extern "C" __global__ void note_and_meet(const int *in, int *out) {
  __shared__ int word[32];
  const int t = threadIdx.x;
  word[t] = in[t];
  asm volatile("bar.arrive 1, 32;" ::: "memory");
  asm volatile("bar.sync 1, 32;" ::: "memory");
  out[t] = word[t ^ 1];
}
