// A place of host code at which expressions are looked at, and what is known there of the function's parameters: at one
// place an expression has one value.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

class HostValues;

using HostShape = std::array<HostIntegerPtr, 3>;  // a dim3: unsigned int each

// Since when a value has to be unchanged for what is looked at; nothing: it is read at the place itself.
using HostSince = std::optional<TextRange>;

// One way in which a function is entered: from a call whose arguments are known, or from anywhere.
struct HostEntry {
  const AstNode* call = nullptr;            // null: from anywhere
  std::shared_ptr<const HostEntry> caller;  // how the function of the call was entered
  int depth = 0;
  const AstNode* function = nullptr;  // that the call enters, where a parameter of the caller's has its address
};

// Of a member function whose expression is put in place: its object, as the call at `place` has it. Null: none.
struct HostObject {
  const AstNode* expression = nullptr;
  std::shared_ptr<HostValues> place;
  HostSince since;
};

// What was given for a parameter.
struct HostArgument {
  const AstNode* value = nullptr;
  const HostEntry* entry = nullptr;  // that it was given at
};

// The key of a member of a variable, or of what one points to, or of this object: by declarations, as names repeat.
struct HostPath {
  std::string key, text;
  const AstNode* variable = nullptr;  // null: this object
  std::string member;                 // of the variable, that it is or is in
  bool is_object = false;             // a member of the variable itself
};

struct HostPlace {
  // `use`: the expression at whose place values are asked for.
  HostPlace(const HostAst& ast, const HostUses& uses, const AstNode& use, std::shared_ptr<const HostEntry> entry);

  // Since when what a variable was given there has to be unchanged; `asked`: since when the variable itself has to be. The
  // variable may be one of a block that ends before the use, and what it was given may change after that.
  HostSince since(const HostUses::Definition& d, const HostSince& asked) const;
  // The variable is the same while the values at the use are computed.
  bool is_settled(const AstNode& variable) const;
  // A reference whose object is the same during the call.
  bool is_settled_reference(const AstNode& parameter) const;
  std::optional<HostPath> path_of(const AstNode& member) const;
  // The same of a member of an object, at `fields`, MemberExprs that name one within the other.
  std::optional<HostPath> path_of(const AstNode& object, const std::vector<const AstNode*>& fields) const;
  HostArgument argument_of(const AstNode& parameter) const;
  // The expression that makes this object, of a method that is entered by a call for a variable of the caller's. Null: not known.
  const AstNode* made_this() const;

  const HostAst& ast;
  const HostUses& uses;
  const AstNode& use;
  std::shared_ptr<const HostEntry> entry;
  std::string suffix;  // of the keys of variables: those of another call are others
  std::map<const AstNode*, HostIntegerPtr> given;  // parameters of the function whose expression is put in place
  std::map<const AstNode*, HostShape> given_shapes;
  std::map<const AstNode*, HostObject> given_objects;
  // What a variable is in the expressions that are read since that position.
  struct Before {
    const AstNode* variable = nullptr;
    std::size_t after = 0;
    HostIntegerPtr value;
  };
  std::optional<Before> before;
  int nested = 0;                  // constructors that are put in place
  bool is_in_constructor = false;  // of this object
  HostObject object;
  const AstNode* made = nullptr;  // in a constructor: the expression that makes its object, where that is known
  bool unsettled = false;  // code that is not looked at runs at the use, which may change what it can reach
};

}  // namespace warpproof
