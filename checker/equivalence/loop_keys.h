// What members of one class of unknowns have in common: the conditions and values by which cells are entered, kept and left.
//
// Conditions and values that are no two spellings of one form are the same where that is proved of all states that are
// reached (loop_states.h).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "checker/equivalence/loop_counters.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/base/effort.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopKeys {
 public:
  // `about_values`: how long the solver may be asked whether values are the same.
  LoopKeys(TermGraph& graph, LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
           const LoopCounters& counters, LoopStates& states, effort::Clock::duration about_values)
      : graph_(graph),
        threads_(records.threads()),
        records_(records),
        variables_(variables),
        terms_(terms),
        counters_(counters),
        states_(states),
        most_about_values_(about_values) {}

  // Of all unknowns. `first`: before there are classes, what depends on other unknowns is left out.
  std::map<LoopUnit, UnitKey> all(bool first);
  // Do the same threads have the condition, in iterations that are reached? `number`: which condition that is.
  bool same_threads(std::uint32_t loop, int number, const symbolic::Lanes& a, const symbolic::Lanes& b);
  // Was the solver not asked any more?
  bool out_of_questions() const { return asked_about_values_ > most_about_values_; }
  // There are other executions: questions that failed may be asked again.
  void ask_again() {
    failures_.clear();
    value_failures_.clear();
  }
  // Terms are others than they were.
  void forget() {
    conditions_.clear();
    values_.clear();
  }

 private:
  using Kind = symbolic::LoopUnknown::Kind;
  // Whose conditions, and which of them.
  struct Role {
    bool in_b;
    std::uint32_t loop;
    Kind kind;
    int number, first, size;  // the threads that it is about
    auto operator<=>(const Role&) const = default;
  };
  struct Condition {
    std::uint64_t form;
    Term term;
  };
  // Side, loop, kind, which one, thread, width.
  using ValuePlace = std::tuple<bool, std::uint32_t, Kind, int, int, int>;
  struct BroughtValue {
    std::uint64_t form;
    Term term;
    std::size_t in_class;
  };
  std::uint64_t condition(const Role& role, Term spelled, Term t);
  bool agree(const Role& role, const Condition& other, Term t);
  std::uint64_t value(const LoopUnit& unit, int number, int thread, int last, Term guard, Term t);
  std::optional<std::uint64_t> iterations_more(const LoopUnit& unit, const symbolic::LoopRecord::Unknown& u);
  UnitKey cell_key(const LoopUnit& unit, const symbolic::LoopRecord& record,
                   const symbolic::LoopRecord::Unknown& u, bool first);
  void add_cells(bool in_b, std::uint32_t loop, const symbolic::LoopRecord& record, bool first,
                 std::map<LoopUnit, UnitKey>& out);
  void add_presence(bool in_b, std::uint32_t loop, const symbolic::LoopRecord& record, bool first,
                    std::map<LoopUnit, UnitKey>& out);
  void add_conditions(Role role, const std::vector<Term>& conditions, bool first, UnitKey& key);

  TermGraph& graph_;
  const int threads_;
  LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  const LoopCounters& counters_;
  LoopStates& states_;
  const effort::Clock::duration most_about_values_;
  effort::Clock::duration asked_about_values_{};
  std::map<Role, std::vector<Condition>> conditions_;
  std::map<ValuePlace, std::vector<BroughtValue>> values_;
  std::map<std::tuple<std::uint32_t, Kind, int>, int> failures_;
  std::map<std::tuple<std::uint32_t, Kind, int, std::size_t>, int> value_failures_;
};

}  // namespace warpproof::equivalence
