#include "checker/symbolic/race_in_bulk.h"

#include <algorithm>
#include <array>
#include <optional>

#include "checker/smt/families.h"
#include "checker/symbolic/element.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostCovered = 300'000;  // accesses, in all questions
constexpr std::size_t kMostFamilies = 12;      // of one instruction
constexpr std::size_t kMostWarps = 2;          // that are covered one by one

// Where each lane has an unknown of its own, as the iteration that it is in, an unknown stands for these. Of few warps each
// is covered by itself: what its lanes have in common, as the warp's number, stays what it is. `warps`: of each tuple.
std::vector<TupleFamily> families_of_warps(TermGraph& g, const std::vector<int>& warps,
                                           const std::vector<NumberedTuple>& tuples) {
  std::map<int, std::vector<NumberedTuple>> of_warp;
  for (std::size_t i = 0; i < tuples.size(); ++i) of_warp[warps[i]].push_back(tuples[i]);
  if (of_warp.size() > kMostWarps) return families_of(g, tuples, true);
  std::vector<TupleFamily> out;
  for (const auto& [warp, own] : of_warp) {
    for (auto& family : families_of(g, own, true)) out.push_back(std::move(family));
  }
  return out;
}

}  // namespace

std::uint32_t RaceInBulk::site_of(std::uint32_t place, AccessKind kind, int bytes) {
  return sites_.try_emplace({place, kind, bytes}, static_cast<std::uint32_t>(sites_.size())).first->second;
}

// Of accesses at one and the same loaded pointer, as a cover does not show where its pointer came from.
RaceInBulk::Families RaceInBulk::families(BlockMemory::Key key, const std::vector<const Access*>& members) {
  covered_ += members.size();
  Families out;
  std::map<std::set<Term>, std::vector<const Access*>> by_pointers;
  for (const Access* a : members) by_pointers[surroundings_.loaded_pointers(key, a->offset)].push_back(a);
  if (by_pointers.size() > kMostFamilies) return out;
  out.complete = true;
  std::map<std::uint64_t, std::uint64_t> instructions;
  for (const Access* a : members) instructions.try_emplace(a->event.time, instructions.size());
  for (const auto& [pointers, some] : by_pointers) {
    std::vector<NumberedTuple> tuples;
    std::vector<int> warps;
    for (const Access* a : some) {
      warps.push_back(a->event.thread / warp_size_);
      tuples.push_back({surroundings_.coordinates(a->event.thread),
                        {g.constant(32, static_cast<std::uint64_t>(a->event.thread)), a->offset, a->guard}});
      tuples.back().numbers.push_back(instructions.at(a->event.time));
    }
    auto found = families_of(g, tuples, false);
    if (found.size() > kMostFamilies) found = families_of_warps(g, warps, tuples);
    for (const auto& [terms, facts] : found)
      out.all.push_back({terms[0], terms[1], g.land(terms[2], facts), some.front()->offset});
  }
  out.complete = out.all.size() <= kMostFamilies;
  if (!members.empty()) out.bytes = members.front()->bytes;
  return out;
}

// That a thread of the one meets one of the other: another thread, one of another warp, or any.
Term RaceInBulk::meet(BlockMemory::Key key, const Families& some, const Families& others, Who who) {
  const auto group = [&](Term thread) {
    return who == Who::OtherWarps ? g.udiv(thread, g.constant(32, static_cast<std::uint64_t>(warp_size_)))
                                  : thread;
  };
  std::vector<Term> any;
  for (const Family& a : some.all) {
    for (const Family& b : others.all) {
      const Term both = g.conj(
          std::array{a.guard, b.guard, overlap(g, a.offset, some.bytes, b.offset, others.bytes),
                     who == Who::Anyone ? g.truth(true) : g.lnot(g.eq(group(a.thread), group(b.thread)))});
      if (g.is_false(both)) continue;
      any.push_back(g.conj(std::array{
          both, surroundings_.one_pointer(key, a.of_member, b.of_member),
          surroundings_.strides({a.guard, a.offset, some.bytes}, {b.guard, b.offset, others.bytes})}));
    }
  }
  return g.disj(any);
}

bool RaceInBulk::never_meet(BlockMemory::Key key, const Families& some, const Families& others, Who who) {
  if (!some.complete || !others.complete) return false;
  const Term met = meet(key, some, others, who);
  return g.is_false(met) || surroundings_.excluded_in_bulk(met);
}

