#include "checker/symbolic/race.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "checker/soundness_switches.h"
#include "src/base/effort.h"
#include "src/term/term_forms.h"

namespace warpproof::symbolic {

namespace {

// Pairs of accesses whose addresses are compared as terms.
constexpr std::uint64_t kMostComparisons = 600'000;
constexpr std::uint64_t kWidestAccess = 16;  // bytes
// Pairs that wait; further ones are judged as if memory ordered nothing.
constexpr std::size_t kMostDeferred = 100'000;
// Elements that large are buffers, each with room for many accesses.
constexpr std::uint64_t kBufferBytes = 64;

// Do all lanes access the same buffer, whose number is a term?
bool is_one_buffer(TermGraph& g, const Lanes& guard, const Lanes& offset, int threads) {
  std::optional<Element> first;
  int lanes = 0;
  for (int t = 0; t < threads; ++t) {
    if (g.is_false(guard.at(t))) continue;
    const auto element = element_at(g, offset.at(t));
    if (!element || element->scale < kBufferBytes) return false;
    if (!first) first = element;
    if (element->index != first->index || element->scale != first->scale) return false;
    ++lanes;
  }
  return lanes > 1;
}

}  // namespace

RaceDetector::RaceDetector(TermGraph& graph, int threads, int warp_size, Surroundings surroundings)
    : g(graph),
      threads_(threads),
      warp_size_(warp_size),
      surroundings_(std::move(surroundings)),
      order_(graph, threads, warp_size),
      hand_over_(graph, order_, threads),
      same_words_(graph),
      records_(graph, order_),
      access_order_(graph, order_, threads, warp_size),
      in_bulk_(graph, warp_size, surroundings_, access_order_),
      spans_apart_(graph, surroundings_.never_holds),
      last_collective_(static_cast<std::size_t>((threads + warp_size - 1) / warp_size), 0) {}

// Accesses of one size that overlap are of the same bytes: they are aligned.
bool RaceDetector::may_conflict(const Access& earlier, const Access& later) const {
  const int a = earlier.event.thread, b = later.event.thread;
  const bool own_copy = earlier.group && earlier.event.time != later.event.time;
  if ((a == b && !own_copy && !access_order_.is_open(earlier, later)) ||
      !may_race(earlier.kind, later.kind, earlier.bytes == later.bytes))
    return false;
  return within_warps_ || a / warp_size_ != b / warp_size_;
}

// Are two accesses that race those of two lanes to which one store is handed (store.same-instruction)? A
// record that stands for others answers for itself only where those were compared before: in the instruction
// at hand.
IterationVector::Same RaceDetector::one_store(const Access& earlier, const Access& later) const {
  const Term no = g.truth(false);
  const int a = earlier.event.thread, b = later.event.thread;
  const bool at_once = earlier.event.time == later.event.time;
  if (a == b || earlier.kind != AccessKind::Write || later.kind != AccessKind::Write ||
      earlier.group.has_value() != later.group.has_value() || (earlier.stands_for_equal && !at_once))
    return {no, no};
  auto same = earlier.iterations->same_run(g, a, *later.iterations, b, warp_size_);
  const bool one_warp = a / warp_size_ == b / warp_size_;
  Term when = one_warp || g.is_false(same.possibly) ? g.truth(true) : surroundings_.same_warp(a, b);
  if (!at_once) when = g.land(when, g.lnot(earlier.severe));
  return {g.land(same.surely, when), g.land(same.possibly, when)};
}

// Of two accesses that are not of one store.
spec::Rule RaceDetector::rule_of(BlockMemory::Key key, const Access& earlier, const Access& later) const {
  if (earlier.group && earlier.event.thread == later.event.thread) return spec::Rule::AsyncUnwaited;
  if (earlier.bytes != later.bytes) return spec::Rule::RaceMixedSize;
  const int w = earlier.event.thread / warp_size_;
  if (earlier.group || w != later.event.thread / warp_size_) return spec::Rule::Race;
  if (key.space != Space::Shared && key.space != Space::Global) return spec::Rule::Race;
  return last_collective_[static_cast<std::size_t>(w)] > earlier.event.time
             ? spec::Rule::MemoryCollectiveAsFence
             : spec::Rule::MemoryImplicitWarpSync;
}

void RaceDetector::compare(BlockMemory::Key key, const Access& earlier, const Access& later,
                           Term same_address) {
  if (!may_conflict(earlier, later)) return;
  const Term both = g.land(g.land(earlier.guard, later.guard), same_address);
  if (g.is_false(both)) return;
  Term violated = both;
  if (!earlier.group) violated = g.land(both, g.lnot(access_order_.ordered(earlier, later)));
  if (g.is_false(violated)) return;
  if (!g.is_true(same_address)) {
    violated = g.land(violated, surroundings_.facts(key, {earlier.guard, earlier.offset, earlier.bytes},
                                                    {later.guard, later.offset, later.bytes}));
  }
  if (g.is_false(violated)) return;
  const spec::Rule rule = rule_of(key, earlier, later);
  if (deferred_.size() < kMostDeferred && !earlier.group && !access_order_.is_open(earlier, later) &&
      HandOver::may_order({earlier.event, earlier.past}, {later.event, later.past})) {
    deferred_.push_back({earlier, later, rule, violated, surroundings_.scope()});
  } else {
    judge(rule, earlier, later, violated);
  }
}

void RaceDetector::judge_deferred() {
  if (deferred_.empty()) return;
  const Term scope = surroundings_.scope();
  for (const Deferred& d : std::exchange(deferred_, {})) {
    if (surroundings_.out_of_time()) break;  // nothing is proved any more
    surroundings_.set_scope(d.scope);
    const Term ordered = hand_over_.ordered({d.earlier.event, d.earlier.past}, {d.later.event, d.later.past},
                                            surroundings_.infeasible);
    judge(d.rule, d.earlier, d.later, g.land(d.violated, g.lnot(ordered)));
  }
  surroundings_.set_scope(scope);
}

Term RaceDetector::same_value(Term a, Term b) {
  const Term equal = g.eq(a, b);
  return !g.is_const(equal) && same_words_(a, b) ? g.truth(true) : equal;
}

void RaceDetector::judge(spec::Rule rule, const Access& earlier, const Access& later, Term violated) {
  // Without the values that are stored, which are much harder to compare.
  if (g.is_false(violated) || surroundings_.excluded(violated)) return;
  const bool alike =
      earlier.kind == AccessKind::Write && later.kind == AccessKind::Write && earlier.bytes == later.bytes;
  // Two stores of one value are distinguished: the policy data-race may judge them more mildly.
  const bool stores = alike && !earlier.group && !later.group;
  const Term one_value = alike ? same_value(earlier.value, later.value) : g.truth(false);
  const Term equal = stores ? g.land(one_value, g.lnot(earlier.severe)) : g.truth(false);
  // Lanes of one store: where both store the same, that is what stands.
  const auto same = one_store(earlier, later);
  if (!g.is_false(same.possibly)) {
    surroundings_.report(spec::Rule::StoreSameInstruction, earlier.place, later.place,
                         g.conj(std::array{violated, same.possibly, g.lnot(one_value)}), false);
    violated = g.land(violated, g.lnot(same.surely));
    if (g.is_false(violated)) return;
  }
  surroundings_.report(rule, earlier.place, later.place, g.land(violated, g.lnot(equal)), false);
  if (!g.is_false(equal))
    surroundings_.report(rule, earlier.place, later.place, g.land(violated, equal), true);
}

// Buffers of a pipeline are distinguished by numbers that cycle: many pairs of threads ask the same.
bool RaceDetector::never_meet(Term same_address) {
  if (g.is_const(same_address)) return g.is_false(same_address);
  const auto [it, fresh] = never_meet_.try_emplace(same_address.id, false);
  if (fresh) it->second = surroundings_.never_holds(same_address);
  return it->second;
}

void RaceDetector::insert(BlockMemory::Key key, AccessRecords::Cells& cells, std::uint64_t at,
                          const Access& access) {
  std::vector<Access>& list = cells[at];
  effort::spend(effort::Work::Pair, list.size());
  for (const Access& earlier : list) compare(key, earlier, access, g.truth(true));
  list.push_back(access);
}

// An access that is ordered before this one adds nothing once this one, stronger, is on record. Only when all
// lanes of the instruction are: what they do to each other is judged more mildly than what they do to earlier
// accesses. Stores of equal values race more mildly too, so that a store covers what its thread did since it
// last met others only with a note of it.
void RaceDetector::forget_superseded(std::vector<Access>& list, const Access& access) {
  const bool store = access.kind == AccessKind::Write;
  const bool strong = store && g.is_true(access.guard);
  const std::uint64_t meeting = order_.last_meeting(access.event.thread);
  Term severe = access.severe;
  bool stands_for_equal = false;
  std::erase_if(list, [&](const Access& earlier) {
    if (earlier.event.time == access.event.time || earlier.group || earlier.fragment != access.fragment)
      return false;
    const bool own = earlier.event.thread == access.event.thread;
    const bool same =
        own && earlier.kind == access.kind && earlier.guard == access.guard && earlier.bytes == access.bytes;
    const bool covered =
        strong && earlier.bytes <= access.bytes &&
        holds_or_off(SideCondition::RaceSuperseded, order_.surely(earlier.event, access.event.thread));
    if (!covered && !same) return false;
    // Locks that order the later one with others need not order the earlier one.
    if (HandOver::may_hold(access.past) &&
        !(own && earlier.past != nullptr && earlier.past->has_same_locks(*access.past)))
      return false;
    if (!store) return true;
    const bool stored = earlier.kind == AccessKind::Write && earlier.bytes == access.bytes;
    if (stored && earlier.value == access.value && g.is_false(earlier.severe)) {
      stands_for_equal = true;
      return true;
    }
    if (!own || meeting > earlier.event.time) return order_.known_to_all(earlier.event);
    const Term differs =
        stored ? g.lor(earlier.severe, g.lnot(g.eq(earlier.value, access.value))) : g.truth(true);
    severe = g.lor(severe, g.land(earlier.guard, differs));
    stands_for_equal = stands_for_equal || stored;
    return true;
  });
  for (Access& a : list) {
    if (a.event.time != access.event.time || a.event.thread != access.event.thread) continue;
    a.severe = severe;
    a.stands_for_equal = stands_for_equal;
  }
}

bool RaceDetector::access(BlockMemory::Key key, AccessKind kind, const Lanes& guard, const Lanes& offset,
                          int bytes, std::uint32_t place, const Lanes* stored,
                          const HandOver::Iterations& flag_iterations, IterationVector::Of iterations,
                          const Lanes* groups, std::uint32_t fragment) {
  bool locked = false;
  const std::uint64_t time = now();
  AccessRecords::Region& region = records_.regions()[key];
  AccessRecords::Batch batch;
  const std::uint32_t site = in_bulk_.site_of(place, kind, bytes);
  const bool one_buffer = is_one_buffer(g, guard, offset, threads_);
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(guard.at(t))) continue;
    Access a{{t, time},      kind,
             guard.at(t),    offset.at(t),
             bytes,          place,
             site,           stored != nullptr ? stored->at(t) : Term{},
             g.truth(false), groups == nullptr ? hand_over_.past(t, guard.at(t), flag_iterations) : nullptr,
             iterations};
    a.fragment = fragment;
    if (groups != nullptr) {
      a.group = groups->at(t);
      records_.note_copy();
    }
    locked = locked || HandOver::may_hold(a.past);
    // Where in the buffer is what tells its accesses apart.
    const auto [rest, at] = split_constant(g, a.offset);
    const AccessRecords::Slot slot = one_buffer
                                         ? AccessRecords::Slot{AccessGroup{0, 1, rest.id, std::nullopt}, at}
                                         : records_.slot_of(a.offset, bytes);
    batch.emplace_back(slot, std::move(a));
  }
  if (!judges_) return locked;
  const RaceInBulk::Apart apart =
      records_.copying() ? RaceInBulk::Apart{} : in_bulk_.apart_from(key, region, batch, within_warps_);
  const auto buffers_apart = spans_apart_(region, batch);
  std::vector<std::pair<std::vector<Access>*, Access>> inserted;
  for (const auto& [slot, a] : batch) {
    AccessRecords::Cells& own = region[slot.group];
    const auto width = static_cast<std::uint64_t>(bytes);
    if (slot.group.of_bytes()) {
      // Compared with everything that overlaps it. Whatever the width of this access, a wider one that begins
      // below it may reach it. (Of elements no access is wider than the distance of two: slot_of.)
      for (std::uint64_t near = slot.at - (kWidestAccess - 1); near != slot.at + width;
           ++near) {  // around 0 too
        const auto it = near == slot.at ? own.end() : own.find(near);
        if (it == own.end()) continue;
        for (const Access& earlier : it->second) {
          const std::uint64_t distance = slot.at - near;  // wraps around where it begins later
          if (distance < static_cast<std::uint64_t>(earlier.bytes) || near - slot.at < width)
            compare(key, earlier, a, g.truth(true));
        }
      }
    }
    insert(key, own, slot.at, a);
    inserted.emplace_back(&own[slot.at], a);
    if (apart.all) continue;
    // Other shapes of address: as terms.
    for (auto& [group, cells] : region) {
      if (group == slot.group || buffers_apart.contains({slot.group, group})) continue;
      for (const auto& [at, list] : cells) {
        effort::spend(effort::Work::Pair, list.size());
        for (const Access& earlier : list) {
          if (apart.covers(earlier, time) || !may_conflict(earlier, a) ||
              access_order_.surely_ordered(earlier, a) || g.is_false(g.land(earlier.guard, a.guard)))
            continue;
          const Term same = overlap(g, a.offset, bytes, earlier.offset, earlier.bytes);
          if (records_.copying() && never_meet(same)) continue;
          if (++comparisons_ > kMostComparisons || surroundings_.out_of_time()) {
            undecided_ = key.space;
            return locked;  // what is not forgotten costs time only
          }
          compare(key, earlier, a, same);
        }
      }
    }
  }
  for (const auto& [list, own] : inserted) forget_superseded(*list, own);
  return locked;
}

