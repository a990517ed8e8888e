// The SDK's reduction: the block size is a template parameter, chosen by a switch.
#include <cstdio>
#include <cstdlib>

unsigned int nextPow2(unsigned int x) {
  --x;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return ++x;
}

template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void reduce6(T *g_idata, T *g_odata, unsigned int n) {
  extern __shared__ __align__(sizeof(T)) unsigned char raw[];
  T *sdata = reinterpret_cast<T *>(raw);

  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockSize * 2 + threadIdx.x;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  T mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) mySum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = mySum;
  __syncthreads();

  if ((blockSize >= 512) && (tid < 256)) sdata[tid] = mySum = mySum + sdata[tid + 256];
  __syncthreads();
  if ((blockSize >= 256) && (tid < 128)) sdata[tid] = mySum = mySum + sdata[tid + 128];
  __syncthreads();
  if ((blockSize >= 128) && (tid < 64)) sdata[tid] = mySum = mySum + sdata[tid + 64];
  __syncthreads();

  if (tid < 32) {
    if (blockSize >= 64) mySum += sdata[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) mySum += __shfl_down_sync(0xffffffff, mySum, offset);
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

template <class T>
void reduce(int size, int threads, int blocks, T *d_idata, T *d_odata) {
  dim3 dimBlock(threads, 1, 1);
  dim3 dimGrid(blocks, 1, 1);
  int smemSize = (threads <= 32) ? 2 * threads * sizeof(T) : threads * sizeof(T);
  switch (threads) {
    case 512:
      reduce6<T, 512, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);  // expect: proved
      break;
    case 256:
      reduce6<T, 256, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);  // expect: proved
      break;
    case 128:
      reduce6<T, 128, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);  // expect: proved
      break;
    case 64:
      reduce6<T, 64, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);  // expect: proved
      break;
  }
}

int main(int argc, char **argv) {
  int size = 1 << 24;
  int maxThreads = 256;
  if (argc > 1) maxThreads = atoi(argv[1]);
  int threads = (size < maxThreads * 2) ? nextPow2((size + 1) / 2) : maxThreads;
  int blocks = (size + (threads * 2 - 1)) / (threads * 2);
  int *in = NULL, *out = NULL;
  cudaMalloc((void **)&in, size * sizeof(int));
  cudaMalloc((void **)&out, blocks * sizeof(int));
  reduce<int>(size, threads, blocks, in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
