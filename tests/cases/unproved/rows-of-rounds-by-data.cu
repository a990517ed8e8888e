// case: rows-of-rounds-by-data   expect: unproved   class: race   launch: grid(1) block(256) effort(20)   rule: -   at: -
// cause: two entries of `order` may name one row, which each round fills the other way round
__global__ void fill(int** rows, const int* order, int n) {
  for (int k = 0; k < 4; ++k) {
    int* const row = rows[order[k]];
    for (int i = threadIdx.x; i < 1024; i += 256) {
      if (n == 0x1234567) row[k % 2 == 0 ? i : 1023 - i] = threadIdx.x;
    }
  }
}
