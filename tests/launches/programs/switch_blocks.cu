// The dispatch of the classic reduction sample: a template instance for each block size.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

template <class T, unsigned int blockSize>
__global__ void reduce5(T* g_idata, T* g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + threadIdx.x;
  T mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockSize < n) mySum += g_idata[i + blockSize];
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
void reduce(int size, int threads, int blocks, T* d_idata, T* d_odata) {
  dim3 dimBlock(threads, 1, 1);
  dim3 dimGrid(blocks, 1, 1);
  int smemSize = threads * sizeof(T);
  switch (threads) {
    case 512:
      reduce5<T, 512><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);
      break;
    case 256:
      reduce5<T, 256><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);  // expect: proved
      break;
    case 128:
      reduce5<T, 128><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size);  // expect: proved
      break;
  }
}

int main(int argc, char** argv) {
  int size = 1 << 18, maxThreads = 256;
  if (argc > 1) size = atoi(argv[1]);
  assert(size > 0);
  int threads = (size < maxThreads * 2) ? 128 : maxThreads;
  int blocks = (size + (threads * 2 - 1)) / (threads * 2);
  int *in, *out;
  cudaMalloc((void**)&in, size * sizeof(int));
  cudaMalloc((void**)&out, blocks * sizeof(int));
  reduce<int>(size, threads, blocks, in, out);
  printf("%d\n", cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(in);
  cudaFree(out);
  exit(EXIT_SUCCESS);
}
