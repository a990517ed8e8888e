#include "checker/symbolic/meetings/collective_results.h"

#include <algorithm>

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/meetings/matrix_operations.h"
#include "spec/cuda_shfl.h"
#include "spec/elect.h"
#include "spec/match.h"
#include "spec/redux.h"
#include "spec/rules.h"
#include "spec/shfl.h"
#include "spec/vote.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"
#include "src/term/term_forms.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

}  // namespace

CollectiveResults::CollectiveResults(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      counters_(parts.counters),
      obligations_(parts.record.obligations),
      inputs_(parts.record.inputs),
      assumptions_(parts.record.assumptions),
      approximations_(parts.record.approximations),
      record_(parts.record),
      scalar_instructions_(parts.scalar_instructions),
      matrix_operations_(parts.matrix_operations) {}

// Per lane of the block, over all partners: who fires, under which mask, with which operands.
Exchange CollectiveResults::collect(const std::vector<Parked>& partners, const std::vector<Lanes>& firing) {
  Exchange e;
  e.arrived = firing.front();
  e.mask = partners.front().mask.bits;
  e.a = partners.front().a;
  for (std::size_t i = 1; i < partners.size(); ++i) {
    e.mask = ops_.select(firing[i], partners[i].mask.bits, e.mask);
    if (e.a.width != 0) e.a = ops_.select(firing[i], partners[i].a, e.a);
    e.arrived = ops_.lor(e.arrived, firing[i]);
  }
  return e;
}

template <int N>
std::vector<spec::Contribution<TermDomain, N>> CollectiveResults::contributions(const Exchange& e, int warp) {
  std::vector<spec::Contribution<TermDomain, N>> out(static_cast<std::size_t>(warp_size_));
  for (int l = 0; l < warp_size_; ++l) {
    const int t = warp * warp_size_ + l;
    auto& lane = out[static_cast<std::size_t>(l)];
    const bool exists = t < threads_;
    lane.arrived = {exists ? e.arrived.at(t) : g.truth(false)};
    lane.mask = {exists ? e.mask.at(t) : g.constant(32, 0)};
    lane.pred = {exists && e.a.width == 1 ? e.a.bits.at(t) : g.truth(false)};
    lane.value = {exists && e.a.width == N ? e.a.bits.at(t) : g.constant(N, 0)};
  }
  return out;
}

// Applies `f(warp, lane)` to every lane that fires; lanes of one mask share the answer where `shared`.
template <class F>
Lanes CollectiveResults::for_firing(const Lanes& firing, const Lanes& mask, bool shared, int width, F f) {
  std::vector<Term> out(static_cast<std::size_t>(threads_), g.constant(width, 0));
  for (int w = 0; w < warps_; ++w) {
    std::map<std::uint32_t, Term> by_mask;
    for (int l = 0; l < warp_size_; ++l) {
      const int t = w * warp_size_ + l;
      if (t >= threads_ || g.is_false(firing.at(t))) continue;
      if (!shared) {
        out[t] = f(w, static_cast<std::size_t>(l));
        continue;
      }
      const auto [it, fresh] = by_mask.try_emplace(mask.at(t).id);
      if (fresh) it->second = f(w, static_cast<std::size_t>(l));
      out[t] = it->second;
    }
  }
  return Lanes::each(std::move(out));
}

void CollectiveResults::finish_collective(Strand& s, const Instruction& ins, const Parked& self,
                                 const Exchange& all_partners) {
  // A caller's mask is the one it has at this point. Lanes of one mask share an answer, also under inputs for
  // which the lane that it was computed for fires from another point with another mask; only this point's
  // mask says what is right.
  Exchange e = all_partners;
  e.mask = self.mask.bits;
  if (is_aligned_collective(ins.op)) return matrix_operations_.finish_aligned(s, ins, e);
  switch (ins.op) {
    case Opcode::BarWarpSync:
      return;
    case Opcode::Shfl:
      return finish_shuffle(s, ins, self, e);
    case Opcode::Elect:
      return finish_elect(s, ins, self, e);
    default:
      break;
  }
  TermDomain d{g};
  const Lanes& mask = self.mask.bits;
  // One undefined contribution makes the result undefined for all who see it.
  const Lanes taint =
      !e.a.origins ? ops_.no() : for_firing(s.guard, mask, true, 1, [&](int w, std::size_t l) {
        std::vector<Term> terms;
        const Term mine = e.mask.at(w * warp_size_ + static_cast<int>(l));
        for (int k = 0; k < warp_size_ && w * warp_size_ + k < threads_; ++k) {
          const int t = w * warp_size_ + k;
          terms.push_back(g.land(g.bit(mine, k), g.land(e.arrived.at(t), e.a.taint.at(t))));
        }
        return g.disj(terms);
      });
  const auto give = [&](std::size_t i, Lanes bits, int width) {
    if (i < ins.destinations.size())
      scalar_instructions_.write(s, ins, ins.destinations[i],
                                 Value{std::move(bits), taint, e.a.origins, width});
  };
  // Contributions of one warp, built once.
  const auto per_warp = [&](auto maker) {
    std::map<int, decltype(maker(0))> cache;
    return [this, maker, cache](int w) mutable -> decltype(maker(0))& {
      const auto it = cache.find(w);
      return it != cache.end() ? it->second : cache.emplace(w, maker(w)).first->second;
    };
  };
  auto narrow = per_warp([&](int w) { return contributions<32>(e, w); });
  auto wide = per_warp([&](int w) { return contributions<64>(e, w); });
  using C32 = std::span<const spec::Contribution<TermDomain, 32>>;
  using C64 = std::span<const spec::Contribution<TermDomain, 64>>;
  if (ins.op == Opcode::Vote) {
    if (ins.mod.vote == VoteMode::Ballot) {
      return give(0,
                  for_firing(s.guard, mask, true, 32,
                             [&](int w, std::size_t l) {
                               return spec::vote_ballot<TermDomain, 32>(d, l, C32(narrow(w))).t;
                             }),
                  32);
    }
    const spec::VoteMode mode = ins.mod.vote == VoteMode::All   ? spec::VoteMode::All
                                : ins.mod.vote == VoteMode::Any ? spec::VoteMode::Any
                                                                : spec::VoteMode::Uni;
    return give(0,
                for_firing(s.guard, mask, true, 1,
                           [&](int w, std::size_t l) {
                             return spec::vote<TermDomain, 32>(d, mode, l, C32(narrow(w))).t;
                           }),
                1);
  }
  if (ins.op == Opcode::Redux) {
    return give(0,
                for_firing(s.guard, mask, true, 32,
                           [&](int w, std::size_t l) {
                             return spec::redux<TermDomain>(d, redux_op(ins), l, C32(narrow(w))).t;
                           }),
                32);
  }
  if (ins.op == Opcode::Match && ins.mod.match == MatchMode::Any) {
    return give(0,
                for_firing(s.guard, mask, false, 32,
                           [&](int w, std::size_t l) {
                             return e.a.width == 64 ? spec::match_any<TermDomain, 64>(d, l, C64(wide(w))).t
                                                    : spec::match_any<TermDomain, 32>(d, l, C32(narrow(w))).t;
                           }),
                32);
  }
  const auto policy = options_.policies.match_all_mask;
  const auto all = [&](int w, std::size_t l) {
    return e.a.width == 64 ? spec::match_all<TermDomain, 64>(d, l, C64(wide(w)), policy)
                           : spec::match_all<TermDomain, 32>(d, l, C32(narrow(w)), policy);
  };
  give(0, for_firing(s.guard, mask, false, 32, [&](int w, std::size_t l) { return all(w, l).lanes.t; }), 32);
  give(1, for_firing(s.guard, mask, false, 1, [&](int w, std::size_t l) { return all(w, l).same.t; }), 1);
}

// The leader is some lane of the mask, the same for all its lanes, and whenever they meet.
void CollectiveResults::finish_elect(Strand& s, const Instruction& ins, const Parked& self,
                                     const Exchange& e) {
  TermDomain d{g};
  using C32 = std::span<const spec::Contribution<TermDomain, 32>>;
  approximations_.insert("elect.sync may choose any lane of the mask");
  const Lanes choice = for_firing(s.guard, self.mask.bits, true, 5, [&](int w, std::size_t l) {
    const auto lanes = contributions<32>(e, w);
    const Term mine = self.mask.bits.at(w * warp_size_ + static_cast<int>(l));
    std::vector<std::uint32_t> meeting{static_cast<std::uint32_t>(w), mine.id};
    for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t)
      meeting.insert(meeting.end(), {e.arrived.at(t).id, self.mask.bits.at(t).id});
    if (const auto known = elected_.find(meeting); known != elected_.end()) return known->second;
    const Term chosen = g.var(5, "elected");
    elected_.emplace(std::move(meeting), chosen);
    std::vector<Term> anyone;  // that shares the choice
    for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t) {
      if (self.mask.bits.at(t) == mine) anyone.push_back(s.guard.at(t));
    }
    assumptions_.push_back(g.lor(g.lnot(g.disj(anyone)),
                                 spec::elect_choice_is_legal<TermDomain, 32>(d, l, C32(lanes), {chosen}).t));
    Input input{Input::Kind::Choice,
                chosen,
                0,
                0,
                w * warp_size_ + static_cast<int>(l),
                s.guard.at(w * warp_size_ + static_cast<int>(l)),
                ins.place,
                std::nullopt};
    input.canonical = spec::elect_lowest<TermDomain, 32>(d, l, C32(lanes)).t;
    inputs_.push_back(input);
    return chosen;
  });
  std::vector<Term> leader(static_cast<std::size_t>(threads_)), chosen(static_cast<std::size_t>(threads_));
  for (int t = 0; t < threads_; ++t) {
    const auto elected = spec::elect<TermDomain>(
        d, {g.constant(5, static_cast<std::uint64_t>(t % warp_size_))}, {choice.at(t)});
    leader[t] = elected.leader.t;
    chosen[t] = elected.is_leader.t;
  }
  if (!ins.destinations.empty())
    scalar_instructions_.write(s, ins, ins.destinations[0], ops_.defined(Lanes::each(std::move(leader)), 32));
  if (ins.destinations.size() > 1)
    scalar_instructions_.write(s, ins, ins.destinations[1], ops_.defined(Lanes::each(std::move(chosen)), 1));
}

