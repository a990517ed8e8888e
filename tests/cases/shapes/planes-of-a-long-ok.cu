// case: planes-of-a-long   expect: safe   class: race   launch: grid(any) block(64)   at: -
// The number of elements is the low word of a larger number, and small.
__global__ void planes(long long n, int* out) {
  const int count = (int)n & 0xfffff, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = i;
  out[i + 4 * count] = -i;
}
