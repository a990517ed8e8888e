#include "checker/equivalence/atomic_matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checker/equivalence/observation.h"

namespace warpproof::equivalence {

namespace {

using symbolic::BlockMemory;
using symbolic::Lanes;
using symbolic::OrderStep;
using symbolic::OrderTrace;
using Kind = OrderStep::Kind;

class Matcher {
 public:
  Matcher(TermGraph& graph, const OrderTrace& a, const OrderTrace& b, const AtomicMatchingOptions& options)
      : g(graph), traces_{&a, &b}, options_(options), put_(graph) {}

  AtomicMatching run() {
    find_relevant();
    const auto a = steps(false), b = steps(true);
    out_.matched = (a.empty() && b.empty()) || (memory_is_followed() && steps_match(a, b));
    if (!out_.matched) {
      out_.results.clear();
      return std::move(out_);
    }
    for (const OrderStep& step : a) {
      for (const auto& access : step.accesses) {
        if (relevant_.contains(access.key) && !stored_at_the_end(access.key))
          out_.left_same.insert(access.key);
      }
    }
    return std::move(out_);
  }

 private:
  BlockMemory::Key key_in_a(const BlockMemory::Key& key, bool in_b) const {
    return in_b ? options_.key_in_a(key) : key;
  }

  // Memory whose atomics must be matched: their order shows.
  void find_relevant() {
    relevant_ = options_.wanted;
    for (const bool in_b : {false, true}) {
      for (const OrderStep& step : traces_[in_b]->steps()) {
        if (!step.result && !step.one_order) continue;
        for (const auto& access : step.accesses) relevant_.insert(key_in_a(access.key, in_b));
      }
    }
  }

  bool is_relevant(const OrderStep& step, bool in_b) const {
    return std::any_of(step.accesses.begin(), step.accesses.end(),
                       [&](const auto& access) { return relevant_.contains(key_in_a(access.key, in_b)); });
  }

  bool same_terms(const Lanes& x, const Lanes& y) const {
    for (int t = 0; t < options_.threads; ++t) {
      if (x.at(t) != y.at(t)) return false;
    }
    return true;
  }

  bool repeats(const OrderStep& last, const OrderStep& step) const {
    return last.kind == Kind::Meeting && step.kind == Kind::Meeting && last.barrier == step.barrier &&
           same_terms(last.guard, step.guard) && (step.barrier >= 0 || same_terms(last.mask, step.mask));
  }

  // Who arrives at a barrier and goes on is not ordered with what comes before the barrier is complete.
  bool has_arrivals(bool in_b) const {
    const auto& all = traces_[in_b]->steps();
    return std::any_of(all.begin(), all.end(), [](const OrderStep& s) { return s.kind == Kind::Arrival; });
  }

  // What orders the relevant atomics: what comes before all of them, or after, does not, as far as threads
  // wait where they meet.
  std::vector<OrderStep> steps(bool in_b) const {
    std::vector<OrderStep> out;
    std::size_t first = 0, end = 0, outermost = 0;  // first: of what is kept
    int depth = 0;
    bool any = false, pending = false;
    for (const OrderStep& step : traces_[in_b]->steps()) {
      const bool atomic = step.kind == Kind::Atomic;
      if (atomic && !is_relevant(step, in_b)) continue;
      if (!out.empty() && repeats(out.back(), step)) {
        out.back().orders_memory = out.back().orders_memory || step.orders_memory;
        continue;
      }
      if (step.kind == Kind::IterationBegins && depth++ == 0) outermost = out.size();
      if (depth == 0) outermost = out.size();
      if (atomic) {
        if (!any) first = outermost;
        any = pending = true;
      }
      out.push_back(step);
      if (step.kind == Kind::IterationEnds) --depth;
      if (depth == 0 && pending) {
        end = out.size();
        pending = false;
      }
    }
    if (pending) end = out.size();
    if (any && (has_arrivals(false) || has_arrivals(true))) return out;
    return {out.begin() + static_cast<std::ptrdiff_t>(any ? first : 0),
            out.begin() + static_cast<std::ptrdiff_t>(any ? end : 0)};
  }

  bool memory_is_followed() {
    for (const bool in_b : {false, true}) {
      if (traces_[in_b]->accessed_anywhere())
        return fails("memory that loaded pointers point to is written to", nullptr);
      for (const auto& step : traces_[in_b]->steps()) {
        for (const auto& access : step.accesses) {
          const bool relevant = relevant_.contains(key_in_a(access.key, in_b));
          if (relevant && traces_[in_b]->is_spoilt(access.key))
            return fails("stores to the same memory are not ordered with them, or come back in a loop",
                         &step);
        }
      }
    }
    return true;
  }

  bool stored_at_the_end(const BlockMemory::Key& key) const {
    for (const bool in_b : {false, true}) {
      for (const auto& step : traces_[in_b]->steps()) {
        for (const auto& access : step.accesses) {
          if (key_in_a(access.key, in_b) == key && traces_[in_b]->is_stored_to(access.key)) return true;
        }
      }
    }
    return false;
  }

