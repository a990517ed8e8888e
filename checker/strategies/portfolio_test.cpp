// Strategies that do what they are asked to, in every combination: a list of them has the same result, and leaves the same
// behind, whether or not copies of the process run the later ones at the same time.
#include "checker/strategies/portfolio.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/strategies/every_thread.h"
#include "src/base/apart.h"
#include "src/base/effort.h"
#include "src/base/race.h"
#include "src/program/lower.h"

namespace warpproof::strategies {
namespace {

using namespace std::chrono_literals;

enum class Does { EndsEarly, RunsOut, HasAResult, FindsARun, Throws };
constexpr int kStrategies = 4, kKinds = 5;

Does plan[kStrategies];
std::string seen;  // by strategies, in this process

KnownAnswers::Form form_of(std::uint64_t number) { return {number}; }

std::string what_is_there(const Situation& s) {
  std::string out = std::to_string(effort::spent()) + ", plans";
  for (const auto& [is_sample, plans] : s.known_plans) {
    for (const auto& [head, plan_of_loop] : plans) out += " " + std::to_string(2 * head.front() + (is_sample ? 0 : 1));
  }
  out += ", answers";
  for (std::uint64_t i = 0; i < 2 * kStrategies; ++i) out += s.known_answers.find(form_of(i), {}) ? " known" : " -";
  return out + (s.broken_run ? ", broken" : "") + "\n";
}

std::string what_was_spent(const Situation& s) {
  std::string out;
  for (const auto& [strategy, units] : s.spending.counted()) out += " " + strategy + " " + std::to_string(units);
  return out;
}

template <int kWhich>
std::unique_ptr<Attempt> run_one(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until) {
  seen += std::to_string(kWhich) + " sees " + what_is_there(s);
  const report::Spending::Part part(s.spending, "strategy " + std::to_string(kWhich % 3));  // two are one in the report
  effort::charge(effort::units_of(until - Situation::Clock::now()) / 3);
  // One answer of its own, one that another one finds as well.
  s.known_answers.note(form_of(kWhich), Answer::Unsat, {});
  s.known_answers.note(form_of(kStrategies + kWhich / 2), Answer::Unsat, {});
  if (s.known_plans[kWhich % 2 == 0].try_emplace({kWhich / 2}).second) ++s.plans_found;
  switch (plan[kWhich]) {
    case Does::EndsEarly: return nullptr;
    case Does::RunsOut:
      while (Situation::Clock::now() < until) effort::charge(1'234);
      effort::charge(777'777 * kWhich);
      return nullptr;
    case Does::HasAResult: return every_thread::run(s, shape, until);
    case Does::FindsARun:
      s.take_broken_run(std::make_optional<counterexample::Replay>());
      while (Situation::Clock::now() < until) effort::charge(4'321);
      return nullptr;
    case Does::Throws: throw std::runtime_error("of strategy " + std::to_string(kWhich));
  }
  return nullptr;
}

bool always(const Situation&, const symbolic::Shape&, const Earlier&) { return true; }

constexpr Strategy kList[kStrategies] = {{always, 0.3, run_one<0>, false},
                                         {always, 0.5, run_one<1>, false},
                                         {always, 0.5, run_one<2>, false},
                                         {always, 1, run_one<3>, false}};

struct Outcome {
  std::string text;
  std::string seen;
  bool by_copy = false;
};

std::optional<Outcome> outcome_with(unsigned idle) {
  IdleProcessors processors(idle, 0ms);
  const auto result = run_apart(
      [&] {
        const pid_t original = ::getpid();
        IdleProcessors::use(&processors);
        const Program program = load_ptx(
            ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k() {\nret;\n}\n", "t.ptx");
        CheckOptions options;
        options.block = BlockRequest{};
        const effort::Scope scope(1, 0);
        const Question question(program, 0, options);
        Situation s(question, Situation::Clock::now() + 50ms);
        std::string text;
        {
          const report::Spending::Part outer(s.spending, "outer");
          try {
            const auto attempt = run(kList, s, question.requested_shape());
            text = attempt == nullptr ? "nothing" : attempt->proved() ? "proved" : "undecided";
            text += ", left " + what_is_there(s);
          } catch (const std::exception& error) {
            text = error.what();
          }
        }
        text += what_was_spent(s);
        return std::string(::getpid() == original ? "o" : "c") + text + "|" + seen;
      },
      std::chrono::steady_clock::time_point::max());
  if (result.outcome != ApartResult::Outcome::Finished) return std::nullopt;
  const std::size_t end = result.bytes.find('|');
  return Outcome{result.bytes.substr(1, end - 1), result.bytes.substr(end + 1), result.bytes[0] == 'c'};
}

TEST_CASE("strategies that race leave what they leave one after the other") {
  int by_copy = 0, combinations = 1;
  for (int i = 0; i < kStrategies; ++i) combinations *= kKinds;
  for (int k = 0; k < combinations; ++k) {
    std::string name;
    bool over = false, is_another = false;  // what comes after the end makes no difference
    for (int i = 0, rest = k; i < kStrategies; ++i, rest /= kKinds) {
      plan[i] = static_cast<Does>(rest % kKinds);
      name += " " + std::to_string(rest % kKinds);
      is_another |= over && plan[i] != Does::EndsEarly;
      over |= plan[i] == Does::HasAResult || plan[i] == Does::Throws;
    }
    if (is_another) continue;
    INFO("what they do:" << name);
    const auto alone = outcome_with(0);
    REQUIRE(alone);
    CHECK_FALSE(alone->by_copy);
    for (const unsigned idle : {1u, 3u}) {
      const auto raced = outcome_with(idle);
      REQUIRE(raced);
      CHECK(raced->text == alone->text);
      by_copy += raced->by_copy ? 1 : 0;
      // A copy has not seen what its original ran.
      for (std::size_t at = 0; at < raced->seen.size();) {
        const std::size_t end = raced->seen.find('\n', at) + 1;
        CHECK_THAT(alone->seen, Catch::Contains(raced->seen.substr(at, end - at)));
        at = end;
      }
    }
  }
  CHECK(by_copy > 0);
}

}  // namespace
}  // namespace warpproof::strategies
