// case: SecondWordOfPair   expect: unsafe   class: reduce   launch: grid(1) block(64)   rule: store.same-instruction   at: -
// cause: the first words of the pairs are equal, the second ones are not
__global__ void second_word(int2 *out) {
  out[threadIdx.x / 32] = make_int2(1, threadIdx.x & 1);
}
