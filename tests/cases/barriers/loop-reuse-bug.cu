// case: loop-reuse   expect: unsafe   class: named-barrier-count   launch: grid(1) block(128) rounds=4   at: asm volatile("bar.sync 1, 64;" ::: "memory");
// source: idiom
// cause: in odd rounds the other two warps use barrier 1, and nothing tells them that the even round is over
// level: ptx
extern "C" __global__ void rounds_of_two(const int *in, int *out, int rounds) {
  __shared__ int word[128];
  const int t = threadIdx.x;
  word[t] = in[t];
  for (int i = 0; i < rounds; ++i) {
    if ((t < 64) == (i % 2 == 0)) asm volatile("bar.sync 1, 64;" ::: "memory");
  }
  out[t] = word[t];
}
