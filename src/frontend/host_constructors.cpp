// Of host values: members of objects that a constructor of the user's makes, `Config(int n) : block(n) {}`.
//
// Side conditions. The object's address stays unknown to others: every constructor of the class is seen, and does nothing
// but give members their values, reading no member before it has the value that it keeps (has_plain_constructors). Which
// constructor it is, the type says that the compiler names at the call; the class is the only one of its name. What the
// value is computed from are the call's arguments, read at the call, and what never changes. That nothing changes the member
// afterwards is asked of the variable (HostUses), as of any.
#include <algorithm>
#include <map>

#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr int kMostNested = 8;  // constructors within each other
constexpr int kDeeper = 6;      // what one of them counts for as depth

bool is_this_member(const AstNode& e) {
  return e.kind == "MemberExpr" && e.is_arrow && e.inner.size() == 1 && e.inner[0]->kind == "CXXThisExpr";
}

bool is_dim3_copy(const AstNode& e) {
  return e.kind == "CXXConstructExpr" && e.inner.size() == 1 && bare_type(e.type) == "dim3";
}

// `block = dim3(n)` or `n = 3`, of this object: the member. Null for other expressions.
const AstNode* assigned_member(const AstNode& e) {
  const bool is_number = e.kind == "BinaryOperator" && e.op == "=" && e.inner.size() == 2;
  const bool is_shape = e.kind == "CXXOperatorCallExpr" && called_name(e) == "operator=" && e.inner.size() == 3 &&
                        bare_type(e.type) == "dim3";
  if (!is_number && !is_shape) return nullptr;
  const AstNode& target = *e.inner[is_number ? 0 : 1];
  return is_this_member(target) ? &target : nullptr;
}

const AstNode& statement_expression(const AstNode& s) {
  return s.kind == "ExprWithCleanups" && s.inner.size() == 1 ? *s.inner[0] : s;
}

// What a constructor gives its members, by their ids. Nothing where it does more than that, or gives one of them a value
// twice in its body.
using Given = std::map<std::string, const AstNode*>;
std::optional<Given> given_by(const AstNode& constructor) {
  Given out;
  const AstNode* body = body_of(constructor);
  if (body == nullptr) return std::nullopt;
  for (const auto& child : constructor.inner) {
    if (child->kind.ends_with("Attr") && child->kind != "CUDAHostAttr" && child->kind != "CUDADeviceAttr") return std::nullopt;
    if (child->kind != "CXXCtorInitializer") continue;
    if (child->refers_to.empty() || child->inner.size() != 1) return std::nullopt;  // a base, or another constructor
    out[child->refers_to] = child->inner[0].get();
  }
  std::map<std::string, int> times;
  for (const auto& s : body->inner) {
    const AstNode& e = statement_expression(*s);
    const AstNode* member = assigned_member(e);
    if (member == nullptr || ++times[member->refers_to] > 1) return std::nullopt;
    out[member->refers_to] = e.inner.back().get();
  }
  return out;
}

// Each place that names the object reads a member that has the value which it keeps, or gives one its value.
bool only_reads_given(const AstNode& e, const Given& given) {
  if (e.kind == "CXXThisExpr") {
    const AstNode* member = e.parent;
    if (member == nullptr || !is_this_member(*member)) return false;
    const AstNode* p = member->parent;
    if (p != nullptr && assigned_member(*p) == member) return true;
    const auto it = given.find(member->refers_to);
    if (it == given.end() || it->second->last >= member->order) return false;
    while (p != nullptr && (p->kind == "ParenExpr" || (p->kind == "MemberExpr" && !p->is_arrow && p->name.size() == 1))) {
      p = p->parent;
    }
    if (p == nullptr) return false;
    if (p->kind != "ImplicitCastExpr") return is_dim3_copy(*p);
    return p->op == "LValueToRValue" || (p->op == "NoOp" && p->parent != nullptr && is_dim3_copy(*p->parent));
  }
  return e.kind != "LambdaExpr" &&
         std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return only_reads_given(*child, given); });
}

bool names_this(const AstNode& e) {
  return e.kind == "CXXThisExpr" || std::any_of(e.inner.begin(), e.inner.end(), [](const auto& c) { return names_this(*c); });
}

}  // namespace

