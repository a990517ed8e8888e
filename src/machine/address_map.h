// Where things live: the concrete addresses that the evaluator and the symbolic executor share.
//
// A generic address is 64 bits. Its top 24 bits name a window of 2^40 bytes (kWindowBits), the rest is an
// offset:
//   allocation a          window a + 1 (past the reserved windows below): kernel parameter i, when it is a pointer, is
//                         allocation i; the module's global variables follow the kernel's parameters; pointers that are
//                         members of a parameter have numbers from kMemberAllocations on
//   constant variable c   window kConstWindows + c; allocation id kConstAllocations + c
//   0x7d, 0x7e, 0x7f      kernel parameters, local memory, shared memory
// Global and constant addresses are generic addresses already. Addresses of the shared, local and parameter
// spaces are small byte offsets; cvta adds the base of the window, cvta.to subtracts it (PTX ISA, cvta). The
// numbers are ours: no program may depend on them, and two allocations never overlap.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

inline constexpr int kWindowBits = 40;
inline constexpr std::uint64_t kWindowSize = 1ull << kWindowBits;
inline constexpr std::uint64_t kParamWindow = 0x7d, kLocalWindow = 0x7e, kSharedWindow = 0x7f;
inline constexpr std::uint64_t kConstWindows = 1ull << 20;  // top four bits of the address: 1
inline constexpr std::uint64_t kParamBase = kParamWindow << kWindowBits;
inline constexpr std::uint64_t kLocalBase = kLocalWindow << kWindowBits;
inline constexpr std::uint64_t kSharedBase = kSharedWindow << kWindowBits;

inline constexpr std::uint32_t kMemberAllocations = 1u << 19;
// Where the pointers point that may overlap each other; and, for all of them, those that are loaded from
// memory.
inline constexpr std::uint32_t kCommonAllocation = kMemberAllocations - 1;
inline constexpr std::uint32_t kLoadedAllocations = kMemberAllocations - 2;
inline constexpr std::uint32_t kConstAllocations = 1u << 20;
// Stand-ins for memory whose contents an analysis does not know; nothing lies there.
inline constexpr std::uint32_t kForgottenAllocations = 1u << 30;
inline constexpr std::uint32_t kNoAllocation = 0xffffffffu;

// The generic (and global, and constant) address of the first byte of an allocation.
std::uint64_t allocation_base(std::uint32_t allocation);

// Eight bytes of the root's parameters that may be a pointer: a parameter, or a member of a structure that is
// passed by value.
struct ParameterPart {
  std::uint32_t index = 0, offset = 0;  // of the parameter; bytes into it, a multiple of 8 where it is a pointer
  auto operator<=>(const ParameterPart&) const = default;
};
// The allocation that it points at, if it is a pointer; nothing where there are more parameters, or larger
// ones, than are numbered.
std::optional<std::uint32_t> pointed_allocation(ParameterPart part);
// Whose allocation it is: of a number below the root's count of parameters, or one of a member.
ParameterPart pointing_part(std::uint32_t allocation);
// The eight bytes that may be, by their size and place.
std::vector<ParameterPart> possible_pointers(const Program& program, std::uint32_t root);

// What cvta adds for a space: the base of its window, 0 for Global, Const and Generic.
std::uint64_t window_base(Space space);

// What a generic address points at. `space` is Global, Const, Shared, Local or Param; `offset` is in bytes
// from the allocation (Global, Const) or from the start of the window (an address of that space). An address
// in no window, null among them, is Global with kNoAllocation and itself as the offset.
struct Location {
  Space space = Space::Global;
  std::uint32_t allocation = kNoAllocation;
  std::uint64_t offset = 0;
  bool operator==(const Location&) const = default;
};
Location classify(std::uint64_t generic_address);
// The same for an address used with a state space. A generic, global or constant one goes through the
// windows.
Location classify(Space space, std::uint64_t address);

// Addresses of the variables of one kernel (or device function taken as the root).
struct Layout {
  std::uint32_t root = 0;  // function index
  // By variable index: byte offset in its own space for shared (laid out for the kernel), local (from the
  // start of its frame's depot) and param (from the start of the function's parameter area); generic address
  // for global and const.
  std::vector<std::uint64_t> address;
  std::vector<std::uint32_t>
      allocation;  // by variable: allocation id for global and const, else kNoAllocation
  std::vector<std::uint32_t> allocation_variable;  // global allocations past the parameters: the variable
  std::uint64_t static_shared = 0;                 // bytes of static shared memory
  std::uint64_t dynamic_shared_offset = 0;         // where every extern shared array starts
  std::vector<std::uint32_t> shared_variables;     // that the kernel names, static and dynamic
  std::vector<std::uint64_t> local_size;           // by function: bytes of the depot, a multiple of 16
  std::vector<std::uint64_t> param_size;  // by function: bytes of all its .param variables, a multiple of 16
  std::vector<bool> reachable;            // by function: called, directly or not, from the root

  // The address of a variable in its own space when used by a lane whose enclosing frames' functions
  // (outermost first, the using frame last) are given: local depots are stacked by call depth.
  std::uint64_t local_base(const std::vector<std::uint32_t>& frame_functions) const;
};

// Lays out every variable the root can reach. A zero-sized or extern shared variable starts at the end of the
// static ones; all of them share that offset, aligned to the largest alignment among them (at least 16).
Layout layout(const Program& program, std::uint32_t root);

// CUDA C++ Programming Guide 13.0, technical specifications: bytes of shared memory of a block, on any architecture.
inline constexpr std::uint64_t kMostSharedBytes = 232'448;

// The variable of shared memory that has this byte. Of dynamic ones, which all start at one place, only if the kernel names
// no other.
std::optional<std::uint32_t> shared_variable_at(const Program& program, const Layout& layout, std::uint64_t offset);

// Bytes of shared memory of a launch with that many dynamic ones.
std::uint64_t shared_size(const Layout& layout, std::uint64_t dynamic_shared);
// The module's variable, global or constant, that has this allocation; nothing for a parameter's, and one
// that no variable has.
std::optional<std::uint32_t> variable_of(const Program& program, const Layout& layout,
                                         std::uint32_t allocation);
// Its bytes; nothing also where it declares no size.
std::optional<std::uint64_t> variable_size(const Program& program, const Layout& layout,
                                           std::uint32_t allocation);

// Byte offsets of a function's parameters within its parameter area, in order.
std::vector<std::uint64_t> parameter_offsets(const Program& program, const Layout& layout,
                                             std::uint32_t function);

}  // namespace warpproof
