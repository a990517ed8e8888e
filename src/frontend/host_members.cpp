// Of host values: members of structures, and what a switch says of the code after its cases.
#include <algorithm>
#include <cstdlib>

#include "src/frontend/host_library.h"
#include "src/frontend/host_results.h"
#include "src/frontend/host_branches.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};

const AstNode& without_reference_casts(const HostAst& ast, const AstNode& e) {
  const AstNode* x = &without_wrapping(e);
  while (x->kind == "CallExpr" && x->inner.size() == 2 && is_reference_cast(library_name(ast, *x)))
    x = &without_wrapping(*x->inner[1]);
  return *x;
}

}  // namespace

// The member's own value, or its part of a list of values for all. Such a list has a value for each member, in their
// order, and one for each base in front: of classes with bases nothing is said.
HostValues::Member HostValues::member_of(const AstNode& variable, const std::string& name, const AstNode* field,
                                         const Since& since) const {
  if (since && !uses_.is_stable(variable, name, *since)) return {};
  // Bits cut off what they are given; a reference is another variable.
  if (field != nullptr && (field->is_bit_field || field->type.find('&') != std::string::npos)) return {};
  const HostUses::Definition d = uses_.member_definition(variable, name, use_);
  if (d.value == nullptr) {
    const auto left = HostResults::left_in(*this, variable, name);
    if (!left) return {};
    Member found = left->values->member_of(*left->parameter, name, field, {});
    if (found.value != nullptr && found.place == nullptr) found.place = left->values;
    return found;
  }
  if (d.of_member) return {d.value, this->since(d), nullptr, nullptr};
  const AstNode& list = without_wrapping(*d.value);
  if (list.kind == "InitListExpr") return element_of(list, variable, name, field, this->since(d));
  return field == nullptr ? HostResults::named_part(*this, list, name, this->since(d), 0) : Member();
}

// A dim3's x, y or z, where they are not given together.
HostIntegerPtr HostValues::axis_of(const AstNode& variable, std::size_t axis, const Since& since, int depth) {
  static constexpr const char* kNames[] = {"x", "y", "z"};
  if (depth > 40) return nullptr;
  const bool is_own = variable.kind == "VarDecl" || uses_.is_sole_name(variable);
  if (variable.kind == "ParmVarDecl" && !is_own) {
    const Argument argument = argument_of(variable);
    if (argument.value == nullptr || !(is_settled_reference(variable) || uses_.is_constant(variable))) return nullptr;
    const AstNode& given = without_wrapping(*argument.value);
    const AstNode* v = given.kind == "DeclRefExpr" ? ast_.find(given.refers_to) : nullptr;
    HostValues caller(ast_, uses_, *argument.entry->call, argument.entry->caller);
    return v == nullptr ? nullptr : caller.axis_of(*v, axis, {}, depth + 1);
  }
  if (!is_own || (since && !uses_.is_stable(variable, *since))) return nullptr;
  const HostUses::Definition d = uses_.member_definition(variable, kNames[axis], use_);
  if (d.value == nullptr) {
    HostIntegerPtr left = HostResults::axis_left(*this, variable, axis, depth + 1);
    return left != nullptr ? left : HostBranches::axis(*this, variable, axis, depth + 1);
  }
  const Since from = this->since(d);
  if (d.of_member) return HostInteger::cast({32, false}, at(*d.value, from, depth + 1));
  const auto whole = shape_at(*d.value, from, depth + 1);
  return whole ? (*whole)[axis] : nullptr;
}

// A parameter `const T&`, `T&` or `T&&` that refers to a variable of the caller which no other function reaches, or to a temporary: it has
// one value during the call, as nothing in this function changes it either.
bool HostValues::is_settled_reference(const AstNode& parameter) const {
  if (parameter.kind != "ParmVarDecl" || !parameter.type.ends_with("&") ||
      parameter.type.find('*') != std::string::npos || !uses_.is_constant_value(parameter))
    return false;
  const Argument argument = argument_of(parameter);
  if (argument.value == nullptr) return false;
  const AstNode& given = without_reference_casts(ast_, *argument.value);
  if (given.kind != "DeclRefExpr") return argument.value->kind == "MaterializeTemporaryExpr";
  const AstNode* v = ast_.find(given.refers_to);
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl")) return false;
  const AstNode& call = *argument.entry->call;
  // The caller's own one: its call lasts longer.
  if (v->type.find('&') != std::string::npos)
    return HostValues(ast_, uses_, call, argument.entry->caller).is_settled_reference(*v);
  return uses_.is_private(*v) && uses_.is_stable(*v, {call.order, call.last});
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

// After `case 3:` the switch's condition is 3 where the code before it ends with a break, or the like, and nothing that it
// is computed from changes in the switch.
void HostValues::case_fact(const AstNode& body, const AstNode& inside, std::vector<HostIntegerPtr>& out) {
  const AstNode& whole = *body.parent;
  if (whole.has_condition_variable || whole.inner.size() != 2) return;
  const AstNode *label = nullptr, *before = nullptr;
  for (const auto& s : body.inner) {
    if (s->kind == "CaseStmt" || s->kind == "DefaultStmt") label = s.get();
    if (s.get() == &inside) break;
  }
  for (const auto& s : body.inner) {
    if (s.get() == label) break;
    before = s.get();
  }
  if (label == nullptr || label->kind != "CaseStmt" || label->inner.size() != 2) return;
  if (before != nullptr && !ends_here(ast_, *before)) return;
  // No other way in: neither another label at the same place nor one after it.
  if (label->inner[1]->kind == "CaseStmt" || label->inner[1]->kind == "DefaultStmt") return;
  if (label->order < use_.order && !uses_.is_straight(label->order, body, use_)) return;
  const HostIntegerPtr value = at(*whole.inner[0], TextRange{whole.order, whole.last}, 0);
  const HostIntegerPtr constant = at(*label->inner[0], {}, 0);
  if (value == nullptr || constant == nullptr || !constant->value() || !(value->type() == constant->type())) return;
  // Of values that are chosen from others, each may be distinguished from it.
  const auto can_be = [&](const auto& self, const HostInteger& v) -> bool {
    if (v.kind() == HostInteger::Kind::Choice) return self(self, *v.operands()[1]) || self(self, *v.operands()[2]);
    return !v.value() || *v.value() == *constant->value();
  };
  if (!can_be(can_be, *value)) unreachable_ = true;
  const HostIntegerPtr equal = HostInteger::binary("==", kBool, value, constant);
  if (equal != nullptr && !equal->value()) out.push_back(equal);
}

bool HostValues::is_unreachable() {
  facts();
  return unreachable_;
}

}  // namespace warpproof
