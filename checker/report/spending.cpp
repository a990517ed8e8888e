#include "checker/report/spending.h"

#include <algorithm>
#include <utility>

#include "src/base/effort.h"

namespace warpproof::report {

namespace {

std::uint64_t sum(const std::vector<EffortShare>& shares) {
  std::uint64_t all = 0;
  for (const EffortShare& share : shares) all += share.units;
  return all;
}

std::uint64_t units_of(const std::vector<EffortShare>& shares, const std::string& strategy) {
  const auto known = std::find_if(shares.begin(), shares.end(),
                                  [&](const EffortShare& share) { return share.strategy == strategy; });
  return known != shares.end() ? known->units : 0;
}

void add_to(std::vector<EffortShare>& shares, const std::string& strategy, std::uint64_t units) {
  const auto known = std::find_if(shares.begin(), shares.end(),
                                  [&](const EffortShare& share) { return share.strategy == strategy; });
  if (known != shares.end()) {
    known->units += units;
  } else {
    shares.push_back({strategy, units});
  }
}

}  // namespace

Spending::Part::Part(Spending& all, std::string_view strategy)
    : all_(all), strategy_(strategy), outer_(all.open_), before_(effort::spent()) {
  all.open_ = this;
}

Spending::Part::~Part() {
  const std::uint64_t spent = effort::spent() - before_;
  add_to(all_.spent_, strategy_, spent - inside_);
  if (outer_ != nullptr) outer_->inside_ += spent;
  all_.open_ = outer_;
}

std::vector<EffortShare> Spending::shares() const {
  std::vector<EffortShare> out = spent_;
  for (EffortShare& share : out) share.units /= 1'000;
  std::erase_if(out, [](const EffortShare& share) { return share.units == 0; });
  return out;
}

void Spending::replace(std::vector<EffortShare> counted) {
  if (open_ != nullptr) open_->inside_ += sum(counted) - sum(spent_);
  spent_ = std::move(counted);
}

void Spending::take_back(const std::vector<EffortShare>& start, std::uint64_t units) {
  std::vector<EffortShare> rest = spent_;
  const auto since = [&](const EffortShare* share) { return share->units - units_of(start, share->strategy); };
  std::vector<EffortShare*> most_first;
  for (EffortShare& share : rest) most_first.push_back(&share);
  std::sort(most_first.begin(), most_first.end(), [&](const EffortShare* a, const EffortShare* b) {
    return std::pair(since(b), a->strategy) < std::pair(since(a), b->strategy);
  });
  for (EffortShare* share : most_first) {
    const std::uint64_t back = std::min(units, since(share));
    share->units -= back;
    units -= back;
  }
  replace(std::move(rest));
}

void Spending::put_after(const std::vector<EffortShare>& start, std::vector<EffortShare> others) {
  for (const EffortShare& share : spent_)
    add_to(others, share.strategy, share.units - units_of(start, share.strategy));
  replace(std::move(others));
}

}  // namespace warpproof::report