bool HostUses::has_plain_constructors(const AstNode& record) const {
  for (const auto& child : record.inner) {
    if (child->kind == "FieldDecl") {
      const std::string& t = child->type;
      const Class* c = class_of(t);
      const bool is_simple = is_arithmetic(t) || t.ends_with("*") || (t == "dim3" && c == nullptr) ||
                             (c != nullptr && c->is_simple && !t.starts_with("std::"));
      if (!is_simple || child->is_bit_field || child->is_mutable) return false;
      if (std::any_of(child->inner.begin(), child->inner.end(), [](const auto& e) { return names_this(*e); })) return false;
    }
    if (child->kind == "FunctionTemplateDecl" &&
        std::any_of(child->inner.begin(), child->inner.end(), [](const auto& f) { return f->kind == "CXXConstructorDecl"; }))
      return false;
    if (child->kind == "UsingDecl" || child->kind == "ConstructorUsingShadowDecl") return false;
    if (child->kind != "CXXConstructorDecl" || child->is_implicit) continue;
    const AstNode& constructor = definition_of(ast_, *child);
    const auto given = given_by(constructor);
    if (!given || !only_reads_given(constructor, *given)) return false;
  }
  return true;
}

// `e`: a CXXConstructExpr, or the like.
const AstNode* HostUses::constructor_of(const AstNode& e) const {
  const auto records = records_of(e.type);
  const Class* c = class_of(bare_type(e.type));
  if (c == nullptr || !c->is_simple || records.size() != 1 || records[0]->is_union) return nullptr;
  const AstNode* found = nullptr;
  for (const auto& child : records[0]->inner) {
    if (child->kind != "CXXConstructorDecl" || child->type != e.of_type) continue;
    if (found != nullptr || child->is_implicit) return nullptr;
    found = child.get();
  }
  return found == nullptr ? nullptr : &definition_of(ast_, *found);
}

// The member of the object that the expression makes.
HostValues::Member HostValues::constructed(const AstNode& e, const std::vector<const AstNode*>& fields, const HostSince& since,
                                           int depth) const {
  const AstNode* constructor = place_.uses.constructor_of(e);
  const AstNode* field = place_.ast.find(fields[0]->refers_to);
  if (constructor == nullptr || field == nullptr || place_.nested >= kMostNested || has_effects(e)) return {};
  if (field->is_bit_field || field->type.find('&') != std::string::npos) return {};
  const auto given = given_by(*constructor);
  const auto it = given ? given->find(field->id) : Given::const_iterator();
  if (!given || it == given->end()) return {};
  const AstNode* value = it->second;
  if (value->kind == "CXXDefaultInitExpr") {
    if (field->inner.empty() || field->inner.front()->kind.ends_with("Attr")) return {};
    value = field->inner.front().get();
  }
  HostPlace there(place_.ast, place_.uses, *value, place_.entry);
  there.nested = place_.nested + 1;
  there.suffix = place_.suffix + "in " + e.id;
  there.object = {&e, std::make_shared<HostValues>(*this), since};
  const auto parameters = parameters_of(*constructor);
  const TextRange always{0, ~std::size_t{0}};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const AstNode& p = *parameters[i];
    if (i >= e.inner.size() || !place_.uses.is_constant_value(p)) continue;
    const AstNode* argument = e.inner[i].get();
    HostSince at_call = since;
    if (argument->kind == "CXXDefaultArgExpr" && argument->inner.empty()) {
      if (p.inner.empty() || p.inner.front()->kind.ends_with("Attr")) continue;
      argument = p.inner.front().get();
      at_call = always;
    }
    if (p.type.find('*') != std::string::npos) continue;
    HostValues caller(*this);
    const std::string type = bare_type(p.type);
    if (type == "dim3") {
      if (auto shape = caller.shape_at(*argument, at_call, depth + kDeeper)) there.given_shapes.emplace(&p, *std::move(shape));
    } else if (const auto integer = host_integer_type(type)) {
      HostIntegerPtr number = HostInteger::cast(*integer, caller.at(*argument, at_call, depth + kDeeper));
      if (number != nullptr) there.given.emplace(&p, std::move(number));
    }
  }
  auto inside = std::make_shared<HostValues>(std::move(there));
  if (fields.size() == 1) return {value, always, std::move(inside), nullptr};
  Member rest = inside->part_of(*value, {fields.begin() + 1, fields.end()}, always, depth + kDeeper);
  if (rest.place == nullptr) rest.place = std::move(inside);
  return rest;
}

}  // namespace warpproof
