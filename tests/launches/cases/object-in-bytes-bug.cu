// No constructor made the object: C++20 makes it in the bytes.
__global__ void equal(int* out, int a, int b) {
  __shared__ int s[64];
  s[a == b ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void fill(char*);
class Pair {
  int n_, m_;

 public:
  Pair(int n) : n_(n), m_(n) {}
  void go(int* out) { equal<<<1, 64>>>(out, n_, m_); }  // expect: violation
};
void run(int* out) {
  alignas(8) char bytes[8];
  fill(bytes);
  reinterpret_cast<Pair*>(bytes)->go(out);
}
