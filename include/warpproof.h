// What a kernel assumes and what it claims, for warpproof (`warpproof check`) to read:
//
//   #include <warpproof.h>
//   warpproof::assume(n % 32 == 0);      // executions in which a thread finds this false are left out from
//   here on warpproof::assert_that(sum >= 0);    // must hold in every thread that gets here, or rule
//   assert.user is broken
//
// Any other compiler (nvcc, clang, a host compiler) makes nothing of both, and `condition` must have no side
// effects that the program needs. warpproof finds this header by itself.
#ifndef WARPPROOF_H
#define WARPPROOF_H

#if defined(__CUDACC__) || defined(__CUDA__)
#define WARPPROOF_FUNCTION __host__ __device__
#else
#define WARPPROOF_FUNCTION
#endif

namespace warpproof {

#if defined(__WARPPROOF__) && defined(__CUDA_ARCH__)
// Calls without a body, which warpproof gives their meaning.
__device__ void assume(bool condition);
__device__ void assert_that(bool condition);
#else
WARPPROOF_FUNCTION inline void assume(bool) {}
WARPPROOF_FUNCTION inline void assert_that(bool) {}
#endif

}  // namespace warpproof

#undef WARPPROOF_FUNCTION
#endif  // WARPPROOF_H
