// A claim about the specification: an assumption and a conclusion over named inputs, written once for any
// domain.
//
// The symbolic reading makes each input a variable, so that the solver decides the claim for all inputs. The
// concrete reading takes values from a table, so that a witness is run again without terms or solver, and
// samples can be drawn.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/machine/scalar_domain.h"
#include "src/machine/term_domain.h"

namespace warpproof::theorems {

// For all inputs: assumption implies conclusion.
template <class D>
struct Claim {
  typename D::Pred assumption;
  typename D::Pred conclusion;
};

// A named input of a claim; width 1 is a predicate.
struct InputVariable {
  std::string name;
  int width;
  Term term;
};

// Inputs as fresh variables of the term graph, remembered in order.
class SymbolicInputs {
 public:
  explicit SymbolicInputs(TermDomain& d) : d_(d) {}

  template <int N>
  TermWord<N> word(const std::string& name) {
    return {fresh(name, N)};
  }
  TermPred pred(const std::string& name) { return {fresh(name, 1)}; }

  const std::vector<InputVariable>& variables() const { return variables_; }

 private:
  Term fresh(const std::string& name, int width) {
    variables_.push_back({name, width, d_.g.var(width, name)});
    return variables_.back().term;
  }

  TermDomain& d_;
  std::vector<InputVariable> variables_;
};

// Inputs from a source of values: (name, width) to a number below 2^width.
class ConcreteInputs {
 public:
  using Source = std::function<std::uint64_t(const std::string& name, int width)>;

  ConcreteInputs(ScalarDomain& d, Source source) : d_(d), source_(std::move(source)) {}

  template <int N>
  ScalarWord<N> word(const std::string& name) {
    return d_.constant<N>(source_(name, N));
  }
  ScalarPred pred(const std::string& name) { return d_.truth((source_(name, 1) & 1) != 0); }

 private:
  ScalarDomain& d_;
  Source source_;
};

// "name[3]".
inline std::string indexed(const char* name, std::size_t index) {
  return std::string(name) + "[" + std::to_string(index) + "]";
}

}  // namespace warpproof::theorems
