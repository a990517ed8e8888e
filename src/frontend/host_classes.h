// The classes of host code: which objects are copied and made without code of the user's that could keep their address, and
// which types' objects stay as they are where they are const.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_kept.h"

namespace warpproof {

// What a constructor gives its members, by their ids.
using GivenMembers = std::map<std::string, const AstNode*>;
// Nothing where the constructor does more than that, or gives one of them a value twice in its body.
std::optional<GivenMembers> members_given_by(const AstNode& constructor);

class HostClasses {
 public:
  // All of the file is read at once: what an object's type means depends on classes and casts that may come after it.
  explicit HostClasses(const HostAst& ast);

  // `type` as the compiler spells it, without const and &.
  //
  // A class of the user's whose values are copied without a call of anybody's code, as the compiler says.
  bool is_plain(const std::string& type) const;
  // The same, and no code runs when an object is made that could keep its address.
  bool is_simple(const std::string& type) const;
  // A class of the user's has that name.
  bool is_known(const std::string& type) const { return class_of(type) != nullptr; }

  // `type` with or without const, and &.
  //
  // A class of the user's has that name: it is not what the library, or CUDA, calls so.
  bool is_users_class(const std::string& type) const;
  // The user's classes of that name.
  std::vector<const AstNode*> records_of(const std::string& type) const;
  // What is given as a reference or a pointer to const stays as it is: no mutable member and no cast in the user's files
  // can change it.
  // `on_device`: also where pointers to it are given to kernels.
  bool keeps_const(const std::string& type, bool on_device) const;
  bool has_mutable_members() const { return has_mutable_members_; }
  // Some name of a type gives it another alignment.
  bool has_aligned_types() const { return has_aligned_types_; }

  // The constructor that makes an object, where all that it does is to give members their values, and so do all others
  // of the class; null where that is not known. `e`: a CXXConstructExpr, or the like.
  const AstNode* constructor_of(const AstNode& e) const;
  // The expression whose value a member of a class has in each method; null where none is known (HostKept).
  const AstNode* kept_value(const AstNode& field) const { return kept_.value_of(field); }
  // The expression that makes a variable's object, whose members keep what it gives them; null where that is not known (HostKept).
  const AstNode* made_by(const AstNode& variable) const { return kept_.made_by(variable); }

 private:
  struct Class {
    bool is_plain = true;
    bool is_simple = true;
    std::vector<const AstNode*> records;
  };
  // All that are called so, in whatever namespace; null where there are none.
  const Class* namesake_of(const std::string& type) const;
  // The same, where one of them is that class: lib::Config may be another one's. Null where it is none of the user's.
  const Class* class_of(const std::string& type) const;
  // A class of a library's whose objects may keep their own address, and with it that of what they are members of.
  bool is_others_class(const std::string& type) const;
  void walk(const AstNode& node, bool on_device);
  void describe(const AstNode& record, const std::string& name);
  bool is_simple(const AstNode& record) const;
  bool has_plain_fields(const AstNode& record) const;
  bool has_plain_constructors(const AstNode& record) const;

  const HostAst& ast_;
  HostKept kept_;
  bool has_mutable_members_ = false, has_aligned_types_ = false;
  std::set<std::string> unconst_;         // types of which a cast takes the const away
  std::set<std::string> unconst_on_device_;  // in code that only the device runs: of what it can reach there
  std::map<std::string, std::vector<const AstNode*>> enumerations_;  // by their names
  std::map<std::string, Class> classes_;  // by the name of a class, or a lambda's type: all that are called so are
};

}  // namespace warpproof
