// case: rows-by-index-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: each thread takes the row of its own number
__global__ void fill(int** rows, int count) {
  if (threadIdx.x + 100 < count) rows[threadIdx.x][0] = threadIdx.x;
}
