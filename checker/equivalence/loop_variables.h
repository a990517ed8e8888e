// Variables for the unknowns of loops.
//
// Unknowns are put into classes; those of one class are one variable, so a class claims that they are equal in every
// iteration, for any lanes of either side. Some cells are known by other means than a class (KnownCells): what every
// iteration adds the same to, for one, by the number of iterations before, which is one variable for both sides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/equivalence/loop_records.h"
#include "src/machine/address_map.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

// Numbers of contents that loops leave unknown; each memory's own count from kForgottenAllocations.
inline constexpr std::uint32_t kFirstLoopContents = kForgottenAllocations + (1u << 28);

// Cells whose value at the head of an iteration, or after a loop, is known by other means than a class.
class KnownCells {
 public:
  virtual ~KnownCells() = default;
  virtual bool contains(const LoopUnit& unit) const = 0;
  // Of one that is among them.
  virtual Term value(const LoopUnit& unit, int width) = 0;
};

class LoopVariables {
 public:
  using Classes = std::map<LoopUnit, std::size_t>;
  explicit LoopVariables(TermGraph& graph) : graph_(graph) {}

  // From now on these have no unknown; or, `by_others`, theirs is what unknowns of other cells make of it. The first that
  // contains a cell gives its value.
  void add(KnownCells& cells, bool by_others) { (by_others ? by_others_ : known_).push_back(&cells); }
  bool has_no_unknown(const LoopUnit& unit) const { return among(known_, unit) != nullptr; }
  bool has_no_class(const LoopUnit& unit) const {
    return has_no_unknown(unit) || among(by_others_, unit) != nullptr;
  }

  // What executions have for it.
  Term of(const LoopUnit& unit, int width);
  Term class_variable(std::size_t number, int width);
  // The low bits of the number of iterations that came before the one at hand.
  Term iterations_before(std::uint32_t loop, int width);
  Term with_iterations(Term t, std::uint32_t loop, Term iterations);
  // A variable of somebody else that changes from iteration to iteration.
  void add_variable(Term t) { variables_.insert(t.id); }
  bool is_variable(Term t) const { return variables_.contains(t.id); }
  // Does the value depend on what holds in or after a loop that was followed?
  bool mentions_loops(Term t) const;

  // Members of a class that have other keys than the rest get classes of their own. True: there were some.
  bool split(const std::map<LoopUnit, UnitKey>& keys);
  // An unknown of which an execution recorded nothing is nobody's equal. True: there were some in classes.
  bool drop_unrecorded(const std::map<LoopUnit, UnitKey>& keys);
  void forget_classes() {
    class_of_.clear();
    always_.clear();
  }
  void forget_iterations() { iterations_.clear(); }
  // What this side asked for; before it runs again.
  void forget_used(bool in_b) {
    std::erase_if(used_, [&](const LoopUnit& unit) { return std::get<0>(unit) == in_b; });
  }
  // Those that unknowns had before they were in classes, to those of the classes.
  void map_own(Substitute& put);

  // At most so many iterations come before one.
  void set_most_iterations(std::uint32_t loop, std::uint64_t most) { most_[loop] = most; }
  void forget_most_iterations() { most_.clear(); }
  std::optional<std::uint64_t> most_iterations(std::uint32_t loop) const {
    const auto known = most_.find(loop);
    return known == most_.end() ? std::nullopt : std::optional(known->second);
  }

  const Classes& class_of() const { return class_of_; }
  std::size_t classes() const { return classes_; }
  // Classes of numbers of iterations, of any width: the loop, how many more than came before the last iteration.
  using Counted = std::pair<std::uint32_t, std::uint64_t>;
  const std::map<std::size_t, Counted>& of_iterations() const {
    return of_iterations_;
  }
  // By loop, in 64 bits.
  const std::map<std::uint32_t, Term>& iterations() const { return iterations_; }

 private:
  static KnownCells* among(const std::vector<KnownCells*>& all, const LoopUnit& unit) {
    for (KnownCells* cells : all) {
      if (cells->contains(unit)) return cells;
    }
    return nullptr;
  }
  Term wide_variable(Term& slot, int width, std::optional<std::uint64_t> most);

  TermGraph& graph_;
  std::vector<KnownCells*> known_, by_others_;
  Classes class_of_;
  std::size_t classes_ = 0;
  std::map<std::pair<std::size_t, int>, Term> class_variables_;  // class, width
  std::map<std::size_t, Counted> of_iterations_;
  std::map<std::uint32_t, Term> iterations_;
  std::map<std::uint32_t, std::uint64_t> most_;
  std::set<std::size_t> always_;  // classes of threads that stay as long as all do
  std::map<LoopUnit, Term> own_;
  std::set<LoopUnit> used_;            // asked for by the executions at hand
  std::set<std::uint32_t> variables_;  // all of them, by term id
};

}  // namespace warpproof::equivalence
