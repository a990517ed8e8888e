// case: tile-of-rows   expect: unsafe   class: race   launch: grid(any) block(16,16)   at: if (x <= width) out[threadIdx.y * width + x] = in[threadIdx.y * width + x] + threadIdx.y;
// A row has one element too many.
__global__ void copy(const float* in, float* out, int width) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  if (x <= width) out[threadIdx.y * width + x] = in[threadIdx.y * width + x] + threadIdx.y;
}
