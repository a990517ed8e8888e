// What holds between the loops of two executions, round by round.
//
// The n-th loop that one execution begins goes with the n-th of the other. Unknowns of both (cells at the
// head of a round, threads that are still in the loop, what a loop leaves behind) are put into classes; those
// of one class are one variable, so a class claims that they are equal in every round, for any lanes of
// either side. The claim is inductive: members of a class enter the loop equal, and where they are equal at
// the begin of a round they are equal at its end, come back under equal conditions, or leave under equal
// conditions. Classes are split where that is not so until all of it holds (Flanagan and Leino, "Houdini",
// 2001, with partitions for candidates). Contents of memory are related likewise, allocation by allocation.
// Atomics of a round of one go with those of a round of the other (atomic_matching.h), or are unknowns.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/normal_form.h"
#include "checker/symbolic/loop_comparison.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

class LoopRelation {
 public:
  // b's allocation of global memory to the number that a knows it by.
  using Renumber = std::function<std::uint32_t(std::uint32_t)>;
  // Throws std::runtime_error where it works past the deadline.
  LoopRelation(TermGraph& graph, FloatMeaning floats, int threads, Renumber number_of_b,
               std::chrono::steady_clock::time_point deadline);

  symbolic::LoopComparison* side(bool in_b) { return in_b ? &b_ : &a_; }
  // Forgets what an execution of this side recorded; before it runs.
  void begin(bool in_b);
  // After both ran, with these atomics: true when the claim, as they ran with it, is proved. Else it is
  // weaker now.
  bool is_kept(const symbolic::OrderTrace& a, const symbolic::OrderTrace& b);
  // Loops that were followed, on the side that has more of them.
  std::size_t loops() const { return std::max(records_[0].size(), records_[1].size()); }
  // Does the value depend on what holds in or after a loop that was followed?
  bool mentions_loops(Term t);
  // ": why", where the loops of the two do not even go together; may be empty.
  std::string trouble() const;

 private:
  using Unit = std::tuple<bool, std::uint32_t, symbolic::LoopUnknown>;  // side, loop, what
  using Key = std::vector<std::uint64_t>;
  using Contents = std::pair<std::uint32_t, symbolic::BlockMemory::Key>;  // loop, a's key

  class OneSide : public symbolic::LoopComparison {
   public:
    OneSide(LoopRelation& all, bool in_b) : all_(all), in_b_(in_b) {}
    Term unknown(std::uint32_t loop, const symbolic::LoopUnknown& what, int width) override;
    std::uint32_t contents(std::uint32_t loop, const symbolic::BlockMemory::Key& key, bool after) override;
    void record(std::uint32_t loop, symbolic::LoopRecord record) override;

   private:
    LoopRelation& all_;
    const bool in_b_;
  };

  Term class_variable(std::size_t number, int width);
  Term variable(const Unit& unit, int width);
  std::map<Unit, Key> keys(bool first);
  void add_cells(bool in_b, std::uint32_t loop, const symbolic::LoopRecord& record, bool first,
                 std::map<Unit, Key>& out);
  Key cell_key(const symbolic::LoopUnknown& what, const symbolic::LoopRecord& record,
               const symbolic::LoopRecord::Unknown& u, bool first);
  std::uint64_t form(Term t);
  std::uint64_t form_where(Term condition, Term t);
  bool split(const std::map<Unit, Key>& keys);
  bool drop_unrecorded(const std::map<Unit, Key>& keys);
  void choose_representatives();
  void match(bool guess);
  bool atomics_leave_the_same(const symbolic::BlockMemory::Key& a, const symbolic::BlockMemory::Key& b) const;
  bool memory_is_kept();
  bool contents_agree(std::uint32_t loop, const symbolic::BlockMemory::Key& key);
  symbolic::BlockMemory::Key key_in_a(bool in_b, symbolic::BlockMemory::Key key) const;

  TermGraph& graph_;
  NormalForms forms_;
  const bool over_reals_;
  const int threads_;
  const Renumber number_of_b_;
  const std::chrono::steady_clock::time_point deadline_;
  OneSide a_, b_;
  std::map<std::uint32_t, symbolic::LoopRecord> records_[2];
  std::map<Unit, std::size_t> class_of_;
  std::size_t classes_ = 0;
  std::map<std::pair<std::size_t, int>, Term> class_variables_;  // class, width
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
