// As never-made-ok.cu; the conditions leave both blocks, and let the other launch through.
__global__ void shift(int* a, int n) {
  __shared__ int tile[256];
  tile[threadIdx.x] = a[threadIdx.x];
  if (n > 500) __syncthreads();
  a[threadIdx.x] = tile[threadIdx.x ^ 32];
}

__global__ void never(int* a, int n) {
  __shared__ int tile[256];
  tile[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = tile[threadIdx.x ^ 32];
}

void run(int* a, int n) {
  const int threads = n > 256 ? 256 : 128;
  if (n > 200) shift<<<1, threads>>>(a, n);  // expect: violation
}

void small(int* a, int n) {
  if (n > 60) never<<<1, 256>>>(a, n);  // expect: violation
}

int main(int argc, char**) {
  int* a;
  cudaMalloc(&a, 4096);
  run(a, argc);
  if (argc > 64) return 1;
  small(a, argc);
}
