// case: barrier-loop-bound   expect: unsafe   class: barrier-loop   launch: grid(any) block(any)   at: __syncthreads();
// cause: each thread goes round as often as its own row is long, with a barrier in each round
// level: ptx
__global__ void relax(const int *length, int *out) {
  __shared__ int cell[1024];
  __shared__ int longest;
  const int t = threadIdx.x, mine = length[blockIdx.x * blockDim.x + t];
  cell[t] = t;
  if (t == 0) longest = 0;
  __syncthreads();
  atomicMax(&longest, mine);
  __syncthreads();
  const int rounds = mine;
  for (int k = 0; k < rounds; ++k) {
    const int left = cell[t > 0 ? t - 1 : 0];
    __syncthreads();
    if (k < mine) cell[t] += left;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = cell[t];
}
