// pair: by_number by_number_down  expect: unknown
// pair: by_number by_number_down  expect: unknown  grid: 4
// pair: by_number by_number_down  expect: equivalent  grid: 1
// pair: by_number all_but_last  expect: different  grid: 4
// pair: by_number all_but_last  expect: different
// pair: by_number by_last  expect: different  grid: 4
// pair: by_number_of_two by_number_of_two  expect: equivalent  grid: 4,4
// pair: by_number_of_two swizzled  expect: unknown  grid: 4,4
// pair: by_number_of_two swizzled_slip  expect: different  grid: 4,4
// pair: by_first by_last  expect: unknown  grid: 8
// pair: by_first by_last  expect: unknown
// pair: counted counted_by_first  expect: unknown  grid: 3
// pair: counted counted_less  expect: different  grid: 3
// pair: slots slots_of_last  expect: unknown  grid: 3
// pair: in_thousandth nothing  expect: different
// pair: in_millionth nothing  expect: unknown
// why: other blocks do the same parts of a job: block by block they differ, as launches they do not; a slip shows in
// why: what all blocks leave, where there are not too many to run
#define T threadIdx.x
__global__ void by_number(const int *in, int *out) { const int i = blockIdx.x * 32 + T; out[i] = in[i]; }
__global__ void by_number_down(const int *in, int *out) { const int i = (gridDim.x - 1 - blockIdx.x) * 32 + T; out[i] = in[i]; }
__global__ void all_but_last(const int *in, int *out) { const int i = (gridDim.x - 1 - blockIdx.x) * 32 + T; if (blockIdx.x != gridDim.x - 1) out[i] = in[i]; }
__global__ void by_number_of_two(const int *in, int *out) { const int i = (blockIdx.y * gridDim.x + blockIdx.x) * 32 + T; out[i] = in[i]; }
__global__ void swizzled(const int *in, int *out) { const int x = blockIdx.x ^ (blockIdx.y & 3), i = (blockIdx.y * gridDim.x + x) * 32 + T; out[i] = in[i]; }
__global__ void swizzled_slip(const int *in, int *out) { const int x = blockIdx.x & ~(blockIdx.y & 3), i = (blockIdx.y * gridDim.x + x) * 32 + T; out[i] = in[i]; }
__global__ void by_first(const int *in, int *out) { if (blockIdx.x == 0) out[T] = in[T]; }
__global__ void by_last(const int *in, int *out) { if (blockIdx.x == gridDim.x - 1) out[T] = in[T]; }
__global__ void counted(const int *in, int *out) { if (T == 0) atomicAdd(out, 1); }
__global__ void counted_by_first(const int *in, int *out) { if (T == 0 && blockIdx.x == 0) atomicAdd(out, gridDim.x); }
__global__ void counted_less(const int *in, int *out) { if (T == 0 && blockIdx.x == 0) atomicAdd(out, 1); }
// Who comes first gets the first slot.
__global__ void slots(const int *in, int *out) { if (T == 0) out[1 + atomicAdd(out, 1)] = blockIdx.x; }
__global__ void slots_of_last(const int *in, int *out) { if (T == 0) out[1 + atomicAdd(out, 1)] = gridDim.x - 1 - blockIdx.x; }
__global__ void in_thousandth(const int *in, int *out) { if (blockIdx.x == 1000) out[T] = in[T]; }
__global__ void in_millionth(const int *in, int *out) { if (blockIdx.x == 1000000) out[T] = in[T]; }
__global__ void nothing(const int *in, int *out) {}
