// Lloyd's k-means in two dimensions: assignment with centroids in shared memory, sums with atomics.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define K 16
#define TPB 256

#define check(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

__global__ void assign(const float2 *points, const float2 *centroids, int *label, int n)
{
    __shared__ float2 c[K];
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < K) c[threadIdx.x] = centroids[threadIdx.x];
    __syncthreads();
    if (idx >= n) return;
    float best = 1e30f;
    int arg = 0;
    for (int k = 0; k < K; ++k) {
        float dx = points[idx].x - c[k].x;
        float dy = points[idx].y - c[k].y;
        float d = dx * dx + dy * dy;
        if (d < best) { best = d; arg = k; }
    }
    label[idx] = arg;
}

__global__ void accumulate(const float2 *points, const int *label, float *sumx, float *sumy, int *count, int n)
{
    __shared__ float sx[K], sy[K];
    __shared__ int cnt[K];
    if (threadIdx.x < K) {
        sx[threadIdx.x] = 0.f;
        sy[threadIdx.x] = 0.f;
        cnt[threadIdx.x] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int l = label[i];
        atomicAdd(&sx[l], points[i].x);
        atomicAdd(&sy[l], points[i].y);
        atomicAdd(&cnt[l], 1);
    }
    __syncthreads();
    if (threadIdx.x < K) {
        atomicAdd(&sumx[threadIdx.x], sx[threadIdx.x]);
        atomicAdd(&sumy[threadIdx.x], sy[threadIdx.x]);
        atomicAdd(&count[threadIdx.x], cnt[threadIdx.x]);
    }
}

__global__ void update(float2 *centroids, const float *sumx, const float *sumy, const int *count)
{
    int k = threadIdx.x;
    int m = max(1, count[k]);
    centroids[k].x = sumx[k] / m;
    centroids[k].y = sumy[k] / m;
}

int main(int argc, char **argv)
{
    int n = 1 << 20;
    int iterations = 20;
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) iterations = atoi(argv[2]);

    float2 *points, *centroids;
    int *label, *count;
    float *sumx, *sumy;
    check(cudaMallocManaged(&points, n * sizeof(float2)));
    check(cudaMallocManaged(&centroids, K * sizeof(float2)));
    check(cudaMalloc((void **)&label, n * sizeof(int)));
    check(cudaMalloc((void **)&sumx, K * sizeof(float)));
    check(cudaMalloc((void **)&sumy, K * sizeof(float)));
    check(cudaMalloc((void **)&count, K * sizeof(int)));
    for (int i = 0; i < n; ++i) points[i] = make_float2(rand() / (float)RAND_MAX, rand() / (float)RAND_MAX);
    for (int k = 0; k < K; ++k) centroids[k] = points[k];

    int blocks = (n + TPB - 1) / TPB;
    for (int it = 0; it < iterations; ++it) {
        check(cudaMemset(sumx, 0, K * sizeof(float)));
        check(cudaMemset(sumy, 0, K * sizeof(float)));
        check(cudaMemset(count, 0, K * sizeof(int)));
        assign<<<blocks, TPB>>>(points, centroids, label, n);  // expect: proved
        accumulate<<<128, TPB>>>(points, label, sumx, sumy, count, n);  // expect: proved
        update<<<1, K>>>(centroids, sumx, sumy, count);  // expect: proved
    }
    check(cudaPeekAtLastError());
    check(cudaDeviceSynchronize());
    for (int k = 0; k < K; ++k) printf("%f %f\n", centroids[k].x, centroids[k].y);
    cudaFree(points); cudaFree(centroids); cudaFree(label);
    cudaFree(sumx); cudaFree(sumy); cudaFree(count);
    return 0;
}
