// The condition on a bool holds of the int that it is passed as, which is 0 or 1.
__global__ void meet(int* out, int all, int n) {
  int t = threadIdx.x;
  if (all || t < n) __syncthreads();
  out[blockIdx.x * blockDim.x + t] = t;
}
__global__ void meet_twice(int* out, int all, int n) {
  int t = threadIdx.x;
  if (all == 0 || all == 1 || t < n) __syncthreads();
  out[blockIdx.x * blockDim.x + t] = t;
}
void run(int* out, bool all, int n) {
  if (all) meet<<<1, 64>>>(out, all, n);  // expect: proved
  if (!all) {
    meet<<<2, 64>>>(out, !all, n);  // expect: proved
  }
  meet_twice<<<3, 64>>>(out, all, n);  // expect: proved
}
