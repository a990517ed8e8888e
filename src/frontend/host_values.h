// What expressions of host code come to, at the moment of one launch.
//
// Two expressions of one launch that read a variable read one value: nothing changes it while they are computed, which
// is looked at (has_effects). So what is computed from it for the grid and for an argument is related, whatever it is.
// A variable whose value was given before is followed only where nothing changed in between (HostUses).
//
// Parts: this class follows numbers and shapes through expressions, variables and members; HostResults through calls,
// HostBranches through ifs, HostLists through lists and loops. They call each other.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_place.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

class HostValues {
 public:
  // In the keys of what the constructor of a method's object was given.
  static constexpr const char* kOfConstructor = " in its constructor";
  // Of what a function reads at a place of it, where it gives something back (HostResults).
  static constexpr const char* kAtPlace = " at ";

  explicit HostValues(HostPlace place) : place_(std::move(place)) {}
  HostValues(const HostAst& ast, const HostUses& uses, const AstNode& use, std::shared_ptr<const HostEntry> entry)
      : place_(ast, uses, use, std::move(entry)) {}
  const HostPlace& place() const { return place_; }

  // Null where the expression's type is no integer.
  HostIntegerPtr integer(const AstNode& expression) { return at(expression, {}, 0); }
  // Nothing where the expression is no dim3 whose parts are known.
  std::optional<HostShape> shape(const AstNode& expression) { return shape_at(expression, {}, 0); }
  // The function whose address it is; null where that is not known.
  const AstNode* function(const AstNode& expression);

  // The number at `fields`, MemberExprs that name one within the other, of an object that is copied at the use. Null where that
  // is not known. `is_known`: it was followed, or nothing shows that it has not each value.
  struct IntegerPart {
    HostIntegerPtr value;
    bool is_known = false;
  };
  IntegerPart integer_part(const AstNode& object, const std::vector<const AstNode*>& fields, IntegerType type);

  // What a pointer to a structure's variable points to: the value of one of its members. Null where that is not known.
  HostIntegerPtr pointed_integer(const AstNode& pointer, const std::string& member, IntegerType type);
  std::optional<HostShape> pointed_shape(const AstNode& pointer, const std::string& member);

  // For the other parts. `depth`: expressions, variables and calls that are followed within each other.
  HostIntegerPtr at(const AstNode& e, const HostSince& since, int depth);
  std::optional<HostShape> shape_at(const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr of_variable(const AstNode& variable, IntegerType type, const HostSince& since, int depth);
  // A dim3's x, y or z, where they are not given together.
  HostIntegerPtr axis_of(const AstNode& variable, std::size_t axis, const HostSince& since, int depth);
  // What a member of an object is: an expression, or a value that has no expression here.
  struct Member {
    const AstNode* value = nullptr;  // null: not known
    HostSince since;
    std::shared_ptr<HostValues> place;  // of the call where the expression is looked at; null: here
    HostIntegerPtr number;              // where `value` is null
  };
  Member member_of(const AstNode& variable, const std::string& name, const AstNode* field, const HostSince& since) const;
  Member element_of(const AstNode& list, const AstNode& object, const std::string& name, const AstNode* field,
                    const HostSince& since) const;
  // The member that `fields`, MemberExprs, name one within the other, of the object that an expression gives.
  Member part_of(const AstNode& object, std::vector<const AstNode*> fields, const HostSince& since, int depth) const;
  Member part_of_variable(const AstNode& variable, const std::vector<const AstNode*>& fields, const HostSince& since,
                          int depth) const;
  // The object of a member function that is called.
  std::optional<HostObject> object_of(const AstNode& method, const AstNode& call, const HostSince& since) const;

 private:
  HostIntegerPtr computed(const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr converted(const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr reference(const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr member(const AstNode& e, const HostSince& since, int depth);
  bool may_be_any(const Member& found, const HostPath& path, const AstNode& field) const;
  HostIntegerPtr known_member(const Member& found, const std::optional<HostPath>& path, IntegerType type, const HostSince& since, int depth);
  HostIntegerPtr call(const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr inlined(const AstNode& function, const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr ceiling(const AstNode& e, const HostSince& since, int depth);
  HostIntegerPtr enumerator(const AstNode& declaration);
  HostIntegerPtr of_argument(const AstNode& parameter, int depth);
  HostIntegerPtr of_making(const AstNode& parameter, int depth);
  Member constructed(const AstNode& e, const std::vector<const AstNode*>& fields, const HostSince& since, int depth) const;
  Member rest_of(Member first, const std::vector<const AstNode*>& fields, int depth) const;

  HostPlace place_;
  // What was computed: a variable's definition is not followed again for each place that reads it.
  std::map<std::pair<const AstNode*, std::pair<std::size_t, std::size_t>>, HostIntegerPtr> known_;
};

}  // namespace warpproof
