// case: neighbours-ok   expect: safe   class: table   launch: grid(1) block(32)   rule: -   at: -
// why: the compiler keeps the offsets as a table of the module, which nothing stores to
__global__ void k(const int* in, int* out) {
  __shared__ int f[32];
  const int y = threadIdx.x;
  const int dy[2] = {0, 1};
  f[y] = in[y];
  __syncwarp();
  int sum = 0;
  for (int i = 0; i < 2; ++i) sum += f[(y + dy[i]) % 32];
  out[y] = sum;
}
