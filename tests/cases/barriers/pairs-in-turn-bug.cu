// case: pairs-in-turn   expect: unsafe   class: named-barrier-count   launch: grid(1) block(128)   at: asm volatile("bar.sync 1, 64;" ::: "memory");
// source: idiom
// cause: nothing keeps warps 2 and 3 from coming to barrier 1 while warps 0 and 1 are using it; a shuffle is no order between warps
// level: ptx
extern "C" __global__ void in_turn(const int *in, int *out) {
  __shared__ int word[128];
  const int t = threadIdx.x;
  word[t] = in[t];
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = word[t ^ 32];
  }
  const int sum = __shfl_xor_sync(0xffffffffu, t, 1);
  if (t >= 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = word[t ^ 32] + sum;
  }
}
