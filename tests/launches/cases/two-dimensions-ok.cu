// A block of bx by by threads that no constant says: the barrier is in front of the branch of one row.
__global__ void rows(int* p) {
  const int i = threadIdx.y * blockDim.x + threadIdx.x;
  __syncthreads();
  if (threadIdx.y == 1) p[i] = i;
}

void run(int* p, int bx, int by) {
  dim3 block(bx, by);
  rows<<<1, block>>>(p);  // expect: proved
}
