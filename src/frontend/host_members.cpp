// Of host values: members of structures.
#include <algorithm>
#include <cstdlib>

#include "src/frontend/host_library.h"
#include "src/frontend/host_results.h"
#include "src/frontend/host_branches.h"
#include "src/frontend/host_values.h"

namespace warpproof {
// The member's own value, or its part of a list of values for all. Such a list has a value for each member, in their
// order, and one for each base in front: of classes with bases nothing is said.
HostValues::Member HostValues::member_of(const AstNode& variable, const std::string& name, const AstNode* field,
                                         const HostSince& since) const {
  if (since && !place_.uses.is_stable(variable, name, *since)) return {};
  // Bits cut off what they are given; a reference is another variable.
  if (field != nullptr && (field->is_bit_field || field->type.find('&') != std::string::npos)) return {};
  const HostUses::Definition d = place_.uses.member_definition(variable, name, place_.use);
  if (d.value == nullptr) {
    const auto left = HostResults::left_in(*this, variable, name, 0);
    if (!left) return {};
    Member found = left->values->member_of(*left->parameter, name, field, {});
    if (found.value != nullptr && found.place == nullptr) found.place = left->values;
    return found;
  }
  if (d.of_member) return {d.value, place_.since(d, since), nullptr, nullptr};
  const AstNode& list = without_wrapping(*d.value);
  if (list.kind == "InitListExpr") return element_of(list, variable, name, field, place_.since(d, since));
  return field == nullptr ? HostResults::named_part(*this, list, name, place_.since(d, since), 0) : Member();
}

// A dim3's x, y or z, where they are not given together.
HostIntegerPtr HostValues::axis_of(const AstNode& variable, std::size_t axis, const HostSince& since, int depth) {
  static constexpr const char* kNames[] = {"x", "y", "z"};
  if (depth > 40) return nullptr;
  const bool is_own = variable.kind == "VarDecl" || place_.uses.is_sole_name(variable);
  if (variable.kind == "ParmVarDecl" && !is_own) {
    const HostArgument argument = place_.argument_of(variable);
    if (argument.value == nullptr || !(place_.is_settled_reference(variable) || place_.uses.is_constant(variable))) return nullptr;
    const AstNode& given = without_wrapping(*argument.value);
    const AstNode* v = given.kind == "DeclRefExpr" ? place_.ast.find(given.refers_to) : nullptr;
    HostValues caller(place_.ast, place_.uses, *argument.entry->call, argument.entry->caller);
    return v == nullptr ? nullptr : caller.axis_of(*v, axis, {}, depth + 1);
  }
  if (!is_own || (since && !place_.uses.is_stable(variable, *since))) return nullptr;
  const HostUses::Definition d = place_.uses.member_definition(variable, kNames[axis], place_.use);
  if (d.value == nullptr) {
    HostIntegerPtr left = HostResults::axis_left(*this, variable, axis, depth + 1);
    return left != nullptr ? left : HostBranches::axis(*this, variable, axis, depth + 1);
  }
  const HostSince from = place_.since(d, since);
  if (d.of_member) return HostInteger::cast({32, false}, at(*d.value, from, depth + 1));
  const auto whole = shape_at(*d.value, from, depth + 1);
  return whole ? (*whole)[axis] : nullptr;
}

HostIntegerPtr HostValues::pointed_integer(const AstNode& pointer, const std::string& member, IntegerType type) {
  const AstNode* v = HostBranches::pointed_variable(*this, pointer, {});
  if (v == nullptr) return nullptr;
  const Member found = member_of(*v, member, nullptr, {});
  if (found.value == nullptr) return nullptr;
  return HostInteger::cast(type, (found.place != nullptr ? *found.place : *this).at(*found.value, found.since, 0));
}

std::optional<HostShape> HostValues::pointed_shape(const AstNode& pointer, const std::string& member) {
  const AstNode* v = HostBranches::pointed_variable(*this, pointer, {});
  if (v == nullptr) return std::nullopt;
  const Member found = member_of(*v, member, nullptr, {});
  if (found.value == nullptr) return std::nullopt;
  return (found.place != nullptr ? *found.place : *this).shape_at(*found.value, found.since, 0);
}

}  // namespace warpproof