// A source lane computed from the first set bit of a mask (its leader, most often). For each bit that may be
// the first it is a constant, so that what the shuffle gives is a choice along the bits, with facts of one
// lane in each branch.
std::optional<CollectiveResults::FirstLane> CollectiveResults::first_lane(Term lane) {
  if (g.is_const(lane)) return std::nullopt;
  constexpr std::size_t kMostNodes = 64;
  std::vector<Term> stack{lane};
  std::set<std::uint32_t> seen;
  std::optional<Term> counted;  // zeros before the first set bit
  std::vector<Term> conditions;
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t.id).second) continue;
    if (g.kind(t) == Kind::Clz) {
      if (counted) return std::nullopt;
      counted = t;
      continue;
    }
    if (g.kind(t) == Kind::Var || g.kind(t) == Kind::Read || seen.size() > kMostNodes) return std::nullopt;
    const auto operands = g.operands(t);
    const bool choice = g.kind(t) == Kind::Ite;
    if (choice) conditions.push_back(operands[0]);
    stack.insert(stack.end(), operands.begin() + (choice ? 1 : 0), operands.end());
  }
  const auto first = counted ? first_set(g, *counted) : std::nullopt;
  if (!first) return std::nullopt;
  // Whether there is a set bit is all that a choice may ask.
  const Term mask = g.operands(*counted)[0];
  const Term none = g.eq(mask, g.constant(g.width(mask), 0));
  for (const Term c : conditions) {
    if (c != none && c != g.lnot(none)) return std::nullopt;
  }
  FirstLane out{first->bits, {}};
  for (const std::uint64_t value : first->values) {
    Substitute put(g);
    put.map(*counted, g.constant(g.width(*counted), value));
    const bool no_bit = value == static_cast<std::uint64_t>(g.width(mask));
    if (!g.is_const(none)) put.map(none, g.truth(no_bit));
    if (!g.is_const(none)) put.map(g.lnot(none), g.truth(!no_bit));
    out.lanes.push_back(put(lane));
    if (!g.is_const(out.lanes.back())) return std::nullopt;
  }
  return out;
}

