// Whatever the members are; and a structure that somebody else sets.
struct Rows {
  long stride;
  float* out;
};
__global__ void same(Rows rows) { rows.out[threadIdx.x / 2 * rows.stride] = threadIdx.x; }
__global__ void store(Rows rows) { rows.out[threadIdx.x * rows.stride] = threadIdx.x; }
void given(Rows rows) {
  store<<<1, 128>>>(rows);  // expect: violation
}
int main() {
  Rows rows;
  cudaMalloc(&rows.out, 4096);
  rows.stride = 4;
  same<<<1, 128>>>(rows);  // expect: violation
}
