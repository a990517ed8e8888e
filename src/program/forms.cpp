#include "src/program/forms.h"

#include <algorithm>

namespace warpproof {
namespace {

using T = Type;

constexpr TypeSet kInt16To64 = types({T::U16, T::U32, T::U64, T::S16, T::S32, T::S64});
constexpr TypeSet kInt16To32 = types({T::U16, T::U32, T::S16, T::S32});
constexpr TypeSet kU32 = types({T::U32});
constexpr TypeSet kInt32 = types({T::U32, T::S32});
constexpr TypeSet kInt32To64 = types({T::U32, T::S32, T::U64, T::S64});
constexpr TypeSet kInt8To64 = kInt16To64 | types({T::U8, T::S8});
constexpr TypeSet kSignedInt = types({T::S16, T::S32, T::S64});
constexpr TypeSet kBits = types({T::B16, T::B32, T::B64});
constexpr TypeSet kB32 = types({T::B32});
constexpr TypeSet kB32To64 = types({T::B32, T::B64});
constexpr TypeSet kPredicate = types({T::Pred});
constexpr TypeSet kF32 = types({T::F32});
constexpr TypeSet kF64 = types({T::F64});
constexpr TypeSet kF32F64 = kF32 | kF64;
constexpr TypeSet kF16 = types({T::F16, T::F16x2});
constexpr TypeSet kBF16 = types({T::BF16, T::BF16x2});
constexpr TypeSet kAccess = kInt8To64 | kBits | types({T::B8}) | kF32F64;

constexpr WordSet kHiLo = kHi | kLo;
constexpr WordSet kSemScope = kSem | kScope;
constexpr WordSet kAtomWords = kSemScope | kSpace | kCacheHint;
constexpr WordSet kAccessWords =
    kWeak | kVolatile | kMmio | kSemScope | kSpace | kCache | kHint | kCacheHint | kVector;

constexpr std::uint32_t reduces(std::initializer_list<ReduceOp> list) {
  std::uint32_t out = 0;
  for (ReduceOp op : list) out |= 1u << static_cast<int>(op);
  return out;
}
using R = ReduceOp;
constexpr std::uint32_t kLogic = reduces({R::And, R::Or, R::Xor});
constexpr std::uint32_t kMinMax = reduces({R::Min, R::Max});
constexpr std::uint32_t kAdd = reduces({R::Add});

using O = Opcode;

// Columns: opcode, types, second types, required, exactly one of, optional, reduce operators, layout.
// Sorted by opcode in the order of the enum (a test checks it).
constexpr Form kForms[] = {
    {O::Abs, kSignedInt, 0, 0, 0, 0, 0, "T=T"},
    {O::Abs, kF32 | kF16, 0, 0, 0, kFtz, 0, "T=T"},
    {O::Abs, kF64 | kBF16, 0, 0, 0, 0, 0, "T=T"},
    {O::Add, kInt16To64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Add, types({T::U16x2, T::S16x2}), 0, 0, 0, 0, 0, "T=TT"},
    {O::Add, types({T::S32}), 0, kSat, 0, 0, 0, "T=TT"},
    {O::Add, kInt32To64, 0, kCarry, 0, 0, 0, "T=TT"},
    {O::Add, kF32, 0, 0, 0, kAnyRounding | kFtz | kSat, 0, "T=TT"},
    {O::Add, kF64, 0, 0, 0, kAnyRounding, 0, "T=TT"},
    {O::Add, kF16, 0, 0, 0, kRn | kFtz | kSat, 0, "T=TT"},
    {O::Add, kBF16, 0, 0, 0, kRn, 0, "T=TT"},
    {O::Addc, kInt32To64, 0, 0, 0, kCarry, 0, "T=TT"},
    {O::And, kPredicate | kBits, 0, 0, 0, 0, 0, "T=TT"},
    {O::Bfe, kInt32To64, 0, 0, 0, 0, 0, "T=TUU"},
    {O::Bfi, kB32To64, 0, 0, 0, 0, 0, "T=TTUU"},
    {O::Bfind, kInt32To64, 0, 0, 0, kShiftamt, 0, "U=T"},
    {O::Bmsk, kB32, 0, 0, kWrap | kClamp, 0, 0, "T=UU"},
    {O::Brev, kB32To64, 0, 0, 0, 0, 0, "T=T"},
    {O::Clz, kB32To64, 0, 0, 0, 0, 0, "U=T"},
    {O::Cnot, kBits, 0, 0, 0, 0, 0, "T=T"},
    {O::Copysign, kF32F64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Cos, kF32, 0, kApprox, 0, kFtz, 0, "T=T"},
    // cvt: integers; integer to float; float to integer; float widened or kept; float narrowed.
    {O::Cvt, kInt8To64, kInt8To64, 0, 0, kSat, 0, "T=S"},
    {O::Cvt, kF32, kInt8To64, 0, kAnyRounding, kFtz | kSat, 0, "T=S"},
    {O::Cvt, kF64 | types({T::F16}), kInt8To64, 0, kAnyRounding, kSat, 0, "T=S"},
    {O::Cvt, types({T::BF16}), kInt8To64, 0, kAnyRounding, 0, 0, "T=S"},
    {O::Cvt, kInt8To64, kF32, 0, kAnyIntegerRounding, kFtz | kSat, 0, "T=S"},
    {O::Cvt, kInt8To64, kF64 | types({T::F16, T::BF16}), 0, kAnyIntegerRounding, kSat, 0, "T=S"},
    {O::Cvt, kF32, types({T::F16}), 0, 0, kFtz | kSat, 0, "T=S"},
    {O::Cvt, kF32, types({T::BF16}), 0, 0, kFtz | kSat, 0, "T=S"},
    {O::Cvt, kF64, types({T::F16, T::BF16}), 0, 0, kSat, 0, "T=S"},
    {O::Cvt, kF64, kF32, 0, 0, kFtz | kSat, 0, "T=S"},
    {O::Cvt, kF32, kF32, 0, 0, kAnyIntegerRounding | kFtz | kSat, 0, "T=S"},
    {O::Cvt, kF64, kF64, 0, 0, kAnyIntegerRounding | kSat, 0, "T=S"},
    {O::Cvt, types({T::F16}), types({T::F16}), 0, 0, kAnyIntegerRounding | kFtz | kSat, 0, "T=S"},
    {O::Cvt, types({T::BF16}), types({T::BF16}), 0, kAnyIntegerRounding, 0, 0, "T=S"},
    {O::Cvt, kF32, kF64, 0, kAnyRounding, kFtz | kSat, 0, "T=S"},
    {O::Cvt, types({T::F16}), kF32, 0, kAnyRounding, kFtz | kSat | kRelu, 0, "T=S"},
    {O::Cvt, types({T::F16}), kF64, 0, kAnyRounding, kSat, 0, "T=S"},
    {O::Cvt, types({T::BF16}), kF32, 0, kAnyRounding, kRelu, 0, "T=S"},
    {O::Cvt, types({T::BF16}), kF64, 0, kAnyRounding, 0, 0, "T=S"},
    {O::Cvt, types({T::F16x2}), kF32, 0, kRn | kRz, kFtz | kRelu, 0, "T=SS"},
    {O::Cvt, types({T::BF16x2}), kF32, 0, kRn | kRz, kRelu, 0, "T=SS"},
    {O::Cvt, types({T::TF32}), kF32, kRna, 0, 0, 0, "T=S"},
    {O::CvtPack, types({T::U16, T::S16}), types({T::S32}), kSat, 0, 0, 0, "B=SS"},
    {O::CvtPack, types({T::U8, T::S8}), types({T::S32}), kSat | kAppend, 0, 0, 0, "B=SSB"},
    {O::Cvta, types({T::U32, T::U64}), 0, kSpace, 0, kTo, 0, "T=T"},
    {O::Div, kInt16To64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Div, kF32, 0, 0, kApprox | kFull | kAnyRounding, kFtz, 0, "T=TT"},
    {O::Div, kF64, 0, 0, kAnyRounding, 0, 0, "T=TT"},
    {O::Dp2a, kInt32, kInt32, 0, kHiLo, 0, 0, "B=TSB"},
    {O::Dp4a, kInt32, kInt32, 0, 0, 0, 0, "B=TSB"},
    {O::Ex2, kF32, 0, kApprox, 0, kFtz, 0, "T=T"},
    {O::Ex2, kF16, 0, kApprox, 0, 0, 0, "T=T"},
    {O::Ex2, kBF16, 0, kApprox | kFtz, 0, 0, 0, "T=T"},
    {O::Fma, kF32, 0, 0, kAnyRounding, kFtz | kSat, 0, "T=TTT"},
    {O::Fma, kF64, 0, 0, kAnyRounding, 0, 0, "T=TTT"},
    {O::Fma, kF16, 0, kRn, 0, kFtz | kSat, 0, "T=TTT"},
    {O::Fma, kF16, 0, kRn | kRelu, 0, kFtz, 0, "T=TTT"},
    {O::Fma, kBF16, 0, kRn, 0, kRelu, 0, "T=TTT"},
    {O::Fns, kB32, 0, 0, 0, 0, 0, "B=BBB"},
    {O::Isspacep, 0, 0, kSpace, 0, 0, 0, "P=A"},
    {O::Lg2, kF32, 0, kApprox, 0, kFtz, 0, "T=T"},
    {O::Lop3, kB32, 0, 0, 0, 0, 0, "T=TTTI"},
    {O::Mad, kInt16To64, 0, 0, kHiLo, 0, 0, "T=TTT"},
    {O::Mad, kInt16To32, 0, kWide, 0, 0, 0, "W=TTW"},
    {O::Mad, types({T::S32}), 0, kHi | kSat, 0, 0, 0, "T=TTT"},
    {O::Mad, kInt32To64, 0, kCarry, kHiLo, 0, 0, "T=TTT"},
    {O::Mad, kF32, 0, 0, kAnyRounding, kFtz | kSat, 0, "T=TTT"},
    {O::Mad, kF64, 0, 0, kAnyRounding, 0, 0, "T=TTT"},
    {O::Mad24, kInt32, 0, 0, kHiLo, 0, 0, "T=TTT"},
    {O::Mad24, types({T::S32}), 0, kHi | kSat, 0, 0, 0, "T=TTT"},
    {O::Madc, kInt32To64, 0, 0, kHiLo, kCarry, 0, "T=TTT"},
    {O::Max, kInt16To64 | types({T::U16x2}), 0, 0, 0, 0, 0, "T=TT"},
    {O::Max, types({T::S32, T::S16x2}), 0, 0, 0, kRelu, 0, "T=TT"},
    {O::Max, kF32, 0, 0, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Max, kF32, 0, kXorsign | kAbs, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Max, kF32, 0, 0, 0, kFtz | kNaN | kAbs, 0, "T=TTT", false},
    {O::Max, kF64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Max, kF16, 0, 0, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Max, kF16, 0, kXorsign | kAbs, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Max, kBF16, 0, 0, 0, kNaN, 0, "T=TT"},
    {O::Max, kBF16, 0, kXorsign | kAbs, 0, kNaN, 0, "T=TT"},
    {O::Min, kInt16To64 | types({T::U16x2}), 0, 0, 0, 0, 0, "T=TT"},
    {O::Min, types({T::S32, T::S16x2}), 0, 0, 0, kRelu, 0, "T=TT"},
    {O::Min, kF32, 0, 0, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Min, kF32, 0, kXorsign | kAbs, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Min, kF32, 0, 0, 0, kFtz | kNaN | kAbs, 0, "T=TTT", false},
    {O::Min, kF64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Min, kF16, 0, 0, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Min, kF16, 0, kXorsign | kAbs, 0, kFtz | kNaN, 0, "T=TT"},
    {O::Min, kBF16, 0, 0, 0, kNaN, 0, "T=TT"},
    {O::Min, kBF16, 0, kXorsign | kAbs, 0, kNaN, 0, "T=TT"},
    {O::Mov, kPredicate | kBits | kInt16To64 | kF32F64, 0, 0, 0, 0, 0, "T=T"},
    {O::Mul, kInt16To64, 0, 0, kHiLo, 0, 0, "T=TT"},
    {O::Mul, kInt16To32, 0, kWide, 0, 0, 0, "W=TT"},
    {O::Mul, kF32, 0, 0, 0, kAnyRounding | kFtz | kSat, 0, "T=TT"},
    {O::Mul, kF64, 0, 0, 0, kAnyRounding, 0, "T=TT"},
    {O::Mul, kF16, 0, 0, 0, kRn | kFtz | kSat, 0, "T=TT"},
    {O::Mul, kBF16, 0, 0, 0, kRn, 0, "T=TT"},
    {O::Mul24, kInt32, 0, 0, kHiLo, 0, 0, "T=TT"},
    {O::Neg, kSignedInt, 0, 0, 0, 0, 0, "T=T"},
    {O::Neg, kF32 | kF16, 0, 0, 0, kFtz, 0, "T=T"},
    {O::Neg, kF64 | kBF16, 0, 0, 0, 0, 0, "T=T"},
    {O::Not, kPredicate | kBits, 0, 0, 0, 0, 0, "T=T"},
    {O::Or, kPredicate | kBits, 0, 0, 0, 0, 0, "T=TT"},
    {O::Popc, kB32To64, 0, 0, 0, 0, 0, "U=T"},
    {O::Prmt, kB32, 0, 0, 0, kPermute, 0, "T=TTT"},
    {O::Rcp, kF32, 0, 0, kApprox | kAnyRounding, kFtz, 0, "T=T"},
    {O::Rcp, kF64, 0, 0, kAnyRounding, 0, 0, "T=T"},
    {O::Rcp, kF64, 0, kApprox | kFtz, 0, 0, 0, "T=T"},
    {O::Rem, kInt16To64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Rsqrt, kF32F64, 0, kApprox, 0, kFtz, 0, "T=T"},
    {O::Sad, kInt16To64, 0, 0, 0, 0, 0, "T=TTT"},
    {O::Selp, kBits | kInt16To64 | kF32F64, 0, 0, 0, 0, 0, "T=TTP"},
    {O::Set, kInt32 | kF32, kBits | kInt16To64 | kF64, kCompare, 0, 0, 0, "T=SS"},
    {O::Set, kInt32 | kF32, kF32, kCompare, 0, kFtz, 0, "T=SS"},
    {O::Set, kInt32 | kF32, kBits | kInt16To64 | kF64, kCompare | kBoolOp, 0, 0, 0, "T=SSP"},
    {O::Set, kInt32 | kF32, kF32, kCompare | kBoolOp, 0, kFtz, 0, "T=SSP"},
    {O::Set, types({T::F16, T::U16, T::S16, T::U32, T::S32}), types({T::F16}), kCompare, 0, kFtz, 0, "T=SS"},
    {O::Set, types({T::F16x2, T::U32, T::S32}), types({T::F16x2}), kCompare, 0, kFtz, 0, "T=SS"},
    {O::Set, types({T::BF16, T::U16, T::S16, T::U32, T::S32}), types({T::BF16}), kCompare, 0, 0, 0, "T=SS"},
    {O::Set, types({T::BF16x2, T::U32, T::S32}), types({T::BF16x2}), kCompare, 0, 0, 0, "T=SS"},
    {O::Setp, kBits | kInt16To64 | kF64 | types({T::BF16}), 0, kCompare, 0, 0, 0, "P|P?=TT"},
    {O::Setp, kF32 | types({T::F16}), 0, kCompare, 0, kFtz, 0, "P|P?=TT"},
    {O::Setp, types({T::F16x2}), 0, kCompare, 0, kFtz, 0, "P|P=TT"},
    {O::Setp, types({T::BF16x2}), 0, kCompare, 0, 0, 0, "P|P=TT"},
    {O::Setp, kBits | kInt16To64 | kF64 | types({T::BF16}), 0, kCompare | kBoolOp, 0, 0, 0, "P|P?=TTP"},
    {O::Setp, kF32 | types({T::F16}), 0, kCompare | kBoolOp, 0, kFtz, 0, "P|P?=TTP"},
    {O::Setp, types({T::F16x2}), 0, kCompare | kBoolOp, 0, kFtz, 0, "P|P=TTP"},
    {O::Setp, types({T::BF16x2}), 0, kCompare | kBoolOp, 0, 0, 0, "P|P=TTP"},
    {O::Shf, kB32, 0, kLeft, kWrap | kClamp, 0, 0, "T=TTU"},
    {O::Shf, kB32, 0, kRight, kWrap | kClamp, 0, 0, "T=TTU"},
    {O::Shl, kBits, 0, 0, 0, 0, 0, "T=TU"},
    {O::Shr, kBits | kInt16To64, 0, 0, 0, 0, 0, "T=TU"},
    {O::Sin, kF32, 0, kApprox, 0, kFtz, 0, "T=T"},
    {O::Slct, kBits | kInt16To64 | kF32F64, types({T::S32}), 0, 0, 0, 0, "T=TTS"},
    {O::Slct, kBits | kInt16To64 | kF32F64, kF32, 0, 0, kFtz, 0, "T=TTS"},
    {O::Sqrt, kF32, 0, 0, kApprox | kAnyRounding, kFtz, 0, "T=T"},
    {O::Sqrt, kF64, 0, 0, kAnyRounding, 0, 0, "T=T"},
    {O::Sub, kInt16To64, 0, 0, 0, 0, 0, "T=TT"},
    {O::Sub, types({T::S32}), 0, kSat, 0, 0, 0, "T=TT"},
    {O::Sub, kInt32To64, 0, kCarry, 0, 0, 0, "T=TT"},
    {O::Sub, kF32, 0, 0, 0, kAnyRounding | kFtz | kSat, 0, "T=TT"},
    {O::Sub, kF64, 0, 0, 0, kAnyRounding, 0, "T=TT"},
    {O::Sub, kF16, 0, 0, 0, kRn | kFtz | kSat, 0, "T=TT"},
    {O::Sub, kBF16, 0, 0, 0, kRn, 0, "T=TT"},
    {O::Subc, kInt32To64, 0, 0, 0, kCarry, 0, "T=TT"},
    {O::Szext, kInt32, 0, 0, kWrap | kClamp, 0, 0, "T=TU"},
    {O::Tanh, kF32 | kF16 | kBF16, 0, kApprox, 0, 0, 0, "T=T"},
    {O::Testp, kF32F64, 0, kTest, 0, 0, 0, "P=T"},
    {O::Vadd, kInt32, kInt32, 0, 0, kSat, 0, "T=QQ", true, kInt32},
    {O::Vadd, kInt32, kInt32, kReduce, 0, kSat, kAdd | kMinMax, "T=QQT", true, kInt32},
    {O::Vadd, kInt32, kInt32, 0, 0, kSat, 0, "D=QQT", true, kInt32},
    {O::Vsub, kInt32, kInt32, 0, 0, kSat, 0, "T=QQ", true, kInt32},
    {O::Vsub, kInt32, kInt32, kReduce, 0, kSat, kAdd | kMinMax, "T=QQT", true, kInt32},
    {O::Vsub, kInt32, kInt32, 0, 0, kSat, 0, "D=QQT", true, kInt32},
    {O::Vabsdiff, kInt32, kInt32, 0, 0, kSat, 0, "T=QQ", true, kInt32},
    {O::Vabsdiff, kInt32, kInt32, kReduce, 0, kSat, kAdd | kMinMax, "T=QQT", true, kInt32},
    {O::Vabsdiff, kInt32, kInt32, 0, 0, kSat, 0, "D=QQT", true, kInt32},
    {O::Vmin, kInt32, kInt32, 0, 0, kSat, 0, "T=QQ", true, kInt32},
    {O::Vmin, kInt32, kInt32, kReduce, 0, kSat, kAdd | kMinMax, "T=QQT", true, kInt32},
    {O::Vmin, kInt32, kInt32, 0, 0, kSat, 0, "D=QQT", true, kInt32},
    {O::Vmax, kInt32, kInt32, 0, 0, kSat, 0, "T=QQ", true, kInt32},
    {O::Vmax, kInt32, kInt32, kReduce, 0, kSat, kAdd | kMinMax, "T=QQT", true, kInt32},
    {O::Vmax, kInt32, kInt32, 0, 0, kSat, 0, "D=QQT", true, kInt32},
    {O::Vshl, kInt32, kInt32, 0, kClamp | kWrap, kSat, 0, "T=QQ", true, kU32},
    {O::Vshl, kInt32, kInt32, kReduce, kClamp | kWrap, kSat, kAdd | kMinMax, "T=QQT", true, kU32},
    {O::Vshl, kInt32, kInt32, 0, kClamp | kWrap, kSat, 0, "D=QQT", true, kU32},
    {O::Vshr, kInt32, kInt32, 0, kClamp | kWrap, kSat, 0, "T=QQ", true, kU32},
    {O::Vshr, kInt32, kInt32, kReduce, kClamp | kWrap, kSat, kAdd | kMinMax, "T=QQT", true, kU32},
    {O::Vshr, kInt32, kInt32, 0, kClamp | kWrap, kSat, 0, "D=QQT", true, kU32},
    {O::Vmad, kInt32, kInt32, 0, 0, kSat | kScale | kPlusOne, 0, "T=QQT", true, kInt32},
    {O::Vset, kInt32, kInt32, kCompare, 0, 0, 0, "B=QQ"},
    {O::Vset, kInt32, kInt32, kCompare | kReduce, 0, 0, kAdd | kMinMax, "B=QQB"},
    {O::Vset, kInt32, kInt32, kCompare, 0, 0, 0, "D=QQB"},
    {O::Vadd2, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vadd2, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vsub2, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vsub2, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vavrg2, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vavrg2, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vabsdiff2, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vabsdiff2, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vmin2, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vmin2, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vmax2, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vmax2, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vset2, kInt32, kInt32, kCompare, 0, 0, 0, "Q=QQB"},
    {O::Vset2, kInt32, kInt32, kCompare | kReduce, 0, 0, kAdd, "Q=QQB"},
    {O::Vadd4, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vadd4, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vsub4, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vsub4, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vavrg4, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vavrg4, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vabsdiff4, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vabsdiff4, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vmin4, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vmin4, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vmax4, kInt32, kInt32, 0, 0, kSat, 0, "Q=QQT", true, kInt32},
    {O::Vmax4, kInt32, kInt32, kReduce, 0, 0, kAdd, "Q=QQT", true, kInt32},
    {O::Vset4, kInt32, kInt32, kCompare, 0, 0, 0, "Q=QQB"},
    {O::Vset4, kInt32, kInt32, kCompare | kReduce, 0, 0, kAdd, "Q=QQB"},
    {O::Xor, kPredicate | kBits, 0, 0, 0, 0, 0, "T=TT"},
    {O::Ld, kAccess, 0, 0, 0, kAccessWords | kNc, 0, "V=M"},
    {O::Ldu, kAccess, 0, 0, 0, kSpace | kVector, 0, "V=M"},
    {O::St, kAccess, 0, 0, 0, kAccessWords, 0, "=MV"},
    {O::Atom, kB32To64, 0, kReduce, 0, kAtomWords, kLogic | reduces({R::Exch}), "T=MT"},
    {O::Atom, kBits, 0, kReduce, 0, kAtomWords, reduces({R::Cas}), "T=MTT"},
    {O::Atom, types({T::U32, T::S32, T::U64}) | kF32F64, 0, kReduce, 0, kAtomWords, kAdd, "T=MT"},
    {O::Atom, kF16 | kBF16, 0, kReduce | kNoftz, 0, kAtomWords, kAdd, "T=MT"},
    {O::Atom, types({T::U32}), 0, kReduce, 0, kAtomWords, reduces({R::Inc, R::Dec}), "T=MT"},
    {O::Atom, kInt32To64, 0, kReduce, 0, kAtomWords, kMinMax, "T=MT"},
    {O::Red, kB32To64, 0, kReduce, 0, kAtomWords, kLogic, "=MT"},
    {O::Red, types({T::U32, T::S32, T::U64}) | kF32F64, 0, kReduce, 0, kAtomWords, kAdd, "=MT"},
    {O::Red, kF16 | kBF16, 0, kReduce | kNoftz, 0, kAtomWords, kAdd, "=MT"},
    {O::Red, types({T::U32}), 0, kReduce, 0, kAtomWords, reduces({R::Inc, R::Dec}), "=MT"},
    {O::Red, kInt32To64, 0, kReduce, 0, kAtomWords, kMinMax, "=MT"},
    {O::Prefetch, 0, 0, kLevel, 0, kSpace, 0, "=M"},
    {O::Prefetchu, 0, 0, kLevel, 0, 0, 0, "=M"},
    {O::Bra, 0, 0, 0, 0, kUni, 0, "=L"},
    {O::BrxIdx, 0, 0, 0, 0, kUni, 0, "=UL"},
    {O::Call, 0, 0, 0, 0, kUni, 0, ""},
    {O::Ret, 0, 0, 0, 0, kUni, 0, "="},
    {O::Exit, 0, 0, 0, 0, 0, 0, "="},
    {O::Trap, 0, 0, 0, 0, 0, 0, "="},
    {O::Shfl, kB32, 0, kSync | kShuffle, 0, 0, 0, "B|P?=BUUB"},
    {O::Shfl, kB32, 0, kShuffle, 0, 0, 0, "B|P?=BUU"},
    {O::Vote, kPredicate, 0, kSync | kVote, 0, 0, 0, "P=PB"},
    {O::Vote, kPredicate, 0, kVote, 0, 0, 0, "P=P"},
    {O::Vote, kB32, 0, kSync | kVote, 0, 0, 0, "B=PB"},
    {O::Vote, kB32, 0, kVote, 0, 0, 0, "B=P"},
    {O::Match, kB32To64, 0, kSync | kMatch, 0, 0, 0, "B|P?=TB"},
    {O::Redux, kInt32, 0, kSync | kReduce, 0, 0, kMinMax | kAdd, "T=TB"},
    {O::Redux, kB32, 0, kSync | kReduce, 0, 0, kLogic, "T=TB"},
    {O::Activemask, kB32, 0, 0, 0, 0, 0, "B="},
    {O::Elect, 0, 0, kSync, 0, 0, 0, "B|P=B"},
    {O::BarWarpSync, 0, 0, 0, 0, 0, 0, "=B"},
    {O::Barrier, 0, 0, kSync, 0, kCta | kAligned, 0, "=UU?"},
    {O::Barrier, 0, 0, kArrive, 0, kCta | kAligned, 0, "=UU"},
    {O::Barrier, types({T::U32}), 0, kRed | kReduce, 0, kCta | kAligned, reduces({R::Popc}), "U=UP"},
    {O::Barrier, types({T::U32}), 0, kRed | kReduce, 0, kCta | kAligned, reduces({R::Popc}), "U=UUP"},
    {O::Barrier, kPredicate, 0, kRed | kReduce, 0, kCta | kAligned, reduces({R::And, R::Or}), "P=UP"},
    {O::Barrier, kPredicate, 0, kRed | kReduce, 0, kCta | kAligned, reduces({R::And, R::Or}), "P=UUP"},
    {O::Membar, 0, 0, kScope, 0, 0, 0, "="},
    {O::Fence, 0, 0, kScope, 0, kSem, 0, "="},
    {O::Nanosleep, types({T::U32}), 0, 0, 0, 0, 0, "=U"},
    {O::Pmevent, 0, 0, 0, 0, kMask, 0, "=U"},
    {O::Brkpt, 0, 0, 0, 0, 0, 0, "="},
};

}  // namespace

std::span<const Form> forms_of(Opcode op) {
  const auto [first, last] =
      std::equal_range(std::begin(kForms), std::end(kForms), Form{op, 0, 0, 0, 0, 0, 0, ""},
                       [](const Form& a, const Form& b) { return a.op < b.op; });
  return {first, last};
}

std::int32_t form_index(const Form& form) { return static_cast<std::int32_t>(&form - std::begin(kForms)); }

}  // namespace warpproof
