// What one place of host code that names a variable does to it.
//
// The list is of what is understood; all that is not on it is an escape, after which nothing is known of the variable:
// another name for it (a reference, a pointer, a capture under another name), the result of an assignment that is used as
// the variable, a member of a base, assembly, ... So a new kind of expression costs answers, not soundness.
#pragma once

#include <string>

#include "src/frontend/host_ast.h"

namespace warpproof {

struct HostMention {
  enum class Kind {
    Read,         // its value, or a member's, or nothing
    ReadAsConst,  // code that is not looked at gets it as a reference, or a pointer, to const
    Change,
    InArray,      // its address is an element of an array of pointers, as a launch takes it
    Captured,     // by reference in a lambda, whose body names it: the places there say what is done
    Bound,        // to a reference that a function of the user's takes: what is done to its parameter is done to it
    Escape,
  };
  Kind kind = Kind::Escape;
  // Of a Change that is a statement by itself and gives a value to the variable or to one member: the statement and
  // the value. Null for all others.
  const AstNode* statement = nullptr;
  const AstNode* value = nullptr;
  std::string member;              // that a Change changes; empty: all, or who knows what
  bool overlaps = false;           // others change with that member: it is a union's
  const AstNode* array = nullptr;  // of InArray: the array's declaration
  const AstNode* parameter = nullptr;  // of Bound
  // A Change by the class's operator=, which has to be the compiler's own; of ReadAsConst, "dim3" where one is copied.
  std::string copied_class;
  bool is_pointer = false;  // of ReadAsConst: other code than a library's may keep a pointer, and give it to a kernel
};

// `reference`: a DeclRefExpr of a variable or parameter.
HostMention mention_of(const HostAst& ast, const AstNode& reference);

// An explicit conversion that takes const away from what is pointed or referred to; C++ allows to change it then, where
// the variable itself is not const. The type without the const, as "int"; empty where it is none.
std::string unconst_type(const AstNode& cast);

// Of an object, not of what a pointer points to: "const int", not "const int *".
bool is_const_object(const std::string& type);

// Of a reference, the type of what it refers to: "int" of "int &".
std::string referred_type(const AstNode& variable);

// The type without const, reference and one level of pointer: "int" of "const int *" and "const int &".
std::string bare_type(std::string type);
// The same without the namespaces that it is in; all of it where it is an instance of a template.
std::string name_of_type(const std::string& type);
// Without what the compiler adds, and without conversions.
const AstNode& without_casts(const AstNode& e);
// A number, a text or a null pointer that is written.
bool is_literal(const AstNode& e);

}  // namespace warpproof
