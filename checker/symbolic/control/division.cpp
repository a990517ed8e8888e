#include "checker/symbolic/control/division.h"

#include <algorithm>
#include <array>

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/unknown.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

Division::Division(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      context_(parts.context),
      numbers_(parts.numbers),
      scope_(parts.record.scope),
      assumptions_(parts.record.assumptions),
      assumed_(parts.record.assumed),
      record_(parts.record) {}

// The lanes whose quotient is undefined.
Lanes Division::judge_divisor(const Lanes& active, const Value& divisor) {
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
  if (!g.is_false(any) && !context_.infeasible(any)) {
    assumed_.insert(kNoZeroDivisor);
    if (context_.traces_order()) {
      assumptions_.push_back(g.lnot(any));
    } else {
      record_.set_scope(g.land(scope_, g.lnot(any)));
    }
  }
  return uniform ? Lanes(undefined.front()) : Lanes::each(std::move(undefined));
}

}  // namespace warpproof::symbolic
