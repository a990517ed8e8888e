// Dynamic shared memory of a kernel whose launch says nothing of it: it is as large as the accesses need.
#pragma once

#include <algorithm>
#include <cstdint>

#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

// CUDA C++ Programming Guide 13.0, technical specifications: bytes of a block, on any architecture.
inline constexpr std::uint64_t kMostSharedBytes = 232'448;

// An extern array has no size of its own.
inline bool has_dynamic_shared(const Program& program) {
  return std::any_of(program.variables.begin(), program.variables.end(), [](const Variable& v) {
    return v.space == Space::Shared && (v.is_extern || v.size == 0);
  });
}

// Is its size open? Where the kernel asks for it, it is what was given.
inline bool dynamic_shared_is_open(const Program& program, std::uint64_t given) {
  if (given != 0 || !has_dynamic_shared(program)) return false;
  return std::none_of(program.functions.begin(), program.functions.end(), [](const Function& f) {
    return std::any_of(f.code.begin(), f.code.end(), [](const Instruction& in) {
      return std::any_of(in.sources.begin(), in.sources.end(), [](const Operand& o) {
        return o.kind == Operand::Kind::Special &&
               (o.special == Special::DynamicSmemSize || o.special == Special::TotalSmemSize);
      });
    });
  });
}

// Of a run that had more than enough: what it needed, in whole 16 bytes.
inline std::uint64_t dynamic_shared_needed(const Program& program, std::uint32_t root, const RunResult& run) {
  const std::uint64_t start = layout(program, root).dynamic_shared_offset;
  return run.shared_end <= start ? 0 : (run.shared_end - start + 15) / 16 * 16;
}

}  // namespace warpproof::counterexample
