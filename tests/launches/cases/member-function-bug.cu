// The members change before the launch: by the object's own code, through a mutable member, in a derived class, in an
// earlier iteration. Of none the block is known, so that all are one launch.
struct Shape {
  int rows, threads;
  int block() const { return threads; }
  void halve() { threads /= 2; }
};

struct Counted {
  mutable int threads;
  int next() const { return threads /= 2; }
  int block() const { return threads; }
};

struct Base {
  int threads;
  virtual int block() const { return threads; }
};

struct Derived : Base {
  int block() const override { return threads / 2; }
};

__global__ void reversed(int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

void by_base(const Base& b, int* out) { reversed<<<4, b.block()>>>(out); }  // expect: unknown

int main(int argc, char**) {
  int* out;
  cudaMalloc(&out, 1 << 20);
  Shape s{argc, 128};
  if (argc > 2) s.threads = 64;
  reversed<<<4, s.block()>>>(out);
  Shape t{argc, 128};
  t.halve();
  reversed<<<4, t.block()>>>(out);
  Counted c{128};
  c.next();
  reversed<<<4, c.block()>>>(out);
  Derived d;
  d.threads = 128;
  by_base(d, out);
  Shape u{argc, 128};
  for (int i = 0; i < argc; ++i) {
    reversed<<<4, u.block()>>>(out);
    u.threads = 32;
  }
}
