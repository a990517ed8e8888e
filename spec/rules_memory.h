// Rules about where memory is accessed: bounds, alignment, and what is only read.
#pragma once

#include <array>

#include "spec/rule.h"

namespace warpproof::spec {

inline constexpr std::array<RuleInfo, 3> kMemoryRules = {{
    {Rule::MemoryOutOfBounds,
     "memory.out-of-bounds",
     Level::Error,
     Judged::AtInstruction,
     false,
     "",
     "CUDA C++ Programming Guide 13.0, device memory accesses; PTX ISA 9.x, 5.1 (state spaces)",
     "an access lies outside every allocation, or is made through a null pointer",
     "A run knows how large its buffers are, so it judges each access; a load then gives an undefined value "
     "and a store is dropped. The static checker assumes that accesses stay inside and says so, but for what has "
     "a known size where --bounds or --size asks for it.",
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x + 1] = 1;
  out[threadIdx.x] = 0;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  __shared__ int s[33];
  s[threadIdx.x + 1] = 1;
  out[threadIdx.x] = 0;
}
)cu"}},

    {Rule::MemoryMisaligned,
     "memory.misaligned",
     Level::Error,
     Judged::AtInstruction,
     true,
     "",
     "PTX ISA 9.x, 9.7.9 (ld, st: the address is aligned to the size of the access)",
     "the address of an access is not a multiple of its size",
     "Vector accesses count as a whole: four words need 16 bytes. The hardware traps. Judged by runs. The "
     "static checker decides it where numbers and sizes of threads and blocks do, in any state space; where "
     "inputs have a part in it, it assumes aligned accesses and says so.",
     {R"cu(__global__ void k(int *out) {
  *reinterpret_cast<int *>(reinterpret_cast<char *>(out + threadIdx.x) + 2) = 0;
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  *reinterpret_cast<int *>(reinterpret_cast<char *>(out + threadIdx.x) + 4) = 0;
}
)cu"}},

    {Rule::MemoryReadOnly,
     "memory.read-only",
     Level::Error,
     Judged::AcrossLanes,
     true,
     "",
     "PTX ISA 9.x, 9.7.9.8 (ld.global.nc) and 9.7.9.9 (ldu); CUDA C++ Programming Guide 13.0, read-only data cache "
     "load function",
     "a read-only load (ld.global.nc, ldu, __ldg) reads what the kernel stores to",
     "Such a load goes through a cache that does not follow stores, so that what it reads has to stay as it is for as "
     "long as the kernel runs. Whatever any thread of the launch stores there, the thread that loads included, before "
     "or after the load, makes what is read undefined: no barrier and no fence helps. A plain load does.",
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = 5;
  __syncthreads();
  out[threadIdx.x + 32] = __ldg(&out[31 - threadIdx.x]);
}
)cu"},
     {R"cu(__global__ void k(int *out) {
  out[threadIdx.x] = __ldg(&out[63 - threadIdx.x]);
}
)cu"}},
}};

}  // namespace warpproof::spec
