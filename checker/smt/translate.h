// Terms as Z3 expressions: predicates are Bool, words bit vectors, initial memory uninterpreted functions (or
// plain constants where every offset is constant). Iterative, cached by term for the life of the translator.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "checker/smt/counts.h"
#include "checker/smt/translate_float.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof {

// Uninterpreted floats know only that equal operands give equal results; exact ones use Z3's floating point
// theory for everything but the approximate operations and double precision computed from them. Comparisons,
// min, max and sign operations are exact in both.
enum class FloatEncoding { Uninterpreted, Exact };

// How the reads of one allocation appear. Chosen for a query and only ever weakened, so cached expressions
// stay valid until a mode changes.
struct MemoryMode {
  int uniform_bytes = 0;         // 0: mixed sizes or unaligned, so byte by byte
  bool constant_offsets = true;  // no function is needed
  bool operator==(const MemoryMode&) const = default;
};

class Translator {
 public:
  Translator(z3::context& context, TermGraph& graph, FloatEncoding floats)
      : context_(context),
        graph_(graph),
        floats_(floats),
        expressions_(context),
        counts_(context, graph, [this](Term t) { return known(t); }),
        float_(context) {}
  Translator(const Translator&) = delete;

  // Looks at all terms of the next query; may drop the cache.
  void prepare(std::span<const Term> terms);
  z3::expr operator()(Term t);
  // The expression of a term that has been translated, as a bit vector or Bool.
  z3::expr known(Term t) const { return expressions_[static_cast<int>(position_.at(t.id))]; }
  // Whether the query needs uninterpreted functions (memory or floats), or the theory of floating point.
  bool uses_functions() const { return uses_functions_; }
  bool uses_float_theory() const { return uses_float_theory_; }

 private:
  using Exprs = std::vector<z3::expr>;

  void find_open(std::span<const Term> terms);
  bool is_open(Term t) const;
  bool merge_modes(std::span<const Term> terms);
  z3::expr build(Term t);
  z3::expr build_logic(Term t, const Exprs& in);
  z3::expr build_word(Term t, const Exprs& in);
  z3::expr build_slice(Term t, const Exprs& in);
  z3::expr build_read(Term t, const Exprs& in);
  z3::expr read_word(std::uint32_t allocation, int bytes, Term offset, const z3::expr& at,
                     bool constant_offsets);
  z3::expr popcount(const z3::expr& word, int width);
  z3::expr leading_zeros(const z3::expr& word, int width);
  z3::expr number(std::uint64_t value, int width) {
    return context_.bv_val(value, static_cast<unsigned>(width));
  }
  z3::expr as_word(const z3::expr& e) { return e.is_bool() ? z3::ite(e, number(1, 1), number(0, 1)) : e; }
  z3::expr as_predicate(const z3::expr& bit) { return bit == number(1, 1); }

  z3::context& context_;
  TermGraph& graph_;
  FloatEncoding floats_;
  std::unordered_map<std::uint32_t, std::uint32_t> position_;
  z3::expr_vector expressions_;
  Counts counts_;
  FloatTranslator float_;
  std::map<std::uint32_t, MemoryMode> modes_;
  std::unordered_set<std::uint32_t> on_approximate_;  // terms that depend on an approximate operation
  bool uses_functions_ = false;
  bool uses_float_theory_ = false;
};

}  // namespace warpproof
