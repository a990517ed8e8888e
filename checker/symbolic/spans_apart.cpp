#include "checker/symbolic/spans_apart.h"

#include <algorithm>

#include "src/base/effort.h"

namespace warpproof::symbolic {

void SpansApart::Span::add(std::uint64_t number, int bytes) {
  const auto begin = static_cast<std::int64_t>(number);
  parts.emplace_back(begin, begin + bytes);
}

void SpansApart::Span::join() {
  constexpr std::int64_t kGap = 256;
  std::sort(parts.begin(), parts.end());
  std::size_t last = 0;
  for (const auto& [begin, end] : parts) {
    if (begin <= parts[last].second + kGap) {
      parts[last].second = std::max(parts[last].second, end);
    } else {
      parts[++last] = {begin, end};
    }
  }
  parts.resize(last + 1);
}

// Does the distance of the two groups' terms keep all their accesses apart?
bool SpansApart::apart(const Span& a, const Span& b) {
  constexpr std::int64_t kWidest = 1ll << 32;
  constexpr std::size_t kMostParts = 8;
  const auto is_wide = [](const Span& s) {
    return s.parts.size() > kMostParts || s.parts.front().first < -kWidest || s.parts.back().second > kWidest;
  };
  if (is_wide(a) || is_wide(b)) return false;
  const Term distance = g.add(g.sub(a.from, b.from), g.constant(64, static_cast<std::uint64_t>(b.at - a.at)));
  for (const auto& [first, end] : a.parts) {
    for (const auto& [other_first, other_end] : b.parts) {
      // Where some of the two parts overlap.
      if (!never_between(distance, other_first - end + 1, other_end - first)) return false;
    }
  }
  return true;
}

// From `low` to below `high`.
bool SpansApart::never_between(Term distance, std::int64_t low, std::int64_t high) {
  constexpr int kMostInVain = 4;
  const auto number = [&](std::int64_t n) { return g.constant(64, static_cast<std::uint64_t>(n)); };
  auto& known = never_between_[distance.id];
  if (std::any_of(known.begin(), known.end(),
                  [&](const auto& k) { return k.first <= low && high <= k.second; }))
    return true;
  int& in_vain = may_be_between_[distance.id];
  if (in_vain >= kMostInVain) return false;
  const Term between = g.ult(g.sub(distance, number(low)), number(high - low));
  const bool never = g.is_false(between) || (!g.is_true(between) && never_holds_(between));
  if (never) {
    known.emplace_back(low, high);
  } else {
    ++in_vain;
  }
  return never;
}

// Buffers of a pipeline are apart as wholes. Asked where many pairs would be compared.
SpansApart::Pairs SpansApart::operator()(const AccessRecords::Region& region,
                                         const AccessRecords::Batch& batch) {
  constexpr std::size_t kMostGroups = 64, kFewPairs = 256;
  Pairs out;
  Spans own;
  const auto add = [](Spans& spans, const AccessGroup& group, std::uint64_t at, const RecordedAccess& a) {
    const auto it = spans.try_emplace(group, Span{a.offset, static_cast<std::int64_t>(at), {}}).first;
    it->second.add(at, a.bytes);
  };
  for (const auto& [slot, a] : batch) {
    if (slot.group.of_bytes()) add(own, slot.group, slot.at, a);
  }
  if (own.size() > kMostGroups || region.size() > kMostGroups) return out;
  for (auto& [group, span] : own) span.join();
  for (const auto& [group, cells] : region) {
    if (!group.of_bytes() || cells.size() * batch.size() < kFewPairs) continue;
    Spans there;
    for (const auto& [at, list] : cells) {
      effort::spend(effort::Work::Visit, list.size());
      for (const RecordedAccess& a : list) {
        if (may_race(a.kind, batch.front().second.kind, false)) add(there, group, at, a);
      }
    }
    if (!there.empty()) there.begin()->second.join();
    for (const auto& [mine, span] : own) {
      if (mine == group) continue;
      if (there.empty() || apart(span, there.begin()->second)) out.insert({mine, group});
    }
  }
  return out;
}

}  // namespace warpproof::symbolic
