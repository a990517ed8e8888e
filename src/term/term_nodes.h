// Terms, and the store that owns them: leaves are made here, and everything can be looked at. Code that only looks takes
// `const TermNodes&`; terms of other terms are built by TermLogic and TermGraph (term.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace warpproof {

namespace rewrite {
class NodeStore;  // node_store.h
}

struct Term {
  std::uint32_t id = 0;
  bool operator==(const Term&) const = default;
  auto operator<=>(const Term&) const = default;
};

enum class Kind : std::uint8_t {
  Const,  // value
  Var,    // aux: index into names
  // predicates and bitwise operations share kinds: width 1 is logic
  And,
  Or,  // n-ary, sorted, flattened, no duplicates. Width 1 uses And and Not only: a | b is Not(And(!a, !b))
  Not,
  Xor,  // Xor is n-ary, sorted, a constant last; width 1 has no constant and no Not below it
  Add,  // n-ary linear normal form: sorted operands, the constant last; coefficients through Mul by constant
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,  // Mul is n-ary, sorted, a constant last
  UMin,
  UMax,
  SMin,
  SMax,  // n-ary, sorted, a constant last
  Shl,
  LShr,
  AShr,  // only by amounts that are not constant
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,  // a <= b is stored as Not(b < a), so Ule and Sle never occur in a graph
  Ite,
  Concat,   // n-ary, most significant first
  Extract,  // aux: low bit; width says how many
  ZExt,
  SExt,
  Popc,
  Clz,
  Brev,
  MulHiU,
  MulHiS,
  Float,  // aux: packed FloatOp (see float_op.h); an IEEE operation on bit patterns
  Read,   // aux: allocation; operand 0: byte offset (64 bits). Initial memory contents, width/8 bytes, little
          // endian
};

class TermLimit : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TermNodes {
 public:
  explicit TermNodes(std::size_t max_nodes = 60'000'000);
  ~TermNodes();
  TermNodes(const TermNodes&) = delete;

  // Leaves.
  Term constant(int width, std::uint64_t value);
  Term truth(bool value) const { return value ? Term{2} : Term{1}; }
  Term var(int width, const std::string& name);  // a fresh variable at each call; names need not be unique
  Term read(int width, std::uint32_t allocation, Term offset);

  // Queries.
  Kind kind(Term t) const;
  int width(Term t) const;
  std::span<const Term> operands(Term t) const;
  std::uint64_t aux(Term t) const;
  bool is_const(Term t) const;
  std::uint64_t value(Term t) const;  // of a constant, zero-extended
  bool is_true(Term t) const { return t.id == 2; }
  bool is_false(Term t) const { return t.id == 1; }
  const std::string& name(Term var) const;
  std::size_t size() const;

  // The smallest and largest unsigned value that structure alone allows.
  std::pair<std::uint64_t, std::uint64_t> unsigned_range(Term t) const;
  // Narrows the range of a variable (block sizes, block indices). Part of the assumptions: the solver asserts
  // it too.
  void set_range(Term var, std::uint64_t low, std::uint64_t high);
  // The lowest bits of the variable, those of the mask, are 0, likewise.
  void set_zero_bits(Term var, std::uint64_t mask);
  // Bits within the width that structure alone shows to be 0.
  std::uint64_t zero_bits(Term t) const;

  // "(add %tid 4)" for debugging and traces, cut at `max_chars`.
  std::string str(Term t, std::size_t max_chars = 400) const;

  // For the files of this folder.
  rewrite::NodeStore& store() { return *store_; }

 private:
  std::unique_ptr<rewrite::NodeStore> store_;
};

}  // namespace warpproof
