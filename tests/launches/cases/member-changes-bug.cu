// As member-changes-ok.cu, to a width at which rows overlap.
struct Params {
  float* out;
  int width;
};

struct Copied {
  float* out;
  int width;
  Copied(float* o, int w) : out(o), width(w) {}
  Copied(const Copied& other) : out(other.out), width(other.width - 1) {}
};

__global__ void rows(Params p) {
  p.out[threadIdx.y * p.width + threadIdx.x] = threadIdx.x;
}

__global__ void copied(Copied p) {
  p.out[threadIdx.y * p.width + threadIdx.x] = threadIdx.x;
}

void narrow(Params* p) { --p->width; }

int main(int argc, char**) {
  float* out;
  cudaMalloc(&out, 1 << 20);
  Params p{out, 31};
  rows<<<1, dim3(32, 8)>>>(p);  // expect: violation
  Params q{out, 32};
  q.width -= 1;
  rows<<<1, dim3(32, 8)>>>(q);  // expect: unknown
  Params r{out, 32};
  narrow(&r);
  rows<<<1, dim3(32, 8)>>>(r);
  const Copied c(out, 32);
  copied<<<1, dim3(32, 8)>>>(c);  // expect: unknown
}
