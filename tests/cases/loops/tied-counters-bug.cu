// case: tied-counters   expect: unsafe   class: race   launch: grid(any) block(64)   at: out[threadIdx.x + done - n] += n;
// One counter is twice as fast as the other, so that threads come to each other's elements.
__global__ void count(int* out, int rounds) {
  int done = 0;
  for (int n = 1; n <= rounds; n++) {
    done += 2;
    out[threadIdx.x + done - n] += n;
  }
}
