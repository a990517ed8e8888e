// Looks for an input under which two computations differ, before any solver is asked: zeros, small and random
// words, numbers whose sums are rounded. What is found is made small: as many inputs as possible are 0 or 1.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <unordered_map>
#include <vector>

#include "checker/equivalence/normal_form.h"
#include "checker/smt/search.h"
#include "src/base/effort.h"
#include "src/base/random_seed.h"
#include "src/term/evaluate.h"

namespace warpproof::equivalence {

struct TermPair {
  Term a, b;
  Term where{};  // over the reals: what has to hold where the two differ (Observation::alone); Term{}: nothing
};

struct Distinguished {
  SmtModel model;
  std::size_t pair = 0;  // index of one that differs
};

class Distinguisher {
 public:
  using Clock = effort::Clock;
  // Inputs must satisfy `assumptions`. With FloatMeaning::Real values must differ as real numbers.
  Distinguisher(TermGraph& graph, std::span<const TermPair> pairs, std::span<const Term> assumptions,
                FloatMeaning floats);
  void pin(Term variable, std::uint64_t value) { pinned_[variable.id] = value; }

  // About `budget` term evaluations.
  std::optional<Distinguished> search(std::uint64_t budget, Clock::time_point deadline);
  // Turns inputs into 0 or 1 where the pair then still differs.
  void minimise(Distinguished& found, Clock::time_point deadline);
  // Whether the model satisfies the assumptions and tells a pair apart.
  std::optional<std::size_t> tells_apart(const SmtModel& model);

 private:
  enum class Style { Zero, SmallWords, Words, SmallFloats, DenseHalves, DenseFloats, DenseDoubles, Wild };

  std::vector<Style> styles() const;
  void assign(Style style);
  std::uint64_t value_for(Style style, Term variable);
  std::uint64_t fit(Term variable, std::uint64_t value) const;
  void load(const SmtModel& model);
  void store(SmtModel& model);
  bool assumptions_hold() const;
  std::optional<std::size_t> differing();
  bool differs(std::size_t pair);
  void shrink(Distinguished& found, bool floats, Clock::time_point deadline);

  TermGraph& graph_;
  std::vector<TermPair> pairs_;
  std::vector<Term> assumptions_;
  const FloatMeaning floats_;
  CompiledTerms compiled_;
  std::size_t cost_;
  bool halves_ = false, singles_ = false, doubles_ = false;
  std::vector<std::uint64_t> values_;
  std::unordered_map<std::uint32_t, std::uint64_t> pinned_;
  TrialMemory memory_;
  MemoryReader reader_;
  std::mt19937_64 random_{random_seed::of(20)};
};

}  // namespace warpproof::equivalence
