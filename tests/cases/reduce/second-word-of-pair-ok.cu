// case: SecondWordOfPair_fixed   expect: safe   class: reduce   launch: grid(1) block(64)   rule: -   at: -
__global__ void second_word(int2 *out) {
  out[threadIdx.x / 32] = make_int2(1, 2);
}
