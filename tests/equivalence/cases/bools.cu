// pair: tested counted  expect: equivalent  block: 32  lists: of a bool: flag <= 1
// pair: tested counted_down  expect: different  block: 32
// pair: number_tested number_counted  expect: different  block: 32
// why: a bool is 0 or 1, however a compiler tests it
__global__ void tested(int* out, bool flag) { out[threadIdx.x] = flag ? 1 : 2; }
__global__ void counted(int* out, bool flag) { out[threadIdx.x] = 2 - *(const unsigned char*)&flag; }
__global__ void counted_down(int* out, bool flag) { out[threadIdx.x] = 3 - *(const unsigned char*)&flag; }
__global__ void number_tested(int* out, unsigned char flag) { out[threadIdx.x] = flag ? 1 : 2; }
__global__ void number_counted(int* out, unsigned char flag) { out[threadIdx.x] = 2 - flag; }