// Has each of these been ordered before what the lanes of its warp do now?
bool RaceInBulk::ordered_within_warps(const std::vector<const Access*>& earlier, const Batch& batch) const {
  std::map<int, std::vector<const Access*>> lanes;  // by warp
  for (const auto& [slot, a] : batch) lanes[a.event.thread / warp_size_].push_back(&a);
  return std::all_of(earlier.begin(), earlier.end(), [&](const Access* e) {
    const auto of_warp = lanes.find(e->event.thread / warp_size_);
    return of_warp == lanes.end() ||
           std::all_of(of_warp->second.begin(), of_warp->second.end(), [&](const Access* a) {
             const bool own = a->event.thread == e->event.thread && !order_.is_open(*e, *a);
             return own || order_.surely_ordered(*e, *a);
           });
  });
}

std::map<std::uint32_t, RaceInBulk::Earlier> RaceInBulk::earlier_sites(const Region& region,
                                                                       const Batch& batch) const {
  const Access& sample = batch.front().second;
  std::map<AccessGroup, std::size_t> groups;
  for (const auto& [slot, access] : batch) ++groups[slot.group];
  std::map<std::uint32_t, Earlier> out;
  for (const auto& [group, cells] : region) {
    const auto own = groups.find(group);
    const std::size_t foreign = batch.size() - (own == groups.end() ? 0 : own->second);
    for (const auto& [at, list] : cells) {
      for (const Access& a : list) {
        if (!may_race(a.kind, sample.kind, a.bytes == sample.bytes)) continue;
        out[a.site].members.push_back(&a);
        out[a.site].pairs += foreign;
      }
    }
  }
  if (may_race(sample.kind, sample.kind, true)) {
    std::size_t ordered_pairs = 0;  // each pair twice: one group's share of them may be odd
    for (const auto& [group, count] : groups) ordered_pairs += count * (batch.size() - count);
    out[sample.site].own_pairs = ordered_pairs / 2;
  }
  for (auto& [site, earlier] : out) {
    // In the order of time, so that numbers go up evenly.
    std::sort(earlier.members.begin(), earlier.members.end(), [](const Access* a, const Access* b) {
      return std::pair(a->event.time, a->event.thread) < std::pair(b->event.time, b->event.thread);
    });
  }
  return out;
}

RaceInBulk::Apart RaceInBulk::apart_from(BlockMemory::Key key, const Region& region, const Batch& batch,
                                         bool within_warps) {
  Apart out;
  if (batch.empty()) return out;
  out.sites.resize(sites_.size());
  out.all = true;
  const Access& sample = batch.front().second;
  std::vector<const Access*> all;
  for (const auto& [slot, access] : batch) all.push_back(&access);
  std::optional<Families> later;
  for (auto& [site, earlier] : earlier_sites(region, batch)) {
    std::size_t& pairs = pairs_of_[{site, sample.site}];
    if (earlier.pairs + earlier.own_pairs == 0) continue;
    if (pairs != kNotInBulk) pairs += earlier.pairs + earlier.own_pairs;
    if (pairs == kNotInBulk || pairs < surroundings_.pairs_for_bulk || covered_ > kMostCovered) {
      out.all = false;
      continue;
    }
    if (!later) later = families(key, all);
    const bool within = within_warps && !ordered_within_warps(earlier.members, batch);
    bool apart = true;
    std::vector<const Access*> members = earlier.members;
    if (site == sample.site) {
      // What lanes do to each other in one instruction is not ordered.
      if (within || !within_warps) {
        members.insert(members.end(), all.begin(), all.end());
      } else if (earlier.own_pairs > 0) {
        apart = never_meet(key, *later, families(key, all), Who::OtherThreads);
      }
    }
    const bool open = within && std::any_of(earlier.members.begin(), earlier.members.end(),
                                            [&](const Access* a) { return a->fragment != sample.fragment; });
    const Who who = !within ? Who::OtherWarps : open ? Who::Anyone : Who::OtherThreads;
    apart = apart && never_meet(key, *later, families(key, members), who);
    if (!apart) {
      pairs = kNotInBulk;
      out.all = false;
      continue;
    }
    out.sites[site] = true;
    out.own = out.own || site == sample.site;
  }
  return out;
}

}  // namespace warpproof::symbolic
