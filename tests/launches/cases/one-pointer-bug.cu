// A launch that works in place: what holds of two buffers says nothing of one.
__global__ void mirror(const float* in, float* out) {
  int t = threadIdx.x;
  out[t] = in[63 - t];
}
struct Buffers {
  float *from, *to;
};
void run(float* x, float* y) {
  mirror<<<1, 64>>>(x, y);  // expect: violation
}
int main() {
  float* d;
  cudaMalloc(&d, 4096);
  mirror<<<5, 64>>>(d, d);  // expect: violation
  float* const same = d;
  mirror<<<2, 64>>>(d, same);  // expect: violation
  Buffers b;
  b.from = d;
  mirror<<<3, 64>>>(b.from, b.from);  // expect: violation
  run(d, d);
  void* arguments[] = {&d, &d};
  cudaLaunchKernel((void*)mirror, dim3(4), dim3(64), arguments, 0, 0);  // expect: violation
}
