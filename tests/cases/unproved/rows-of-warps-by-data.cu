// case: rows-of-warps-by-data   expect: unproved   class: race   launch: grid(1) block(64)   rule: -   at: -
// cause: two entries of `order` may name one row
__global__ void fill(int** rows, const int* order, int n) {
  int* const row = rows[order[threadIdx.x / 32]];
  if (n == 0x1234567) row[threadIdx.x % 32] = threadIdx.x;
}
