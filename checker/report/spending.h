// What the strategies of a check spent, in units of effort (docs/effort.md).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "checker/report/report.h"
#include "src/base/effort.h"

namespace warpproof::report {

class Spending {
 public:
  // What is spent while it lives is the strategy's, but for what other parts that begin meanwhile spend.
  class Part {
   public:
    Part(Spending& all, std::string_view strategy)
        : all_(all), strategy_(strategy), outer_(all.open_), before_(effort::spent()) {
      all.open_ = this;
    }
    ~Part() {
      const std::uint64_t spent = effort::spent() - before_;
      all_.add(strategy_, spent - inside_);
      if (outer_ != nullptr) outer_->inside_ += spent;
      all_.open_ = outer_;
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

   private:
    Spending& all_;
    const std::string strategy_;
    Part* const outer_;
    const std::uint64_t before_;
    std::uint64_t inside_ = 0;  // by other parts
  };

  // In the order in which they were begun first.
  std::vector<EffortShare> shares() const {
    std::vector<EffortShare> out = spent_;
    for (EffortShare& share : out) share.units /= 1'000;
    std::erase_if(out, [](const EffortShare& share) { return share.units == 0; });
    return out;
  }

 private:
  void add(const std::string& strategy, std::uint64_t units) {
    const auto known = std::find_if(spent_.begin(), spent_.end(),
                                    [&](const EffortShare& share) { return share.strategy == strategy; });
    if (known != spent_.end()) {
      known->units += units;
    } else {
      spent_.push_back({strategy, units});
    }
  }

  std::vector<EffortShare> spent_;
  Part* open_ = nullptr;
};

}  // namespace warpproof::report
