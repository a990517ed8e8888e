// What a condition on a bool says of the int that it is passed as, and what it does not say.
__global__ void meet(int* out, int all, int n) {
  int t = threadIdx.x;
  if (all || t < n) __syncthreads();
  out[blockIdx.x * blockDim.x + t] = t;
}
void run(int* out, bool all, bool other, int n) {
  if (!all) meet<<<1, 64>>>(out, all, n);  // expect: violation
  if (all) meet<<<2, 64>>>(out, other, n);  // expect: violation
  if (all) all = other;
  meet<<<3, 64>>>(out, all, n);  // expect: violation
}
