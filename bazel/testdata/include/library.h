#pragma once
#if !FROM_LIBRARY
#error the defines of a library are missing
#endif
__device__ inline int from_library(int n) { return n + 1; }
