// One pointer twice from a class of the user's: from its member functions, its members, a function, an array.
struct Buffer {
  float* p;
  float* data() const { return p; }
  float* get() { return p; }
};
class Owner {
 public:
  explicit Owner(int n) { cudaMalloc(&p_, n * 4); }
  ~Owner() { cudaFree(p_); }
  float* data() { return p_; }
  float* checked() const;

 private:
  float* p_ = nullptr;
};
__global__ void mirror(float* out, const float* in) {
  int t = threadIdx.x;
  out[t] = in[63 - t];
}
float* all[4];
float* of(int i) { return all[i]; }
int main(int argc, char**) {
  float* d;
  cudaMalloc(&d, 4096);
  Buffer b{d};
  mirror<<<1, 64>>>(b.data(), b.data());  // expect: violation
  mirror<<<2, 64>>>(b.get(), b.data());  // expect: violation
  mirror<<<3, 64>>>(b.p, b.data());  // expect: violation
  Buffer again{d};
  mirror<<<9, 64>>>(again.data(), d);  // expect: violation
  Owner o(64);
  mirror<<<4, 64>>>(o.data(), o.data());  // expect: violation
  mirror<<<5, 64>>>(all[argc], all[argc]);  // expect: violation
  mirror<<<6, 64>>>(of(argc), of(argc));  // expect: violation
  // What it does is not seen: it may be one pointer.
  mirror<<<7, 64>>>(o.checked(), o.checked());  // expect: unknown
}
