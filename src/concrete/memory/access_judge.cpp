#include "src/concrete/memory/access_judge.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <set>

#include "src/base/symbol_name.h"
#include "src/concrete/atomic.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/memory/block_memory.h"
#include "src/machine/alu.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

AccessJudge::AccessJudge(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      inputs_(parts.context.inputs),
      current_(parts.code.current),
      kernel_param_bytes_(parts.block_memory.kernel_param_bytes),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record) {}

// Bytes of the memory that an address points into, from its start; 0 for an address that points at nothing.
std::uint64_t AccessJudge::room_at(const Instruction& in, const Bank& bank, const Location& where) const {
  const Layout& layout = setup_.layout;
  const Program& program = setup_.program;
  switch (where.space) {
    case Space::Shared:
      return shared_size(layout, launch_.dynamic_shared);
    case Space::Local:
      return code_.local_base(current_) + layout.local_size[bank.function];
    case Space::Param: {
      if (inputs_.only_bounds) return kUnknownExtent;
      const bool of_kernel = program.functions[setup_.root].is_entry &&
                             (in.mod.space != Space::Param || bank.function == setup_.root);
      return of_kernel ? std::max(kernel_param_bytes_, layout.param_size[setup_.root])
                       : layout.param_size[bank.function];
    }
    default:
      break;
  }
  if (where.allocation < inputs_.extents->size()) return (*inputs_.extents)[where.allocation];
  if (const auto size = variable_size(program, layout, where.allocation)) return *size;
  return inputs_.only_bounds ? kUnknownExtent : 0;
}

// What an address points into; just in front of an allocation of known size, into that one.
Location AccessJudge::judged_location(const Instruction& in, std::uint64_t address) const {
  const Location at = classify(in.mod.space, address);
  if (!inputs_.only_bounds || at.space != Space::Global || at.offset < kWindowSize / 2) return at;
  const Location behind = classify(in.mod.space, address + kWindowSize / 2);
  const bool is_sized = behind.space == Space::Global && behind.allocation < inputs_.extents->size() &&
                        (*inputs_.extents)[behind.allocation] != kUnknownExtent;
  return is_sized ? Location{Space::Global, behind.allocation, behind.offset - kWindowSize / 2} : at;
}

// "byte 128 of k_param_0", "shared memory, byte 64", "address 0x10, which no allocation holds".
std::string AccessJudge::describe_address(const Location& where) const {
  const Program& program = setup_.program;
  const Function& root = program.functions[setup_.root];
  const std::string at = "byte " + std::to_string(static_cast<std::int64_t>(where.offset)) + " of ";
  if (where.space == Space::Shared || where.space == Space::Local || where.space == Space::Param)
    return at + (where.space == Space::Shared  ? "shared memory"
                 : where.space == Space::Local ? "local memory"
                                               : "the parameters");
  if (where.allocation == kCommonAllocation) return at + "memory";
  if (where.allocation == kLoadedAllocations) return at + "memory that a loaded pointer points to";
  if (const ParameterPart part = pointing_part(where.allocation); part.index < root.parameters.size())
    return at + "the buffer of " + program.variables[root.parameters[part.index]].name +
           (part.offset != 0 ? "+" + std::to_string(part.offset) : "");
  if (const auto v = variable_of(program, setup_.layout, where.allocation))
    return at + source_name(program.variables[*v].name);
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(where.offset));
  return where.offset < 4096 ? "a null pointer (address " + std::string(text) + ")"
                             : "address " + std::string(text) + ", which no allocation holds";
}

bool AccessJudge::judges_alignment(const Instruction& in) const {
  const bool all = inputs_.extents && (!inputs_.only_bounds || inputs_.also_alignment_and_division);
  return all || (!inputs_.judged_alignment.empty() && inputs_.judged_alignment.contains(in.place));
}

// memory.out-of-bounds and memory.misaligned, where the run knows how large things are: the lanes whose
// access cannot be made.
LaneMask AccessJudge::judge_access(const Instruction& in, const Warp& warp, const Bank& bank, LaneMask mask,
                               const std::array<std::uint64_t, kLanes>& at, std::uint64_t bytes) {
  const bool aligns = judges_alignment(in);
  if ((!inputs_.extents && !aligns) || bytes == 0) return 0;
  const auto room_of = [&](int lane) {
    return inputs_.extents ? room_at(in, bank, judged_location(in, at[lane])) : kUnknownExtent;
  };
  LaneMask outside = 0, misaligned = 0;
  for_each_lane(mask, [&](int lane) {
    const std::uint64_t room = room_of(lane);
    if (room != kUnknownExtent && (bytes > room || judged_location(in, at[lane]).offset > room - bytes)) {
      outside |= 1u << lane;
    } else if (aligns && at[lane] % bytes != 0) {
      misaligned |= 1u << lane;
    }
  });
  const auto describe = [&](LaneMask lanes) {
    const int lane = std::countr_zero(lanes);
    const std::uint64_t room = room_of(lane);
    const Location where = inputs_.extents ? judged_location(in, at[lane]) : classify(in.mod.space, at[lane]);
    return "lane " + std::to_string(lane) + " accesses " + std::to_string(bytes) + " bytes at " +
           describe_address(where) +
           (room > 0 && room != kUnknownExtent ? "; there are " + std::to_string(room) + " bytes" : "");
  };
  if (outside != 0)
    record_.report(spec::Rule::MemoryOutOfBounds, in.place, threads_.warp_index(warp), outside,
                   describe(outside));
  if (misaligned != 0)
    record_.report(spec::Rule::MemoryMisaligned, in.place, threads_.warp_index(warp), misaligned,
           describe(misaligned) + "; the address is no multiple of " + std::to_string(bytes));
  return outside | misaligned;
}

// "byte 4 of sh (shared memory)".
std::string AccessJudge::describe_shared(std::uint64_t offset) const {
  const Program& program = setup_.program;
  if (const auto v = shared_variable_at(program, setup_.layout, offset))
    return "byte " + std::to_string(offset - setup_.layout.address[*v]) + " of " + source_name(program.variables[*v].name) +
           " (shared memory)";
  return "byte " + std::to_string(offset) + " of shared memory";
}

}  // namespace warpproof::concrete
