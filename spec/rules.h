// The rule catalogue: every rule, in the order of the enum, with its level for a target, a language and
// policies.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "spec/policies.h"
#include "spec/rule.h"
#include "spec/rules_async.h"
#include "spec/rules_barrier.h"
#include "spec/rules_mask.h"
#include "spec/rules_memory.h"
#include "spec/rules_program.h"
#include "spec/rules_race.h"
#include "spec/rules_shfl.h"
#include "spec/targets.h"

namespace warpproof::spec {

namespace internal {

inline constexpr std::array<std::span<const RuleInfo>, 7> kRuleFamilies = {
    kMaskRules, kShflRules, kBarrierRules, kRaceRules, kMemoryRules, kAsyncRules, kProgramRules};

constexpr bool every_rule_has_one_text() {
  std::array<int, kRuleCount> seen{};
  for (const auto family : kRuleFamilies) {
    for (const RuleInfo& info : family) ++seen[static_cast<std::size_t>(info.rule)];
  }
  for (const int n : seen) {
    if (n != 1) return false;
  }
  return true;
}

constexpr bool every_text_is_complete() {
  for (const auto family : kRuleFamilies) {
    for (const RuleInfo& info : family) {
      if (info.id.empty() || info.citation.empty() || info.statement.empty() || info.explanation.empty() ||
          info.bad.code.empty() || info.good.code.empty()) {
        return false;
      }
      for (const auto other_family : kRuleFamilies) {
        for (const RuleInfo& other : other_family) {
          if (other.rule != info.rule && other.id == info.id) return false;
        }
      }
    }
  }
  return true;
}

constexpr std::array<const RuleInfo*, kRuleCount> rules_in_order() {
  std::array<const RuleInfo*, kRuleCount> table{};
  for (const auto family : kRuleFamilies) {
    for (const RuleInfo& info : family) table[static_cast<std::size_t>(info.rule)] = &info;
  }
  return table;
}

}  // namespace internal

static_assert(internal::every_rule_has_one_text(), "each rule of the enum has exactly one entry");
static_assert(internal::every_text_is_complete(),
              "each rule has an id of its own, a citation, a text and examples");

// Indexed by Rule.
inline constexpr std::array<const RuleInfo*, kRuleCount> kRules = internal::rules_in_order();

constexpr const RuleInfo& rule_info(Rule rule) { return *kRules[static_cast<std::size_t>(rule)]; }
constexpr std::string_view rule_id(Rule rule) { return rule_info(rule).id; }

// The rule of this id, or null.
constexpr const RuleInfo* find_rule(std::string_view id) {
  for (const RuleInfo* info : kRules) {
    if (info->id == id) return info;
  }
  return nullptr;
}

// The level of a finding. Rules whose level never varies keep the level of their table entry.
constexpr Level level(Rule rule, Target target, const Policies& policies,
                      Language language = Language::Cuda) {
  const bool old = judges_at_instruction(target);
  const bool ptx = language == Language::Ptx;
  const bool total_operands = ptx && policies.shuffle_operand == ShuffleOperand::ByLanguage;
  switch (rule) {
    case Rule::PointMismatch:
      return old || policies.program_point == ProgramPoint::SamePoint ? Level::Error : Level::Warning;
    case Rule::ConvergePre70:
      return old ? Level::Error : Level::Off;
    case Rule::ShflInactiveSource:
    case Rule::ShflSourceOutsideMask:
      return policies.inactive_source == InactiveSource::Error ? Level::Error : Level::Warning;
    case Rule::ShflWidth:
      return total_operands ? Level::Note : Level::Error;
    case Rule::ShflOffset:
      if (policies.shuffle_operand == ShuffleOperand::Error) return Level::Error;
      return ptx ? Level::Note : Level::Warning;
    case Rule::ShflCBits:
      return ptx ? Level::Warning : Level::Note;
    case Rule::ShflLegacy:
      return old ? Level::Warning : Level::Error;
    case Rule::ValueUninitialised:
      if (policies.uninitialised_argument == UninitialisedArgument::Taint) return Level::Note;
      return ptx ? Level::Warning : Level::Error;
    case Rule::MemoryImplicitWarpSync:
      return old ? Level::Warning : Level::Error;
    case Rule::MaskExited:
    case Rule::BarrierExited:
      return policies.exited == Exited::Error    ? Level::Error
             : policies.exited == Exited::Ignore ? Level::Off
                                                 : Level::Note;
    case Rule::BarrierSplitSite:
      return policies.aligned_barrier == AlignedBarrier::AnySite ? Level::Off : Level::Warning;
    case Rule::StoreSameInstruction:
      return policies.same_address_store == SameAddressStore::Warning ? Level::Warning : Level::Error;
    default:
      return rule_info(rule).level;
  }
}

// Is it about two accesses that nothing orders?
constexpr bool is_race(Rule rule) {
  return rule == Rule::Race || rule == Rule::RaceMixedSize || rule == Rule::StoreSameInstruction ||
         rule == Rule::MemoryImplicitWarpSync || rule == Rule::MemoryCollectiveAsFence;
}

// Is it about two accesses, ordered or not?
constexpr bool is_of_two_accesses(Rule rule) { return is_race(rule) || rule == Rule::MemoryReadOnly; }

// The level of a race between two stores that write equal values.
constexpr Level equal_value_race_level(const Policies& policies) {
  return policies.data_race == DataRace::EqualValuesDowngraded ? Level::Warning : Level::Error;
}

// A table entry states the level of the common case: CUDA, sm_70 and later, default policies.
static_assert([] {
  for (const RuleInfo* info : kRules) {
    if (level(info->rule, Target{80}, Policies{}) != info->level) return false;
  }
  return true;
}());

}  // namespace warpproof::spec
