// What a proof has to show: conditions under which a rule would be broken, gathered while a kernel is
// executed.
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "spec/rules.h"
#include "src/term/term.h"

namespace warpproof::symbolic {

// One rule at one place of the program. `violated` are the conditions, one for each thread and visit that
// could not be folded to false; the rule is kept when their disjunction is unsatisfiable.
struct Obligation {
  spec::Rule rule{};
  spec::Level level{};
  std::uint32_t place = 0;   // index into Program::places
  std::string message;       // "branch condition", "member mask" ..: what the place does with the value
  std::vector<Term> violated;
  std::unordered_set<std::uint32_t> seen;  // their ids: a condition is kept once
};

// Where an undefined value can come from.
struct Event {
  spec::Rule rule{};
  std::uint32_t place = 0;
  bool may_be_padding = false;  // as in src/concrete/report.h
  bool operator==(const Event&) const = default;
};

class Obligations {
 public:
  explicit Obligations(TermGraph& graph) : graph_(graph), scope_(graph.truth(true)) {}

  // Adds a condition. Constant false ones are counted as folded and dropped.
  void require_not(spec::Rule rule, spec::Level level, std::uint32_t place, const std::string& message,
                   Term violated);
  // Conditions that are added from now on count only where this holds.
  void set_scope(Term scope) { scope_ = scope; }
  void count_folded(std::uint64_t n = 1) { folded_ += n; }

  const std::vector<Obligation>& all() const { return list_; }
  std::uint64_t folded() const { return folded_; }

 private:
  TermGraph& graph_;
  Term scope_;
  std::vector<Obligation> list_;
  std::map<std::tuple<int, std::uint32_t, std::string>, std::size_t> index_;
  std::uint64_t folded_ = 0;
};

}  // namespace warpproof::symbolic
