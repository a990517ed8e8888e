// As host-math-ok, without the barrier.
inline int power_of_two_below(int n) {
  int exponent;
  frexp((float)n, &exponent);
  return 1 << (exponent - 1);
}

__global__ void reverse(float* data) {
  __shared__ float tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

void run(float* data, int n) {
  double whole;
  const double rest = modf(ldexp(copysign(1.5, -n), 3), &whole) + lround(2.5);
  const int below = power_of_two_below(n);
  if (below > 256 || rest > 7) return;
  reverse<<<1, 256>>>(data);  // expect: violation
}
