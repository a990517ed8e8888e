__global__ void equal(int* out, int a, int b) {
  __shared__ int s[64];
  s[a == b ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
class Pair {
  int n_, m_;

 public:
  Pair(int n) : n_(n), m_(n) {}
  void go(int* out) { equal<<<1, 64>>>(out, n_, m_); }  // expect: proved
};
void run(int* out, int n) { Pair(n).go(out); }
