// What a const member function returns is computed from the members that its object has at the launch.
struct Shape {
  int rows, threads;
  int count() const { return rows; }
  int block() const { return threads; }
  int blocks() const { return (rows + threads - 1) / threads; }
  int half_of(int n) const { return n / 2 * (threads / threads); }
};

__global__ void reversed(int* out, int n) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = tile[127 - threadIdx.x];
}

__global__ void by_row(int* out, int n) {
  if (blockIdx.x > (n - 1) / 128) __syncthreads();  // never
  if (blockIdx.x > (n - 1) / 128 && threadIdx.x == 0) __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = n;
}

void by_reference(const Shape& s, int* out) { reversed<<<s.blocks(), s.block()>>>(out, s.count()); }  // expect: proved

int main(int argc, char**) {
  int* out;
  cudaMalloc(&out, 1 << 20);
  Shape s{argc, 128};
  reversed<<<s.blocks(), s.block()>>>(out, s.count());
  by_row<<<s.blocks(), s.block()>>>(out, s.rows);       // expect: proved
  by_reference(s, out);
  Shape wide{argc, 256};
  reversed<<<4, wide.half_of(wide.threads)>>>(out, wide.rows);  // expect: proved
}