  bool fails(std::string why, const OrderStep* at) {
    out_.trouble = std::move(why);
    if (at != nullptr) out_.place = at->place;
    return false;
  }

  bool equal(Term a, Term b, bool operand = false) {
    const Term there = put_(b);
    return a == there || options_.equal(a, there, operand);
  }

  bool equal_where(Term guard_a, Term guard_b, Term a, Term b, bool operand = false) {
    if (a == b || g.is_false(guard_a)) return true;
    const Term none = g.constant(g.width(a), 0);
    return g.width(a) == g.width(b) && equal(g.ite(guard_a, a, none), g.ite(guard_b, b, none), operand);
  }

  bool steps_match(const std::vector<OrderStep>& a, const std::vector<OrderStep>& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (!step_matches(a[i], b[i])) return false;
    }
    if (a.size() == b.size()) return true;
    return fails("one performs more of them, or has more places between them at which threads meet",
                 a.size() > b.size() ? &a[b.size()] : nullptr);
  }

  bool step_matches(const OrderStep& a, const OrderStep& b) {
    if (a.kind != b.kind || a.loop != b.loop)
      return fails("threads do not meet at the same points between them", &a);
    if (a.kind == Kind::Atomic) return atomic_matches(a, b);
    if (a.kind == Kind::IterationBegins || a.kind == Kind::IterationEnds || options_.guess) return true;
    if (a.barrier != b.barrier || a.orders_memory != b.orders_memory || a.operation != b.operation)
      return fails("what orders them is of another kind", &a);
    for (int t = 0; t < options_.threads; ++t) {
      if (!equal(a.guard.at(t), b.guard.at(t))) return fails("other threads meet between them", &a);
      if (a.kind == Kind::Meeting && a.barrier < 0 &&
          !equal_where(a.guard.at(t), b.guard.at(t), a.mask.at(t), b.mask.at(t)))
        return fails("other lanes meet between them", &a);
    }
    return true;
  }

  bool atomic_matches(const OrderStep& a, const OrderStep& b) {
    if (a.operation != b.operation || a.operands.size() != b.operands.size() ||
        a.accesses.size() != b.accesses.size())
      return fails("an operation is another one", &a);
    for (std::size_t i = 0; i < a.accesses.size() && !options_.guess; ++i) {
      if (!access_matches(a, a.accesses[i], b, b.accesses[i])) return false;
    }
    if (!a.result || !b.result) return true;
    if (options_.results_are_numbers && a.floats) return true;
    for (int t = 0; t < options_.threads; ++t) {
      const Term x = a.result->at(t), y = b.result->at(t);
      if (g.kind(x) != ::warpproof::Kind::Var || g.kind(y) != ::warpproof::Kind::Var || x == y) continue;
      put_.map(y, x);
      out_.results.emplace_back(y, x);
    }
    return true;
  }

  bool access_matches(const OrderStep& step_a, const OrderStep::Access& a, const OrderStep& step_b,
                      const OrderStep::Access& b) {
    if (a.key != key_in_a(b.key, true)) return fails("one is on other memory", &step_a);
    for (int t = 0; t < options_.threads; ++t) {
      const Term here = a.guard.at(t), there = b.guard.at(t);
      if (!equal(here, there)) return fails("one is performed by other threads", &step_a);
      if (!equal_where(here, there, a.offset.at(t), b.offset.at(t)))
        return fails("one is on another word", &step_a);
      for (std::size_t k = 0; k < step_a.operands.size(); ++k) {
        const bool addend = step_a.floats;
        if (!equal_where(here, there, step_a.operands[k].at(t), step_b.operands[k].at(t), addend))
          return fails("one has another operand", &step_a);
      }
    }
    return stored_alike(a, b) || fails("what was stored there before is not the same", &step_a);
  }

  bool stored_alike(const OrderStep::Access& a, const OrderStep::Access& b) {
    if (a.stored_before == nullptr && b.stored_before == nullptr) return true;
    if (a.stored_before == nullptr || b.stored_before == nullptr) return false;
    const auto pairs =
        compare_contents(g, options_.threads, *a.stored_before, a.key, *b.stored_before, b.key);
    return pairs && std::all_of(pairs->begin(), pairs->end(),
                                [&](const auto& pair) { return equal(pair.first, pair.second); });
  }

  TermGraph& g;
  const std::array<const OrderTrace*, 2> traces_;
  const AtomicMatchingOptions& options_;
  std::set<BlockMemory::Key> relevant_;  // a's keys
  Substitute put_;                       // b's matched results to a's
  AtomicMatching out_;
};

}  // namespace

AtomicMatching match_atomics(TermGraph& graph, const OrderTrace& a, const OrderTrace& b,
                             const AtomicMatchingOptions& options) {
  return Matcher(graph, a, b, options).run();
}

}  // namespace warpproof::equivalence
