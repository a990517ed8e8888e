#include "checker/report/spending.h"

#include <catch2/catch.hpp>

#include "src/base/effort.h"

namespace warpproof::report {
namespace {

using Shares = std::vector<std::pair<std::string, std::uint64_t>>;

Shares of(const std::vector<EffortShare>& shares) {
  Shares out;
  for (const EffortShare& share : shares) out.emplace_back(share.strategy, share.units);
  return out;
}

void spend(Spending& all, const std::string& strategy, std::uint64_t units) {
  const Spending::Part part(all, strategy);
  effort::charge(units);
}

TEST_CASE("a part has what is spent while it lives, less what parts within it spend") {
  Spending all;
  {
    const Spending::Part outer(all, "outer");
    effort::charge(3'000);
    spend(all, "inner", 5'000);
    effort::charge(4'000);
  }
  spend(all, "inner", 1'999);
  spend(all, "little", 999);
  CHECK(of(all.shares()) == Shares{{"inner", 6}, {"outer", 7}});
  CHECK(of(all.counted()) == Shares{{"inner", 6'999}, {"outer", 7'000}, {"little", 999}});
}

TEST_CASE("what was not spent is taken back from the strategies that spent most since the start") {
  Spending all;
  spend(all, "a", 100);
  spend(all, "b", 10);
  const auto start = all.counted();
  spend(all, "c", 30);
  spend(all, "b", 20);
  all.take_back(start, 40);
  CHECK(of(all.counted()) == Shares{{"a", 100}, {"b", 20}, {"c", 0}});
  all.take_back({{"a", 90}, {"b", 10}}, 5);
  CHECK(of(all.counted()) == Shares{{"a", 95}, {"b", 20}, {"c", 0}});
}

TEST_CASE("what was counted elsewhere comes first") {
  Spending all;
  spend(all, "a", 100);
  const auto start = all.counted();
  spend(all, "b", 5);
  spend(all, "a", 1);
  all.put_after(start, {{"a", 107}, {"c", 9}});
  CHECK(of(all.counted()) == Shares{{"a", 108}, {"c", 9}, {"b", 5}});
}

// The clock counts what others spent, or does not count what is taken back (effort::charge, effort::take_back_to).
TEST_CASE("a part that is open has none of what is replaced within it") {
  Spending all;
  {
    const Spending::Part outer(all, "outer");
    effort::charge(50);
    spend(all, "inner", 1'000);
    all.replace({{"inner", 1'000}, {"elsewhere", 300}});
    effort::charge(300);
  }
  CHECK(of(all.counted()) == Shares{{"inner", 1'000}, {"elsewhere", 300}, {"outer", 50}});
}

}  // namespace
}  // namespace warpproof::report
