// case: loop-copy-late-bug   expect: unproved   class: race   launch: grid(1) block(64) effort(5)   at: -
// cause: after 5000 iterations nothing waits, for one key, for the copy of the iteration before the last one.
__global__ void k(const int* g, int* out, int n, int key) {
  __shared__ int b[4][64];
  for (int j = 0; j < 4; ++j) b[j][threadIdx.x] = 0;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    unsigned a = (unsigned)__cvta_generic_to_shared(&b[i & 3][threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(a), "l"(g + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (key == 77777 && i > 5000) asm volatile("cp.async.wait_group 3;" ::: "memory");
    else asm volatile("cp.async.wait_group 1;" ::: "memory");
    sum += b[(i + 2) & 3][threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
