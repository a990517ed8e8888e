// Spin lock per bucket: insert into hash buckets under a lock taken by atomicCAS, released by atomicExch.
#include <cuda_runtime.h>

struct Bucket {
  int lock;
  int count;
  int keys[14];
};

__global__ void insert_keys(Bucket* table, const int* keys, int n, int buckets, int* dropped) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int key = keys[i];
  Bucket* b = &table[(unsigned)key % (unsigned)buckets];
  bool done = false;
  while (!done) {
    if (atomicCAS(&b->lock, 0, 1) == 0) {
      __threadfence();
      const int c = b->count;
      if (c < 14) {
        b->keys[c] = key;
        b->count = c + 1;
      } else {
        atomicAdd(dropped, 1);
      }
      atomicExch(&b->lock, 0);
      done = true;
    }
  }
}

void insert(Bucket* table, const int* keys, int n, int buckets, int* dropped) {
  if (buckets < 1) return;
  insert_keys<<<(n + 127) / 128, 128>>>(table, keys, n, buckets, dropped);
}
