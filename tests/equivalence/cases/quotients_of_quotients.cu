// pair: in_two_steps at_once  expect: equivalent
// pair: in_two_steps at_once_slip  expect: different
// pair: in_three_steps past_all_numbers  expect: equivalent
// pair: eight_then_2_28 none  expect: different
// pair: by_negative negated_dividend  expect: different
// pair: remainder_of_remainder remainder  expect: equivalent
// pair: remainder_of_other remainder  expect: different
// pair: remainder_by_negative negated_remainder  expect: different
// pair: unsigned_remainder_of_other unsigned_remainder  expect: different
// why: 16 for 15; 8 * 2^28 is 2^31, by which the least number is -1; the least number has no negative; 100 is no multiple of 18
__device__ int in_two_steps(int i) { return i / 3 / 5; }
__device__ int at_once(int i) { return i / 15; }
__device__ int at_once_slip(int i) { return i / 16; }
__device__ int in_three_steps(int i) { return i / 1000 / 1000 / 3000; }
__device__ int past_all_numbers(int i) { return 0; }
__device__ int eight_then_2_28(int i) { return i / 8 / (1 << 28); }
__device__ int none(int i) { return 0; }
__device__ int by_negative(int i) { return i / -7; }
__device__ int negated(int i) { return -(i / 7); }
__device__ int negated_dividend(int i) { return -i / 7; }
__device__ int by_negatives(int i) { return i / -3 / -5; }
__device__ int by_positive(int i) { return i / 15; }
__device__ int remainder_of_remainder(int i) { return i % 90 % 18; }
__device__ int remainder_of_other(int i) { return i % 100 % 18; }
__device__ int remainder(int i) { return i % 18; }
__device__ int remainder_by_negative(int i) { return i % -18; }
__device__ int negated_remainder(int i) { return -(i % 18); }
__device__ unsigned unsigned_remainder_of_remainder(unsigned i) { return i % 90 % 18; }
__device__ unsigned unsigned_remainder_of_other(unsigned i) { return i % 100 % 18; }
__device__ unsigned unsigned_remainder(unsigned i) { return i % 18; }
