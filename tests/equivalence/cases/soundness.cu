// pair: uninit copied  expect: undefined
// pair: copied copied_half  expect: different
// pair: copied_half copied_by_early_exit  expect: equivalent
// pair: copied copied_by_early_exit  expect: different
// pair: nothing own_value  expect: equivalent
// pair: nothing copied  expect: different
// pair: read_first cleared_first  expect: different
// pair: active active_all  expect: unknown
// pair: size_read size_known  expect: equivalent  block: 32
// pair: size_read size_known  expect: different  block: 64
// pair: first_rounds hundred_rounds  expect: unknown  effort: 20
// pair: first_rounds hundred_rounds  expect: equivalent  param: n=90
// pair: first_rounds hundred_rounds  expect: different  param: n=101
// pair: slot slot  expect: equivalent
// pair: slot_old slot_old  expect: equivalent
// pair: added added_by_one  expect: equivalent
// pair: added added_less  expect: different
// pair: in_module not_in_module  expect: different
// pair: clocked clocked  expect: unknown
// pair: bytes_first as_word  expect: equivalent
// pair: bytes_first as_word_swapped  expect: different
// pair: scatter scatter  expect: undefined
// pair: racing racing  expect: undefined
// pair: aliased not_aliased  expect: equivalent
// why: what must not be taken for equivalent: memory that was not written, other places written, the order of atomics
// why: and of threads that race, lanes that run converged, clocks, rounds past the bound; each beside what is
__device__ int total;
__global__ void uninit(const int *in, int *out) { __shared__ int s[64]; if (threadIdx.x < 16) s[threadIdx.x] = in[threadIdx.x]; __syncwarp(); out[threadIdx.x] = s[threadIdx.x]; }
__global__ void copied(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copied_half(const int *in, int *out) { if (threadIdx.x < 16) out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copied_by_early_exit(const int *in, int *out) { if (threadIdx.x >= 16) return; out[threadIdx.x] = in[threadIdx.x]; }
__global__ void nothing(const int *in, int *out) {}
__global__ void own_value(const int *in, int *out) { out[threadIdx.x] = out[threadIdx.x]; }
__global__ void read_first(int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; in[threadIdx.x] = 0; }
__global__ void cleared_first(int *in, int *out) { in[threadIdx.x] = 0; out[threadIdx.x] = in[threadIdx.x]; }
__global__ void active(int *out) { int n = 0; if (threadIdx.x & 1) n = __popc(__activemask()); out[threadIdx.x] = n; }
__global__ void active_all(int *out) { out[threadIdx.x] = threadIdx.x & 1 ? 16 : 0; }
__global__ void size_read(int *out) { out[threadIdx.x] = blockDim.x; }
__global__ void size_known(int *out) { out[threadIdx.x] = 32; }
__global__ void first_rounds(const int *in, int *out, int n) { int s = 0; for (int i = 0; i < n; ++i) s += in[i]; out[threadIdx.x] = s; }
__global__ void hundred_rounds(const int *in, int *out, int n) { int s = 0; for (int i = 0; i < n && i < 100; ++i) s += in[i]; out[threadIdx.x] = s; }
__global__ void slot(int *counter, int *out) { out[atomicAdd(counter, 1)] = threadIdx.x; }
__global__ void slot_old(int *counter, int *out) { out[threadIdx.x] = atomicAdd(counter, 1); }
__global__ void added(int *counter) { atomicAdd(counter, 1); }
__global__ void added_by_one(int *counter) { if (threadIdx.x == 0) atomicAdd(counter, 32); }
__global__ void added_less(int *counter) { if (threadIdx.x == 0) atomicAdd(counter, 31); }
__global__ void in_module(const int *in, int *out) { total = in[0]; out[threadIdx.x] = 1; }
__global__ void not_in_module(const int *in, int *out) { out[threadIdx.x] = 1; }
__global__ void clocked(long long *out) { out[threadIdx.x] = clock64(); }
__global__ void bytes_first(unsigned char *out) { out[4 * threadIdx.x] = 1; out[4 * threadIdx.x + 1] = 2; out[4 * threadIdx.x + 2] = 3; out[4 * threadIdx.x + 3] = 4; }
__global__ void as_word(unsigned char *out) { ((unsigned *)out)[threadIdx.x] = 0x04030201u; }
__global__ void as_word_swapped(unsigned char *out) { ((unsigned *)out)[threadIdx.x] = 0x01020304u; }
__global__ void scatter(const int *at, int *out) { out[at[threadIdx.x] & 31] = threadIdx.x; }
__global__ void racing(const int *in, int *out) { out[0] = in[threadIdx.x]; }
__global__ void aliased(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; out[threadIdx.x] += in[threadIdx.x]; }
__global__ void not_aliased(const int *in, int *out) { int v = in[threadIdx.x]; out[threadIdx.x] = v + v; }
