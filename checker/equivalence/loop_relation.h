// What holds between the loops of two executions, iteration by iteration.
//
// The n-th loop that one execution begins goes with the n-th of the other. Unknowns of both (cells at the
// head of an iteration, threads that are still in the loop, what a loop leaves behind) are put into classes;
// those of one class are one variable, so a class claims that they are equal in every iteration, for any
// lanes of either side. The claim is inductive: members of a class enter the loop equal, and where they are
// equal at the begin of an iteration they are equal at its end, come back under equal conditions, or leave
// under equal conditions. Classes are split where that is not so until all of it holds (Flanagan and Leino,
// "Houdini", 2001, with partitions for candidates). What every iteration adds the same to, counters and
// pointers, is that many times the number of iterations before, one variable for both; so loops that count up
// and down go together. Conditions that are no two spellings of one form are equal where a solver proves it
// of states that are reached: who is in an iteration came back from the one before it. What an iteration
// leaves in a cell may be known by the number of iterations alone, as of a value that is loaded for the next
// iteration (loop_closed.cpp); and the iterations of a loop that only one side has may leave a cell as it was
// (loop_alone.cpp). Contents of memory are related likewise, allocation by allocation. Atomics of an
// iteration of one go with those of an iteration of the other (atomic_matching.h), or are unknowns.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/index_uses.h"
#include "checker/equivalence/normal_form.h"
#include "checker/equivalence/same_value.h"
#include "checker/symbolic/loop_comparison.h"
#include "src/base/effort.h"
#include "src/cfg/split_loops.h"
#include "src/machine/address_map.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

// A loop that is to go with one of which an iteration is several of its own (src/cfg/split_loops.h).
struct LoopSplit {
  bool in_b;
  std::uint32_t function, head;
  int iterations;
  LoopRest rest;
};

class LoopRelation {
 public:
  // b's allocation of global memory to the number that a knows it by.
  using Renumber = std::function<std::uint32_t(std::uint32_t)>;
  // Throws std::runtime_error where it works past the deadline. `bounded`: takes it that indices do
  // not wrap around in loops (index_uses.h).
  // `about_values`: how long the solver may be asked whether values are the same.
  LoopRelation(TermGraph& graph, FloatMeaning floats, int threads, Renumber number_of_b,
               effort::Clock::time_point deadline, bool bounded, effort::Clock::duration about_values);

