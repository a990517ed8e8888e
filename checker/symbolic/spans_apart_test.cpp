#include "checker/symbolic/spans_apart.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "src/term/evaluate.h"
#include "src/term/term_forms.h"

namespace warpproof::symbolic {
namespace {

constexpr std::uint64_t kMostOfVariable = 15;

// Two groups of accesses: at numbers added to `factor * x + begin`, and to a multiple of another variable.
struct Groups {
  explicit Groups(std::mt19937_64& random) : rng(random) {
    for (Term& v : variables) {
      v = g.var(64, "v");
      g.set_range(v, 0, kMostOfVariable);
    }
  }
  std::uint64_t below(std::uint64_t n) { return rng() % n; }
  Term constant(std::uint64_t n) { return g.constant(64, n); }

  RecordedAccess access(Term offset, int bytes, AccessKind kind) {
    RecordedAccess out;
    out.kind = kind;
    out.guard = g.truth(true);
    out.offset = offset;
    out.bytes = bytes;
    return out;
  }
  AccessRecords::Slot slot(Term offset) {
    const auto [rest, at] = split_constant(g, offset);
    return {AccessGroup{0, 1, rest.id, std::nullopt}, at};
  }
  // By brute force: for some values of the two variables, by which the evaluator is to compute terms.
  template <class F>
  bool holds_for_some(F holds) {
    TermEvaluator value(g);
    for (std::uint64_t a = 0; a <= kMostOfVariable; ++a) {
      for (std::uint64_t b = 0; b <= kMostOfVariable; ++b) {
        value.set(variables[0], a);
        value.set(variables[1], b);
        if (holds(value)) return true;
      }
    }
    return false;
  }
  bool may_hold(Term t) {
    return holds_for_some([&](TermEvaluator& value) { return value(t) != 0; });
  }
  bool may_meet(const RecordedAccess& a, const RecordedAccess& b) {
    return holds_for_some([&](TermEvaluator& value) {
      const std::uint64_t at = value(a.offset), other = value(b.offset);
      return other - at < static_cast<std::uint64_t>(a.bytes) || at - other < static_cast<std::uint64_t>(b.bytes);
    });
  }

  std::mt19937_64& rng;
  TermGraph g;
  std::array<Term, 2> variables;
  AccessRecords::Region region;
  AccessRecords::Batch batch;
};

TEST_CASE("spans apart: groups that are apart have no accesses that meet") {
  std::mt19937_64 random(1);
  int apart = 0, meet = 0;
  for (int round = 0; round < 600; ++round) {
    Groups s(random);
    const int bytes = 1 << s.below(4);
    // Every other time the two spans begin and end next to each other, where the two variables are one number.
    const bool is_close = round % 2 == 0;
    const bool is_one_variable = !is_close && s.below(2) == 0;
    const std::uint64_t stride = is_close ? 4096 : 8 * (1 + s.below(16));
    const std::uint64_t other_stride = is_close || (is_one_variable && s.below(2) == 0) ? stride : 8 * s.below(16);
    const Term x = s.g.mul(s.variables[0], s.constant(stride)), y = s.g.mul(s.variables[is_one_variable ? 0 : 1], s.constant(other_stride));
    if (x == y) continue;  // one group
    const std::uint64_t step = 1 + s.below(is_close ? 4 : 40), other_step = 1 + s.below(is_close ? 4 : 40);
    // Numbers around 0, so that some are negative.
    std::uint64_t begin = s.below(4000) - 2000, other_begin = s.below(4000) - 2000;
    if (is_close) {
      const std::uint64_t gap = s.below(19) - 9;
      other_begin = s.below(2) == 0 ? begin + 20 * step + gap : begin - 20 * other_step - gap;
    }
    std::vector<RecordedAccess> earlier, now;
    for (std::uint64_t i = 0; i < 20; ++i) {
      earlier.push_back(s.access(s.g.add(x, s.constant(begin + i * step)), bytes, AccessKind::Write));
      now.push_back(s.access(s.g.add(y, s.constant(other_begin + i * other_step)), bytes, AccessKind::Read));
    }
    std::shuffle(earlier.begin(), earlier.end(), random);
    for (const RecordedAccess& a : earlier) {
      const auto slot = s.slot(a.offset);
      s.region[slot.group][slot.at].push_back(a);
    }
    for (const RecordedAccess& a : now) s.batch.emplace_back(s.slot(a.offset), a);
    SpansApart spans(s.g, [&](Term t) { return !s.may_hold(t); });
    const auto found = spans(s.region, s.batch);
    bool meets = false;
    for (const RecordedAccess& a : earlier) {
      for (const RecordedAccess& b : now) meets = meets || s.may_meet(a, b);
    }
    INFO(round);
    if (meets) CHECK(found.empty());
    (found.empty() ? meet : apart) += 1;
  }
  CHECK(apart > 20);
  CHECK(meet > 20);
}

TEST_CASE("spans apart: reads among reads need no question") {
  std::mt19937_64 random(2);
  Groups s(random);
  for (std::uint64_t i = 0; i < 20; ++i) {
    const RecordedAccess a = s.access(s.g.add(s.variables[0], s.constant(i)), 1, AccessKind::Read);
    const RecordedAccess b = s.access(s.g.add(s.variables[1], s.constant(i)), 1, AccessKind::Read);
    s.region[s.slot(a.offset).group][i].push_back(a);
    s.batch.emplace_back(s.slot(b.offset), b);
  }
  int asked = 0;
  SpansApart spans(s.g, [&](Term) {
    ++asked;
    return false;
  });
  CHECK(spans(s.region, s.batch).size() == 1);
  CHECK(asked == 0);
}

}  // namespace
}  // namespace warpproof::symbolic
