// Where host code changes its variables: what makes it right to look at the value that a variable was given before.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"

namespace warpproof {

// Positions in the text, AstNode::order, from after the first to the second.
struct TextRange {
  std::size_t after = 0, to = 0;
  bool contains(std::size_t order) const { return after < order && order <= to; }
};

class HostUses {
 public:
  explicit HostUses(const HostAst& ast);

  // A value of this type is copied without a call of anybody's code: a scalar, or a class of the user's that the
  // compiler says is trivially copyable. `type` as the compiler spells it.
  bool is_plain(const std::string& type) const;

  // A statement, or a declaration, after which a variable has the value of an expression.
  struct Definition {
    const AstNode* statement = nullptr;
    const AstNode* value = nullptr;
    const AstNode* block = nullptr;  // the compound statement (or for) that it is directly in
    bool of_member = false;          // the value is the member's, not that of the whole variable
  };
  // The one that gave the variable its value at `use`, whatever way the program came there, and nothing changed it in
  // between or does before it is given again. Null members where there is none. `block` holds `use`.
  Definition definition(const AstNode& variable, const AstNode& use) const;
  // The same for a member of it: the one that gave the member its value, alone or with all others.
  Definition member_definition(const AstNode& variable, const std::string& member, const AstNode& use) const;
  // Nothing changes the variable, or may, while the program is in that part of the text of its function. False for what
  // other functions reach.
  bool is_stable(const AstNode& variable, const TextRange& range) const;
  // No other function can reach it.
  bool is_private(const AstNode& variable) const;
  // Nothing changes it after it was initialised.
  bool is_constant(const AstNode& variable) const;
  // The one expression that changes the variable after it was initialised, where no other function can reach it. Null
  // where there is none or another one.
  const AstNode* only_change(const AstNode& variable) const;
  // Likewise of the value, or of what a reference to const refers to, as far as this function changes it.
  bool is_constant_value(const AstNode& parameter) const;
  // No label is there, and no case of a switch that is not there too: the program comes to the end from the beginning
  // only.
  bool is_straight(const TextRange& range) const;

  // Calls of the function. Nothing where it is also used otherwise, so that nobody knows who calls it.
  std::vector<const AstNode*> calls(const AstNode& function) const;

  // The function that a node is in; lambdas belong to the function around them.
  static const AstNode* function_of(const AstNode& node);
  // The body of the lambda that a node is in; null where it is in none.
  static const AstNode* lambda_of(const AstNode& node);
  // Code that is never run: a template itself, and what clang prints a second time (the members of a lambda's class).
  static bool is_no_code(const AstNode& node);

  // One name for all declarations of a function.
  static std::string key_of(const AstNode& function);

 private:
  struct Change {
    std::size_t order = 0;
    const AstNode* node = nullptr;       // the reference
    const AstNode* statement = nullptr;  // of an assignment that is a statement by itself
    const AstNode* value = nullptr;
    std::string member;                  // that it changes; empty: all, or who knows what
  };
  Definition defined(const AstNode& variable, const std::string& member, const AstNode& use) const;
  bool is_fixed(const AstNode& e, int depth) const;
  void walk(const AstNode& node);
  void reference(const AstNode& node);
  void used(const AstNode& node, const AstNode& variable);

  const HostAst& ast_;
  std::map<const AstNode*, std::vector<Change>> changes_;
  std::set<const AstNode*> escaped_;  // whose address is known elsewhere
  std::map<std::size_t, std::size_t> labels_;  // positions, with that of the switch of a case, else 0
  std::map<std::string, std::vector<const AstNode*>> calls_;
  std::set<std::string> otherwise_used_;
  bool has_mutable_members_ = false;   // any class that was met so far
  std::map<std::string, bool> plain_;  // by the name of a class, or a lambda's type: all that are called so are
};

// Without parentheses, conversions that change no value, and the like.
const AstNode& without_wrapping(const AstNode& node);
// Is `inner` a part of `outer`?
bool is_within(const AstNode& inner, const AstNode& outer);

}  // namespace warpproof
