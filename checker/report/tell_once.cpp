#include "checker/report/tell_once.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpproof::report {
namespace {

using spec::Rule;

bool is_about_waiting(Rule rule) {
  switch (rule) {
    case Rule::MaskMissing:
    case Rule::MaskMismatch:
    case Rule::OpMismatch:
    case Rule::PointMismatch:
    case Rule::BarrierDivergent:
    case Rule::BarrierUnreached:
      return true;
    default:
      return false;
  }
}

bool follows_from_waiting(Rule rule) {
  return is_about_waiting(rule) || rule == Rule::BarrierSplitSite || rule == Rule::BarrierExited ||
         rule == Rule::MaskExited;
}

bool is_about_masks(Rule rule) {
  switch (rule) {
    case Rule::MaskSelf:
    case Rule::MaskExited:
    case Rule::ShflInactiveSource:
    case Rule::ShflSourceOutsideMask:
      return true;
    default:
      return false;
  }
}

// The first mask that a message names, "0x0000ffff"; empty where it names none.
std::string_view mask_in(std::string_view message) {
  constexpr std::size_t kLength = 10;
  const std::size_t at = message.find("0x");
  return at == std::string_view::npos ? std::string_view() : message.substr(at, kLength);
}

bool is_same_run(const Finding& a, const Finding& b) { return a.launch == b.launch && a.rerun == b.rerun; }

bool is_same_place(const SourcePlace& a, const SourcePlace& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool is_mended_by_barrier(Rule rule) {
  return rule == Rule::Race || rule == Rule::MemoryImplicitWarpSync || rule == Rule::MemoryCollectiveAsFence;
}

bool has_place(const Finding& f, const SourcePlace& place) {
  return is_same_place(f.place, place) ||
         std::any_of(f.related.begin(), f.related.end(), [&](const Related& r) { return is_same_place(r.place, place); });
}

// `s[t] += s[t + 8];` reads and writes in one line, at two columns.
bool has_line(const Finding& f, const SourcePlace& place) {
  const auto is_there = [&](const SourcePlace& p) { return p.file == place.file && p.line == place.line; };
  return is_there(f.place) || std::any_of(f.related.begin(), f.related.end(), [&](const Related& r) { return is_there(r.place); });
}

// The same accesses meet in one warp and across warps: the barrier that mends the one mends the other.
bool is_race_of_the_same(const Finding& cause, const Finding& other) {
  return cause.rule == Rule::Race && is_mended_by_barrier(other.rule) && cause.level == other.level && is_same_run(cause, other) &&
         has_place(cause, other.place) &&
         std::all_of(other.related.begin(), other.related.end(), [&](const Related& r) { return has_place(cause, r.place); });
}

// The same mistake at another place of one run: values that were not written, and the steps of a reduction in a warp, each
// of which reads what the one before it wrote.
bool is_likewise(const Finding& cause, const Finding& other) {
  if (cause.rule != other.rule || cause.level != other.level || !is_same_run(cause, other)) return false;
  if (cause.rule == Rule::ValueUninitialised) return true;
  return (cause.rule == Rule::MemoryImplicitWarpSync || cause.rule == Rule::MemoryCollectiveAsFence) &&
         std::any_of(other.related.begin(), other.related.end(), [&](const Related& r) { return has_line(cause, r.place); });
}

bool explains(const Finding& cause, const Finding& other) {
  if (is_race_of_the_same(cause, other)) return true;
  if (other.level > cause.level || !is_same_run(cause, other)) return false;
  if (cause.level == spec::Level::Error && is_about_waiting(cause.rule)) return follows_from_waiting(other.rule);
  return cause.rule == other.rule && cause.level == other.level && is_about_masks(cause.rule) &&
         mask_in(cause.message) == mask_in(other.message);
}

// Places that are there already stay as they are.
void add_place(Finding& cause, const SourcePlace& place, std::string message) {
  if (!has_place(cause, place)) cause.related.push_back({place, std::move(message)});
}

}  // namespace

void tell_once(std::vector<Finding>& findings) {
  std::vector<Finding> kept;
  for (Finding& f : findings) {
    // The race of a block is the cause of one in a warp also where that was found first.
    const auto race = std::find_if(kept.begin(), kept.end(), [&](const Finding& t) { return is_race_of_the_same(f, t); });
    if (race != kept.end()) std::swap(*race, f);
    const auto cause = std::find_if(kept.begin(), kept.end(), [&](const Finding& t) { return explains(t, f) || is_likewise(t, f); });
    if (cause == kept.end()) {
      kept.push_back(std::move(f));
      continue;
    }
    add_place(*cause, f.place, fmt::format("{}, {}: {}", explains(*cause, f) ? "the same cause" : "likewise", spec::rule_id(f.rule), f.message));
    for (Related& r : f.related) add_place(*cause, r.place, std::move(r.message));
  }
  findings = std::move(kept);
}

}  // namespace warpproof::report
