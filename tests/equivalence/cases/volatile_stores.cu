// pair: any_lane_last first_lane_last  expect: unknown
// pair: any_lane_last any_lane_last_too  expect: unknown
// pair: first_lane_last first_lane_last_down  expect: equivalent
// pair: own_words own_words_apart  expect: equivalent
// pair: own_words own_words_slip  expect: different
// pair: own_word_twice own_words  expect: equivalent
// why: which of several threads' volatile stores to one word stays is open where nothing orders them; slip: another word
#define T threadIdx.x
__global__ void any_lane_last(const int *in, volatile int *out) { out[in[T] & 1] = T; }
__global__ void any_lane_last_too(const int *from, volatile int *to) { to[from[T] & 1] = T; }
__global__ void first_lane_last(const int *in, int *out) { for (int k = 31; k >= 0; --k) { if (T == k) out[in[T] & 1] = T; __syncwarp(); } }
__global__ void first_lane_last_down(const int *in, int *out) { for (int k = 0; k < 32; ++k) { if (T == 31 - k) out[in[31 - k] & 1] = 31 - k; __syncwarp(); } }
__global__ void own_words(const int *in, volatile int *out) { out[blockIdx.x * 32 + T] = in[T] * 2; }
__global__ void own_words_apart(const int *in, volatile int *out) { const int at = blockIdx.x * 32 + T; out[at] = in[T] + in[T]; }
__global__ void own_words_slip(const int *in, volatile int *out) { out[blockIdx.x * 32 + (T ^ 1)] = in[T] * 2; }
__global__ void own_word_twice(const int *in, volatile int *out) { out[blockIdx.x * 32 + T] = in[T]; out[blockIdx.x * 32 + T] = in[T] * 2; }
