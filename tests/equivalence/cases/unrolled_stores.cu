// pair: copy copy_by_4  expect: equivalent  block: 32
// pair: copy_by_4 copy  expect: equivalent  block: 32
// pair: copy copy_by_4_swapped  expect: different  block: 32
// pair: copy copy_by_4_short  expect: different  block: 32
// pair: copy rest_left_out_once  expect: unknown  block: 32  effort: 20
// pair: copy stored_elsewhere_late  expect: unknown  block: 32  effort: 20
// pair: update update_by_2  expect: equivalent  block: 32
// pair: update update_by_2_twice  expect: different  block: 32
// pair: last_wins last_wins_by_2  expect: equivalent  block: 32
// pair: last_wins first_wins_by_2  expect: different  block: 32
// pair: two_buffers two_buffers_by_2  expect: equivalent  block: 32
// pair: two_buffers two_buffers_by_2_slip  expect: different  block: 32
// why: rounds that store, several at a time; rounds left out, words from elsewhere, the wrong one of two stores to a word
// why: rest_left_out_once and stored_elsewhere_late differ for lengths that no run tries
#define T threadIdx.x
#define LIMITED if (n > 1000000) return
__global__ void copy(const int* in, int* out, int n) {
  LIMITED;
  for (int i = 0; i < n; i++) out[32 * i + T] = in[32 * i + T];
}
__global__ void copy_by_4(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    out[32 * i + T] = in[32 * i + T];
    out[32 * i + 32 + T] = in[32 * i + 32 + T];
    out[32 * i + 64 + T] = in[32 * i + 64 + T];
    out[32 * i + 96 + T] = in[32 * i + 96 + T];
  }
  for (; i < n; i++) out[32 * i + T] = in[32 * i + T];
}
__global__ void copy_by_4_swapped(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    out[32 * i + T] = in[32 * i + T];
    out[32 * i + 32 + T] = in[32 * i + 64 + T];
    out[32 * i + 64 + T] = in[32 * i + 32 + T];
    out[32 * i + 96 + T] = in[32 * i + 96 + T];
  }
  for (; i < n; i++) out[32 * i + T] = in[32 * i + T];
}
__global__ void copy_by_4_short(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; ++k) out[32 * (i + k) + T] = in[32 * (i + k) + T];
  }
  for (; i + 1 < n; i++) out[32 * i + T] = in[32 * i + T];
}
__global__ void rest_left_out_once(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; ++k) out[32 * (i + k) + T] = in[32 * (i + k) + T];
  }
  for (; i < n && n != 123457; i++) out[32 * i + T] = in[32 * i + T];
}
__global__ void stored_elsewhere_late(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 3; ++k) out[32 * (i + k) + T] = in[32 * (i + k) + T];
    out[32 * (i + (i < 400000 ? 3 : 2)) + T] = in[32 * i + 96 + T];
  }
  for (; i < n; i++) out[32 * i + T] = in[32 * i + T];
}

__global__ void update(int* out, int n) {
  LIMITED;
  for (int i = 0; i < n; i++) out[32 * i + T] = 3 * out[32 * i + T] + i;
}
__global__ void update_by_2(int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    out[32 * i + T] = 3 * out[32 * i + T] + i;
    out[32 * i + 32 + T] = 3 * out[32 * i + 32 + T] + i + 1;
  }
  if (i < n) out[32 * i + T] = 3 * out[32 * i + T] + i;
}
__global__ void update_by_2_twice(int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    out[32 * i + T] = 3 * out[32 * i + T] + i;
    out[32 * i + 32 + T] = 3 * out[32 * i + T] + i + 1;
  }
  if (i < n) out[32 * i + T] = 3 * out[32 * i + T] + i;
}

// Each word is stored to twice.
__global__ void last_wins(const int* in, int* out, int n) {
  LIMITED;
  for (int i = 0; i < n; i++) out[32 * (i >> 1) + T] = in[32 * i + T];
}
__global__ void last_wins_by_2(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 1 < n; i += 2) out[32 * (i >> 1) + T] = in[32 * i + 32 + T];
  if (i < n) out[32 * (i >> 1) + T] = in[32 * i + T];
}
__global__ void first_wins_by_2(const int* in, int* out, int n) {
  LIMITED;
  int i = 0;
  for (; i + 1 < n; i += 2) out[32 * (i >> 1) + T] = in[32 * i + T];
  if (i < n) out[32 * (i >> 1) + T] = in[32 * i + T];
}

__global__ void two_buffers(const int* in, int* sums, int* out, int n) {
  LIMITED;
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += in[32 * i + T];
    sums[32 * i + T] = s;
    out[32 * i + T] = -s;
  }
}
__global__ void two_buffers_by_2(const int* in, int* sums, int* out, int n) {
  LIMITED;
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) {
    const int t = s + in[32 * i + T];
    s = t + in[32 * i + 32 + T];
    sums[32 * i + 32 + T] = s;
    sums[32 * i + T] = t;
    out[32 * i + T] = -t;
    out[32 * i + 32 + T] = -s;
  }
  if (i < n) {
    s += in[32 * i + T];
    out[32 * i + T] = -s;
    sums[32 * i + T] = s;
  }
}
__global__ void two_buffers_by_2_slip(const int* in, int* sums, int* out, int n) {
  LIMITED;
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) {
    const int t = s + in[32 * i + T];
    s = t + in[32 * i + 32 + T];
    sums[32 * i + 32 + T] = t;
    sums[32 * i + T] = s;
    out[32 * i + T] = -t;
    out[32 * i + 32 + T] = -s;
  }
  if (i < n) {
    s += in[32 * i + T];
    out[32 * i + T] = -s;
    sums[32 * i + T] = s;
  }
}
