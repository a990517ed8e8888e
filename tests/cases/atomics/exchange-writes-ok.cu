// case: exchange-writes-ok   expect: safe   class: uninitialised   launch: grid(1) block(64)   rule: -   at: -
// note: an exchange writes the word that is read, and does not use what it held
__global__ void k(int* out, const int* key, int n) {
  __shared__ int s[64];
  atomicExch(&s[key[0] & 63], 5);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s[key[0] & 63];
}
