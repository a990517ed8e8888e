// Host code with OpenMP and MPI: their headers are declared for clang.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <mpi.h>
#include <omp.h>

__global__ void add(float* data, float value, int n) {
  register int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;
}

static void check_mpi(int status) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(status, text, &length);
  fprintf(stderr, "%s\n", text);
  exit(1);
}

int main(int argc, char** argv) {
  check_mpi(MPI_Init(&argc, &argv));
  int rank, ranks;
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
  const int n = 1 << 20, mine = n / ranks;
  float* data;
  cudaMalloc(&data, mine * sizeof(float));
  omp_set_num_threads(4);
#pragma omp parallel
  {
    const int part = omp_get_thread_num(), parts = omp_get_num_threads();
    const int count = mine / parts;
    add<<<(count + 255) / 256, 256>>>(data + part * count, 1.0f, count);  // expect: proved
  }
  float sum = 0, all = 0;
  MPI_Allreduce(&sum, &all, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
  printf("%f %f\n", all, omp_get_wtime());
  cudaFree(data);
  MPI_Finalize();
}
