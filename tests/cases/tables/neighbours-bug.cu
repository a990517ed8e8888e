// case: neighbours-bug   expect: unsafe   class: table   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: f[(y + dy[i]) % 32]
// cause: a neighbour's element is read without a barrier
__global__ void k(const int* in, int* out) {
  __shared__ int f[32];
  const int y = threadIdx.x;
  const int dy[2] = {0, 1};
  f[y] = in[y];
  int sum = 0;
  for (int i = 0; i < 2; ++i) sum += f[(y + dy[i]) % 32];
  out[y] = sum;
}
