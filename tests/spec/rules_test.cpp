// The rule catalogue: levels by target, language and policy; guideline numbers; examples.
#include "spec/rules.h"

#include <catch2/catch.hpp>
#include <string>

namespace warpproof {
namespace {

using spec::Language;
using spec::Level;
using spec::level;
using spec::Rule;

const spec::Target kPascal{61};
const spec::Target kAmpere{80};

spec::Policies with(const char* setting) {
  spec::Policies policies;
  REQUIRE_FALSE(spec::apply_policy(policies, setting).has_value());
  return policies;
}

TEST_CASE("rules are found by id, in the order of the enum", "[rules]") {
  for (std::size_t i = 0; i < spec::kRuleCount; ++i) {
    const spec::RuleInfo& info = *spec::kRules[i];
    CHECK(static_cast<std::size_t>(info.rule) == i);
    CHECK(spec::find_rule(info.id) == &info);
    CHECK(spec::rule_id(info.rule) == info.id);
  }
  CHECK(spec::find_rule("mask.selfish") == nullptr);
  CHECK(spec::find_rule("") == nullptr);
}

TEST_CASE("NVIDIA's guideline numbers stand beside the rules they cover", "[rules]") {
  CHECK(spec::rule_info(Rule::BarrierDivergent).guideline == "1.14");
  CHECK(spec::rule_info(Rule::MaskMissing).guideline == "2.1");
  CHECK(spec::rule_info(Rule::ShflInactiveSource).guideline == "2.1");
  CHECK(spec::rule_info(Rule::ShflWidth).guideline == "2.2");
  CHECK(spec::rule_info(Rule::MaskSelf).guideline == "2.3");
  CHECK(spec::rule_info(Rule::MaskMismatch).guideline == "2.3");
  CHECK(spec::rule_info(Rule::ShflSourceOutsideMask).guideline == "2.3");
  CHECK(spec::rule_info(Rule::ConvergePre70).guideline == "2.4");
}

TEST_CASE("levels follow the target", "[rules][point.mismatch][converge.pre70][shfl.legacy]") {
  const spec::Policies policies;
  CHECK(level(Rule::PointMismatch, kPascal, policies) == Level::Error);
  CHECK(level(Rule::PointMismatch, kAmpere, policies) == Level::Warning);
  CHECK(level(Rule::ConvergePre70, kPascal, policies) == Level::Error);
  CHECK(level(Rule::ConvergePre70, kAmpere, policies) == Level::Off);
  CHECK(level(Rule::ShflLegacy, kPascal, policies) == Level::Warning);
  CHECK(level(Rule::ShflLegacy, kAmpere, policies) == Level::Error);
  CHECK(level(Rule::MemoryImplicitWarpSync, kPascal, policies) == Level::Warning);
  CHECK(level(Rule::MemoryImplicitWarpSync, kAmpere, policies) == Level::Error);
}

TEST_CASE("levels follow the language",
          "[rules][shfl.width][shfl.offset][shfl.c-bits][value.uninitialised]") {
  const spec::Policies policies;
  CHECK(level(Rule::ShflWidth, kAmpere, policies, Language::Cuda) == Level::Error);
  CHECK(level(Rule::ShflWidth, kAmpere, policies, Language::Ptx) == Level::Note);
  CHECK(level(Rule::ShflOffset, kAmpere, policies, Language::Cuda) == Level::Warning);
  CHECK(level(Rule::ShflOffset, kAmpere, policies, Language::Ptx) == Level::Note);
  CHECK(level(Rule::ShflCBits, kAmpere, policies, Language::Ptx) == Level::Warning);
  CHECK(level(Rule::ValueUninitialised, kAmpere, policies, Language::Cuda) == Level::Error);
  CHECK(level(Rule::ValueUninitialised, kAmpere, policies, Language::Ptx) == Level::Warning);
}

TEST_CASE("levels follow the policies", "[rules]") {
  CHECK(level(Rule::PointMismatch, kAmpere, with("program-point=same-point")) == Level::Error);
  CHECK(level(Rule::ShflInactiveSource, kAmpere, with("inactive-source=error")) == Level::Error);
  CHECK(level(Rule::ShflSourceOutsideMask, kAmpere, with("inactive-source=error")) == Level::Error);
  CHECK(level(Rule::ShflOffset, kAmpere, with("shuffle-operand=error")) == Level::Error);
  CHECK(level(Rule::ShflWidth, kAmpere, with("shuffle-operand=error"), Language::Ptx) == Level::Error);
  CHECK(level(Rule::BarrierSplitSite, kAmpere, with("aligned-barrier=any-site")) == Level::Off);
  CHECK(level(Rule::StoreSameInstruction, kAmpere, with("same-address-store=warning")) == Level::Warning);
  CHECK(spec::equal_value_race_level(with("data-race=equal-values-downgraded")) == Level::Warning);
  CHECK(spec::equal_value_race_level(with("data-race=error")) == Level::Error);
  CHECK(spec::equal_value_race_level({}) == Level::Warning);
}

TEST_CASE("no policy, target or language silences a rule about masks of a lane's own", "[rules][mask.self]") {
  for (const spec::PolicyInfo& row : spec::kPolicies) {
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      spec::Policies policies;
      row.set(policies, i);
      for (const spec::Target target : {kPascal, kAmpere}) {
        for (const Language language : {Language::Cuda, Language::Ptx}) {
          for (const Rule rule : {Rule::MaskSelf, Rule::MaskMissing, Rule::MaskMismatch, Rule::OpMismatch,
                                  Rule::ValueTaintedUse, Rule::BarrierDivergent, Rule::BarrierUnreached}) {
            CHECK(level(rule, target, policies, language) == Level::Error);
          }
        }
      }
    }
  }
}

TEST_CASE("each rule shows a kernel that breaks it and a different one that keeps it", "[rules]") {
  for (const spec::RuleInfo* info : spec::kRules) {
    CAPTURE(info->id);
    for (const spec::RuleExample* example : {&info->bad, &info->good}) {
      CHECK(example->code.find("__global__") != std::string_view::npos);
      CHECK(spec::parse_target(example->target).has_value());
      CHECK(example->block >= 1);
    }
    CHECK((info->bad.code != info->good.code || info->bad.target != info->good.target));
  }
}

}  // namespace
}  // namespace warpproof
