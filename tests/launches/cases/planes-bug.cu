// The last block goes on behind the last element of a plane, into the next one.
__global__ void flux(int n, const int* neighbours, const float* normals, const float* values, float* fluxes) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  float sum = 0;
  for (int j = 0; j < 4; j++) {
    const int other = neighbours[i + j * n];
    if (other >= 0) sum += values[other] * normals[i + j * n] + values[other + 4 * n] * normals[i + (j + 4) * n];
  }
  for (int j = 0; j < 4; j++) fluxes[i + j * n] = sum * j;
  fluxes[i + 4 * n] = sum + 1;
}

void run(int n, const int* neighbours, const float* normals, const float* values, float* fluxes) {
  flux<<<(n + 191) / 192, 192>>>(n, neighbours, normals, values, fluxes);  // expect: violation
}
