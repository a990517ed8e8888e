// A member that is mutable changes in a method of a constant object.
struct Counter {
  mutable int size = 1;
  int reads = 0;
  int get() const {
    return size++;
  }
};
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  Counter c;
  c.size = n;
  const int blocks = (c.size + 63) / 64;
  c.get();
  k<<<blocks, 64>>>(out, c.size);  // expect: unknown
}
