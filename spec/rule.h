// What a rule is: the closed set of rules and the fields that each must fill. The text of each rule lies with
// its family (spec/rules_mask.h and its siblings); spec/rules.h joins them and decides levels.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpproof::spec {

enum class Rule {
  MaskSelf,
  MaskMissing,
  MaskMismatch,
  OpMismatch,
  PointMismatch,
  ConvergePre70,
  MaskExited,
  ShflInactiveSource,
  ShflSourceOutsideMask,
  ShflWidth,
  ShflOffset,
  ShflCBits,
  ShflLegacy,
  ValueTaintedUse,
  ValueUninitialised,
  MaskFromActivemask,
  WarpDivergent,
  WarpOperands,
  MemoryImplicitWarpSync,
  MemoryCollectiveAsFence,
  BarrierDivergent,
  BarrierSplitSite,
  BarrierUnreached,
  BarrierId,
  BarrierCount,
  BarrierRedMix,
  BarrierRearrive,
  BarrierExited,
  Race,
  RaceMixedSize,
  StoreSameInstruction,
  MemoryOutOfBounds,
  MemoryMisaligned,
  MemoryReadOnly,
  ValueDivisionByZero,
  LoopUnbounded,
  AsyncUnwaited,
  AsyncSourceSize,
  TargetIsa,
  AssertUser,
  AssertDevice,
};
inline constexpr std::size_t kRuleCount = static_cast<std::size_t>(Rule::AssertDevice) + 1;

// Only an error makes a violation. Off: the rule does not apply there.
enum class Level { Off, Note, Warning, Error };

// In which language the judged code was written; a few levels depend on it.
enum class Language { Cuda, Ptx };

// When a rule is judged.
enum class Judged {
  AtInstruction,  // when a lane executes the instruction
  AtStandstill,   // when nothing can fire any more (up to sm_6x: at the instruction)
  AtUse,          // where a value is consumed
  AcrossLanes,    // on pairs of memory accesses
};

// A complete kernel that breaks, or keeps, one rule. `block` is a launch that shows it, `target` an
// architecture.
struct RuleExample {
  std::string_view code;
  int block = 32;
  std::string_view target = "sm_80";
};

struct RuleInfo {
  Rule rule;
  std::string_view id;  // "mask.self"; stable
  Level level;          // default: sm_70 and later, CUDA, default policies
  Judged judged;
  bool checked;                // `warpproof check` decides this rule without further options
  std::string_view guideline;  // number in the NVIDIA CUDA C++ Guidelines 3.0.1, "" if none
  std::string_view citation;
  std::string_view statement;    // one line: when the rule fires
  std::string_view explanation;  // a paragraph
  RuleExample bad;
  RuleExample good;
};

constexpr std::string_view level_name(Level level) {
  switch (level) {
    case Level::Off:
      return "off";
    case Level::Note:
      return "note";
    case Level::Warning:
      return "warning";
    case Level::Error:
      return "error";
  }
  return "";
}

constexpr std::string_view judged_text(Judged judged) {
  switch (judged) {
    case Judged::AtInstruction:
      return "when a lane executes the instruction";
    case Judged::AtStandstill:
      return "when no lane can go on; up to sm_6x at the instruction";
    case Judged::AtUse:
      return "where the value is used";
    case Judged::AcrossLanes:
      return "on pairs of memory accesses";
  }
  return "";
}

}  // namespace warpproof::spec
