#include <twice.h>

__global__ void reverse(int* out, const int* in, int n) {
  __shared__ int tile[SIZE];
  tile[threadIdx.x] = in[threadIdx.x] + n;
  BARRIER;
  out[threadIdx.x] = twice(tile[SIZE - 1 - threadIdx.x]);
}
