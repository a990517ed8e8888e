// value.division-by-zero: what a quotient by zero is, PTX leaves open (PTX ISA 9.x, div and rem); the terms give
// it a value.
//
// Where the launch alone decides that a divisor is zero (numbers of threads and blocks, and sizes of these), the
// quotient is undefined, as on the evaluator, and using it is a violation. Where more than that decides, that no
// divisor is zero is an assumption of the verdict. It is one as a warpproof::assume at that place would be
// (launch_assumptions.h): what was met before is judged without it. After a race, say, the divisor of a run is not
// the one that is looked at here, and a zero here would leave that race out. Two executions that are compared are
// another matter: each of them was judged alone, and nothing is said of inputs with which either divides by zero.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class Division {
 public:
  explicit Division(const Parts& parts);

  Lanes judge_divisor(const Lanes& active, const Value& divisor);

 private:
  TermGraph& g;
  const int threads_;
  const Context& context_;
  LaunchNumbers& numbers_;
  Term& scope_;
  std::vector<Term>& assumptions_;
  std::set<std::string>& assumed_;
  Record& record_;
};

}  // namespace warpproof::symbolic