  symbolic::LoopComparison* side(bool in_b) { return in_b ? &b_ : &a_; }
  // The loop that only this side has goes on where its loop before that was left: both are one that was
  // split.
  void rest_goes_on(bool in_b) { goes_on_in_rest_ = in_b; }
  // Forgets what an execution of this side recorded; before it runs.
  void begin(bool in_b);
  // After both ran, with these atomics: true when the claim, as they ran with it, is proved. Else it is
  // weaker now.
  struct Facts {
    std::function<bool(Term)> infeasible;  // proves that there is no input for which the condition holds
    std::set<std::uint32_t> inputs;        // variables that are the same in all iterations, by term id
    std::vector<Term> assumptions;         // what `infeasible` takes for granted
  };
  bool is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b, Facts facts);
  // After that: does nothing happen that an execution of a split loop takes not to happen?
  bool takes_rightly();
  // What is known after all loops.
  std::vector<Term> facts_behind();
  // Loops of one side of which one iteration may be several of the other's; empty: none, or of both sides, or
  // there are not so many ways in which it may be.
  std::vector<LoopSplit> proposed_splits(std::size_t attempt) const;
  // After is_kept, where no loop is split: what may make the last loops of the two go together, by how many
  // iterations they make; the likeliest first.
  std::vector<LoopSplit> splits_by_iterations();
  // Was the solver not asked any more?
  bool out_of_questions() const { return asked_about_values_ > most_about_values_; }
  // Does anything count the iterations of a loop?
  bool counts() const { return !counters_.empty(); }
  // By strides that are inputs?
  bool moves_by_inputs() const { return has_strides_; }
  // From now on such cells are told by how far they were moved, where loops are bounded.
  bool assumes_strides() const;  // indices among them not to be moved beyond some distance
  void use_strides() { uses_strides_ = bounded_; }
  // After is_kept: the loops that are taken to end before an index wraps around, without a proof of it.
  struct AssumedBound {
    std::uint32_t loop;
    bool in_b;  // whose place that is
    std::uint32_t place;
    IndexBound bound;
  };
  std::vector<AssumedBound> assumed_bounds();
  // Loops that were followed, on the side that has more of them.
  std::size_t loops() const { return std::max(records_[0].size(), records_[1].size()); }
  // Does the value depend on what holds in or after a loop that was followed?
  bool mentions_loops(Term t);
  // What was taken for granted of numbers over the reals.
  const RealConditions& real_conditions() const { return forms_.conditions(); }
  // Over the reals, after is_kept: are bits used of what may be the same number only (number_uses.h)? What is
  // left behind by either side is looked at too, and by whom and where. Then nothing follows from the
  // relation.
  bool uses_bits_of_numbers(const std::vector<Term>& left_behind, const std::vector<Term>& addressed);
  // ": why", where the loops of the two do not even go together; may be empty.
  std::string trouble() const;

 private:
  struct Condition {
    std::uint64_t form;
    Term term;
  };
  using Unit = std::tuple<bool, std::uint32_t, symbolic::LoopUnknown>;  // side, loop, what
  using Key = std::vector<std::uint64_t>;
  // Whose conditions, and which of them.
  struct Role {
    bool in_b;
    std::uint32_t loop;
    symbolic::LoopUnknown::Kind kind;
    int number, first, size;  // the threads that it is about
    auto operator<=>(const Role&) const = default;
  };
  using Contents = std::pair<std::uint32_t, symbolic::BlockMemory::Key>;  // loop, a's key

  class OneSide : public symbolic::LoopComparison {
   public:
    OneSide(LoopRelation& all, bool in_b) : all_(all), in_b_(in_b) {}
    Term unknown(std::uint32_t loop, const symbolic::LoopUnknown& what, int width) override;
    std::uint32_t contents(std::uint32_t loop, const symbolic::BlockMemory::Key& key, bool after) override;
    Term goes_on(std::uint32_t loop, int thread, bool again) override;
    void never(std::uint32_t loops, int thread, Term t) override;
    void record(std::uint32_t loop, symbolic::LoopRecord record) override;

   private:
    LoopRelation& all_;
    const bool in_b_;
  };

  // Numbers of contents that loops leave unknown; each memory's own count from kForgottenAllocations.
  static constexpr std::uint32_t kFirstNumber = kForgottenAllocations + (1u << 28);
  // Marks of keys that are no cell's, and where a key begins to say what its cell is.
  static constexpr std::uint64_t kIterationsBehind = 1ull << 40;
  static constexpr std::size_t kFirstOfCell = 4;
  // Target of an unknown that is no unknown: threads that stay as long as all do.
  static constexpr std::uint32_t kAlways = 1;

  Term variable(const Unit& unit, int width);
  Term class_variable(std::size_t number, int width);
  Term iterations_before(std::uint32_t loop, int width);
  Term wide_variable(Term& slot, int width, std::optional<std::uint64_t> most);
  std::uint64_t form(Term t);     // of its bits
  std::uint64_t content(Term t);  // of what it holds: over the reals, of the number of a float
  bool is_infeasible(Term t);
  symbolic::BlockMemory::Key key_in_a(bool in_b, symbolic::BlockMemory::Key key) const;
  std::map<Unit, Key> keys(bool first);
  bool split(const std::map<Unit, Key>& keys);
  bool drop_unrecorded(const std::map<Unit, Key>& keys);
  void choose_representatives();
  void match(bool guess);
  // loop_keys.cpp
  bool find_counters();
  std::optional<std::uint64_t> iterations_more(const Unit& unit, const symbolic::LoopRecord::Unknown& u);
  void add_cells(bool in_b, std::uint32_t loop, const symbolic::LoopRecord& record, bool first,
                 std::map<Unit, Key>& out);
  Key cell_key(const Unit& unit, const symbolic::LoopRecord& record, const symbolic::LoopRecord::Unknown& u,
               bool first);
  int group_size(const symbolic::LoopRecord& record, const symbolic::LoopUnknown& what) const;
  void add_presence(bool in_b, std::uint32_t loop, const symbolic::LoopRecord& record, bool first,
                    std::map<Unit, Key>& out);
  void add_conditions(Role role, const std::vector<Term>& conditions, bool first, Key& key);
  std::uint64_t condition(const Role& role, Term spelled, Term t);
  bool agree(const Role& role, const Condition& other, Term t);
  std::uint64_t value(const Unit& unit, int number, int thread, int last, Term guard, Term t);
  SameValue same_value(std::function<bool(Term)> never);
  SameValue same_bits(std::function<bool(Term)> never);
  Term where(Term condition, Term t);
  bool held_before(Term t, const std::set<std::uint32_t>& known);
  Term reached(std::uint32_t loop, bool in_b, int first, int last);
  // loop_bounds.cpp
  bool find_bounds();
  void forget_bounds();
  void add_index_uses(IndexUses& uses);
  bool is_invariant(Term t);
  // loop_sums.cpp
  struct Sum {
    bool of_reals = false;
    std::vector<symbolic::StateCell> parts;
  };
  bool adds_up(const Unit& unit, const symbolic::LoopRecord::Unknown& u, bool of_reals);
  Sum sum_in(bool in_b, std::uint32_t loop, bool of_reals, int width);
  bool find_sums();
  void add_sums();
  const Sum* sum_of(const Unit& unit) const;
  Term left_of_sum(const Unit& unit, const Sum& sum, int width);
  Term combine(const Sum& sum, bool subtract, Term a, Term b);
  // loop_combined.cpp
  struct Combining {
    Kind operation;
    bool of_reals = false;
    bool operator==(const Combining&) const = default;
  };
  struct Combined {
    Combining by;
    symbolic::StateCell cell;
    std::vector<symbolic::StateCell> parts;  // of the other side
    std::uint32_t other_target;              // where the other side's loop is left for
    std::map<int, Term> start;               // by thread
  };
  std::optional<Combining> combining(const Unit& unit, const symbolic::LoopRecord::Unknown& u);
  Term combine(const Combining& by, Term a, Term b);
  const Combined* combined_of(const Unit& unit) const;
  std::vector<symbolic::LoopUnknown> parts_of(const symbolic::LoopUnknown& what, const Combined& c) const;
  Term combined_value(const Unit& unit, const Combined& c, int width);
  std::map<int, Term> starts_of(bool in_b, std::uint32_t loop, const Combined& c);
  std::optional<std::uint32_t> only_target(bool in_b, std::uint32_t loop) const;
  std::vector<symbolic::StateCell> taking_in(bool in_b, std::uint32_t loop, const Combining& by, int width);
  bool same_class(std::uint32_t loop, const symbolic::StateCell& in_a, const symbolic::StateCell& in_b) const;
  bool find_combined(std::uint32_t loop, const Combining& by, int width);
  bool find_combined();
  bool is_kept(bool in_b, std::uint32_t loop, const Combined& c);
  bool weaken_combined();
  bool has_counter(std::uint32_t loop) const;
  // Is what the cell holds known otherwise?
  bool has_no_unknown(const Unit& unit) const {
    return counters_.contains(unit) || strided_.contains(unit) || untouched_.contains(unit) ||
           closed_.contains(unit);
  }
  // loop_alone.cpp
  bool is_alone(bool in_b, std::uint32_t loop) const { return !records_[!in_b].contains(loop); }
  bool find_untouched();
  bool is_untouched(const Unit& unit);
  void add_bound_of_rest(bool in_b, std::uint32_t loop, int first, int last, std::vector<Term>& out);
  bool weaken_untouched();
  // loop_closed.cpp
  bool knows_by_iterations(Term t, std::uint32_t loop);
  Term with_iterations(Term t, std::uint32_t loop, Term iterations);
  bool is_closed(const Unit& unit, const symbolic::LoopRecord& record, const symbolic::LoopRecord::Unknown& u,
                 Term closed);
  std::set<Term> used_in_iteration(const symbolic::LoopRecord& record) const;
  std::map<Unit, Term> closed_in(bool in_b, std::uint32_t loop);
  bool find_closed();
  bool weaken_closed();
  bool find_closed_behind();
  // loop_strides.cpp
  struct Strided {
    Term stride;  // 64 bits
    std::uint64_t factor;
  };
  Term moved(const Unit& unit, const Strided& strided, int width);
  std::optional<Term> moves_by(const Unit& unit, const symbolic::LoopRecord::Unknown& u);
  std::optional<Strided> multiple_of(Term stride, Term step);
  std::optional<Strided> new_stride(std::uint32_t loop, Term step, bool of_index);
  void find_moved_indices();
  bool find_strides(int width, bool of_index, std::map<Unit, Strided>& kept);
  bool find_strides();
  void add_moved(std::uint32_t loop, std::set<std::uint32_t>& numbers, Substitute& before,
                 std::vector<Term>& facts);
  // loop_splits.cpp
  bool makes_one_more(bool in_b, std::uint32_t loop, int thread);
  bool makes_no_fewer(bool in_b, std::uint32_t loop, int thread);
  // loop_departure.cpp
  struct Departure {  // a thread leaves a loop: what represents the iterations up to then, and how many more that
                      // is
    Term iterations;
    std::uint64_t more = 0;
  };
  std::optional<Departure> departure(bool in_b, std::uint32_t loop, std::uint32_t target, int thread);
  std::set<std::uint32_t> numbers_known_in(bool in_b, std::uint32_t loop);
  bool ended_before(bool in_b, std::uint32_t loop, std::uint32_t other) const;
  std::vector<Term> kept_in_iteration(const symbolic::LoopRecord& record, int thread, Term guard,
                                      const std::set<std::uint32_t>& numbers);
  Term facts_of_leaving(bool in_b, std::uint32_t loop, int thread);
  void add_facts_before(bool in_b, std::uint32_t loop, int first, int last, std::vector<Term>& out);
  std::vector<std::uint64_t> steps(bool in_b, std::uint32_t loop) const;
  // loop_memory.cpp
  bool memory_is_kept();
  bool contents_agree(std::uint32_t loop, const symbolic::BlockMemory::Key& key);
  bool atomics_leave_the_same(const symbolic::BlockMemory::Key& a, const symbolic::BlockMemory::Key& b) const;
  bool same_threads(std::uint32_t loop, int number, const symbolic::Lanes& a, const symbolic::Lanes& b);
  Term reached_where(std::uint32_t loop, Term guard);
  Term known_where(std::uint32_t loop, Term guard);
  bool equal_in_iteration(std::uint32_t loop, Term guard, Term a, Term b);
  bool same_bits_in_iteration(std::uint32_t loop, Term guard, Term a, Term b);

  TermGraph& graph_;
  NormalForms forms_;
  const bool over_reals_;
  const int threads_;
  const Renumber number_of_b_;
  const effort::Clock::time_point deadline_;
  OneSide a_, b_;
  std::map<std::uint32_t, symbolic::LoopRecord> records_[2];
  std::map<Unit, std::size_t> class_of_;
  std::size_t classes_ = 0;
  std::map<std::pair<std::size_t, int>, Term> class_variables_;  // class, width
  // Classes of numbers of iterations, of any width: the loop, how many more than came before the last
  // iteration.
  std::map<std::size_t, std::pair<std::uint32_t, std::uint64_t>> of_iterations_;
  std::map<std::uint32_t, Term> iterations_;  // by loop: how many came before this one, in 64 bits
  std::set<Unit> counters_, no_counters_;
  std::map<Unit, Strided> strided_;
  std::set<Unit> not_strided_, moved_indices_;
  bool has_strides_ = false, uses_strides_ = false;
  struct Moved {  // how far the iterations before moved what moves by one stride, and no farther than what
    Term variable;
    std::optional<std::uint64_t> end;  // taken to hold; nothing: any distance
  };
  std::map<std::pair<std::uint32_t, Term>, Moved> moved_;  // by loop and stride
  // Cells of which one side has several where the other has one, by side and loop: the first is what is left
  // of their sum, and the sum has an unknown of its own.
  std::map<std::pair<bool, std::uint32_t>, Sum> sums_;
  bool looked_for_sums_ = false;
  std::map<std::pair<bool, std::uint32_t>, Combined> combined_;  // by side and loop
  std::set<std::uint32_t> no_combined_;
  std::map<std::uint32_t, IndexBound> bounds_;  // by loop; taken to hold
  bool looked_for_bounds_ = false;
  // Cells that loops of one side leave as they were, and with what; those that they do not.
  std::map<Unit, Term> untouched_;
  std::set<Unit> touched_;
  std::optional<bool> goes_on_in_rest_;  // by side
  // Cells that are known by the number of iterations, and as what; those that are not.
  std::map<Unit, Term> closed_;
  std::set<Unit> open_;
  const bool bounded_;
  Facts facts_;
  std::map<Role, std::vector<Condition>> conditions_;
  // Side, loop, kind, which one, thread, width.
  using ValuePlace = std::tuple<bool, std::uint32_t, symbolic::LoopUnknown::Kind, int, int, int>;
  struct BroughtValue {
    std::uint64_t form;
    Term term;
    std::size_t in_class;
  };
  const effort::Clock::duration most_about_values_;
  effort::Clock::duration asked_about_values_{};
  std::map<ValuePlace, std::vector<BroughtValue>> values_;
  std::map<std::tuple<std::uint32_t, symbolic::LoopUnknown::Kind, int, std::size_t>, int> value_failures_;
  std::set<std::size_t> always_;  // classes of threads that stay as long as all do
  std::vector<Term> proved_with_;
  std::map<Term, bool> proved_;  // what is infeasible
  std::map<std::tuple<std::uint32_t, bool, int, int>, Term> reached_;
  std::map<std::tuple<std::uint32_t, bool, int>, Term> left_;
  struct Claim {
    std::uint32_t loops;  // that had begun before
    int thread;
    Term term;
  };
  std::vector<Claim> never_[2];  // after loops
  std::map<std::tuple<std::uint32_t, symbolic::LoopUnknown::Kind, int>, int> failures_;
  std::map<Unit, Term> own_;
  std::set<Unit> used_;                // asked for by the executions at hand
  std::set<std::uint32_t> variables_;  // all of them, by term id
  std::map<std::tuple<bool, Contents, bool>, std::uint32_t> numbers_;
  std::set<Contents> unrelated_;
  std::uint32_t next_number_;
  const symbolic::OrderTrace* orders_[2] = {};
  AtomicMatching atomics_;
  std::unique_ptr<Substitute> representatives_;
  std::map<std::uint32_t, std::unique_ptr<Substitute>> assuming_;  // by id of what is assumed
  std::string trouble_;
};

}  // namespace warpproof::equivalence
