// pair: sum sum_value  expect: unknown  block: 32
// pair: sum sum_lane  expect: unknown  block: 32
// pair: twice twice_not  expect: different  block: 32
// pair: stores stores_elsewhere  expect: unknown  block: 32  effort: 20
// pair: stores stores_again  expect: unknown  block: 32
// pair: shared shared_value  expect: unknown  block: 32
// pair: lane_read lane_read_other  expect: unknown  block: 32
// pair: last last_loaded  expect: unknown  block: 32  effort: 20
// pair: any_vote any_vote_more  expect: unknown  block: 32  effort: 20
// pair: two_results two_results_one  expect: unknown  block: 32
// pair: swapped_loops swapped_loops_other  expect: different  block: 32
// pair: entered entered_by_all  expect: unknown  block: 32  effort: 20
// pair: entered entered  expect: equivalent  block: 32
// pair: grids grids_one  expect: different  block: 32
// pair: trapping trapping_not  expect: different  block: 32
// why: slips that show for one input in billions, many in a round that no run reaches; no verdict may be "equivalent"
#define FULL 0xffffffffu
#define RARE 123456789
// Below the bound on iterations that an index of i * 32 gives, which is a listed assumption.
#define RARE_ITERATION 30864197
#define KERNEL(name) __global__ void name(const int* in, int* out, int n, int m)
KERNEL(sum) { int s = 0; for (int i = threadIdx.x; i < n; i += 32) s += in[i]; out[threadIdx.x] = s; }
KERNEL(sum_value) { int s = 0; for (int i = threadIdx.x; i < n; i += 32) { s += in[i]; if (i == RARE) s += 1; } out[threadIdx.x] = s; }
KERNEL(sum_lane) { int s = 0; for (int i = threadIdx.x; i < n; i += 32) s += in[i]; out[threadIdx.x] = s + (threadIdx.x == 17 && n == RARE); }
KERNEL(twice) { out[threadIdx.x] = 2 * m; }
KERNEL(twice_not) { out[threadIdx.x] = m == RARE ? 7 : m + m; }
KERNEL(stores) { for (int i = threadIdx.x; i < n; i += 32) out[i] = in[i] + 1; }
KERNEL(stores_elsewhere) { for (int i = threadIdx.x; i < n; i += 32) out[i == RARE ? 0 : i] = in[i] + 1; }
KERNEL(stores_again) { for (int i = threadIdx.x; i < n; i += 32) { out[i] = in[i] + 1; if (i == RARE) out[i] = in[i]; } }
KERNEL(shared) { __shared__ int b[32]; b[threadIdx.x] = 0; for (int i = 0; i < n; i++) { b[threadIdx.x] += in[i * 32 + threadIdx.x]; __syncthreads(); } __syncthreads(); out[threadIdx.x] = b[31 - threadIdx.x]; }
KERNEL(shared_value) { __shared__ int b[32]; b[threadIdx.x] = 0; for (int i = 0; i < n; i++) { b[threadIdx.x] += in[i * 32 + threadIdx.x] + (i == RARE); __syncthreads(); } __syncthreads(); out[threadIdx.x] = b[31 - threadIdx.x]; }
KERNEL(lane_read) { int s = 0; for (int i = 0; i < n; i++) s += __shfl_sync(FULL, in[i * 32 + threadIdx.x], i & 31); out[threadIdx.x] = s; }
KERNEL(lane_read_other) { int s = 0; for (int i = 0; i < n; i++) s += __shfl_sync(FULL, in[i * 32 + threadIdx.x], i == RARE_ITERATION ? 0 : i & 31); out[threadIdx.x] = s; }
KERNEL(last) { int v = 0; for (int i = 0; i < n; i++) v = in[i]; out[threadIdx.x] = v; }
KERNEL(last_loaded) { int v = n > 0 ? in[n - 1] : 0; out[threadIdx.x] = n == RARE ? 0 : v; }
KERNEL(any_vote) { int s = 0; for (int i = 0; i < n; i++) s += __any_sync(FULL, in[i * 32 + threadIdx.x] > m); out[threadIdx.x] = s; }
KERNEL(any_vote_more) { int s = 0; for (int i = 0; i < n; i++) s += __any_sync(FULL, in[i * 32 + threadIdx.x] > m || (i == RARE_ITERATION && m == 3)); out[threadIdx.x] = s; }
KERNEL(two_results) { int s = 0, t = 0; for (int i = 0; i < n; i++) { s += in[i]; t ^= in[i]; } out[threadIdx.x] = s; out[threadIdx.x + 32] = t; }
KERNEL(two_results_one) { int s = 0, t = 0; for (int i = 0; i < n; i++) { s += in[i]; t ^= in[i]; } out[threadIdx.x] = s; out[threadIdx.x + 32] = n == RARE ? s : t; }
KERNEL(swapped_loops) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + in[i]; for (int i = 0; i < m; i++) s = s * 5 + in[i]; out[threadIdx.x] = s; }
KERNEL(swapped_loops_other) { int s = 0; for (int i = 0; i < m; i++) s = s * 5 + in[i]; for (int i = 0; i < n; i++) s = s * 3 + in[i]; out[threadIdx.x] = s; }
// Thread 0 enters under a condition that the others' rounds depend on.
KERNEL(entered) { const bool c = n < 1000 || n * 31 + m * 7919 != RARE; int q = c ? 3 : 5, p = m; if (threadIdx.x != 0 || c) { int i = 0; do { p += q * in[i]; i++; } while (i < n); } out[threadIdx.x] = p; }
KERNEL(entered_by_all) { const bool c = n < 1000 || n * 31 + m * 7919 != RARE; int q = 3, p = m; if (threadIdx.x != 0 || c) { int i = 0; do { p += q * in[i]; i++; } while (i < n); } out[threadIdx.x] = p; }
KERNEL(grids) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x; }
KERNEL(grids_one) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x == 65537 ? 1 : gridDim.x; }
KERNEL(trapping) { if (m == RARE) __trap(); out[threadIdx.x] = m; }
KERNEL(trapping_not) { out[threadIdx.x] = m; }
