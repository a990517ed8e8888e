#include "src/concrete/memory/locator.h"

#include <algorithm>
#include <cstdio>

#include "src/base/symbol_name.h"
#include "src/concrete/atomic.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/ends.h"
#include "src/concrete/memory/block_memory.h"
#include "src/machine/alu.h"

namespace warpproof::concrete {

namespace {

constexpr std::uint64_t kFarthestOffset = 1ull << 36;  // no allocation is as large

}  // namespace

Locator::Locator(const Parts& parts)
    : setup_(parts.context.setup),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      result_(parts.record.result),
      global_(parts.block_memory.global),
      shared_(parts.block_memory.shared),
      kernel_params_(parts.block_memory.kernel_params),
      kernel_param_bytes_(parts.block_memory.kernel_param_bytes),
      local_(parts.block_memory.local),
      code_(parts.code),
      threads_(parts.threads),
      registers_(parts.registers) {}

void Locator::addresses_of(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                           std::array<std::uint64_t, kLanes>& out) {
  const auto offset = static_cast<std::uint64_t>(in.address.offset);
  if (in.address.base != Address::Base::Register) {
    out.fill(in.address.base == Address::Base::Variable ? code_.variable_address(in.address.index) + offset
                                                        : offset);
    return;
  }
  const Register& reg = setup_.program.functions[bank.function].registers[in.address.index];
  const int width = bits_of(reg.type);
  Read base;
  registers_.load_register(bank, in.address.index, mask, in.place, base);
  registers_.report_use(base, mask, in, warp, "an address");
  // A 32-bit address wraps within 32 bits.
  const std::uint64_t keep = width >= 64 ? ~0ull : (1ull << width) - 1;
  for (int lane = 0; lane < kLanes; ++lane) out[lane] = (base.word.lane[lane] + offset) & keep;
}

void Locator::note_reach(const Location& where, std::uint64_t bytes) {
  if (where.space == Space::Shared) result_.shared_end = std::max(result_.shared_end, where.offset + bytes);
  if (where.space != Space::Global) return;
  const std::size_t findings = report_.findings().size();
  if (result_.reaches.empty() || result_.reaches.back().findings != findings)
    result_.reaches.push_back({findings, 0, false});
  RunResult::Reach& reach = result_.reaches.back();
  const bool stray = where.allocation == kNoAllocation || where.offset > kFarthestOffset;
  reach.stray = reach.stray || stray;
  result_.stray = result_.stray || stray;
  if (where.allocation != kLoadedAllocations) reach.farthest = std::max(reach.farthest, where.offset);
}

Accessed Locator::locate(const Instruction& in, const Warp& warp, Bank& bank, int lane,
                                  std::uint64_t address) {
  const Location where = classify(in.mod.space, address);
  const std::uint32_t thread = threads_.thread_of(threads_.warp_index(warp), lane);
  note_reach(where, static_cast<std::uint64_t>(bits_of(in.type)) / 8);
  if (is_common(where.space)) warps_[threads_.warp_index(warp)].informed |= 1u << lane;
  switch (where.space) {
    case Space::Shared:
      return {&shared_, where.offset, Space::Shared};
    case Space::Local: {
      auto& memory = local_[thread];
      if (!memory) memory = std::make_unique<CellMemory>(false);
      return {memory.get(), where.offset, Space::Local};
    }
    case Space::Param: {
      const bool generic = in.mod.space != Space::Param;
      const bool of_kernel = setup_.program.functions[setup_.root].is_entry &&
                             (generic || bank.function == setup_.root) && where.offset < kernel_param_bytes_;
      if (of_kernel) return {&kernel_params_, where.offset, Space::Param};
      if (generic) throw Stop{"a generic address of a device function's parameter", in.place};
      const std::uint64_t size = setup_.layout.param_size[bank.function];
      return {&bank.params, static_cast<std::uint64_t>(lane) * size + where.offset, Space::Param};
    }
    default:
      break;
  }
  const auto variable = variable_of(setup_.program, setup_.layout, where.allocation);
  if (variable && setup_.program.variables[*variable].has_pointers)
    throw Stop{"an initialiser with addresses: " + setup_.program.variables[*variable].name, in.place};
  if (where.space == Space::Global) {
    if (where.allocation < kConstAllocations) {
      result_.touched.insert(where.allocation);
      if (in.op == Opcode::Atom || in.op == Opcode::Red || in.mod.is_volatile)
        result_.strong.insert(where.allocation);
    }
  }
  return {&global_, address, where.space};
}

}  // namespace warpproof::concrete
