// In place each thread has an element of its own; and launches whose pointers are two.
__global__ void scale(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
__global__ void mirror(const float* in, float* out) {
  int t = threadIdx.x;
  out[t] = in[63 - t];
}
__global__ void mirror_in_place(const float* in, float* out) {
  int t = threadIdx.x;
  float v = in[63 - t];
  __syncthreads();
  out[t] = v;
}
void run(float* x, float* y) {
  mirror<<<1, 64>>>(x, y);  // expect: proved
}
int main(int argc, char**) {
  float *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  scale<<<(argc + 255) / 256, 256>>>(d, d, argc);  // expect: proved
  mirror_in_place<<<1, 64>>>(d, d);  // expect: proved
  run(d, e);
  float* other = d;
  d = e;
  mirror<<<2, 64>>>(d, other);  // expect: proved
  for (int i = 0; i < 4; i++) {
    mirror<<<3, 64>>>(d, other);  // expect: proved
    float* t = d;
    d = other;
    other = t;
  }
}
