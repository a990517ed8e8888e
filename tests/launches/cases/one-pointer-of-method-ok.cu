// Two pointers: of two objects, from a function that gives another one each time, of two elements; and kernels that may work
// in place.
struct Buffer {
  float* p;
  float* data() const { return p; }
};
class Owner {
 public:
  explicit Owner(int n) { cudaMalloc(&p_, n * 4); }
  float* checked() const;
  float* next() { return p_ + 64 * used_++; }

 private:
  float* p_ = nullptr;
  int used_ = 0;
};
__global__ void mirror(float* out, const float* in) {
  int t = threadIdx.x;
  out[t] = in[63 - t];
}
__global__ void scale(float* out, const float* in) {
  int t = threadIdx.x;
  out[t] = 2 * in[t];
}
float* allocate(int n);
float* all[4];
int main(int argc, char**) {
  float *d, *e;
  cudaMalloc(&d, 4096);
  cudaMalloc(&e, 4096);
  Buffer b{d}, c{e};
  mirror<<<1, 64>>>(b.data(), c.data());  // expect: proved
  mirror<<<2, 64>>>(all[0], all[argc + 1]);  // expect: proved
  mirror<<<3, 64>>>(allocate(64), allocate(64));  // expect: proved
  Owner o(64);
  mirror<<<4, 64>>>(o.next(), o.next());  // expect: proved
  scale<<<1, 32>>>(b.data(), b.data());  // expect: proved
  scale<<<1, 96>>>(o.checked(), o.checked());  // expect: proved
  b.p = e;
  mirror<<<7, 64>>>(b.data(), d);  // expect: proved
}
