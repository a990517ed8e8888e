// case: division-by-thread-bug   expect: unsafe   class: division   launch: grid(1) block(64)   rule: value.division-by-zero   at: 100 /
// cause: thread 0 divides by zero in every launch, and stores the result
__global__ void k(int* out) { out[threadIdx.x] = 100 / (int)threadIdx.x; }
