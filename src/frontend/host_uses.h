// Where host code changes its variables: what makes it right to look at the value that a variable was given before.
//
// The argument. Something is known of a variable's value over time only where (1) it is a local variable or a parameter,
// or never changes; (2) its type is one of few whose values change by what is written at its name only (is_followed); (3)
// each place that names it has a form that is understood (HostMention), and none is an escape. Then the changes are those
// places, in the order of the text, and a value holds from where it is computed to the end of that statement of the block which
// uses it, if none of the changes of what it is computed from lies in between: who comes back to the use, in a loop around the
// block, comes through the definition again. All other variables have one value at one launch, no more.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_classes.h"

namespace warpproof {

// Positions in the text, AstNode::order, from after the first to the second.
struct TextRange {
  std::size_t after = 0, to = 0;
  bool contains(std::size_t order) const { return after < order && order <= to; }
};

// Places that are in no text.
class MadeNodes {
 public:
  // A place after all that is in the body of a function.
  const AstNode& end_of(const AstNode& body) const;
  // The member `first` or `second` of a pair, which a binding names.
  const AstNode& pair_member(const AstNode& binding, bool is_second) const;

 private:
  mutable std::map<const AstNode*, std::unique_ptr<AstNode>> made_;
};

class HostUses {
 public:
  explicit HostUses(const HostAst& ast);

  // The user's classes.
  const HostClasses classes;

  // A statement, or a declaration, after which a variable has the value of an expression.
  struct Definition {
    const AstNode* statement = nullptr;
    const AstNode* value = nullptr;
    const AstNode* block = nullptr;  // the compound statement (or for) that it is directly in; null for what is global
    // Where what the value is computed from is read: in this range it has to be unchanged. It begins before all that the
    // value's own computing changes, and of the assignment itself.
    TextRange read{};
    bool of_member = false;          // the value is the member's, not that of the whole variable
  };
  // The one that gave the variable its value at `use`, whatever way the program came there, and nothing changed it in
  // between or does before it is given again. Null members where there is none. `block` holds `use`.
  Definition definition(const AstNode& variable, const AstNode& use) const;
  // The same for a member of it: the one that gave the member its value, alone or with all others.
  Definition member_definition(const AstNode& variable, const std::string& member, const AstNode& use) const;
  // The change of the variable, or of that member of it, that every way to `use` comes through last: `node` names the
  // variable, `statement` holds it, and nothing changes it after that in `block`, which holds `use`. Null members where
  // there is none.
  struct LatestChange {
    const AstNode* node = nullptr;
    const AstNode* statement = nullptr;  // of `block`, or the condition of an if
    const AstNode* block = nullptr;      // the compound statement, or the if
  };
  LatestChange latest_change(const AstNode& variable, const std::string& member, const AstNode& use) const;
  // Nothing changes the variable, or may, while the program is in that part of the text of its function. False for what
  // other functions reach.
  bool is_stable(const AstNode& variable, const TextRange& range) const { return is_stable(variable, "", range); }
  // The same for a member of it.
  bool is_stable(const AstNode& variable, const std::string& member, const TextRange& range) const;
  // No other function can reach it.
  bool is_private(const AstNode& variable) const;
  // Nothing changes it after it was initialised.
  bool is_constant(const AstNode& variable) const;
  // The places that change the variable after it was initialised, where no other function can reach it; nothing where
  // one can.
  std::optional<std::vector<const AstNode*>> all_changes(const AstNode& variable) const;
  // The only one. Null where there is none or another one.
  const AstNode* only_change(const AstNode& variable) const;
  // Likewise of the value, or of what a reference refers to, as far as this function changes it.
  bool is_constant_value(const AstNode& parameter) const;
  // The program comes to `use` from the position `after`, in `block`, only: there is no label, and no case of a switch
  // that is not there too, after `after` up to the end of that statement of the block which holds `use`.
  bool is_straight(std::size_t after, const AstNode& block, const AstNode& use) const;
  // The end of that statement of the block which holds `use`; of other code than a compound statement the end of all of it.
  static std::size_t end_of_use(const AstNode& block, const AstNode& use);

