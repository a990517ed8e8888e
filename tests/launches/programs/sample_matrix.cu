// The matrix multiplication of NVIDIA's samples, with their helpers.
#include <stdio.h>
#include <assert.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>

template <int BLOCK_SIZE>
__global__ void MatrixMulCUDA(float* C, float* A, float* B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wA * BLOCK_SIZE * by, aEnd = aBegin + wA - 1, aStep = BLOCK_SIZE;
  int bBegin = BLOCK_SIZE * bx, bStep = BLOCK_SIZE * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k) Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}
int MatrixMultiply(int argc, char** argv, int block_size, const dim3& dimsA, const dim3& dimsB) {
  float *d_A, *d_B, *d_C;
  checkCudaErrors(cudaMalloc(reinterpret_cast<void**>(&d_A), dimsA.x * dimsA.y * 4));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void**>(&d_B), dimsB.x * dimsB.y * 4));
  checkCudaErrors(cudaMalloc(reinterpret_cast<void**>(&d_C), dimsB.x * dimsA.y * 4));
  cudaStream_t stream;
  checkCudaErrors(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  dim3 threads(block_size, block_size);
  dim3 grid(dimsB.x / threads.x, dimsA.y / threads.y);
  if (block_size == 16) {
    MatrixMulCUDA<16><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);
  } else {
    MatrixMulCUDA<32><<<grid, threads, 0, stream>>>(d_C, d_A, d_B, dimsA.x, dimsB.x);  // expect: proved
  }
  checkCudaErrors(cudaStreamSynchronize(stream));
  return EXIT_SUCCESS;
}
int main(int argc, char** argv) {
  if (checkCmdLineFlag(argc, (const char**)argv, "help")) exit(EXIT_SUCCESS);
  int dev = findCudaDevice(argc, (const char**)argv);
  int block_size = 32;
  dim3 dimsA(5 * 2 * block_size, 5 * 2 * block_size, 1);
  dim3 dimsB(5 * 4 * block_size, 5 * 2 * block_size, 1);
  if (checkCmdLineFlag(argc, (const char**)argv, "wA")) dimsA.x = getCmdLineArgumentInt(argc, (const char**)argv, "wA");
  if (dimsA.x != dimsB.y) exit(EXIT_FAILURE);
  checkCudaErrors(cudaProfilerStart());
  int result = MatrixMultiply(argc, argv, block_size, dimsA, dimsB);
  exit(result);
}
