// What a kernel assumes and what it claims, for warpproof (`warpproof check`) to read:
//
//   #include <warpproof.h>
//   warpproof::assume(n % 32 == 0);      // leaves out executions in which a thread finds this false
//   warpproof::assert_that(sum >= 0);    // must hold in every thread that gets here (rule assert.user)
//
// Other compilers (nvcc, clang, host compilers) make nothing of the two. `condition` must have no side effects that the
// program needs. warpproof finds this header by itself.
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
