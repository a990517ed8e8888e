#!/usr/bin/env bash
# A project of 100 kernels, checked cold and then with what is kept: `benchmarks/project.sh [WARPPROOF] [FOLDER]`. Prints what
# both took. Each kernel is a file of its own with host code that launches it, and includes headers of the project and of
# the C++ library.
set -eu
tool=$(realpath "${1:-bazel-bin/checker/cli/warpproof}")
folder=${2:-$(mktemp -d)}
mkdir -p "$folder/include/project"
cd "$folder"

cat > include/project/check.h <<'END'
#pragma once
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                              \
  do {                                                                           \
    const cudaError_t error = (call);                                            \
    if (error != cudaSuccess) {                                                  \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                              \
    }                                                                            \
  } while (0)
inline int blocks_for(int n, int block) { return (n + block - 1) / block; }
END

# What a kernel of each kind does with its element, and in a block.
body() {
  case $(($1 % 5)) in
    0) echo "  if (i < n) out[i] = in[i] * $1.0f + $1.0f;" ;;
    1) echo "  float v = i < n ? in[i] : 0.0f;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0 && i < n) out[i / 32] = v + $1;" ;;
    2) echo "  __shared__ float s[256];
  s[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0] * $1;" ;;
    3) echo "  __shared__ float s[256];
  s[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (i < n) out[i] = s[threadIdx.x ^ 1] - s[threadIdx.x] + $1;" ;;
    4) echo "  const unsigned votes = __ballot_sync(0xffffffffu, i < n && in[i] > $1.0f);
  if (threadIdx.x % 32 == 0 && i < n) out[i / 32] = __popc(votes);" ;;
  esac
}

for k in $(seq 1 100); do
  cat > "kernel_$k.cu" <<END
#include <cuda_runtime.h>

#include <vector>

#include "project/check.h"

__global__ void kernel_$k(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
$(body "$k")
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
  std::vector<float> host(n, 1.0f);
  float *in, *out;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  kernel_$k<<<blocks_for(n, 256), 256>>>(out, in, n);
  CHECK(cudaGetLastError());
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}
END
done

cat > warpproof.toml <<'END'
files = ["*.cu"]
include-dir = ["include"]
cache = "cache"
END

# Beside the time that passed, that of the processors, which other programs on the machine change less.
check() {
  local passed processors TIMEFORMAT='%R %U %S'
  { time "$tool" check -v > "$1.txt" 2> "$1.err" || true; } 2> "$1.time"
  read -r passed processors < <(awk '{print $1, $2 + $3}' "$1.time")
  printf '%s: %.2f s, of processors %.2f s; %s proved, %s\n' "$1" "$passed" "$processors" "$(grep -c ': proved' "$1.txt" || true)" \
    "$(grep '^cache: ' "$1.err" | sed 's/^cache: //' | paste -sd, | sed 's/,/, /g')"
}
rm -rf cache
check cold
check warm
check again
echo "$(nproc) processors; $folder"
