#include "checker/report/tell_once.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

bool has_all_places(const Finding& f, const Finding& of) {
  return has_place(f, of.place) && std::all_of(of.related.begin(), of.related.end(), [&](const Related& r) { return has_place(f, r.place); });
}

// The same accesses meet in one warp and across warps: the barrier that mends the one mends the other. What was joined to the
// one, such as the same of the other tile of a product, then is of this cause, too.
bool is_race_of_the_same(const Finding& cause, const Finding& other) {
  return cause.rule == Rule::Race && is_mended_by_barrier(other.rule) && cause.level == other.level && is_same_run(cause, other) &&
         (has_all_places(cause, other) || (other.rule != Rule::Race && has_all_places(other, cause)));
}

// The same mistake at another place of one run: values that were not written, and the steps of a reduction in a warp, each
// of which reads what the one before it wrote.
bool is_likewise(const Finding& cause, const Finding& other) {
  if (cause.rule != other.rule || cause.level != other.level || !is_same_run(cause, other)) return false;
  if (cause.rule == Rule::ValueUninitialised) return true;
  return (cause.rule == Rule::MemoryImplicitWarpSync || cause.rule == Rule::MemoryCollectiveAsFence) &&
         std::any_of(other.related.begin(), other.related.end(), [&](const Related& r) { return has_line(cause, r.place); });
}

// A store of several lanes to one place races with itself across warps, too. With another access there is more to mend.
bool is_race_of_the_store(const Finding& cause, const Finding& other) {
  return cause.rule == Rule::Race && other.rule == Rule::StoreSameInstruction && other.level <= cause.level &&
         is_same_run(cause, other) && is_same_place(cause.place, other.place) && !cause.related.empty() &&
         std::all_of(cause.related.begin(), cause.related.end(), [&](const Related& r) { return is_same_place(r.place, other.place); });
}

// A shuffle whose mask lacks lanes that execute it reads from lanes that it lacks.
bool is_of_the_mask(const Finding& cause, const Finding& other) {
  return cause.rule == Rule::MaskSelf && other.rule == Rule::ShflSourceOutsideMask && other.level <= cause.level &&
         is_same_run(cause, other) && has_place(cause, other.place) && mask_in(cause.message) == mask_in(other.message);
}

// The cause, whichever of the two was found first.
bool is_cause(const Finding& cause, const Finding& other) {
  return is_race_of_the_same(cause, other) || is_race_of_the_store(cause, other) || is_of_the_mask(cause, other);
}

// What a value that is undefined is used for is a place of the finding that says why it is.
bool is_use_of(const Finding& cause, const Finding& use) {
  return use.rule == Rule::ValueTaintedUse && cause.rule != Rule::ValueTaintedUse &&
         std::any_of(cause.related.begin(), cause.related.end(), [&](const Related& r) {
           return is_same_place(r.place, use.place) && r.message.starts_with("used here as ");
         });
}

// Lines between which a barrier mends a race: after the write, before the read. Nothing where something else may be missing:
// after a barrier that both have passed, say in a loop, or in functions that are called.
struct Gap {
  std::string file;
  int after = 0, before = 0;
};
std::optional<Gap> gap_of(const Finding& f) {
  constexpr std::size_t kOwn = 3;  // last rows: the two accesses, and the race
  if (f.rule != Rule::Race || f.level != spec::Level::Error || f.trace.size() < kOwn || !f.inlined_at.empty()) return std::nullopt;
  const std::size_t first = f.trace.size() - kOwn;
  const bool only_branches = std::all_of(f.trace.begin(), f.trace.begin() + static_cast<std::ptrdiff_t>(first),
                                         [](const TraceStep& step) { return step.what.starts_with("branch taken by "); });
  if (!only_branches) return std::nullopt;
  const auto is = [](const TraceStep& step, std::string_view what) {
    return step.what.find(what) != std::string::npos && step.what.find("called from") == std::string::npos;
  };
  const bool writes_first = is(f.trace[first], " writes ");
  const TraceStep &write = f.trace[writes_first ? first : first + 1], &read = f.trace[writes_first ? first + 1 : first];
  if (!is(write, " writes ") || !is(read, " reads ") || write.place.file != read.place.file || write.place.line >= read.place.line)
    return std::nullopt;
  return Gap{write.place.file, write.place.line, read.place.line};
}
std::optional<Gap> common(const std::optional<Gap>& a, const std::optional<Gap>& b) {
  if (!a || !b || a->file != b->file) return std::nullopt;
  const Gap out{a->file, std::max(a->after, b->after), std::min(a->before, b->before)};
  return out.after < out.before ? std::optional(out) : std::nullopt;
}

bool explains(const Finding& cause, const Finding& other) {
  if (is_cause(cause, other)) return true;
  if (other.level > cause.level || !is_same_run(cause, other)) return false;
  if (is_use_of(cause, other)) return true;
  if (cause.level == spec::Level::Error && is_about_waiting(cause.rule)) return follows_from_waiting(other.rule);
  return cause.rule == other.rule && cause.level == other.level && is_about_masks(cause.rule) &&
         mask_in(cause.message) == mask_in(other.message);
}

// Places that are there already stay as they are.
void add_place(Finding& cause, const SourcePlace& place, std::string message) {
  if (!has_place(cause, place)) cause.related.push_back({place, std::move(message)});
}

void join(Finding& cause, Finding& other, std::string_view how) {
  add_place(cause, other.place, fmt::format("{}, {}: {}", how, spec::rule_id(other.rule), other.message));
  for (Related& r : other.related) add_place(cause, r.place, std::move(r.message));
}

}  // namespace

// Beside what the header lists, these are one cause:
//   * a mask that lacks lanes which execute a shuffle, and what that shuffle reads from lanes that the mask lacks;
//   * a store of several lanes to one place, and its race with itself across warps;
//   * races that one barrier mends: their writes stand before a line, their reads after it, and no barrier was passed before;
//   * the use of an undefined value, and the finding that says why it is undefined.
void tell_once(std::vector<Finding>& findings) {
  std::vector<Finding> kept;
  std::vector<std::optional<Gap>> gaps;  // of each of them: where one barrier mends it and all races that are joined to it
  for (Finding& f : findings) {
    // What is the cause of another one may be found after it, as the race of a block after that of a warp.
    const auto later = std::find_if(kept.begin(), kept.end(), [&](const Finding& t) { return is_cause(f, t); });
    if (later != kept.end()) {
      std::swap(*later, f);
      std::optional<Gap>& gap = gaps[static_cast<std::size_t>(later - kept.begin())];
      gap = common(gap, gap_of(*later));
    }
    const auto cause = std::find_if(kept.begin(), kept.end(), [&](const Finding& t) { return explains(t, f) || is_likewise(t, f); });
    if (cause != kept.end()) {
      join(*cause, f, explains(*cause, f) ? "the same cause" : "likewise");
      continue;
    }
    const std::optional<Gap> gap = gap_of(f);
    std::size_t k = 0;
    while (k < kept.size() && !(is_same_run(kept[k], f) && common(gaps[k], gap))) ++k;
    if (k < kept.size()) {
      gaps[k] = common(gaps[k], gap);
      join(kept[k], f, "likewise");
      continue;
    }
    gaps.push_back(gap);
    kept.push_back(std::move(f));
  }
  findings = std::move(kept);
}

}  // namespace warpproof::report
