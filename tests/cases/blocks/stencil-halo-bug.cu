// case: stencil-halo   expect: unsafe   class: stencil   launch: grid(any) block(any:32)   at: sum += tile[l + d];
// cause: the halo is read before its threads have loaded it
// level: ptx
#define RADIUS 3
__global__ void stencil(const int *in, int *out, int n) {
  __shared__ int tile[1024 + 2 * RADIUS];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS;
  tile[l] = i < n ? in[i] : 0;
  if (threadIdx.x < RADIUS) {
    tile[l - RADIUS] = i >= RADIUS ? in[i - RADIUS] : 0;
    tile[l + blockDim.x] = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  }
  int sum = 0;
  for (int d = -RADIUS; d <= RADIUS; ++d) sum += tile[l + d];
  if (i < n) out[i] = sum;
}
