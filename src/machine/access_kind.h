// What an access to shared or global memory is to a data race: two accesses of one word, by threads that
// nothing orders, race if one of them stores and one of them is weak (PTX ISA 9.x, memory consistency model:
// conflict, morally strong; all scopes hold within a block).
#pragma once

#include <cstdint>

#include "src/program/program.h"

namespace warpproof {

enum class AccessKind : std::uint8_t {
  Read,
  Write,
  StrongRead,
  Atomic,  // a strong store, or a read-modify-write
};

constexpr bool stores(AccessKind k) { return k == AccessKind::Write || k == AccessKind::Atomic; }
constexpr bool is_weak(AccessKind k) { return k == AccessKind::Read || k == AccessKind::Write; }
// `alike`: they are of the same bytes. Strong accesses that overlap in part race like weak ones.
constexpr bool may_race(AccessKind a, AccessKind b, bool alike) {
  return (stores(a) || stores(b)) && (is_weak(a) || is_weak(b) || !alike);
}

// Of a load or store. A volatile store to shared memory that no fence goes before is taken for data, as in
// code that was written for warps in lockstep (src/program/synchronisation.h).
inline AccessKind access_kind(const Instruction& in, Space space) {
  const bool is_store = in.op == Opcode::St;
  if (!in.mod.is_volatile) return is_store ? AccessKind::Write : AccessKind::Read;
  if (!is_store) return AccessKind::StrongRead;
  const bool data = space == Space::Shared && in.mod.ordering == "volatile" && !in.mod.publishes;
  return data ? AccessKind::Write : AccessKind::Atomic;
}

// Of a load or store for a fragment of wmma: which element of it which lane accesses is open, but the same
// for all fragments of one kind. So accesses of one lane, as a run has it, to one byte are of one lane in any case if both are of the
// same element: fragments at other addresses have other elements there. (What overlaps in part is excluded by
// the alignment of fragments, spec/matrix_alignment.h.) 0 for others.
constexpr std::uint32_t kMostElements = 64;  // of a lane, in a fragment
inline std::uint32_t fragment_kind(const Instruction& in) {
  const MatrixModifiers& m = in.mod.matrix;
  if (m.shape.m == 0) return 0;
  const int shape = m.shape.m + 64 * (m.shape.n + 64 * m.shape.k);
  const auto kind = static_cast<std::uint32_t>(static_cast<int>(m.role) + 4 * (static_cast<int>(m.a) + 16 * shape));
  return 1 + static_cast<std::uint32_t>(m.element) + kMostElements * kind;
}
// Is it open which lane of a warp performed one of these accesses?
constexpr bool of_open_lanes(std::uint32_t fragment, std::uint32_t other, bool one_warp) {
  return one_warp && fragment != other;
}

}  // namespace warpproof
