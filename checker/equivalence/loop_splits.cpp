#include "checker/equivalence/loop_splits.h"

#include <algorithm>

#include "checker/report/add_once.h"

namespace warpproof::equivalence {

using symbolic::LoopRecord;

namespace {

constexpr std::uint64_t kMostIterationsAsOne = 32;

// So many iterations of one side's loop are one of the other's.
struct IterationsAsOne {
  bool in_b = false;  // whose iterations are the many
  int iterations = 1;
  bool operator==(const IterationsAsOne&) const = default;
};

// What may be, by what counts the iterations: the likeliest first, of at least one.
std::vector<IterationsAsOne> iterations_as_one(const std::vector<std::uint64_t>& a,
                                               const std::vector<std::uint64_t>& b) {
  const auto ratio = [](std::uint64_t x, std::uint64_t y) {
    return x != 0 && y % x == 0 && y / x <= kMostIterationsAsOne ? static_cast<int>(y / x) : 0;
  };
  std::vector<IterationsAsOne> out;
  const auto add = [&](bool in_b, int iterations) {
    if (iterations > 1) report::add_once(out, IterationsAsOne{in_b, iterations});
  };
  const bool counted = !a.empty() && !b.empty();
  if (counted && a.front() == b.front()) out.push_back({});
  for (const bool in_b : {false, true}) {
    const auto &one = in_b ? b : a, &many = in_b ? a : b;
    if (counted) add(in_b, ratio(one.front(), many.front()));
    for (const std::uint64_t x : one) {
      for (const std::uint64_t y : many) add(in_b, ratio(x, y));
    }
  }
  if (out.empty()) out.push_back({});
  return out;
}

}  // namespace

std::vector<LoopSplit> LoopSplits::proposed(std::size_t attempt) const {
  std::vector<LoopSplit> out;
  auto a = records_[0].begin(), b = records_[1].begin();
  auto left_a = records_[0].size(), left_b = records_[1].size();
  bool any_more = false;
  while (left_a > 0 && left_b > 0) {
    const auto choices = iterations_as_one(counters_.steps(false, a->first), counters_.steps(true, b->first));
    any_more = any_more || attempt < choices.size();
    const IterationsAsOne choice = choices[std::min(attempt, choices.size() - 1)];
    if (choice.iterations > 1) {
      const bool in_b = choice.in_b;
      const LoopRecord& split = in_b ? b->second : a->second;
      const bool more = in_b ? left_a > left_b : left_b > left_a;
      out.push_back({in_b, split.function, split.head, choice.iterations,
                     more ? LoopRest::Loop : LoopRest::Iterations});
      if (more) in_b ? (++a, --left_a) : (++b, --left_b);
    }
    ++a, ++b, --left_a, --left_b;
  }
  const bool one_side =
      std::all_of(out.begin(), out.end(), [&](const LoopSplit& s) { return s.in_b == out[0].in_b; });
  return one_side && any_more ? out : std::vector<LoopSplit>();
}

// Where the two begin a loop, does that side go through one iteration more of it?
bool LoopSplits::makes_one_more(bool in_b, std::uint32_t loop, int thread) {
  const LoopRecord &one = records_[!in_b].at(loop), &more = records_[in_b].at(loop);
  const auto at = [&](Term t, Term iterations) {
    return variables_.with_iterations(terms_.represent(t), loop, iterations);
  };
  const Term counter = variables_.iterations_before(loop, 64), zero = graph_.constant(64, 0);
  const Term enters = at(one.entered.at(thread), zero);
  const Term second = graph_.land(at(more.entered.at(thread), zero), at(more.back.at(thread), zero));
  const Term comes = at(one.back.at(thread), counter);
  const Term again = at(more.back.at(thread), graph_.add(counter, graph_.constant(64, 1)));
  const Term known[] = {states_.reached(loop, !in_b, thread, thread + 1), enters,
                        graph_.lnot(graph_.eq(comes, again))};
  return terms_.is_infeasible(graph_.lnot(graph_.eq(enters, second))) &&
         terms_.is_infeasible(graph_.conj(known));
}

bool LoopSplits::makes_no_fewer(bool in_b, std::uint32_t loop, int thread) {
  const LoopRecord &few = records_[!in_b].at(loop), &many = records_[in_b].at(loop);
  const auto of = [&](Term t) { return terms_.represent(t); };
  const Term known[] = {states_.reached(loop, !in_b, thread, thread + 1), of(few.back.at(thread)),
                        graph_.lnot(of(many.back.at(thread)))};
  return terms_.is_infeasible(
             graph_.land(of(few.entered.at(thread)), graph_.lnot(of(many.entered.at(thread))))) &&
         terms_.is_infeasible(graph_.conj(known));
}

std::vector<LoopSplit> LoopSplits::by_iterations() {
  std::vector<LoopSplit> out;
  if (records_[0].empty() || records_[0].size() != records_[1].size()) return out;
  std::uint32_t loop = 0;  // the last that is in no other
  for (const auto& [number, record] : records_[0]) {
    if (record.parent < 0) loop = number;
  }
  const auto other = records_[1].find(loop);
  if (other == records_[1].end() || other->second.parent >= 0 || !counters_.counts(loop)) return out;
  int thread = threads_ - 1;
  const auto is_out = [&](bool in_b) { return graph_.is_false(records_[in_b].at(loop).entered.at(thread)); };
  while (thread > 0 && is_out(false) && is_out(true)) --thread;
  const auto add = [&](bool in_b, LoopRest rest) {
    const LoopRecord& record = records_[in_b].at(loop);
    out.push_back({in_b, record.function, record.head, 1, rest});
  };
  for (const bool in_b : {false, true}) {
    if (!makes_one_more(in_b, loop, thread)) continue;
    add(in_b, LoopRest::First);
    add(in_b, LoopRest::Iterations);
  }
  for (const bool in_b : {false, true}) {
    if (out.empty() && makes_no_fewer(in_b, loop, thread) && !makes_no_fewer(!in_b, loop, thread))
      add(in_b, LoopRest::Loop);
  }
  return out;
}

}  // namespace warpproof::equivalence
