#include "checker/symbolic/hand_over.h"

#include <algorithm>

#include "checker/soundness_switches.h"
#include "checker/symbolic/element.h"

namespace warpproof::symbolic {

namespace {

// Writes, reads and fences that are kept; beyond that nothing counts as handed over.
constexpr std::size_t kMostEvents = 20'000;

// Are two events, where they are in one loop, in one iteration of it?
bool in_step(const HandOver::Iterations& a, const HandOver::Iterations& b) {
  if (a == nullptr || b == nullptr) return true;
  return std::all_of(a->begin(), a->end(), [&](const auto& iteration) {
    const auto other = b->find(iteration.first);
    return other == b->end() || other->second == iteration.second;
  });
}

bool in_iterations(const HandOver::Iterations& iterations) {
  return iterations != nullptr && !iterations->empty();
}

// Is the first event in no iteration that the second one is not in?
bool no_deeper(const HandOver::Iterations& outer, const HandOver::Iterations& inner) {
  if (!in_iterations(outer)) return true;
  return inner != nullptr && std::includes(inner->begin(), inner->end(), outer->begin(), outer->end());
}

}  // namespace

bool HandOver::keep() {
  if (!enabled_ || gave_up_) return false;
  if (writes_.size() + reads_.size() + fence_count_ >= kMostEvents) gave_up_ = true;
  return !gave_up_;
}

void HandOver::write(Write write) {
  if (!keep()) return;
  write.moment = order_.moment(write.event.thread);
  forget_answers();
  if (write.old && write.value && *write.value == *write.old) {  // a read in the shape of an update
    return read({write.event, write.key, write.guard, write.offset, *write.old, write.bytes, write.acquires});
  }
  if (is_taking(write)) takings_.push_back(static_cast<std::uint32_t>(writes_.size()));
  writes_.push_back(std::move(write));
}

void HandOver::read(Read read) {
  if ((read.key.space == Space::Shared ? knows_shared_writes_ : knows_global_writes_) && keep())
    reads_.push_back(std::move(read));
}

void HandOver::fence(const Lanes& guard, bool acquires, bool releases, std::uint64_t time) {
  for (std::size_t t = 0; t < fences_.size(); ++t) {
    const int thread = static_cast<int>(t);
    if (g.is_false(guard.at(thread))) continue;
    if (!keep()) return;
    fences_[t].push_back({{thread, time}, guard.at(thread), acquires, releases, order_.moment(thread)});
    ++fence_count_;
  }
}

void HandOver::everyone_met() {
  for (Write& w : writes_) w.settled = true;
  takings_.clear();
  reads_.clear();
  for (auto& list : fences_) list.clear();
  fence_count_ = 0;
  forget_answers();
}

void HandOver::copy_since(std::uint64_t time, const std::function<Term(Term)>& renamed) {
  const std::size_t count = reads_.size();
  for (std::size_t i = 0; i < count && keep(); ++i) {
    Read copy = reads_[i];
    if (copy.event.time <= time) continue;
    copy.guard = renamed(copy.guard);
    copy.offset = renamed(copy.offset);
    copy.value = renamed(copy.value);
    if (copy.guard != reads_[i].guard || copy.offset != reads_[i].offset || copy.value != reads_[i].value)
      reads_.push_back(copy);
  }
  for (auto& list : fences_) {
    const std::size_t fences = list.size();
    for (std::size_t i = 0; i < fences && keep(); ++i) {
      Fence copy = list[i];
      if (copy.event.time <= time) continue;
      copy.guard = renamed(copy.guard);
      if (copy.guard == list[i].guard) continue;
      list.push_back(std::move(copy));
      ++fence_count_;
    }
  }
}

// A fence of the event's thread lies between it and what `thread` does next.
Term HandOver::acquired(const HappensBefore::Event& event, bool acquires, int thread) const {
  Term out = acquires || is_off(SideCondition::FlagAcquired) ? order_.before(event, thread) : g.truth(false);
  for (const Fence& f : fences_[static_cast<std::size_t>(event.thread)]) {
    if (g.is_true(out)) break;
    if (f.acquires && f.event.time > event.time)
      out = g.lor(out, g.land(f.guard, order_.before(f.event, thread)));
  }
  return out;
}

// A fence of the writing thread lies between the event and the write.
Term HandOver::released(const HappensBefore::Event& event, const Write& by) const {
  const int thread = by.event.thread;
  const bool releases = by.releases || is_off(SideCondition::FlagReleased);
  Term out = releases ? order_.before(event, thread, by.moment) : g.truth(false);
  for (const Fence& f : fences_[static_cast<std::size_t>(thread)]) {
    if (g.is_true(out)) break;
    if (f.releases && f.event.time < by.event.time)
      out = g.lor(out, g.land(f.guard, order_.before(event, thread, f.moment)));
  }
  return out;
}

// Stores of 0 are how locks are given back, so exchanges with it are not thought of as taking one.
bool HandOver::is_taking(const Write& w) const {
  const bool swaps = w.op == Write::Op::CompareAndSwap || (w.op == Write::Op::Exchange && w.value &&
                                                           !(g.is_const(*w.value) && g.value(*w.value) == 0));
  return swaps && w.old && w.value && !w.settled;
}

// What took the word is followed by a write of the same thread that frees it.
Term HandOver::given_back(const Write& taking, const Write& by, Term free) const {
  const bool follows = by.event.thread == taking.event.thread && by.key == taking.key && !by.settled &&
                       by.event.time > taking.event.time;
  if (!follows) return g.truth(false);
  const Term freed = frees(by, free);
  return g.is_false(freed) ? freed
                           : g.land(freed, overlap(g, by.offset, by.bytes, taking.offset, taking.bytes));
}

HandOver::PastOf HandOver::past(int thread, Term guard, const Iterations& iterations) const {
  if (!enabled_ || gave_up_ || (takings_.empty() && reads_.empty())) return nullptr;
  auto out = std::make_shared<Past>();
  out->iterations = iterations;
  for (const std::uint32_t i : takings_) {
    const Write& w = writes_[i];
    if (!in_step(iterations, w.iterations)) continue;
    const Term between = acquired(w.event, w.acquires, thread);
    const auto free = g.is_false(between) ? std::nullopt : free_value(w.key);
    if (!free) continue;
    Term holds = g.land(guard, g.land(between, takes(w, *free)));
    for (const Write& by : writes_) {
      if (g.is_false(holds)) break;
      holds = g.land(holds, g.lnot(given_back(w, by, *free)));
    }
    if (!g.is_false(holds)) out->taken.emplace_back(i, between);
  }
  for (std::size_t i = 0; i < reads_.size(); ++i) {
    const Term between = acquired(reads_[i].event, reads_[i].acquires, thread);
    if (!g.is_false(between)) out->read.emplace_back(i, between);
  }
  return out->taken.empty() && out->read.empty() ? nullptr : out;
}

// Locks are free at what compare-and-swaps expect; without any, at 0.
std::optional<Term> HandOver::free_value(const BlockMemory::Key& key) const {
  std::optional<Term> free;
  int width = 0;
  for (const std::uint32_t i : takings_) {
    const Write& w = writes_[i];
    if (w.key != key) continue;
    if (width != 0 && width != w.bytes * 8) return std::nullopt;
    width = w.bytes * 8;
    if (!w.expected || free) continue;
    if (g.is_const(*w.expected)) free = w.expected;
  }
  if (width == 0) return std::nullopt;
  return free ? free : g.constant(width, 0);
}

// The word was free, and is not any more.
Term HandOver::takes(const Write& w, Term free) const {
  const Term was_free = g.land(w.guard, g.eq(*w.old, free));
  return g.land(was_free, g.lnot(g.eq(*w.value, free)));
}

// The word was not free, as far as is known, and is now.
Term HandOver::frees(const Write& w, Term free) const {
  if (g.width(free) != w.bytes * 8) return w.guard;
  const Term is_free = w.value ? g.eq(*w.value, free) : g.truth(true);
  const Term was_not = w.old ? g.lnot(g.eq(*w.old, free)) : g.truth(true);
  return g.land(w.guard, g.land(is_free, was_not));
}

// The thread that frees the word has taken it, has not freed it since, and passed fences.
Term HandOver::held(const Write& write, Term free) const {
  Term out = g.truth(false);
  for (const std::uint32_t i : takings_) {
    const Write& taking = writes_[i];
    if (taking.event.thread != write.event.thread || taking.key != write.key ||
        taking.event.time >= write.event.time || taking.bytes != write.bytes ||
        !no_deeper(write.iterations, taking.iterations))
      continue;
    Term kept = g.land(takes(taking, free), g.eq(taking.offset, write.offset));
    for (const Write& by : writes_) {
      if (g.is_false(kept)) break;
      if (by.event.time < write.event.time) kept = g.land(kept, g.lnot(given_back(taking, by, free)));
    }
    Term fenced = g.truth(false);
    for (const Fence& f : fences_[static_cast<std::size_t>(write.event.thread)]) {
      const bool between = f.event.time > taking.event.time && f.event.time < write.event.time;
      if (between && f.acquires && f.releases) fenced = g.lor(fenced, f.guard);
    }
    const bool unfenced = is_off(SideCondition::LockFenced);
    const Term enters = g.lor(fenced, g.truth(taking.acquires || unfenced)),
               leaves = g.lor(fenced, g.truth(write.releases || unfenced));
    out = g.lor(out, g.land(kept, g.land(enters, leaves)));
  }
  return out;
}

// Does nobody free a word there that may be taken, other than who holds it?
bool HandOver::is_lock(const BlockMemory::Key& key, const Infeasible& infeasible) {
  const auto known = locks_.find(key);
  if (known != locks_.end()) return known->second;
  const auto free = free_value(key);
  std::vector<Term> breaches;
  for (const Write& w : writes_) {
    if (!free) break;
    if (w.key != key || w.settled) continue;
    const Term freed = frees(w, *free);
    const Term not_held = g.is_false(freed) ? freed : g.land(freed, g.lnot(held(w, *free)));
    if (g.is_false(not_held)) continue;
    Term of_lock = g.truth(false);
    for (const std::uint32_t i : takings_) {
      const Write& taking = writes_[i];
      if (taking.key == key)
        of_lock = g.lor(of_lock, overlap(g, w.offset, w.bytes, taking.offset, taking.bytes));
    }
    breaches.push_back(g.land(not_held, of_lock));
  }
  const Term breach = g.disj(breaches);
  const bool lock = free && holds_or_off(SideCondition::LockFreed, g.is_false(breach) || infeasible(breach));
  locks_[key] = lock;
  return lock;
}

// The access lies between taking and every later giving back by the thread that took.
Term HandOver::in_section(const Access& access, std::uint32_t number, Term condition, Term free) {
  const auto [known, added] =
      sections_.try_emplace({access.event.thread, access.event.time, number}, g.truth(false));
  if (!added) return known->second;
  const Write& taking = writes_[number];
  Term out = g.land(takes(taking, free), condition);
  for (const Write& w : writes_) {
    if (g.is_false(out)) break;
    const Term freed = given_back(taking, w, free);
    if (!g.is_false(freed) && !is_off(SideCondition::LockHeld))
      out = g.land(out, g.lor(g.lnot(freed), released(access.event, w)));
  }
  known->second = out;
  return out;
}

Term HandOver::may_be_stale(const Access& earlier, std::uint32_t number) {
  const auto [known, added] =
      stale_.try_emplace({earlier.event.thread, earlier.event.time, number}, g.truth(true));
  if (!added) return known->second;
  const Read& read = reads_[number];
  Term stale = may_be_of_another(earlier, read);
  if (!g.is_false(stale)) {
    if (const auto counted = may_count_others(earlier, read)) stale = g.land(stale, *counted);
  }
  return known->second = stale;
}

// Nothing where the word is no count.
std::optional<Term> HandOver::may_count_others(const Access& earlier, const Read& read) const {
  const int width = read.bytes * 8;
  std::optional<Term> start;
  Term others = g.constant(width, 0);
  std::uint64_t most = 0;
  const std::uint64_t limit = width >= 64 ? 1ull << 62 : 1ull << (width - 1);
  for (const Write& w : writes_) {
    if (w.key != read.key) continue;
    const Term there = g.land(w.guard, overlap(g, w.offset, w.bytes, read.offset, read.bytes));
    if (g.is_false(there)) continue;
    if (w.bytes != read.bytes || in_iterations(w.iterations)) return std::nullopt;
    if (w.settled) {
      const bool sets = g.is_true(there) && w.op == Write::Op::Store && g.is_const(*w.value);
      if (!sets || (start && *start != *w.value)) return std::nullopt;
      start = w.value;
      continue;
    }
    if (!w.added) return std::nullopt;
    const std::uint64_t high = g.unsigned_range(*w.added).second;
    if (high >= limit || most + high >= limit) return std::nullopt;
    most += high;
    const Term missing = g.land(there, g.lnot(released(earlier.event, w)));
    others = g.add(others, g.ite(missing, *w.added, g.constant(width, 0)));
  }
  if (!start || g.value(*start) + most >= limit) return std::nullopt;
  return g.ule(read.value, g.add(*start, others));
}

// The read may be of something that does not hand over the access.
Term HandOver::may_be_of_another(const Access& earlier, const Read& read) const {
  Term overwritten = g.truth(false), out = g.truth(false);
  for (const Write& w : writes_) {
    if (w.key != read.key) continue;
    const Term there = g.land(w.guard, overlap(g, w.offset, w.bytes, read.offset, read.bytes));
    if (g.is_false(there)) continue;
    // Of other iterations, or of bytes, anything may come.
    if (in_iterations(w.iterations) || w.bytes != read.bytes || !w.value) return g.truth(true);
    if (w.settled) overwritten = g.lor(overwritten, there);
    const Term handed = w.settled ? g.truth(false) : released(earlier.event, w);
    out = g.lor(out, g.land(g.land(there, g.eq(*w.value, read.value)), g.lnot(handed)));
  }
  return g.lor(out, g.lnot(overwritten));
}

Term HandOver::ordered(const Access& earlier, const Access& later, const Infeasible& infeasible) {
  if (gave_up_) return g.truth(false);
  Term out = g.truth(false);
  for (const auto& [i, fenced] : later.past->read) {
    const Read& read = reads_[i];
    const Term happened = g.land(read.guard, fenced);
    out = g.lor(out, g.land(happened, g.lnot(may_be_stale(earlier, i))));
  }
  if (!may_hold(earlier.past) || !may_hold(later.past)) return out;
  for (const auto& [i, before] : earlier.past->taken) {
    const Write& first = writes_[i];
    if (!is_lock(first.key, infeasible)) continue;
    const Term free = *free_value(first.key);
    const Term in_first = in_section(earlier, i, before, free);
    if (g.is_false(in_first)) continue;
    for (const auto& [k, after] : later.past->taken) {
      const Write& second = writes_[k];
      if (i == k || second.key != first.key) continue;
      const Term one_lock = g.eq(first.offset, second.offset);
      if (g.is_false(one_lock)) continue;
      const Term in_second = in_section(later, k, after, free);
      out = g.lor(out, g.land(one_lock, g.land(in_first, in_second)));
    }
  }
  return out;
}

}  // namespace warpproof::symbolic
