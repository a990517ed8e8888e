// The opcode table: every PTX mnemonic the tool gives a meaning to, once.
//
// WARPPROOF_OPCODES(X) expands X(Name, "mnemonic", Class) for each; the enum, the name lookup and the switch
// statements of the machines are made from it, so that a missing case is a compile error or a failing table
// test.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpproof {

enum class OpcodeClass : std::uint8_t { Alu, Memory, AsyncCopy, Control, Warp, Barrier, Fence, Misc };

// clang-format off
#define WARPPROOF_OPCODES(X) \
  X(Abs, "abs", Alu) X(Add, "add", Alu) X(Addc, "addc", Alu) X(And, "and", Alu) X(Bfe, "bfe", Alu) \
  X(Bfi, "bfi", Alu) X(Bfind, "bfind", Alu) X(Bmsk, "bmsk", Alu) X(Brev, "brev", Alu) X(Clz, "clz", Alu) \
  X(Cnot, "cnot", Alu) X(Copysign, "copysign", Alu) X(Cos, "cos", Alu) X(Cvt, "cvt", Alu) \
  X(CvtPack, "cvt.pack", Alu) X(Cvta, "cvta", Alu) X(Div, "div", Alu) X(Dp2a, "dp2a", Alu) \
  X(Dp4a, "dp4a", Alu) X(Ex2, "ex2", Alu) X(Fma, "fma", Alu) X(Fns, "fns", Alu) \
  X(Isspacep, "isspacep", Alu) X(Lg2, "lg2", Alu) X(Lop3, "lop3", Alu) X(Mad, "mad", Alu) \
  X(Mad24, "mad24", Alu) X(Madc, "madc", Alu) X(Max, "max", Alu) X(Min, "min", Alu) X(Mov, "mov", Alu) \
  X(Mul, "mul", Alu) X(Mul24, "mul24", Alu) X(Neg, "neg", Alu) X(Not, "not", Alu) X(Or, "or", Alu) \
  X(Popc, "popc", Alu) X(Prmt, "prmt", Alu) X(Rcp, "rcp", Alu) X(Rem, "rem", Alu) X(Rsqrt, "rsqrt", Alu) \
  X(Sad, "sad", Alu) X(Selp, "selp", Alu) X(Set, "set", Alu) X(Setp, "setp", Alu) X(Shf, "shf", Alu) \
  X(Shl, "shl", Alu) X(Shr, "shr", Alu) X(Sin, "sin", Alu) X(Slct, "slct", Alu) X(Sqrt, "sqrt", Alu) \
  X(Sub, "sub", Alu) X(Subc, "subc", Alu) X(Szext, "szext", Alu) X(Tanh, "tanh", Alu) \
  X(Testp, "testp", Alu) X(Vadd, "vadd", Alu) X(Vsub, "vsub", Alu) X(Vabsdiff, "vabsdiff", Alu) \
  X(Vmin, "vmin", Alu) X(Vmax, "vmax", Alu) X(Vshl, "vshl", Alu) X(Vshr, "vshr", Alu) \
  X(Vmad, "vmad", Alu) X(Vset, "vset", Alu) X(Vadd2, "vadd2", Alu) X(Vsub2, "vsub2", Alu) \
  X(Vavrg2, "vavrg2", Alu) X(Vabsdiff2, "vabsdiff2", Alu) X(Vmin2, "vmin2", Alu) X(Vmax2, "vmax2", Alu) \
  X(Vset2, "vset2", Alu) X(Vadd4, "vadd4", Alu) X(Vsub4, "vsub4", Alu) X(Vavrg4, "vavrg4", Alu) \
  X(Vabsdiff4, "vabsdiff4", Alu) X(Vmin4, "vmin4", Alu) X(Vmax4, "vmax4", Alu) X(Vset4, "vset4", Alu) \
  X(Xor, "xor", Alu) X(Ld, "ld", Memory) X(Ldu, "ldu", Memory) X(St, "st", Memory) \
  X(Atom, "atom", Memory) X(Red, "red", Memory) X(CpAsync, "cp.async", AsyncCopy) \
  X(CpAsyncCommitGroup, "cp.async.commit_group", AsyncCopy) \
  X(CpAsyncWaitGroup, "cp.async.wait_group", AsyncCopy) \
  X(CpAsyncWaitAll, "cp.async.wait_all", AsyncCopy) X(Prefetch, "prefetch", Misc) \
  X(Prefetchu, "prefetchu", Misc) X(Bra, "bra", Control) X(BrxIdx, "brx.idx", Control) \
  X(Call, "call", Control) X(Ret, "ret", Control) X(Exit, "exit", Control) X(Trap, "trap", Control) \
  X(Shfl, "shfl", Warp) X(Vote, "vote", Warp) X(Match, "match", Warp) X(Redux, "redux", Warp) \
  X(Activemask, "activemask", Warp) X(Elect, "elect", Warp) X(BarWarpSync, "bar.warp.sync", Warp) \
  X(Ldmatrix, "ldmatrix", Warp) X(Stmatrix, "stmatrix", Warp) X(Mma, "mma", Warp) \
  X(WmmaLoad, "wmma.load", Warp) X(WmmaStore, "wmma.store", Warp) X(WmmaMma, "wmma.mma", Warp) \
  X(Setmaxnreg, "setmaxnreg", Warp) \
  X(Barrier, "barrier", Barrier) X(Membar, "membar", Fence) X(Fence, "fence", Fence) \
  X(Nanosleep, "nanosleep", Misc) X(Pmevent, "pmevent", Misc) X(Brkpt, "brkpt", Misc) \
  X(Griddepcontrol, "griddepcontrol", Misc) \
  X(Unsupported, "unsupported", Misc)
