// Of host code: members of a class that its constructor gives a value, and that keep it as long as the object is there.
//
// The argument. A member of `*this` has, in any method, the value that the constructor's initialiser computed, if
//  (1) the class has one constructor of the user's, which is no template, and no union's or aggregate's way to be made; other
//      objects are copies, made and assigned by the compiler's own code, so that all members come from one call of it;
//  (2) one place gives the member its value: the initialiser, the one in the class, or one assignment at the end of the
//      body's own statements, behind which alone the constructor reads it; a constructor that assigns calls no method of
//      the object before, and gives its address to nobody;
//  (3) every other place that names the member reads its value: no reference, address or pointer to it is made;
//  (4) no code of the user's looks at the object's bytes: no pointer or reference to the class is converted to another type;
//  (5) no object of the class lives outside of functions: it could be used before its constructor ran;
//  (6) all methods that are declared have their code here, so that (2) to (4) were asked of all of them.
// What a value is computed from, the constructor's arguments, are unknowns that all members of one object share.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"

namespace warpproof {

class HostKept {
 public:
  explicit HostKept(const HostAst& ast);

  // The expression that the member has the value of; null where it is not known to keep one.
  const AstNode* value_of(const AstNode& field) const;
  // The expression that makes a local variable's object, of which the members keep what the constructor gave them as long as the
  // variable is there; null where that is not known. No other object takes its place: the variable is named only for its members,
  // no object of the class is assigned, and its methods give their object to nobody.
  const AstNode* made_by(const AstNode& variable) const;

 private:
  void walk(const AstNode& node);
  const AstNode* only_constructor(const AstNode& record) const;
  const AstNode* judge(const AstNode& field) const;
  bool is_looked_into(const AstNode& record) const;
  bool keeps_to_itself(const AstNode& record) const;

  const HostAst& ast_;
  std::map<std::string, std::vector<const AstNode*>> mentions_;  // of a member, by its id
  std::set<std::string> named_otherwise_;                        // members that are named without an object
  std::vector<std::string> converted_;                           // types that pointers or references had before a conversion
  std::map<std::string, std::vector<const AstNode*>> named_;     // places that name a variable, by its id
  std::vector<const AstNode*> records_;
  std::set<std::string> assigned_;                               // classes of which an object is assigned, by their last name
  std::vector<std::string> outside_;                             // types of variables that outlive functions
  mutable std::map<const AstNode*, const AstNode*> known_;
};

// `n` of a method's own object, this->n.
bool is_this_field(const AstNode& e);
// A dim3 is made from another one.
bool is_dim3_copy(const AstNode& e);

}  // namespace warpproof
