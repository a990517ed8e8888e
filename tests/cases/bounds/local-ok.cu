// case: local-ok   expect: safe   class: bounds   launch: grid(1) block(64) bounds(all)   rule: -   at: -
// why: a masked index stays inside a private array and inside a table of the module
__constant__ int table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
__global__ void rotate(int* out, int k) {
  int own[4];
  for (int i = 0; i < 4; ++i) own[i] = i * threadIdx.x;
  out[threadIdx.x] = own[k & 3] + table[k & 7];
}
