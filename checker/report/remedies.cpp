#include "checker/report/remedies.h"

#include "spec/rules_help.h"

namespace warpproof::report {
namespace {

// Where the rule's own text (spec/rules_help.h) names operations of CUDA C++; else empty.
std::string_view of_ptx(spec::Rule rule) {
  using spec::Rule;
  switch (rule) {
    case Rule::MaskSelf:
      return "pass a mask that names each lane that gets here: 0xffffffff where all do, else "
             "`vote.sync.ballot.b32 mask, condition, 0xffffffff` before the branch";
    case Rule::MaskMissing:
      return "take the operation out of the branch, or name only the lanes that get here: "
             "`vote.sync.ballot.b32 mask, condition, 0xffffffff` before the branch";
    case Rule::MaskFromActivemask:
      return "take the mask from the condition, `vote.sync.ballot.b32 mask, condition, 0xffffffff` before the branch: "
             "`activemask` does not say which lanes will get here";
    case Rule::ShflLegacy:
      return "use the form with .sync and a mask of the lanes that take part";
    case Rule::MemoryImplicitWarpSync:
      return "put `bar.warp.sync 0xffffffff` between the two accesses";
    case Rule::MemoryCollectiveAsFence:
      return "put `bar.warp.sync 0xffffffff` between the two accesses: shuffles and votes order no memory";
    case Rule::Race:
      return "put `bar.sync 0` between the two accesses, let one thread do it, or use an atomic operation";
    case Rule::RaceMixedSize:
      return "put `bar.sync 0` between the two accesses, or access the same bytes with the same size";
    case Rule::MemoryReadOnly:
      return "use an ordinary load, without .nc, for what the kernel writes";
    case Rule::AsyncUnwaited:
      return "wait for the copy (`cp.async.wait_group`) before its bytes are touched";
    case Rule::AssertUser:
    case Rule::AssertDevice:
      return "mend the code before it, or state its precondition with --assume";
    default:
      return {};
  }
}

}  // namespace

std::string_view remedy(const Finding& finding) {
  const std::string_view own = finding.place.file.ends_with(".ptx") ? of_ptx(finding.rule) : std::string_view();
  return own.empty() ? spec::rule_help(finding.rule) : own;
}

}  // namespace warpproof::report
