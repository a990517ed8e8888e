// Of host values: a variable that an if gives another value before it is used.
//
//   int b = 256;                          dim3 grid(n / 256);
//   if (n > 1000) b = 512;                if (n % 256 != 0) grid.x++;
//   k<<<1, b>>>(d);                       k<<<grid, 256>>>(d, n);
//
// What it is at the use is `n > 1000 ? 512 : 256`. Side conditions.
// - The if, and what gave the variable its value before, are statements of one block, which holds the use; they run in their
//   order: no label is in between (HostUses::is_straight), and nothing changes the variable from the if to the end of the block.
// - Each statement that changes the variable is an assignment, ++ or the like of its own, or an if or a block of such. What
//   any other one leaves is not known.
// - What values and conditions are computed from is the same until the end of the block (HostSince). The variable itself is what it
//   was before the statement, where the expression that is looked at names it, and nowhere else (HostPlace::Before).
// - A condition of which nothing is known has one value at one use; so has the variable before the if, where nothing is known of it.
// - A switch is the same with several conditions: from each label on, its statements run up to a break of their own level.
//   A break, a label or a goto within one of them: nothing is known.
#pragma once

#include "src/frontend/host_values.h"

namespace warpproof {

class HostBranches {
 public:
  // Null where it is not known.
  static HostIntegerPtr integer(const HostValues& user, const AstNode& variable, IntegerType type, int depth);
  static HostIntegerPtr axis(const HostValues& user, const AstNode& variable, std::size_t axis, int depth);

  // The variable that a pointer points to, `&v` or a variable that was given this. Null where that is not known.
  static const AstNode* pointed_variable(const HostValues& user, const AstNode& pointer, const HostSince& since);

 private:
  HostBranches(const HostValues& user, const AstNode& variable, IntegerType type, int depth)
      : user_(user), variable_(variable), type_(type), depth_(depth) {}

  HostIntegerPtr value();
  bool find_block();
  bool is_changed_in(const AstNode& part) const;
  HostIntegerPtr after(const AstNode& statement, const HostIntegerPtr& before) const;
  bool asks_for_variable(const AstNode& e) const;
  HostIntegerPtr anything_before(const AstNode& statement) const;
  HostIntegerPtr after_if(const AstNode& statement, const HostIntegerPtr& before) const;
  HostIntegerPtr after_switch(const AstNode& statement, const HostIntegerPtr& before) const;
  HostIntegerPtr after_declaration(const AstNode& statement) const;
  HostIntegerPtr after_change(const AstNode& statement, const HostIntegerPtr& before) const;
  HostIntegerPtr given(const AstNode& value, const HostSince& since, bool is_whole, const HostIntegerPtr& before) const;
  HostIntegerPtr read(const AstNode& e, const TextRange& since, const HostIntegerPtr& before) const;
  bool names(const AstNode& place, bool& is_whole) const;

  const HostValues& user_;
  const AstNode& variable_;
  const IntegerType type_;
  const int depth_;
  std::size_t axis_ = 0;
  std::string member_;  // "x"; empty: the variable is a number
  std::vector<const AstNode*> changes_;
  const AstNode *block_ = nullptr, *last_ = nullptr;  // its statement with the last change before the use
};

}  // namespace warpproof
