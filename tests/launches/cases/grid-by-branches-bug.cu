// The same kernel at grids that are known, that the device says, or that whoever calls the function chooses; and mistakes that
// each grid has, or that only some have.
template <int kNumber>
__global__ void once(int* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n > gridDim.x * 256 && threadIdx.x < 3) __syncthreads();
  if (i < n) out[i] = i;
}

__global__ void everywhere(int* out, int n) {
  if (n > 5 && threadIdx.x < 3) __syncthreads();
  if (threadIdx.x < n) out[blockIdx.x] = n;
}

__global__ void later(int* out, int n) {
  if (n > 5 && blockIdx.x == 2 && threadIdx.x < 3) __syncthreads();
  if (threadIdx.x < n) out[blockIdx.x] = n;
}

int in_steps(int n) {
  int r = n / 256;
  while (r * 256 < n) r += 1;
  return r;
}

void of_four(int* out, int n) {
  once<1><<<4, 256>>>(out, n);  // expect: violation
}

void rounded_down(int* out, int n) {
  once<2><<<n / 256 + 1 - 1, 256>>>(out, n);  // expect: violation
}

void chosen(int* out, int n, int grid) {
  once<3><<<grid, 256>>>(out, n);  // expect: violation
}

void occupied(int* out, int n) {
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, once<4>);
  once<4><<<grid, 256>>>(out, n);  // expect: violation
}

void of_device(int* out, int n) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int per_processor = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, once<5>, 256, 0);
  once<5><<<per_processor * properties.multiProcessorCount, 256>>>(out, n);  // expect: violation
}

void in_each(int* out, int n) {
  everywhere<<<in_steps(n), 256>>>(out, n);  // expect: violation
}

void in_some(int* out, int n) {
  later<<<in_steps(n), 256>>>(out, n);  // expect: unknown
}

void in_three(int* out, int n) {
  later<<<3, 256>>>(out, n);  // expect: violation
}