// For AtomicCounters: which lane's value it is under which conditions.
void CollectiveResults::note_choice(Term chosen, const FirstLane& first,
                                    const std::vector<TermWord<32>>& values) {
  const auto is_number = [&](const TermWord<32>& v) { return counters_.is_result(v.t); };
  if (std::none_of(values.begin(), values.end(), is_number)) return;
  std::vector<AtomicCounters::Choice> choices;
  for (std::size_t i = 0; i < first.lanes.size(); ++i) {
    const bool last = i == first.bits.size();
    const auto lane = static_cast<std::size_t>(g.value(first.lanes[i])) % values.size();
    choices.push_back({last ? g.truth(true) : first.bits[i], values[lane].t});
  }
  counters_.note_choice(chosen, std::move(choices));
}

// Follows where values come from: a constant source lane is a permutation of handles, a computed one a select
// tree.
void CollectiveResults::finish_shuffle(Strand& s, const Instruction& ins, const Parked& self,
                                       const Exchange& e) {
  TermDomain d{g};
  const spec::ShflMode mode = shfl_mode(ins);
  const auto lanes = static_cast<std::size_t>(warp_size_);
  std::vector<Term> bits(static_cast<std::size_t>(threads_), g.constant(32, 0));
  std::vector<Term> taint(static_cast<std::size_t>(threads_), g.truth(false)),
      in_range = taint, inactive = taint, outside = taint;
  for (int w = 0; w < warps_; ++w) {
    std::vector<TermWord<32>> values(lanes, d.constant<32>(0));
    std::vector<TermPred> arrived(lanes, d.truth(false)), tainted(lanes, d.truth(false));
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      if (t >= threads_) continue;
      values[l] = {e.a.bits.at(t)};
      arrived[l] = {e.arrived.at(t)};
      tainted[l] = {e.a.taint.at(t)};
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      if (t >= threads_ || g.is_false(s.guard.at(t))) continue;
      const auto source = spec::shfl_source<TermDomain>(d, mode, d.constant<5>(l), {self.b.bits.at(t)},
                                                        {self.c.bits.at(t)}, warp_size_);
      const std::optional<FirstLane> first = first_lane(source.lane.t);
      const auto choose = [&](auto of_lane) {
        if (!first) return of_lane(source.lane);
        auto out = of_lane(TermWord<5>{first->lanes.back()});
        for (std::size_t i = first->bits.size(); i-- > 0;)
          out = d.select({first->bits[i]}, of_lane(TermWord<5>{first->lanes[i]}), out);
        return out;
      };
      const auto at = [&]<class T>(const std::vector<T>& from) {
        return choose([&](TermWord<5> lane) { return spec::at_lane<T>(d, std::span<const T>(from), lane); });
      };
      const Term named = choose([&](TermWord<5> lane) {
                           return spec::names_lane<TermDomain>(d, {e.mask.at(t)}, lane, warp_size_);
                         }).t;
      const Term active = g.land(named, at(arrived).t);
      // The value stays a select tree, which the solver likes better; who shares out numbers wants the
      // choice.
      const Term chosen =
          spec::at_lane<TermWord<32>>(d, std::span<const TermWord<32>>(values), source.lane).t;
      bits[t] = g.ite(active, chosen, g.constant(32, 0));
      if (first) note_choice(chosen, *first, values);
      taint[t] = g.lor(g.lnot(active), at(tainted).t);
      in_range[t] = source.in_range.t;
      outside[t] = g.land(s.guard.at(t), g.lnot(named));
      inactive[t] = g.land(s.guard.at(t), g.land(named, g.lnot(at(arrived).t)));
    }
  }
  Origins origins = e.a.origins;
  const auto judge = [&](Rule rule, std::vector<Term> when) {
    const Term any = ops_.any(Lanes::each(std::move(when)));
    if (g.is_false(any)) return obligations_.count_folded();
    origins = merge_origins(origins, single_origin(record_.event(rule, ins.place)));
    obligations_.require_not(rule, context_.level(rule), ins.place, "", any);
  };
  judge(Rule::ShflInactiveSource, std::move(inactive));
  judge(Rule::ShflSourceOutsideMask, std::move(outside));
  if (!ins.destinations.empty()) {
    scalar_instructions_.write(s, ins, ins.destinations[0],
          Value{Lanes::each(std::move(bits)), Lanes::each(std::move(taint)), origins, 32});
  }
  if (ins.destinations.size() > 1)
    scalar_instructions_.write(s, ins, ins.destinations[1],
                               ops_.defined(Lanes::each(std::move(in_range)), 1));
}

}  // namespace warpproof::symbolic
