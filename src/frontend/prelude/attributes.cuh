// Spelling of the CUDA language extensions for clang, which knows them as attributes only.
#pragma once

#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__
// In a file without kernels every __device__ function is examined, so the static and inline ones, which
// nobody calls, have to reach the PTX too.
#ifdef WARPPROOF_KEEP_DEVICE_FUNCTIONS
#define __device__ __attribute__((device)) __attribute__((used))
#elif defined(WARPPROOF_DEVICE_FUNCTIONS_FOR_HOST)
// nvcc looks at who may call a function when it has chosen one: a concept that a __device__ operator satisfies holds for
// host code too.
#define __device__ __attribute__((device)) __attribute__((host))
#else
#define __device__ __attribute__((device))
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
// Newer compilers have __noinline__ as a keyword; a macro would break __attribute__((__noinline__)).
#if __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n)
#ifndef __cluster_dims__  // which grids there are: read of the host's half (src/frontend/launch_parts.h)
#ifdef __CUDA_ARCH__
#define __cluster_dims__(...)
#else
#define __cluster_dims__(...) __attribute__((annotate("warpproof cluster", 0x57617270, __VA_ARGS__)))
#endif
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__

// Code tests these to see that it is read as CUDA.
#define __CUDACC__ 1
#define CUDA_VERSION 12000
#define CUDART_VERSION 12000

// Functions of this prelude: inlined even without optimisation, and without locations of their own, so
// that their instructions carry the line of the call.
// Begins the text of an asm statement that stands for an operation of CUDA C++: it is called as that one.
#define WP_OWN "/*warpproof*/ "
#define WP_FN static __inline__ __attribute__((device, always_inline, nodebug))
#define WP_HD static __inline__ __attribute__((host, device, always_inline, nodebug))

// Names of the C library that nvcc has read.
typedef unsigned char u_char;
typedef unsigned short ushort, u_short;
typedef unsigned int uint, u_int;
typedef unsigned long ulong, u_long;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef long ssize_t, clock_t, time_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#ifndef NULL
#define NULL __null
#endif
