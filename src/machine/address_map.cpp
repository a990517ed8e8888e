#include "src/machine/address_map.h"

#include <algorithm>

#include "src/program/named_variables.h"

namespace warpproof {
namespace {

constexpr std::uint64_t kReserved = kSharedWindow - kParamWindow + 1;
constexpr std::uint64_t kOffsetMask = kWindowSize - 1;

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return alignment <= 1 ? value : (value + alignment - 1) / alignment * alignment;
}

std::uint64_t window_of(std::uint32_t allocation) {
  if (allocation >= kConstAllocations) return kConstWindows + (allocation - kConstAllocations);
  const std::uint64_t window = allocation + 1ull;
  return window < kParamWindow ? window : window + kReserved;
}

std::vector<bool> functions_reached_from(const Program& program, std::uint32_t root) {
  std::vector<bool> reached(program.functions.size(), false);
  std::vector<std::uint32_t> todo{root};
  reached[root] = true;
  while (!todo.empty()) {
    const Function& f = program.functions[todo.back()];
    todo.pop_back();
    for (const Instruction& instruction : f.code) {
      if (instruction.op != Opcode::Call || instruction.callee < 0) continue;
      const auto callee = static_cast<std::uint32_t>(instruction.callee);
      if (!reached[callee]) todo.push_back(callee);
      reached[callee] = true;
    }
  }
  return reached;
}

bool is_dynamic_shared(const Variable& v) { return v.space == Space::Shared && (v.is_extern || v.size == 0); }

void place_shared(const Program& program, const std::vector<bool>& used, Layout& out) {
  std::uint64_t next = 0, dynamic_align = 16;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (variable.space != Space::Shared || !used[v]) continue;
    out.shared_variables.push_back(static_cast<std::uint32_t>(v));
    if (is_dynamic_shared(variable)) {
      dynamic_align = std::max<std::uint64_t>(dynamic_align, variable.align);
      continue;
    }
    next = align_up(next, variable.align);
    out.address[v] = next;
    next += variable.size;
  }
  out.static_shared = next;
  out.dynamic_shared_offset = align_up(next, dynamic_align);
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    if (is_dynamic_shared(program.variables[v])) out.address[v] = out.dynamic_shared_offset;
  }
}

void place_frames(const Program& program, Layout& out) {
  const std::size_t functions = program.functions.size();
  out.local_size.assign(functions, 0);
  out.param_size.assign(functions, 0);
  std::vector<bool> placed(program.variables.size(), false);
  const auto append = [&](std::uint32_t v, std::uint64_t& next) {
    if (placed[v]) return;
    placed[v] = true;
    next = align_up(next, program.variables[v].align);
    out.address[v] = next;
    next += program.variables[v].size;
  };
  for (std::size_t f = 0; f < functions; ++f) {
    // A kernel's parameters start its area, so that their offsets are those of the driver's parameter buffer.
    for (std::uint32_t v : program.functions[f].parameters) append(v, out.param_size[f]);
    for (std::uint32_t v : program.functions[f].results) append(v, out.param_size[f]);
  }
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    const std::size_t owner = variable.function < 0 ? out.root : static_cast<std::size_t>(variable.function);
    if (variable.space == Space::Local) append(static_cast<std::uint32_t>(v), out.local_size[owner]);
    if (variable.space == Space::Param) append(static_cast<std::uint32_t>(v), out.param_size[owner]);
  }
  for (std::uint64_t& size : out.local_size) size = align_up(size, 16);
  for (std::uint64_t& size : out.param_size) size = align_up(size, 16);
}

void place_windows(const Program& program, Layout& out) {
  const auto parameters = static_cast<std::uint32_t>(program.functions[out.root].parameters.size());
  std::uint32_t constants = 0;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const Space space = program.variables[v].space;
    if (space == Space::Const) {
      out.allocation[v] = kConstAllocations + constants++;
    } else if (space == Space::Global || space == Space::Generic) {
      out.allocation[v] = parameters + static_cast<std::uint32_t>(out.allocation_variable.size());
      out.allocation_variable.push_back(static_cast<std::uint32_t>(v));
    } else {
      continue;
    }
    out.address[v] = allocation_base(out.allocation[v]);
  }
}

}  // namespace

std::uint64_t allocation_base(std::uint32_t allocation) { return window_of(allocation) << kWindowBits; }

// A member's number holds the parameter's and the word's.
constexpr std::uint32_t kMostWords = 1024,
                        kMostStructures = (kConstAllocations - kMemberAllocations) / kMostWords - 1;

std::optional<std::uint32_t> pointed_allocation(ParameterPart part) {
  if (part.offset == 0) return part.index;
  const std::uint32_t word = part.offset / 8;
  if (part.offset % 8 != 0 || word >= kMostWords || part.index >= kMostStructures) return std::nullopt;
  return kMemberAllocations + part.index * kMostWords + word;
}

