// case: tied-counters   expect: safe   class: race   launch: grid(any) block(64)   at: -
// Of two counters one is always one more than the other, so that each thread stays with its own element.
__global__ void count(int* out, int rounds) {
  int done = 0;
  for (int n = 1; n <= rounds; n++) {
    done++;
    out[threadIdx.x + done - n] += n;
  }
}
