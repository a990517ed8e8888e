// case: warp-barrier   expect: unsafe   class: named-barrier-count   launch: grid(1) block(96)   at: asm volatile("bar.sync 1, 64;" ::: "memory");
// source: idiom
// cause: warp 2 uses barrier 1 for itself while warps 0 and 1 meet there: its arrival may be counted in the place of theirs
// level: ptx
extern "C" __global__ void alone(const int *in, int *out) {
  __shared__ int word[96];
  const int t = threadIdx.x;
  word[t] = in[t];
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 1, 32;" ::: "memory");
  out[t] = word[t ^ 1];
}
