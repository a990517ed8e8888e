#include "checker/report/archive.h"

#include "src/base/archive.h"

namespace warpproof::report {
template <class Archive>
static void each(Archive& archive, Is<SourcePlace> auto& value) {
  auto& [file, line, column, text] = value;
  archive(file, line, column, text);
}
template <class Archive>
static void each(Archive& archive, Is<TraceStep> auto& value) {
  auto& [place, warp, lanes, what, waiting, weight] = value;
  archive(place, warp, lanes, what, waiting, weight);
}
template <class Archive>
static void each(Archive& archive, Is<Related> auto& value) {
  auto& [place, message] = value;
  archive(place, message);
}
template <class Archive>
static void each(Archive& archive, Is<Finding> auto& value) {
  auto& [rule, level, place, inlined_at, lanes, message, replayed, launch, rerun, inputs, trace, related] = value;
  archive(rule, level, place, inlined_at, lanes, message, replayed, launch, rerun, inputs, trace, related);
}
template <class Archive>
static void each(Archive& archive, Is<UnknownReason> auto& value) {
  auto& [reason, place] = value;
  archive(reason, place);
}
template <class Archive>
static void each(Archive& archive, Is<Undecided> auto& value) {
  auto& [rule, level, reason, place] = value;
  archive(rule, level, reason, place);
}
template <class Archive>
static void each(Archive& archive, Is<Obligations> auto& value) {
  auto& [folded, solved, solver_seconds] = value;
  archive(folded, solved, solver_seconds);
}
template <class Archive>
static void each(Archive& archive, Is<EffortShare> auto& value) {
  auto& [strategy, units] = value;
  archive(strategy, units);
}
template <class Archive>
static void each(Archive& archive, Is<LoopClaims> auto& value) {
  auto& [of, place, by, claims] = value;
  archive(of, place, by, claims);
}
template <class Archive>
static void each(Archive& archive, Is<LaunchSource> auto& value) {
  auto& [text, file, line, column, block, grid, dynamic_shared, called_from, also_at] = value;
  archive(text, file, line, column, block, grid, dynamic_shared, called_from, also_at);
}
template <class Archive>
static void each(Archive& archive, Is<Suppressed> auto& value) {
  auto& [finding, reason, in_source] = value;
  archive(finding, reason, in_source);
}
template <class Archive>
static void each(Archive& archive, Is<ProvedFix> auto& value) {
  auto& [what, holds_for, diff, before, after] = value;
  archive(what, holds_for, diff, before, after);
}
template <class Archive>
static void each(Archive& archive, Is<Kernel> auto& value) {
  auto& [name, file, verdict, block, grid, holds_for, violated_for, safe_if, findings, source, notes,
         only_partial_warps, assumptions, approximations, loops, unknown, undecided, obligations, without_witness, runs_go_on,
         seconds, effort, effort_shares, left_out, suppressed, fix] = value;
  archive(name, file, verdict, block, grid, holds_for, violated_for, safe_if, findings, source, notes,
          only_partial_warps, assumptions, approximations, loops, unknown, undecided, obligations, without_witness, runs_go_on,
          seconds, effort, effort_shares, left_out, suppressed, fix);
}

std::string pack(const Kernel& kernel) { return packed(kernel); }

Kernel unpack(std::string_view bytes) { return unpacked<Kernel>(bytes); }

}  // namespace warpproof::report
