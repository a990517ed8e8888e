// case: string-bug   expect: unsafe   class: table   launch: grid(1) block(64)   rule: store.same-instruction   at: s[text[t & 3]
// cause: the literal names two threads' places twice
__global__ void k(int* out) {
  const char* text = "\1\2\3\1";
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[text[t & 3] + (t & ~3)] = t;
  __syncthreads();
  out[t] = s[t];
}
