// value.division-by-zero: what a quotient by zero is, PTX leaves open (PTX ISA 9.x, div and rem); the terms give
// it a value.
//
// Where the launch alone decides that a divisor is zero (numbers of threads and blocks, and sizes of these), the
// quotient is undefined, as on the evaluator, and using it is a violation. Where more than that decides, that no
// divisor is zero is an assumption of the verdict. It is one as a warpproof::assume at that place would be
// (assume.cpp): what was met before is judged without it. After a race, say, the divisor of a run is not the one
// that is looked at here, and a zero here would leave that race out. Two executions that are compared are another
// matter: each of them was judged alone, and nothing is said of inputs with which either divides by zero.
#include <algorithm>
#include <array>

#include "checker/symbolic/executor.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

// The lanes whose quotient is undefined.
Lanes Executor::judge_divisor(const Lanes& active, const Value& divisor) {
  const Term nothing = g.constant(divisor.width, 0);
  const bool uniform = active.is_uniform() && divisor.bits.is_uniform() && divisor.taint.is_uniform();
  std::vector<Term> undefined, assumed_not;
  for (int t = 0; t < (uniform ? 1 : threads_); ++t) {
    const Term is_zero = g.eq(divisor.bits.at(t), nothing);
    const Term zero = g.land(active.at(t), g.land(is_zero, g.lnot(divisor.taint.at(t))));
    const bool by_launch = g.is_false(zero) || numbers_.decides(is_zero);
    undefined.push_back(by_launch ? zero : g.truth(false));
    if (!by_launch) assumed_not.push_back(zero);
  }
  const Term any = g.disj(assumed_not);
  if (!g.is_false(any) && !infeasible_(any)) {
    assumed_.insert(kNoZeroDivisor);
    if (traces_order()) {
      assumptions_.push_back(g.lnot(any));
    } else {
      set_scope(g.land(scope_, g.lnot(any)));
    }
  }
  return uniform ? Lanes(undefined.front()) : Lanes::each(std::move(undefined));
}

}  // namespace warpproof::symbolic
