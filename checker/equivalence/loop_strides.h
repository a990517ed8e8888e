// Cells that every iteration moves by one stride that is an input, as `i += gridDim.x * blockDim.x` does, and
// what is moved by a multiple of it, as pointers are.
//
// Before iteration r such a cell is what it was at entry plus r strides. The r strides are one variable of 64
// bits for all cells of both sides that move by multiples of one stride, which needs no product: what is
// claimed of it, that it is 0 before the first iteration and a stride more before each next one, is what the
// iterations do. Modulo 2^32 its low half is r times the low half of the stride, so narrower cells have that.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/equivalence/loop_indices.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

class LoopStrides : public KnownCells {
 public:
  LoopStrides(TermGraph& graph, const LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
              const LoopIndices& indices)
      : graph_(graph),
        threads_(records.threads()),
        records_(records),
        variables_(variables),
        terms_(terms),
        indices_(indices) {}

  bool contains(const LoopUnit& unit) const override { return strided_.contains(unit); }
  Term value(const LoopUnit& unit, int width) override;
  // From now on such cells are known by how far they were moved.
  void use() { uses_ = true; }
  // True: unknowns are others than they were.
  bool find();
  // Are there such cells, used or not?
  bool any() const { return any_; }
  // Are there indices among those that are used, which are taken not to be moved beyond some distance?
  bool assumes() const;
  // What holds in an iteration of the loop of the variables: before the first one nothing was moved, and, as is assumed,
  // no index comes near the end of its range. `numbers`: with the ids of these variables; `before`: what they were before
  // the iteration that came before.
  void add_facts(std::uint32_t loop, std::set<std::uint32_t>& numbers, Substitute& before,
                 std::vector<Term>& facts);

 private:
  struct Strided {
    Term stride;  // 64 bits
    std::uint64_t factor;
  };
  struct Moved {  // how far the iterations before moved what moves by one stride, and no farther than what
    Term variable;
    std::optional<std::uint64_t> end;  // taken to hold; nothing: any distance
  };
  std::optional<Term> moves_by(const LoopUnit& unit, const symbolic::LoopRecord::Unknown& u);
  std::optional<Strided> multiple_of(Term stride, Term step);
  std::optional<Strided> new_stride(std::uint32_t loop, Term step, bool of_index);
  void find_moved_indices();
  bool find_of(int width, bool of_index, std::map<LoopUnit, Strided>& kept);

  TermGraph& graph_;
  const int threads_;
  const LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  const LoopIndices& indices_;
  std::map<LoopUnit, Strided> strided_;
  std::set<LoopUnit> not_strided_, moved_indices_;
  bool any_ = false, uses_ = false;
  std::map<std::pair<std::uint32_t, Term>, Moved> moved_;  // by loop and stride
};

}  // namespace warpproof::equivalence
