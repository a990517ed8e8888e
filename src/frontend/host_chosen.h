// Numbers that the program chooses: a value that was not followed, of which something shows that not each one is possible.
//
//   round_up(&n);        n = next_multiple(n, 32);        if (n % 32) n += 32 - n % 32;        void init(int k) { size = k * 32; }
//
// What may be seen is a function of the user's that searches for a number, or refuses some, a product with a constant, a sum of
// what is computed from one variable, or the like; or a function of the library that computes, sqrt(n), and what it says of the
// device. Where nothing of this kind is seen, a number counts as any: what is read
// from outside, given by a caller, or written here. Of several places that give a variable its value the last one before the
// launch counts; of a member or a global variable all do, and one that may give any value is enough.
//
// The answer is for findings only: whether a counterexample's value is one that the launch may have. No proof rests on it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_integer.h"

namespace warpproof {

class HostChosen {
 public:
  explicit HostChosen(const HostAst& ast);

  // A variable in the number is chosen. `places`: the launch, and the calls that lead to it.
  bool is_chosen(const HostInteger& number, const std::vector<const AstNode*>& places) const;
  // It is a member of an object, and all that the program gives it, in any object, is constants and chosen numbers.
  bool is_given_numbers(const HostInteger& number) const;

 private:
  enum class Origin : std::uint8_t { Constant, Any, Chosen };
  using Roots = std::set<std::string>;
  // A variable, or a member of it, or of what it points to.
  struct Target {
    const AstNode* variable = nullptr;
    const AstNode* field = nullptr;  // null: all of it
  };

  void walk(const AstNode& node);
  Origin last_given(const Target& target, const AstNode& use, int depth) const;
  Origin of_calls(const AstNode& parameter, int depth) const;
  bool is_made_in_steps(const AstNode& variable) const;
  bool comes_from_constants(const AstNode& variable, std::set<const AstNode*>& met, bool& has_steps) const;
  Origin of_constructions(const AstNode& parameter, int depth) const;
  Origin given_to(const AstNode& declared, int depth) const;
  Origin of_shared(const AstNode& declared, int depth) const;
  Origin of_expression(const AstNode& e, int depth) const;
  Origin of_sum(const AstNode& a, const AstNode& b, int depth) const;
  Origin of_product(const AstNode& a, const AstNode& b, int depth) const;
  Origin of_result(const AstNode& call, int depth) const;
  // What a place that names the target gives it; nothing where it only reads it.
  std::optional<Origin> given_at(const AstNode& mention, const Target& target, int depth) const;
  Origin left_by(const AstNode& call, const AstNode& argument, const AstNode* field, int depth) const;
  bool is_mended_at(const AstNode& mention, const Target& target, const AstNode& use) const;
  bool is_refused(const AstNode& variable, const AstNode& use) const;
  bool searches(const AstNode& code, const Target& target) const;
  bool tells_of(const AstNode& e, const Target& target) const;
  bool names(const AstNode& e, const Target& target) const;
  void roots(const AstNode& e, Roots& out, int depth) const;
  void rests(const AstNode& e, Roots& out, int depth) const;
  bool rounds(const AstNode& by, const AstNode& number) const;
  bool has_other_name(const AstNode& variable) const;
  static bool is_jumped_to(const AstNode& before, const AstNode& use);
  bool is_given_anew(const AstNode& variable) const;
  bool share_roots(const AstNode& a, const AstNode& b) const;

  const HostAst& ast_;
  std::map<std::string, std::vector<const AstNode*>> mentions_;  // by what they name
  std::map<std::string, std::vector<const AstNode*>> given_;     // values that constructors give members, by member
  std::map<std::string, std::vector<const AstNode*>> made_;      // objects that constructors make, by the name of their class
  std::map<std::string, std::vector<const AstNode*>> lists_;     // of a class's object, by its type
  mutable std::map<const AstNode*, Origin> shared_;
};

}  // namespace warpproof
