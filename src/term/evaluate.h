// Terms under a concrete assignment. Exact: IEEE arithmetic on bit patterns through float_eval.h.
//
// Iterative (term graphs are deep) and memoised: shared subterms are computed once per assignment.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

// Initial memory: `width` bits, little endian, at a byte offset of an allocation.
using MemoryReader = std::function<std::uint64_t(std::uint32_t allocation, std::uint64_t offset, int width)>;

// For a few terms that are asked for as they come up.
class TermEvaluator {
 public:
  // Variables without a value are 0, and so is memory without a reader.
  explicit TermEvaluator(const TermGraph& graph) : graph_(graph) {}
  void set(Term var, std::uint64_t value);
  void set_reader(MemoryReader reader);
  std::uint64_t operator()(Term t);
  // An approximate float operation (see float_is_approximate) was computed since the last assignment.
  bool approximate() const { return approximate_; }

 private:
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint64_t value = 0;
  };
  bool known(Term t) const { return t.id < memo_.size() && memo_[t.id].epoch == epoch_; }
  void compute(Term t);

  const TermGraph& graph_;
  MemoryReader reader_;
  std::unordered_map<std::uint32_t, std::uint64_t> values_;
  std::vector<Slot> memo_;
  std::uint32_t epoch_ = 1;
  bool approximate_ = false;
};

// For fixed terms that are evaluated under thousands of assignments: the cone is laid out once.
class CompiledTerms {
 public:
  CompiledTerms(const TermGraph& graph, std::span<const Term> roots);
  // The variables of the cone, in the order in which run() takes their values.
  const std::vector<Term>& variables() const { return variables_; }
  // Evaluates everything. The result of root i is result(i).
  void run(std::span<const std::uint64_t> variable_values, const MemoryReader& reader);
  std::uint64_t result(std::size_t root) const { return slots_[roots_[root]]; }
  bool approximate() const { return approximate_; }  // the cone holds an approximate float operation

 private:
  struct Step {
    Kind kind;
    std::uint8_t width;
    std::uint32_t arity;
    std::uint32_t first;  // into inputs_
    std::uint64_t aux;
  };
  std::vector<Step> steps_;            // step i computes slot i
  std::vector<std::uint32_t> inputs_;  // slots
  std::vector<std::uint8_t> widths_;   // of the inputs
  std::vector<std::uint64_t> slots_;
  std::vector<std::uint32_t> variable_slots_;
  std::vector<Term> variables_;
  std::vector<std::uint32_t> roots_;
  std::vector<std::uint64_t> scratch_;
  bool approximate_ = false;
};

}  // namespace warpproof
