#include "src/concrete/report.h"

#include <algorithm>
#include <cstdio>

namespace warpproof {

std::string hex_mask(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

Report::Report(const Launch& launch) : launch_(launch), origins_(1) {}

spec::Level Report::level(spec::Rule rule) const {
  return spec::level(rule, spec::Target{launch_.target_sm}, launch_.policies,
                     launch_.cuda_source ? spec::Language::Cuda : spec::Language::Ptx);
}

bool Report::add(spec::Rule rule, std::uint32_t place, std::uint32_t warp, std::uint32_t lanes,
                 std::string message, std::vector<RelatedPlace> related) {
  return add(rule, level(rule), place, ThreadSet(static_cast<int>(warp), LaneSet{lanes}), std::move(message),
             std::move(related));
}

bool Report::add(spec::Rule rule, spec::Level level, std::uint32_t place, const ThreadSet& threads,
                 std::string message, std::vector<RelatedPlace> related) {
  if (level == spec::Level::Off) return false;
  const auto [it, added] = index_.try_emplace({rule, place}, findings_.size());
  if (added) {
    findings_.push_back({rule, level, place, threads, std::move(message), std::move(related)});
    return true;
  }
  Finding& finding = findings_[it->second];
  finding.threads.merge(threads);
  finding.level = std::max(finding.level, level);
  for (RelatedPlace& r : related) {
    const bool known = std::any_of(finding.related.begin(), finding.related.end(),
                                   [&](const RelatedPlace& old) { return old.place == r.place; });
    if (!known) finding.related.push_back(std::move(r));
  }
  return false;
}

bool Report::add_to_known(spec::Rule rule, spec::Level level, std::uint32_t place,
                          std::span<const std::uint32_t> threads, std::uint32_t related_place) {
  const auto known = index_.find({rule, place});
  if (known == index_.end()) return false;
  Finding& finding = findings_[known->second];
  const bool related = std::any_of(finding.related.begin(), finding.related.end(),
                                   [&](const RelatedPlace& r) { return r.place == related_place; });
  if (!related || finding.level < level) return false;
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  for (const std::uint32_t t : threads) finding.threads.add(static_cast<int>(t / lanes), static_cast<int>(t % lanes));
  return true;
}

OriginId Report::origin(spec::Rule rule, std::uint32_t place, bool may_be_padding) {
  const auto [it, added] =
      origin_ids_.try_emplace({rule, place, may_be_padding}, static_cast<OriginId>(origins_.size()));
  if (added) origins_.push_back({rule, place, may_be_padding});
  return it->second;
}

void Report::tainted_use(OriginId id, std::uint32_t place, std::uint32_t warp, std::uint32_t lanes,
                         const std::string& as_what) {
  const Origin origin = origins_[id];
  const ThreadSet threads(static_cast<int>(warp), LaneSet{lanes});
  const std::string what = origin.rule == spec::Rule::ValueUninitialised
                               ? "an uninitialised value is read here"
                           : origin.rule == spec::Rule::ValueDivisionByZero
                               ? "an integer is divided by zero here, and the result is used"
                               : "the value read here is undefined";
  add(origin.rule, spec::Level::Error, origin.place, threads, what, {{place, kUsedHereAs + as_what}});
  const std::string use = kUndefinedIsUsedAs + as_what;
  const bool is_new = add(spec::Rule::ValueTaintedUse, level(spec::Rule::ValueTaintedUse), place, threads, use,
                          {{origin.place, "it comes from here"}});
  if (is_new && hears_use_) hears_use_(place, warp, lanes, use);
}

}  // namespace warpproof
