// case: rows-by-data   expect: unproved   class: race   launch: grid(1) block(64)   rule: -   at: -
// cause: two entries of `order` may name one row
__global__ void fill(int** rows, const int* order) { rows[order[threadIdx.x]][0] = threadIdx.x; }
