"""Kernels of a hundred sizes, each with a barrier and without it."""

load("@warpproof//bazel:defs.bzl", "warpproof_equiv_test", "warpproof_test")

_KERNEL = """#include "tile.h"

__global__ void reverse_{n}(float* out, const float* in) {{
  __shared__ float tile[{n}];
  tile[threadIdx.x] = in[blockIdx.x * {n} + threadIdx.x];
  {barrier}
  out[blockIdx.x * {n} + threadIdx.x] = scaled(tile[{n} - 1 - threadIdx.x]);
}}
"""

def reversals(count):
    """2 * count kernels, their tests, and a comparison of the first two."""
    for i in range(1, count + 1):
        for kind, barrier, expect in [("ok", "__syncthreads();", "proved"), ("race", "", "violation")]:
            name = "reverse_%d_%s" % (8 * i, kind)
            native.genrule(
                name = name + "_source",
                outs = [name + ".cu"],
                cmd = "cat >$@ <<'END'\n" + _KERNEL.format(n = 8 * i, barrier = barrier) + "END",
            )
            # A block of one warp or less may do without the barrier only if its threads run in step, which nothing says.
            warpproof_test(
                name = name + "_test",
                size = "small",
                srcs = [name + ".cu"],
                hdrs = ["include/tile.h"],
                block = [str(8 * i)],
                expect = expect,
                includes = ["include"],
            )
    warpproof_equiv_test(
        name = "same_test",
        size = "small",
        a = "reverse_64_ok.cu",
        b = "reverse_64_ok.cu",
        block = "64",
        hdrs = ["include/tile.h"],
        includes = ["include"],
    )
