// What is known to hold at a place of host code: conditions of the statements around it, and of those that were left before
// it.
#pragma once

#include <vector>

#include "src/frontend/host_guards.h"
#include "src/frontend/host_lists.h"
#include "src/frontend/host_values.h"

namespace warpproof {

class HostFacts {
 public:
  explicit HostFacts(HostValues& values);

  std::vector<HostIntegerPtr> facts;
  std::vector<HostIntegerPtr> ended;  // those of the facts that loops before the place ended with
  // Values that conditions are about which could not be read: functions of the user's get them, or conditions compare them
  // with what is not known. Not all values are left, perhaps. Values that conditions only limit are not among them.
  std::vector<HostIntegerPtr> unread;
  // Likewise of members of objects: methods look at them, or the constructors of the object do.
  bool unread_members = false;
  std::vector<HostCounted> counted;  // variables of the loops around the place, the innermost first
  bool is_unreachable = false;       // the program never comes to the place: a condition around it is constantly false

 private:
  // What a condition says, whose reads all last over `range`, and until all of it is computed.
  void whole_fact(const AstNode& condition, bool holds, const TextRange& range);
  void fact(const AstNode& condition, bool holds, const TextRange& range);
  void ended_fact(const AstNode& loop, const TextRange& rest);
  void called_fact(const HostGuard& guard, const TextRange& range);
  void unread_condition(const AstNode& condition, const TextRange& after);
  void unread_exit(const AstNode& condition, const TextRange& after);
  void unread_flags(const AstNode& e, const TextRange& after);
  bool is_looked_at_still(const AstNode& reference) const;
  void unread_values(const AstNode& e, const TextRange& range, int depth);
  void case_fact(const AstNode& body, const AstNode& inside);

  HostValues& values_;
  const HostPlace& place_;
  TextRange condition_;  // of the fact that is looked at
};

}  // namespace warpproof
