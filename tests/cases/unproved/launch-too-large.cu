// case: launch-too-large   expect: unproved   class: launch   launch: grid(1) block(128)   rule: -   at: -
// cause: no such launch takes place
__global__ void __launch_bounds__(64) fill(int* out) { out[threadIdx.x] = 1; }
