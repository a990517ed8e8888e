// The loops that fast instructions are made of: one operation on the 32 lanes of a warp.
//
// A value of a warp ("slot") is 32 words of 32 bits, or of 64 for widths above 32, zero-extended and aligned
// to 64 bytes; a predicate (width 1) is one 32-bit mask. Each kernel exists as compiled for AVX-512, for AVX2
// and for no extension in particular; lane_kernels() is the table for the processor this runs on.
// Meanings are those of the word builders of src/machine/alu.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpproof::concrete {

inline constexpr std::size_t kSlot32 = 32 * 4, kSlot64 = 32 * 8, kSlotAlignment = 64;

// d, a, b, c are slots; d may be a, b or c. `mask` has the lanes that execute: others of d keep their value
// where the kernel is a masked one or d is a predicate. `imm` depends on the operation.
using LaneKernel = void (*)(void* d, const void* a, const void* b, const void* c, std::uint32_t mask,
                            std::uint64_t imm);

// imm is the width in bits unless said otherwise. "Word" operations exist for both sizes of slots.
enum class LaneOp : std::uint8_t {
  // word, word -> word
  Copy,
  Add,
  Sub,
  Neg,
  Mul,
  MulHiUnsigned,
  MulHiSigned,
  And,
  Or,
  Xor,
  Not,
  Shl,
  Lshr,
  Ashr,
  Popc,
  Clz,
  Brev,
  Select,      // c is a predicate: c ? a : b
  Extract,     // imm: low bit | width << 8; the same size of slot
  SignExtend,  // imm: width from | width to << 8; the same size of slot
  FromPred,    // a is a predicate; imm: the word for true
  // words -> predicate
  Eq,
  Ult,
  Slt,
  TestBit,  // imm: the bit
  // Floats in round to nearest even, with the NaN that PTX fixes. imm: the packed FloatOp.
  FloatAdd,
  FloatSub,
  FloatMul,
  FloatFma,
  FloatDiv,
  FloatSqrt,
  FloatEq,  // -> predicate, ordered
  FloatLt,
  FloatLe,
  kCount,
};

// Between sizes of slots, and on predicates.
enum class LaneMove : std::uint8_t {
  Widen,        // 32 -> 64 zero-extended
  WidenSigned,  // 32 -> 64; imm: width from | width to << 8
  Narrow,       // 64 -> 32; imm: low bit | width << 8
  SignedToF32,  // s32 -> f32 to nearest even
  PredCopy,
  PredAnd,
  PredOr,
  PredXor,
  PredNot,
  PredSelect,
  FloatAddFtz,  // f32 with .ftz; imm: the packed FloatOp
  FloatMulFtz,
  FloatFmaFtz,
  Permute,  // d[i] = a[b[i]], 32-bit words
  kCount,
};

struct LaneKernels {
  struct Pair {
    LaneKernel full = nullptr, masked = nullptr;
  };
  std::array<Pair, static_cast<std::size_t>(LaneOp::kCount)> word32, word64;
  std::array<Pair, static_cast<std::size_t>(LaneMove::kCount)> moves;
  const char* name = "";  // "avx512", "avx2", "portable"
};

const LaneKernels& lane_kernels();
// One of the three by name; null where the processor lacks it. For tests and benchmarks.
const LaneKernels* lane_kernels(const char* name);

namespace internal {
const LaneKernels& portable_kernels();
#if defined(__x86_64__)
const LaneKernels& avx2_kernels();
const LaneKernels& avx512_kernels();
#endif
// One lane of a float operation, by float_eval.
std::uint64_t evaluate_float(std::uint64_t packed_op, std::uint64_t a, std::uint64_t b, std::uint64_t c);
}  // namespace internal

}  // namespace warpproof::concrete
