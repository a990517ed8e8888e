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
     "A run on the evaluator knows the size of each buffer and judges each access: a load outside gives an undefined "
     "value, and a store outside is dropped. The static checker assumes that accesses stay inside, and lists that. "
     "With --bounds or --size it decides the rule for memory of known size.",
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
     "A vector access counts as a whole: four words need 16-byte alignment. The hardware traps on a misaligned access. "
     "The evaluator judges each access, in any state space. The static checker decides the rule where the address "
     "depends only on thread and block indexes and on the sizes of block and grid. Where inputs decide it, the checker "
     "assumes aligned accesses, and lists that.",
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
     "Such a load goes through a cache that does not follow stores. So the memory that it reads must not change while "
     "the kernel runs. If any thread of the launch, the loading thread included, stores to it before or after the "
     "load, the loaded value is undefined. No barrier and no fence helps; an ordinary load does.",
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
