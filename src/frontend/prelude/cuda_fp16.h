// The part of cuda_fp16.h that kernels use most; more of it needs nvcc.
#pragma once
// The toolkit's header of this name, which others of the toolkit include, is this one then.
#define __CUDA_FP16_H__

#define WP_H __half
#define WP_H_RAW __half_raw
#define WP_H_TYPE "f16"
#define WP_H2 __half2
#define WP_HW half
#ifdef __CUDA_ARCH__
#define WP_H_TO_FLOAT(f, bits) asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(bits))
#define WP_H_FROM_FLOAT(bits, f) asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(f))
#define WP_H_FMA(r, a, b, c) asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c))
#else  // nothing of it is compiled there, and the host has no such asm
#define WP_H_TO_FLOAT(f, bits) f = bits
#define WP_H_FROM_FLOAT(bits, f) bits = (unsigned short)f
#define WP_H_FMA(r, a, b, c) r = a
#endif
#include "half_common.cuh"
#include "half.cuh"
#undef WP_H_FMA
#undef WP_H_FROM_FLOAT
#undef WP_H_TO_FLOAT
#undef WP_HW
#undef WP_H2
#undef WP_H_TYPE
#undef WP_H_RAW
#undef WP_H
typedef __half half;
typedef __half2 half2;
