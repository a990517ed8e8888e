// Dynamic shared memory of a kernel whose launch says nothing of it: it is as large as the accesses need.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

// An extern array has no size of its own.
inline bool has_dynamic_shared(const Program& program) {
  return std::any_of(program.variables.begin(), program.variables.end(), [](const Variable& v) {
    return v.space == Space::Shared && (v.is_extern || v.size == 0);
  });
}

// Does the kernel, or what it calls, ask how large it is? What others of the module ask says nothing of its launches.
inline bool asks_for_shared_size(const Program& program, std::uint32_t root) {
  const auto asks = [](const Instruction& in) {
    return std::any_of(in.sources.begin(), in.sources.end(), [](const Operand& o) {
      return o.kind == Operand::Kind::Special &&
             (o.special == Special::DynamicSmemSize || o.special == Special::TotalSmemSize);
    });
  };
  std::optional<Layout> reached;  // looked up where some code asks
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const Function& function = program.functions[f];
    if (std::none_of(function.code.begin(), function.code.end(), asks)) continue;
    if (!reached) reached = layout(program, root);
    if (reached->reachable[f]) return true;
  }
  return false;
}

// Is its size open? Where nothing is given and the kernel asks for the size, it is 0, which is listed in the verdict.
inline bool dynamic_shared_is_open(const Program& program, std::uint32_t root,
                                   const std::optional<std::uint64_t>& given) {
  return !given && has_dynamic_shared(program) && !asks_for_shared_size(program, root);
}

// Is the launch taken to have none, as nothing is given?
inline constexpr const char* kNoDynamicShared =
    "the launch has 0 bytes of dynamic shared memory, whose size the kernel asks for (--dynamic-shared BYTES: another size)";
inline bool takes_none(const Program& program, std::uint32_t root, const std::optional<std::uint64_t>& given) {
  return !given && asks_for_shared_size(program, root);
}

// Of a run that had more than enough: what it needed, in whole 16 bytes.
inline std::uint64_t dynamic_shared_needed(const Program& program, std::uint32_t root, const RunResult& run) {
  const std::uint64_t start = layout(program, root).dynamic_shared_offset;
  return run.shared_end <= start ? 0 : (run.shared_end - start + 15) / 16 * 16;
}

}  // namespace warpproof::counterexample
