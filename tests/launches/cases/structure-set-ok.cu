// The program sets the members of a structure before it launches with it.
struct Rows {
  long stride;
  float* out;
};
__global__ void store(Rows rows) { rows.out[threadIdx.x * rows.stride] = threadIdx.x; }
void pass(const Rows& rows) {
  store<<<1, 128>>>(rows);  // expect: proved
}
int main() {
  Rows rows;
  cudaMalloc(&rows.out, 4096);
  rows.stride = 4;
  store<<<1, 128>>>(rows);  // expect: proved
  pass(rows);
}
