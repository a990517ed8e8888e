// An if gives a size another value before the launch: both are checked, and nothing else.
template <int kNumber>
__global__ void reversed(int* out) {
  __shared__ int tile[1024];
  int threads = blockDim.x * blockDim.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  tile[t] = t;
  if (threads == 256 || threads == 512) __syncthreads();
  else if (t < 16) __syncthreads();
  out[t] = tile[threads - 1 - t];
}

__global__ void once(int* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n > gridDim.x * 256 && threadIdx.x < 3) __syncthreads();
  if (i < n) out[i] = i;
}

int blocks_for(int n) {
  int r = n / 256;
  if (n % 256 != 0) r += 1;
  return r;
}

void by_number(int* out, int n) {
  int b = 256;
  if (n > 1000) b = 512;
  reversed<1><<<1, b>>>(out);  // expect: proved
}

void by_shape(int* out, int n) {
  dim3 b(256);
  if (n > 1000) b = dim3(32, 16);
  reversed<2><<<1, b>>>(out);  // expect: proved
}

void by_axis(int* out, int n) {
  dim3 b(32, 8);
  if (n > 1000) {
    b.y *= 2;
  }
  reversed<3><<<1, b>>>(out);  // expect: proved
}

void by_both(int* out, int n) {
  int b;
  if (n > 1000) b = 512; else b = 64;
  if (b < 100) b *= 4;
  reversed<4><<<1, b>>>(out);  // expect: proved
}

void leaves(int* out, int n) {
  int b = 256;
  if (n > 1000) {
    b = 128;
    return;
  }
  reversed<5><<<1, b>>>(out);  // expect: proved
}

void of_grid(int* out, int n) {
  if (n <= 0) return;
  int g = n / 256;
  if (n % 256) g++;
  once<<<g, 256>>>(out, n);  // expect: proved
}
