// A member that is changed before the launch, in ways that the compiler's tree shows: of none the number is known.
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
  Params p{out, 32};
  rows<<<1, dim3(32, 8)>>>(p);  // expect: proved
  Params q{out, 33};
  q.width -= 1;
  rows<<<1, dim3(32, 8)>>>(q);  // expect: unknown
  Params r{out, 33};
  narrow(&r);
  rows<<<1, dim3(32, 8)>>>(r);
  copied<<<1, dim3(32, 8)>>>(Copied(out, 33));  // expect: unknown
}
