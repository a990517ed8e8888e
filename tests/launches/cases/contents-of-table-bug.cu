// As contents-of-table-ok.cu, but two threads go to one place whatever the table holds, and the program's input says where
// the others go.
__global__ void offsets(const int* in, int* table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) table[i] = n - 1 - i;
}
__global__ void permute(const int* in, int* out, const int* table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[table[i / 2]] = in[i];
}
__global__ void by_input(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[in[i]] = i;
}
int main() {
  const int n = 1000;
  int *in, *out, *table;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&table, n * sizeof(int));
  offsets<<<(n + 127) / 128, 128>>>(in, table, n);  // expect: proved
  permute<<<(n + 127) / 128, 128>>>(in, out, table, n);  // expect: violation
  by_input<<<(n + 127) / 128, 128>>>(in, out, n);  // expect: violation
}
