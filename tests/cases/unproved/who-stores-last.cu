// case: who-stores-last   expect: unproved   class: order   launch: grid(1) block(32)   rule: -   at: -
// cause: any lane's value may stay
__global__ void any_lane(int n) {
  __shared__ int word;
  const int t = threadIdx.x;
  word = t;
  __syncwarp();
  if (n == 0x1234567 && word == 5) __shfl_sync(0xffffffffu >> (t & 1), t, 0);
}
