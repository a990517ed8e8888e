// Connected components; host helpers of all kinds: getopt, signal, argument parsing, printf from the device, managed variables, clock().
#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define THREADS 256
#define DIVUP(a, b) (((a) + (b) - 1) / (b))

__managed__ int changed;

static double wall(void) {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + 1e-6 * t.tv_usec;
}

__global__ void init_labels(int* label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) label[i] = i;
}

__global__ void hook(const int2* edges, const int* label, int* next, int m) {
  __shared__ int any;
  if (threadIdx.x == 0) any = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    int2 e = edges[i];
    int a = label[e.x], b = label[e.y];
    if (a != b) {
      int hi = max(a, b), lo = min(a, b);
      if (atomicMin(&next[hi], lo) > lo) atomicOr(&any, 1);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && any) atomicExch(&changed, 1);
  if (i == 0) printf("block %d of %d\n", blockIdx.x, gridDim.x);
}

int main(int argc, char** argv) {
  int n = 1000, m = 4000, option;
  while ((option = getopt(argc, argv, "n:m:h")) != -1) {
    switch (option) {
      case 'n': n = atoi(optarg); break;
      case 'm': m = atoi(optarg); break;
      default: fprintf(stderr, "usage: %s [-n nodes] [-m edges]\n", argv[0]); exit(1);
    }
  }
  if (n <= 0 || m <= 0) abort();
  int2* h = (int2*)malloc(m * sizeof(int2));
  for (int i = 0; i < m; ++i) { h[i].x = rand() % n; h[i].y = rand() % n; }
  int2* d; int *label, *next;
  cudaMalloc((void**)&d, m * sizeof(int2));
  cudaMalloc((void**)&label, n * sizeof(int));
  cudaMalloc((void**)&next, n * sizeof(int));
  cudaMemcpy(d, h, m * sizeof(int2), cudaMemcpyHostToDevice);
  double t0 = wall();
  init_labels<<<DIVUP(n, THREADS), THREADS>>>(label, n);  // expect: proved
  do {
    changed = 0;
    cudaMemcpy(next, label, n * sizeof(int), cudaMemcpyDeviceToDevice);
    hook<<<DIVUP(m, THREADS), THREADS>>>(d, label, next, m);  // expect: proved
    cudaDeviceSynchronize();
    int* t = label; label = next; next = t;
  } while (changed);
  printf("%" PRId64 " us, %g, %d\n", (int64_t)((wall() - t0) * 1e6), pow(2.0, floor(log2((double)n))), INT_MAX);
  free(h);
  cudaFree(d); cudaFree(label); cudaFree(next);
  return 0;
}
