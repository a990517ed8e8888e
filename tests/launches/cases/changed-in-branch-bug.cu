// The same, where one of the sizes breaks a rule, or more than the if changes it.
template <int kNumber>
__global__ void reversed(int* out) {
  __shared__ int tile[1024];
  int threads = blockDim.x * blockDim.y;
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  tile[t] = t;
  if (threads == 256) __syncthreads();
  else if (t < 16) __syncthreads();
  out[t] = tile[threads - 1 - t];
}

template <int kNumber>
__global__ void once(int* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (n > gridDim.x * 256 && threadIdx.x < 3) __syncthreads();
  if (i < n) out[i] = i;
}

void changed(int* out, int n) {
  int b = 64;
  b = 512;
  if (n > 1000) b += 512;
  reversed<1><<<1, b>>>(out);  // expect: violation
}

void in_loop(int* out, int n) {
  int b = 256;
  for (int i = 0; i < n; ++i) {
    if (i > 2) b = 256;
    reversed<2><<<1, b>>>(out);  // expect: violation
    b = 512;
  }
}

void jumps(int* out, int n) {
  int b = 512;
  if (n == 3) goto end;
  b = 256;
  if (n > 1000) b = 256;
end:
  reversed<3><<<1, b>>>(out);  // expect: violation
}

void earlier(int* out, int n) {
  int b = 512;
  int before = b;
  b = 256;
  if (n > 1000) b = before;
  reversed<4><<<1, b>>>(out);  // expect: violation
}

void by_lambda(int* out, int n) {
  int b = 256;
  auto change = [&] { b = 512; };
  if (n > 1000) b = 256;
  change();
  reversed<5><<<1, b>>>(out);  // expect: unknown
}

void of_grid(int* out, int n) {
  if (n <= 0) return;
  int g = n / 256;
  if (n % 256 > 1) g++;
  once<1><<<g, 256>>>(out, n);  // expect: violation
}

void later(int* out, int n) {
  if (n <= 0) return;
  int g = n / 256;
  if (n % 256) g++;
  ++n;
  once<2><<<g, 256>>>(out, n);  // expect: unknown
}
