// One pointer twice within a structure, and once in it and once beside it: the kernel works in place.
struct Pair {
  int n;
  float* out;
  const float* in;
};
struct Inner {
  float* out;
  const float* in;
};
struct Outer {
  char tag;
  Inner inner;
};
__global__ void mirror(Pair p) {
  int t = threadIdx.x;
  p.out[t] = p.in[63 - t];
}
__global__ void mirror_inner(Outer o) {
  int t = threadIdx.x;
  o.inner.out[t] = o.inner.in[63 - t];
}
__global__ void mirror_beside(Inner p, const float* beside) {
  int t = threadIdx.x;
  p.out[t] = beside[63 - t];
}
void run(Inner p) {
  mirror_beside<<<1, 64>>>(p, p.out);  // expect: violation
}
int main() {
  float* d;
  cudaMalloc(&d, 4096);
  Pair p{1, d, d};
  mirror<<<1, 64>>>(p);  // expect: violation
  Pair q;
  q.out = d;
  q.in = d;
  mirror<<<2, 64>>>(q);  // expect: violation
  mirror<<<3, 64>>>({1, d, d});  // expect: violation
  Outer o{'x', {d, d}};
  mirror_inner<<<1, 64>>>(o);  // expect: violation
  Inner both{d, d};
  void* arguments[] = {&both, &d};
  cudaLaunchKernel((void*)mirror_beside, dim3(2), dim3(64), arguments, 0, 0);  // expect: violation
  run(both);
}
