// As member-numbers-ok.cu, with rows that overlap, and a barrier that the width leaves out.
struct Params {
  const float* in;
  float* out;
  int n, width;
  long stride;
};

struct Box {
  char name[5];
  Params p;
};

__global__ void rows(Params p) {
  __shared__ float tile[1024];
  tile[threadIdx.y * p.width + threadIdx.x] = p.in[threadIdx.x];
  __syncthreads();
  p.out[(threadIdx.y * 32 + threadIdx.x) * p.stride] = tile[threadIdx.y * p.width + (threadIdx.x ^ 1)];
}

__global__ void inside(Box b) {
  __shared__ float tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = b.p.in[threadIdx.x];
  if (b.p.width == 256) __syncthreads();
  if (i < b.p.n) b.p.out[i] = tile[255 - threadIdx.x];
}

static void run(const Params& p) {
  rows<<<1, dim3(32, 8)>>>(p);  // expect: violation
}

static Params made(float* in, float* out, int n) {
  Params p = {in, out, n};
  p.width = 32;
  p.stride = 0;
  return p;
}

int main(int argc, char**) {
  float *in, *out;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1 << 20);

  Params p;
  p.in = in;
  p.out = out;
  p.n = argc;
  p.width = 31;
  p.stride = 4;
  rows<<<1, dim3(32, 8)>>>(p);  // expect: violation
  rows<<<1, dim3(32, 8)>>>(Params{in, out, argc, 16, 1});  // expect: violation

  const Params q = made(in, out, argc);
  run(q);

  Box b{"box", {in, out, argc, 255, 1}};
  inside<<<(b.p.n + 255) / 256, 256>>>(b);  // expect: violation
}
