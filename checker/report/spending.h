// What the strategies of a check spent, in units of effort (docs/effort.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "checker/report/report.h"

namespace warpproof::report {

class Spending {
 public:
  // What is spent while it lives is the strategy's, but for what other parts that begin meanwhile spend.
  class Part {
   public:
    Part(Spending& all, std::string_view strategy);
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

   private:
    friend class Spending;
    Spending& all_;
    const std::string strategy_;
    Part* const outer_;
    const std::uint64_t before_;
    std::uint64_t inside_ = 0;  // by other parts
  };

  // In the order in which they were begun first.
  std::vector<EffortShare> shares() const;

  // As counted, in nanoseconds of effort (src/base/effort.h).
  const std::vector<EffortShare>& counted() const { return spent_; }
  // In place of what was counted. What differs counts as spent, or not spent, within the part that is open.
  void replace(std::vector<EffortShare> counted);
  // That much of what was counted since `start` was not spent, first by the strategies that spent most. The order in which
  // they are counted does not matter.
  void take_back(const std::vector<EffortShare>& start, std::uint64_t units);
  // What was counted since `start` was, counted after `others` in place of it.
  void put_after(const std::vector<EffortShare>& start, std::vector<EffortShare> others);

 private:
  std::vector<EffortShare> spent_;
  Part* open_ = nullptr;
};

}  // namespace warpproof::report
