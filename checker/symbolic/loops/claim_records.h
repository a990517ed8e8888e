// What the plans of loops claim, without terms (checker/claims/claims.h).
#pragma once

#include <set>
#include <string>

#include "checker/claims/claims.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/parts.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class ClaimRecords {
 public:
  explicit ClaimRecords(const Parts& parts);

  claims::LoopClaims claims_of(const Position& head, const LoopPlan& plan) const;  // claim_records.h

 private:
  const Program& program_;
  const ExecutorOptions& options_;
  const int warp_size_;
  const Layout& layout_;
  std::set<std::string>& assumed_;
  Code& code_;
  HeadConditions& head_conditions_;
  LoopStrides& loop_strides_;
};

}  // namespace warpproof::symbolic
