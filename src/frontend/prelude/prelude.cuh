// Everything that CUDA code takes for granted, without the CUDA toolkit; included before the user's file.
#pragma once

// Each file needs those above it.
// clang-format off
#include "attributes.cuh"
#include "vector_types.cuh"
#include "builtins.cuh"
#include "warp.cuh"
#include "atomics.cuh"
#include "integer.cuh"
#include "simd.cuh"
#include "limits.cuh"
#include "math.cuh"
#include "host_constants.cuh"
#include "host_types.cuh"
#include "host.cuh"
#include "host_more.cuh"
#include "textures.cuh"
#include "host_math.cuh"
#include "assert.h"
#include "standard.cuh"
