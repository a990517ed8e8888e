#include "checker/strategies/loops.h"

#include <algorithm>
#include <string>
#include <utility>

namespace warpproof::strategies {

namespace {

using Clock = Situation::Clock;

// Iterations of a loop that are unrolled before induction is tried, and weakenings of its plan.
constexpr int kFirstIterations = 4;
constexpr int kIterationsOfASample = 12;  // of some threads for all: what halves or doubles up to a block's size
constexpr int kMostWeakenings = 60;
constexpr std::chrono::milliseconds kPatience{1000};  // with loops that go on, before induction is tried
constexpr double kLongLoops = 0.1;  // of an attempt, after which a loop of known length may get a plan
constexpr double kKnownPlans = 0.4, kUnrolling = 0.4, kInduction = 0.6, kInductionOfASample = 0.85, kCounting = 0.3;

// Of a strategy, in reports.
std::string name_of(const symbolic::Shape& shape, bool by_induction) {
  using Follow = symbolic::Shape::Follow;
  std::string name = "every thread";
  if (shape.follow == Follow::TwoThreads) name = "any two threads";
  if (shape.follow == Follow::TwoWarps) name = "any two warps";
  if (shape.follow == Follow::OneWarp) name = "any warp";
  if (shape.follow == Follow::WarpPair) name = "races of any two warps";
  if (shape.follow == Follow::Everyone && shape.symbolic_size) name += " of all block sizes";
  return by_induction ? name + ", by induction" : name;
}

class Loops {
 public:
  using Result = std::unique_ptr<Attempt>;
  Loops(Situation& s, const symbolic::Shape& shape, Clock::time_point deadline)
      : s_(s),
        shape_(shape),
        deadline_(deadline),
        unroll_(s.question.options().unroll),
        few_(shape.is_sample() ? 0 : std::min(kFirstIterations, unroll_)) {}

  Result run() {
    // What held of the loops for others is where to begin.
    symbolic::LoopPlans& known = s_.known_plans[shape_.is_sample()];
    if (!known.empty()) {
      auto plans = known;
      if (auto again = induct(plans, after(kKnownPlans)); settles(again)) return again;
    }
    auto first = attempt({few_, nullptr, false, kPatience, for_long_loops()}, after(kUnrolling));
    const bool cut_short = first->cut_short() || first->executor().cut_a_long_loop();
    if (!cut_short && (first->settled() || first->executor().unbounded_loops().empty())) return first;
    symbolic::LoopPlans plans;
    for (const auto& head : first->executor().unbounded_loops()) plans[head];
    auto inductive = induct(plans, after(shape_.is_sample() ? kInductionOfASample : kInduction));
    if (!settles(inductive) && has_several_counters(plans)) {
      symbolic::LoopPlans counted;
      for (const auto& [head, plan] : plans) counted[head];
      auto again = induct(counted, after(kCounting), true);
      if (settles(again)) std::swap(inductive, again), std::swap(plans, counted);
    }
    if (settles(inductive)) {
      known = std::move(plans);
      ++s_.plans_found;
      return inductive;
    }
    if (cut_short) {
      first = attempt({few_, nullptr, false}, after(kUnrolling));
      if (first->settled()) return first;
    }
    return unroll(plans, std::move(first), std::move(inductive));
  }

 private:
  Result attempt(LoopTreatment loops, Clock::time_point until) {
    const std::string name = name_of(shape_, loops.plans != nullptr);
    const report::Spending::Part part(s_.spending, name);
    auto a = std::make_unique<Attempt>(s_.question.program(), s_.question.root(), s_.question.options(), shape_,
                                       Limits(until, deadline_), loops, s_.known_answers);
    a->run();
    a->name_claims(name);
    return a;
  }

  Clock::time_point after(double share) const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>((deadline_ - Clock::now()) * share);
  }

  Clock::duration for_long_loops() const {
    return std::min<Clock::duration>(kPatience, after(kLongLoops) - Clock::now());
  }

  // Until the plans hold or the effort is spent.
  Result induct(symbolic::LoopPlans& plans, Clock::time_point until, bool counts_iterations = false) {
    Result out;
    for (int i = 0; i < kMostWeakenings && Clock::now() < until; ++i) {
      out = attempt({few_, &plans, false, kPatience, for_long_loops(), counts_iterations}, until);
      std::size_t fresh = 0;
      for (const auto& head : out->executor().unbounded_loops()) fresh += plans.try_emplace(head).second ? 1 : 0;
      if (!out->to_repeat() && fresh == 0) break;
    }
    return out;
  }

  // Of one loop: how they go together, as s and n in `for (n = 1; n <= m; n++) s++`, only the number of iterations says.
  static bool has_several_counters(const symbolic::LoopPlans& plans) {
    return std::any_of(plans.begin(), plans.end(), [](const auto& plan) {
      const auto& cells = plan.second.cells;
      return plan.second.failed.empty() && std::count_if(cells.begin(), cells.end(), [](const auto& cell) {
               return cell.second.kind == symbolic::CellForm::Kind::Step && cell.second.step != 0 && cell.first.width <= 32;
             }) > 1;
    });
  }

  static bool settles(const Result& a) { return a != nullptr && !a->to_repeat() && a->settled(); }

  // Loops for which no plan works are unrolled, after those for which one does.
  Result unroll(symbolic::LoopPlans& plans, Result first, Result inductive) {
    const bool held = inductive != nullptr && !inductive->to_repeat();
    const int many = shape_.is_sample() ? std::min(kIterationsOfASample, unroll_) : unroll_;
    const bool all_were_unrolled = few_ >= many && !first->executor().cut_a_long_loop();
    if (all_were_unrolled) return held ? std::move(inductive) : std::move(first);
    const bool helps =
        std::any_of(plans.begin(), plans.end(), [](const auto& p) { return p.second.failed.empty(); });
    auto unrolled = attempt({many, helps ? &plans : nullptr, true}, deadline_);
    if (unrolled->to_repeat()) return held ? std::move(inductive) : std::move(first);
    if (unrolled->settled() || !held) return unrolled;
    const bool induction_leaves_less =
        inductive->outcome().unknowns().size() <= unrolled->outcome().unknowns().size();
    return induction_leaves_less ? std::move(inductive) : std::move(unrolled);
  }

  Situation& s_;
  const symbolic::Shape& shape_;
  const Clock::time_point deadline_;
  const int unroll_, few_;
};

}  // namespace

std::unique_ptr<Attempt> follow_with_loops(Situation& s, const symbolic::Shape& shape, Clock::time_point deadline) {
  return Loops(s, shape, deadline).run();
}

}  // namespace warpproof::strategies