ParameterPart pointing_part(std::uint32_t allocation) {
  if (allocation < kMemberAllocations || allocation >= kConstAllocations) return {allocation, 0};
  const std::uint32_t number = allocation - kMemberAllocations;
  return {number / kMostWords, number % kMostWords * 8};
}

std::vector<ParameterPart> possible_pointers(const Program& program, std::uint32_t root) {
  std::vector<ParameterPart> out;
  const std::vector<std::uint32_t>& parameters = program.functions[root].parameters;
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    const Variable& v = program.variables[parameters[i]];
    for (std::uint32_t at = 0; at + 8 <= v.size && pointed_allocation({i, at}); at += 8)
      out.push_back({i, at});
  }
  return out;
}

std::uint64_t window_base(Space space) {
  switch (space) {
    case Space::Shared:
      return kSharedBase;
    case Space::Local:
      return kLocalBase;
    case Space::Param:
      return kParamBase;
    case Space::Generic:
    case Space::Global:
    case Space::Const:
      break;
  }
  return 0;
}

Location classify(std::uint64_t address) {
  const std::uint64_t window = address >> kWindowBits, offset = address & kOffsetMask;
  if (window == 0) return {Space::Global, kNoAllocation, address};
  if (window == kSharedWindow) return {Space::Shared, kNoAllocation, offset};
  if (window == kLocalWindow) return {Space::Local, kNoAllocation, offset};
  if (window == kParamWindow) return {Space::Param, kNoAllocation, offset};
  if (window < kParamWindow) return {Space::Global, static_cast<std::uint32_t>(window - 1), offset};
  if (window < kConstWindows)
    return {Space::Global, static_cast<std::uint32_t>(window - 1 - kReserved), offset};
  if (window < 2 * kConstWindows) {
    return {Space::Const, static_cast<std::uint32_t>(window - kConstWindows) + kConstAllocations, offset};
  }
  return {Space::Global, kNoAllocation, address};
}

Location classify(Space space, std::uint64_t address) {
  switch (space) {
    case Space::Shared:
    case Space::Local:
    case Space::Param:
      return {space, kNoAllocation, address};
    case Space::Generic:
    case Space::Global:
    case Space::Const:
      break;
  }
  return classify(address);
}

std::uint64_t Layout::local_base(const std::vector<std::uint32_t>& frame_functions) const {
  std::uint64_t base = 0;
  for (std::size_t i = 0; i + 1 < frame_functions.size(); ++i) base += local_size[frame_functions[i]];
  return base;
}

Layout layout(const Program& program, std::uint32_t root) {
  Layout out;
  out.root = root;
  out.address.assign(program.variables.size(), 0);
  out.allocation.assign(program.variables.size(), kNoAllocation);
  out.reachable = functions_reached_from(program, root);
  place_shared(program, named_variables(program, out.reachable), out);
  place_frames(program, out);
  place_windows(program, out);
  return out;
}

std::optional<std::uint32_t> shared_variable_at(const Program& program, const Layout& layout, std::uint64_t offset) {
  std::optional<std::uint32_t> dynamic;
  std::size_t dynamics = 0;
  for (const std::uint32_t v : layout.shared_variables) {
    const Variable& variable = program.variables[v];
    if (is_dynamic_shared(variable)) {
      dynamic = v;
      ++dynamics;
    } else if (offset >= layout.address[v] && offset - layout.address[v] < variable.size) {
      return v;
    }
  }
  return dynamics == 1 && offset >= layout.dynamic_shared_offset ? dynamic : std::nullopt;
}

std::uint64_t shared_size(const Layout& layout, std::uint64_t dynamic_shared) {
  return dynamic_shared > 0 ? layout.dynamic_shared_offset + dynamic_shared : layout.static_shared;
}

std::optional<std::uint32_t> variable_of(const Program& program, const Layout& layout,
                                         std::uint32_t allocation) {
  if (allocation < kConstAllocations) {
    const std::size_t index = allocation - program.functions[layout.root].parameters.size();
    return index < layout.allocation_variable.size() ? std::optional(layout.allocation_variable[index])
                                                     : std::nullopt;
  }
  if (allocation == kNoAllocation) return std::nullopt;
  const auto it = std::find(layout.allocation.begin(), layout.allocation.end(), allocation);
  return it == layout.allocation.end()
             ? std::nullopt
             : std::optional(static_cast<std::uint32_t>(it - layout.allocation.begin()));
}

std::optional<std::uint64_t> variable_size(const Program& program, const Layout& layout,
                                           std::uint32_t allocation) {
  const auto variable = variable_of(program, layout, allocation);
  const std::uint64_t size = variable ? program.variables[*variable].size : 0;
  return size > 0 ? std::optional(size) : std::nullopt;
}

std::vector<std::uint64_t> parameter_offsets(const Program& program, const Layout& layout,
                                             std::uint32_t function) {
  std::vector<std::uint64_t> out;
  for (std::uint32_t v : program.functions[function].parameters) out.push_back(layout.address[v]);
  return out;
}

}  // namespace warpproof
