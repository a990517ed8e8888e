// Left out: warpproof.toml excludes it.
__global__ void old(float* out) { out[0] = threadIdx.x; }
