__global__ void tile_sum(float* out, const float* in, int n) {
  __shared__ float tile[128];
  tile[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0.0f;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + tile[blockDim.x - 1 - threadIdx.x];
}
