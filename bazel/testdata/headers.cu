#include <library.h>

#include "own.h"

static_assert(sizeof(TEXT) == 5);

__global__ void headers(int* out, int n) { out[threadIdx.x] = from_library(from_own(n)) / (n - 100); }
