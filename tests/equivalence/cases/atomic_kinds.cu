// pair: two_additions one_addition  expect: equivalent  grid: 2
// pair: two_additions_and_turn one_addition_and_turn  expect: unknown  grid: 2
// pair: two_additions_and_turn one_addition_and_turn  expect: unknown
// pair: two_additions_and_turn one_addition_and_turn  expect: equivalent  grid: 1
// pair: two_additions_and_turn one_addition_and_slip  expect: different  grid: 1
// pair: two_additions_and_turn two_additions_and_turn_too  expect: equivalent  grid: 2
// pair: other_turns_twice other_turns_once  expect: unknown  grid: 2
// pair: greatest_of_two greatest_at_once  expect: equivalent  grid: 2
// why: between two additions of one block another one may change the word otherwise: the barrier of a block orders
// why: nothing that others do; slip: another bit
#define T threadIdx.x
#define FIRST if (T == 0)
__global__ void two_additions(unsigned *p) { FIRST atomicAdd(p, 1u); __syncthreads(); FIRST atomicAdd(p, 1u); }
__global__ void one_addition(unsigned *p) { FIRST atomicAdd(p, 2u); }
__global__ void two_additions_and_turn(unsigned *p) { FIRST atomicAdd(p, 1u); __syncthreads(); FIRST atomicAdd(p, 1u); __syncthreads(); FIRST atomicXor(p, 1u); }
__global__ void two_additions_and_turn_too(unsigned *p) { FIRST atomicAdd(p, 1u); __syncthreads(); FIRST atomicAdd(p, 1u); __syncthreads(); FIRST atomicXor(p, 2u ^ 3u); }
__global__ void one_addition_and_turn(unsigned *p) { FIRST atomicAdd(p, 2u); __syncthreads(); FIRST atomicXor(p, 1u); }
__global__ void one_addition_and_slip(unsigned *p) { FIRST atomicAdd(p, 2u); __syncthreads(); FIRST atomicXor(p, 2u); }
__global__ void other_turns_twice(unsigned *p) { FIRST if (blockIdx.x == 0) atomicXor(p, 1u); __syncthreads(); FIRST if (blockIdx.x == 1) { atomicAdd(p, 1u); atomicAdd(p, 1u); } }
__global__ void other_turns_once(unsigned *p) { FIRST if (blockIdx.x == 0) atomicXor(p, 1u); __syncthreads(); FIRST if (blockIdx.x == 1) atomicAdd(p, 2u); }
__global__ void greatest_of_two(const unsigned *in, unsigned *p) { FIRST atomicMax(p, in[0]); __syncthreads(); FIRST atomicMax(p, in[1]); }
__global__ void greatest_at_once(const unsigned *in, unsigned *p) { FIRST atomicMax(p, in[0] > in[1] ? in[0] : in[1]); }