// clang-format on

enum class Opcode : std::uint8_t {
#define X(Name, text, cls) Name,
  WARPPROOF_OPCODES(X)
#undef X
};

struct OpcodeInfo {
  std::string_view mnemonic;
  OpcodeClass cls;
};
inline constexpr OpcodeInfo kOpcodeTable[] = {
#define X(Name, text, cls) {text, OpcodeClass::cls},
    WARPPROOF_OPCODES(X)
#undef X
};
constexpr const OpcodeInfo& info(Opcode op) { return kOpcodeTable[static_cast<int>(op)]; }

// How many elements of its operands a video instruction combines: 1, 2 or 4; 0 for all others.
constexpr int video_elements(Opcode op) {
  if (op < Opcode::Vadd || op > Opcode::Vset4) return 0;
  return op <= Opcode::Vset ? 1 : op <= Opcode::Vset2 ? 2 : 4;
}

// A rendezvous makes a lane wait for others (activemask does not wait, but its meaning depends on who is
// there).
constexpr bool is_rendezvous(Opcode op) {
  return info(op).cls == OpcodeClass::Warp || info(op).cls == OpcodeClass::Barrier;
}

// .sync.aligned: all lanes of the warp execute it, together (spec/matrix.h). Their forms are those of
// matrix.h.
constexpr bool is_aligned_collective(Opcode op) { return op >= Opcode::Ldmatrix && op <= Opcode::Setmaxnreg; }

enum class Type : std::uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  U16x2,
  S16x2,
  TF32,  // the destination of cvt only, held in a .b32 register
};
// Width of a register of that type in bits; 1 for Pred, 0 for None.
constexpr int bits_of(Type t) {
  switch (t) {
    case Type::None:
      return 0;
    case Type::Pred:
      return 1;
    case Type::B8:
    case Type::U8:
    case Type::S8:
      return 8;
    case Type::B16:
    case Type::U16:
    case Type::S16:
    case Type::F16:
    case Type::BF16:
      return 16;
    case Type::B64:
    case Type::U64:
    case Type::S64:
    case Type::F64:
      return 64;
    case Type::B128:
      return 128;
    default:
      return 32;
  }
}
constexpr bool is_signed(Type t) {
  return t == Type::S8 || t == Type::S16 || t == Type::S32 || t == Type::S64 || t == Type::S16x2;
}
constexpr bool is_float(Type t) {
  return t == Type::F16 || t == Type::F16x2 || t == Type::BF16 || t == Type::BF16x2 || t == Type::F32 ||
         t == Type::F64;
}

enum class Compare : std::uint8_t {
  None,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan
};
enum class BoolOp : std::uint8_t { None, And, Or, Xor };
enum class Rounding : std::uint8_t { None, Rn, Rna, Rz, Rm, Rp, Rni, Rzi, Rmi, Rpi };
enum class PermuteMode : std::uint8_t { Default, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };
enum class ShuffleMode : std::uint8_t { None, Up, Down, Bfly, Idx };
enum class VoteMode : std::uint8_t { None, All, Any, Uni, Ballot };
enum class MatchMode : std::uint8_t { None, Any, All };
enum class ReduceOp : std::uint8_t { None, Add, Min, Max, And, Or, Xor, Inc, Dec, Exch, Cas, Popc };
enum class TestOp : std::uint8_t { None, Finite, Infinite, Number, NotANumber, Normal, Subnormal };
enum class BarrierKind : std::uint8_t { None, Sync, Arrive, Red };

}  // namespace warpproof
