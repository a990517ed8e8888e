// Structures whose pointers are two, kernels that may work in place, and the pointer that was put in place of one of two.
struct Pair {
  int n;
  float* out;
  const float* in;
};
__global__ void mirror(Pair p) {
  int t = threadIdx.x;
  p.out[t] = p.in[63 - t];
}
__global__ void scale(Pair p) {
  int t = threadIdx.x;
  p.out[t] = 2 * p.in[t];
}
__global__ void mirror_beside(Pair p, const float* beside) {
  int t = threadIdx.x;
  p.out[t] = beside[63 - t];
}
int main() {
  float *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  Pair p{1, d, d};
  scale<<<1, 64>>>(p);  // expect: proved
  mirror<<<1, 64>>>({1, d, e});  // expect: proved
  mirror_beside<<<1, 64>>>(p, e);  // expect: proved
  p.in = e;
  mirror<<<2, 64>>>(p);  // expect: proved
  mirror_beside<<<2, 64>>>(p, p.in);  // expect: proved
}
