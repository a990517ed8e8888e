// Where elements go stands in a table that the launch before has written: with some tables two of them go to one place, and
// whether there are such is not known. No bug is shown.
__global__ void offsets(const int* in, int* table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) table[i] = n - 1 - i;
}
__global__ void permute(const int* in, int* out, const int* table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[table[i]] = in[i];
}
int main() {
  const int n = 1000;
  int *in, *out, *table;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&table, n * sizeof(int));
  offsets<<<(n + 127) / 128, 128>>>(in, table, n);  // expect: proved
  permute<<<(n + 127) / 128, 128>>>(in, out, table, n);  // expect: unknown
}
