// pair: multiplied distributed  expect: equivalent
// pair: multiplied distributed_wrongly  expect: different
// pair: select_by_masks select_by_xor  expect: equivalent
// pair: select_by_masks select_swapped  expect: different
// pair: absolute_by_sign absolute_by_choice  expect: equivalent
// pair: shift_for_division division  expect: different
// pair: unsigned_shift unsigned_division  expect: equivalent
// pair: average_by_bits average_by_width  expect: equivalent
// pair: average_by_bits average_by_sum  expect: different
// pair: remainder remainder_by_quotient  expect: equivalent
// pair: remainder remainder_by_quotient_slip  expect: different
// pair: signed_remainder signed_remainder_by_quotient  expect: equivalent
// pair: digits digits_apart  expect: equivalent
// pair: digits digits_apart_slip  expect: different
// why: swapped operands; a shift rounds down, a division towards zero; the sum of two words may not fit
__device__ int multiplied(int a, int b, int c) { return (a + b) * (c - 3); }
__device__ int distributed(int a, int b, int c) { return a * c + b * c - 3 * b - 3 * a; }
__device__ int distributed_wrongly(int a, int b, int c) { return a * c + b * c - 3 * b + 3 * a; }
__device__ unsigned select_by_masks(unsigned m, unsigned x, unsigned y) { return (m & x) | (~m & y); }
__device__ unsigned select_by_xor(unsigned m, unsigned x, unsigned y) { return y ^ (m & (x ^ y)); }
__device__ unsigned select_swapped(unsigned m, unsigned x, unsigned y) { return x ^ (m & (x ^ y)); }
__device__ int absolute_by_sign(int x) {
  const int s = x >> 31;
  return (x ^ s) - s;
}
__device__ int absolute_by_choice(int x) { return x < 0 ? -x : x; }
__device__ int shift_for_division(int x) { return x >> 2; }
__device__ int division(int x) { return x / 4; }
__device__ unsigned unsigned_shift(unsigned x) { return x >> 2; }
__device__ unsigned unsigned_division(unsigned x) { return x / 4; }
__device__ unsigned average_by_bits(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }
__device__ unsigned average_by_width(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) / 2); }
__device__ unsigned average_by_sum(unsigned a, unsigned b) { return (a + b) / 2; }
__device__ unsigned remainder(unsigned a, unsigned b) { return b ? a % b : a; }
__device__ unsigned remainder_by_quotient(unsigned a, unsigned b) { return b ? a - a / b * b : a; }
__device__ unsigned remainder_by_quotient_slip(unsigned a, unsigned b) { return b ? a - (a + 1) / b * b : a; }
__device__ int signed_remainder(int a, int b) { return b ? a % b + 5 : 0; }
__device__ int signed_remainder_by_quotient(int a, int b) { return b ? 5 - b * (a / b) + a : 0; }
__device__ unsigned digits(unsigned x) { return x / 10 % 10 * 3 + x % 10; }
__device__ unsigned digits_apart(unsigned x) {
  const unsigned tens = x / 10;
  return x - 7 * tens - 30 * (tens / 10);
}
__device__ unsigned digits_apart_slip(unsigned x) {
  const unsigned tens = x / 10;
  return x - 7 * tens - 10 * (tens / 10);
}
