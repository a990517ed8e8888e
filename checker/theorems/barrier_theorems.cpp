// Theorems about block barriers, for blocks of two and a half warps of 8 threads.
#include <array>
#include <span>
#include <vector>

#include "checker/theorems/theorem.h"
#include "spec/barrier.h"

namespace warpproof::theorems {
namespace {

using spec::BarrierArrival;
using spec::literal;
using spec::Pred;

constexpr int kWarp = 8;
constexpr std::size_t kThreads = 20;

template <class D>
using Block = std::array<spec::BarrierThread<D>, kThreads>;

template <class D, class In>
Block<D> block(In& in) {
  Block<D> threads{};
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads[t] = {in.pred(indexed("arrived", t)), in.pred(indexed("exited", t))};
  }
  return threads;
}

struct FiresWhenAllAreThere {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto threads = block<D>(in);
    auto all = d.truth(true);
    auto some = d.truth(false);
    for (const auto& thread : threads) {
      all = d.land(all, d.lor(thread.arrived, thread.exited));
      some = d.lor(some, d.lnot(thread.exited));
    }
    const auto fires = spec::barrier_may_fire<D>(d, threads, BarrierArrival::PerThread, kWarp);
    const auto expected = d.land(all, some);
    return {d.truth(true), d.select(expected, fires, d.lnot(fires))};
  }
};

template <BarrierArrival FROM, BarrierArrival TO>
struct ArrivalImplies {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto threads = block<D>(in);
    return {spec::barrier_may_fire<D>(d, threads, FROM, kWarp),
            spec::barrier_may_fire<D>(d, threads, TO, kWarp)};
  }
};

// A count of all the block's warps is no count, unless some warp has left entirely.
template <bool NoWarpGone>
struct FullCountIsNoCount {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto threads = block<D>(in);
    auto assumption = d.truth(true);
    for (std::size_t first = 0; first < kThreads && NoWarpGone; first += kWarp) {
      auto gone = d.truth(true);
      for (std::size_t t = first; t < std::min(first + kWarp, kThreads); ++t)
        gone = d.land(gone, threads[t].exited);
      assumption = d.land(assumption, d.lnot(gone));
    }
    const auto plain = spec::barrier_may_fire<D>(d, threads, BarrierArrival::PerThread, kWarp);
    const auto counted =
        spec::barrier_count_may_fire<D>(d, threads, literal<32>(d, 24), BarrierArrival::PerThread, kWarp);
    return {assumption, d.select(plain, counted, d.lnot(counted))};
  }
};

// A legal count is one that a block with nobody exited can reach.
struct LegalCountIsReachable {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto count = in.template word<32>("count");
    Block<D> threads{};
    for (auto& thread : threads) thread = {d.truth(true), d.truth(false)};
    return {spec::barrier_count_is_legal(d, count, literal<32>(d, kThreads), kWarp),
            spec::barrier_count_may_fire<D>(d, threads, count, BarrierArrival::PerThread, kWarp)};
  }
};

struct ReductionsAgree {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    std::array<spec::BarrierVote<D>, 16> votes{};
    std::array<spec::BarrierVote<D>, 16> everyone{};
    for (std::size_t t = 0; t < votes.size(); ++t) {
      votes[t] = {in.pred(indexed("arrived", t)), in.pred(indexed("p", t))};
      everyone[t] = {votes[t].arrived, d.truth(true)};
    }
    const auto count = spec::barrier_popc<D>(d, votes);
    const auto some = spec::barrier_or<D>(d, votes);
    const auto all = spec::barrier_and<D>(d, votes);
    const auto none_counted = d.eq(count, literal<32>(d, 0));
    const auto all_counted = d.eq(count, spec::barrier_popc<D>(d, everyone));
    return {d.truth(true), d.land(d.select(some, d.lnot(none_counted), none_counted),
                                  d.select(all, all_counted, d.lnot(all_counted)))};
  }
};

}  // namespace

void internal::add_barrier_theorems(std::vector<Theorem>& t) {
  t.push_back(make_theorem<FiresWhenAllAreThere>("barrier.all",
                                                 "From sm_70 on a barrier completes exactly when each thread "
                                                 "has arrived or exited, and one has not exited."));
  t.push_back(make_theorem<ArrivalImplies<BarrierArrival::PerThread, BarrierArrival::PerWarp>>(
      "barrier.per-warp", "What completes when threads are counted completes when warps are counted."));
  t.push_back(make_theorem<ArrivalImplies<BarrierArrival::PerWarp, BarrierArrival::PerThread>>(
      "barrier.per-warp-converse",
      "What completes when warps are counted completes when threads are counted: fails, one thread brings "
      "its warp.",
      Expectation::Differs));
  t.push_back(make_theorem<FullCountIsNoCount<true>>(
      "barrier.full-count",
      "A count of all the block's warps means the same as no count while each warp has a thread left."));
  t.push_back(
      make_theorem<FullCountIsNoCount<false>>("barrier.full-count-gone",
                                              "A count of all the block's warps means the same as no count "
                                              "though a warp may be gone: fails, a gone warp adds "
                                              "nothing to a count.",
                                              Expectation::Differs));
  t.push_back(make_theorem<LegalCountIsReachable>("barrier.count",
                                                  "A legal count is reached once the whole block is there."));
  t.push_back(make_theorem<ReductionsAgree>(
      "barrier.red", "popc is 0 exactly where or is false, and full exactly where and is true."));
}

}  // namespace warpproof::theorems