void RaceDetector::collective(const Lanes& fired) {
  const std::uint64_t time = now();
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(fired.at(t))) last_collective_[static_cast<std::size_t>(t / warp_size_)] = time;
  }
}

void RaceDetector::block_barrier(Term happened) {
  if (g.is_true(happened)) {
    judge_deferred();
    records_.forget_all_but_copies();
    order_.everyone_met();
    hand_over_.everyone_met();
    return;
  }
  order_.meet_all();
  // Accesses so far matter only where the barrier did not take place.
  const Term not_met = is_off(SideCondition::RaceMeets) ? g.truth(false) : g.lnot(happened);
  records_.for_each_list([&](BlockMemory::Key, std::vector<Access>& list) {
    for (Access& a : list) {
      if (!a.group) a.guard = g.land(a.guard, not_met);
    }
    std::erase_if(list, [&](const Access& a) { return g.is_false(a.guard); });
  });
}

// A record that stands for others is of the same bytes, and stores where they do or as they do: none of them
// races where it does not.
void RaceDetector::judge_own_copies(std::uint64_t since, const Lanes& back,
                                    const std::function<Term(Term)>& renamed,
                                    const std::function<Term(int)>& later) {
  struct Pair {
    BlockMemory::Key key;
    Access copy, access;
  };
  std::vector<Pair> pairs;
  for (auto& [key, region] : records_.regions()) {
    std::map<int, std::vector<const Access*>> copies, accesses;  // by thread
    for (auto& [group, cells] : region) {
      for (auto& [at, list] : cells) {
        for (const Access& a : list) {
          if (a.event.time <= since || g.is_false(back.at(a.event.thread))) continue;
          accesses[a.event.thread].push_back(&a);
          if (a.group) copies[a.event.thread].push_back(&a);
        }
      }
    }
    for (const auto& [thread, own] : copies) {
      for (const Access* copy : own) {
        for (const Access* a : accesses[thread]) {
          if (may_race(copy->kind, a->kind, copy->bytes == a->bytes)) pairs.push_back({key, *copy, *a});
        }
      }
    }
  }
  const std::uint64_t time = now();
  for (Pair& p : pairs) {
    if (++comparisons_ > kMostComparisons || surroundings_.out_of_time()) {
      undecided_ = p.key.space;
      return;
    }
    const int thread = p.copy.event.thread;
    p.access.guard = renamed(p.access.guard);
    p.access.offset = renamed(p.access.offset);
    p.access.event.time = time;
    const Term both =
        g.conj(std::array{p.copy.guard, back.at(thread), p.access.guard, later(thread),
                          overlap(g, p.copy.offset, p.copy.bytes, p.access.offset, p.access.bytes)});
    if (g.is_false(both)) continue;
    judge(spec::Rule::AsyncUnwaited, p.copy, p.access,
          g.land(both, surroundings_.facts(p.key, {p.copy.guard, p.copy.offset, p.copy.bytes},
                                           {p.access.guard, p.access.offset, p.access.bytes})));
  }
}

}  // namespace warpproof::symbolic
