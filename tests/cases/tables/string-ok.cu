// case: string-ok   expect: safe   class: table   launch: grid(1) block(64)   rule: -   at: -
// why: the literal, whose address is kept in a variable, is a permutation of 0 to 3
__global__ void k(int* out) {
  const char* text = "\1\2\3\0";
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[text[t & 3] + (t & ~3)] = t;
  __syncthreads();
  out[t] = s[t];
}
