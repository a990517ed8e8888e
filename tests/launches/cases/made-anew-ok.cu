// Objects that take the place of the one that is made with a known number: it has the same number, which is not known.
#include <any>
#include <utility>

__global__ void rotate(float* a) {
  __shared__ float tile[128];
  tile[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = __shfl_xor_sync(~0u, tile[127 - threadIdx.x], 1);
}

class Assigned {
 public:
  explicit Assigned(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<2, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Swapped {
 public:
  explicit Swapped(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<3, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Replaced {
 public:
  explicit Replaced(int threads = 128) : threads_(threads) {}
  void replace() { *this = Replaced(128); }
  void step(float* data) {
    rotate<<<4, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Referred {
 public:
  explicit Referred(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<5, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Several {
 public:
  explicit Several(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<6, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Held {
 public:
  explicit Held(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<7, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Copied {
 public:
  explicit Copied(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<8, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

class Passed {
 public:
  explicit Passed(int threads = 128) : threads_(threads) {}
  void step(float* data) {
    rotate<<<9, threads_>>>(data);  // expect: unknown
  }

 private:
  int threads_;
};

void change(Passed& p) { p = Passed(128); }

int main() {
  float* data;
  cudaMalloc(&data, 1 << 16);
  Assigned a(128);
  a = Assigned(128);
  a.step(data);
  Swapped b(128), other(128);
  std::swap(b, other);
  b.step(data);
  Replaced c(128);
  c.replace();
  c.step(data);
  Referred d(128);
  Referred& again = d;
  again = Referred(128);
  d.step(data);
  Several* many = new Several[2];
  many[0].step(data);
  std::any any;
  any.emplace<Held>(128).step(data);
  const Copied first(128);
  Copied second = first;
  second.step(data);
  Passed e(128);
  change(e);
  e.step(data);
}