  // A parameter `T&` of a function that changes it, which is the only name of a variable of the caller's while the function
  // runs (host_sole_names.cpp): it is followed as a variable of the function's own.
  bool is_sole_name(const AstNode& parameter) const { return sole_names_.contains(&parameter); }
  const MadeNodes made;

  // The list of values of an array that nothing changes; null where it is none, or has not one value for each element.
  const AstNode* constant_list(const AstNode& variable) const;

  // Calls of the function. Nothing where it is also used otherwise, so that nobody knows who calls it.
  std::vector<const AstNode*> calls(const AstNode& function) const;
  // Calls of it by functions that are given it: `passing` gives it to the one that `call` is in. Nothing where it is used
  // otherwise too.
  struct PassedCall {
    const AstNode *passing = nullptr, *call = nullptr;
  };
  std::vector<PassedCall> passed_calls(const AstNode& function) const;
  // It is named other than in calls of it, so that somebody may call it who is not seen.
  bool is_used_otherwise(const AstNode& function) const { return otherwise_used_.contains(key_of(function)); }
  // Functions have calls that do not name them: by another name, `void g() __attribute__((alias("f")))`, or at the end of a
  // variable, `__attribute__((cleanup(f)))`. Which functions these are is not in the tree of each clang.
  bool has_unnamed_calls() const { return has_unnamed_calls_; }

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
    bool overlaps = false;               // and all others with it

    // Does it matter to who reads that member (empty: all)? What is given to other members changes neither this one nor
    // who reads it.
    bool changes(const std::string& read) const {
      return read.empty() || member.empty() || overlaps || member == read;
    }
  };
  Definition defined(const AstNode& variable, const std::string& member, const AstNode& use) const;
  bool is_fixed(const AstNode& e, int depth) const;
  bool is_followed(const std::string& type) const;
  bool is_read_only(const AstNode& variable) const;
  bool is_open(const AstNode& variable) const;
  friend class SoleNames;
  struct Bound {
    const AstNode *parameter = nullptr, *variable = nullptr, *node = nullptr;  // the place that names the variable
  };
  using InArrays = std::vector<std::pair<const AstNode*, const AstNode*>>;
  bool only_called(const AstNode& lambda) const;
  void walk(const AstNode& node);
  void escape_if_sized_by_code(const AstNode& node);
  void escape_all(const AstNode& node);
  void reference(const AstNode& node);
  void used(const AstNode& node, const AstNode& variable);

  const HostAst& ast_;
  std::map<const AstNode*, std::vector<Change>> changes_;
  std::set<const AstNode*> sole_names_;
  std::set<const AstNode*> sized_by_code_;  // functions with an array whose size may change variables
  std::set<const AstNode*> escaped_;  // whose address is known elsewhere
  std::set<const AstNode*> passed_on_;  // objects that are not only called: who gets them calls them as well
  std::map<std::size_t, std::size_t> labels_;  // positions, with that of the switch of a case, else 0
  std::map<std::string, std::vector<const AstNode*>> calls_;
  bool has_unnamed_calls_ = false;
  bool returns_twice_ = false;  // a function of the file, as setjmp does
  // Uses of a function that are no calls of it, and what these come to; nothing where not all of them are passed on.
  std::map<std::string, std::vector<const AstNode*>> otherwise_used_;
  std::optional<std::vector<PassedCall>> passed_on_by(const std::string& key) const;
  std::map<const AstNode*, std::vector<const AstNode*>> called_;  // the places that call a variable
  std::set<const AstNode*> not_only_called_;                      // variables that are named otherwise
  std::set<const AstNode*> written_arrays_;                       // whose elements are not only read
  bool reaches_device_ = false;                   // a pointer to a variable that kernels may take the const away from
  mutable std::map<const AstNode*, bool> fixed_;  // variables that were asked for
  std::vector<const AstNode*> references_;  // until all of the file was met
};

// A call of a function, a method or an operator.
bool is_call(const AstNode& n);

// Without parentheses, conversions that change no value, and the like.
const AstNode& without_wrapping(const AstNode& node);
// Is `inner` a part of `outer`?
bool is_within(const AstNode& inner, const AstNode& outer);

}  // namespace warpproof
