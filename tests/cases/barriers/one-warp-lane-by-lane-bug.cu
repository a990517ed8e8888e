// case: one-warp-lane-by-lane   expect: unsafe   class: named-barrier-reuse   launch: grid(1) block(32)   rule: barrier.rearrive   at: asm volatile("barrier.sync 1, 32;" ::: "memory");
// source: idiom (PTX ISA: without .aligned the threads of a warp need not execute the barrier together)
// cause: a lane may arrive for the second time before others arrived for the first
// level: ptx
extern "C" __global__ void note_and_meet(const int *in, int *out) {
  __shared__ int word[32];
  const int t = threadIdx.x;
  word[t] = in[t];
  asm volatile("barrier.arrive 1, 32;" ::: "memory");
  asm volatile("barrier.sync 1, 32;" ::: "memory");
  out[t] = word[t ^ 1];
}
