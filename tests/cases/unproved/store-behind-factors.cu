// case: store-behind-factors   expect: unproved   class: same-instruction   launch: grid(1) block(2) effort(20)   rule: -   at: -
// cause: both lanes store to one word where a and b are the two primes whose product this is, which takes longer to find than there is
__global__ void k(int* out, unsigned a, unsigned b) {
  if (a > 1 && b > a && (unsigned long long)a * b == 4611685975477714963ull) out[0] = threadIdx.x;
}
