#include "src/frontend/host_place.h"

#include <algorithm>
#include <utility>

#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"

namespace warpproof {
namespace {

const AstNode& without_reference_casts(const HostAst& ast, const AstNode& e) {
  const AstNode* x = &without_wrapping(e);
  while (x->kind == "CallExpr" && x->inner.size() == 2 && is_reference_cast(library_name(ast, *x)))
    x = &without_wrapping(*x->inner[1]);
  return *x;
}

}  // namespace

HostPlace::HostPlace(const HostAst& a, const HostUses& u, const AstNode& at, std::shared_ptr<const HostEntry> from)
    : ast(a), uses(u), use(at), entry(std::move(from)) {
  suffix = "@" + std::to_string(entry->depth);
  unsettled = !is_quiet(ast, uses, use);
}

HostSince HostPlace::since(const HostUses::Definition& d, const HostSince& asked) const {
  // Where the value was given in other code than this, only what never changes is the same still.
  const bool same_code = d.block != nullptr && HostUses::lambda_of(*d.statement) == HostUses::lambda_of(use);
  const bool is_inside = same_code && is_within(use, *d.block);
  if (!same_code || (!is_inside && !asked)) return TextRange{0, ~std::size_t{0}};
  TextRange out = is_inside ? d.read : TextRange{d.read.after, d.block->last};
  if (asked) out = {std::min(out.after, asked->after), std::max(out.to, asked->to)};
  // What comes first in a loop around the block is run again after it.
  for (const AstNode* e = d.block; e != nullptr && !is_within(use, *e); e = e->parent)
    if (e->kind == "ForStmt" || e->kind == "WhileStmt" || e->kind == "DoStmt" || e->kind == "CXXForRangeStmt")
      out = {std::min(out.after, e->order - 1), std::max(out.to, e->last)};
  return out;
}

bool HostPlace::is_settled(const AstNode& v) const {
  return !unsettled || is_settled_reference(v) || uses.is_stable(v, {use.order - 1, use.last});
}

// A parameter `const T&`, `T&` or `T&&` that refers to a variable of the caller which no other function reaches, or to a temporary: it has
// one value during the call, as nothing in this function changes it either.
bool HostPlace::is_settled_reference(const AstNode& parameter) const {
  if (parameter.kind != "ParmVarDecl" || !parameter.type.ends_with("&") ||
      parameter.type.find('*') != std::string::npos || !uses.is_constant_value(parameter))
    return false;
  const HostArgument argument = argument_of(parameter);
  if (argument.value == nullptr) return false;
  const AstNode& given = without_reference_casts(ast, *argument.value);
  if (given.kind != "DeclRefExpr") return argument.value->kind == "MaterializeTemporaryExpr";
  const AstNode* v = ast.find(given.refers_to);
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl")) return false;
  const AstNode& call = *argument.entry->call;
  // The caller's own one: its call lasts longer.
  if (v->type.find('&') != std::string::npos)
    return HostPlace(ast, uses, call, argument.entry->caller).is_settled_reference(*v);
  return uses.is_private(*v) && uses.is_stable(*v, {call.order, call.last});
}

const AstNode* HostPlace::made_this() const {
  for (const HostEntry* e = entry.get(); e != nullptr && e->call != nullptr; e = e->caller.get()) {
    if (e->call->kind != "CXXMemberCallExpr" || e->call->inner.empty()) return nullptr;
    const AstNode& callee = without_wrapping(*e->call->inner[0]);
    if (callee.kind != "MemberExpr" || callee.inner.size() != 1) return nullptr;
    const AstNode* x = &without_wrapping(*callee.inner[0]);
    while (x->kind == "ImplicitCastExpr" && x->op == "NoOp" && x->inner.size() == 1) x = &without_wrapping(*x->inner[0]);
    if (x->kind == "CXXThisExpr") continue;  // a method of the same object calls it
    const AstNode* v = x->kind == "DeclRefExpr" && !callee.is_arrow ? ast.find(x->refers_to) : nullptr;
    return v == nullptr ? nullptr : uses.classes.made_by(*v);
  }
  return nullptr;
}

HostArgument HostPlace::argument_of(const AstNode& parameter) const {
  const AstNode* function = parameter.parent;
  if (function == nullptr) return {};
  const auto all = parameters_of(*function);
  const auto index = static_cast<std::size_t>(std::find(all.begin(), all.end(), &parameter) - all.begin());
  // In a lambda parameters of the function around it are read too, whose call is further out.
  for (const HostEntry* e = entry.get(); e != nullptr && e->call != nullptr; e = e->caller.get()) {
    const AstNode& call = *e->call;
    const AstNode* callee = e->function != nullptr ? e->function : call.inner.empty() ? nullptr : named_declaration(ast, *call.inner[0]);
    if (callee == nullptr || HostUses::key_of(*callee) != HostUses::key_of(*function)) continue;
    // The call of a member operator, a lambda's for one, has the object in front.
    const bool has_object = call.kind == "CXXOperatorCallExpr" && callee->kind == "CXXMethodDecl";
    const std::size_t at = index + (has_object ? 2 : 1);
    if (at >= call.inner.size() || has_effects(call)) return {};
    return {call.inner[at].get(), e};
  }
  return {};
}

namespace {

// Without conversions that leave the place as it is; a member's declaration says of which class it is.
const AstNode& place_itself(const AstNode& e) {
  const AstNode* x = &e;
  while (x->inner.size() == 1 && (x->kind == "ParenExpr" || (x->kind.ends_with("CastExpr") && (x->op == "NoOp" || x->op == "LValueToRValue" || x->op == "BitCast"))))
    x = x->inner[0].get();
  return *x;
}

}  // namespace

std::optional<HostPath> HostPlace::path_of(const AstNode& e) const {
  return e.kind == "MemberExpr" ? path_of(e, {}) : std::nullopt;
}

std::optional<HostPath> HostPlace::path_of(const AstNode& object, const std::vector<const AstNode*>& further) const {
  std::vector<const AstNode*> fields = further;
  const AstNode* x = &object;
  if (!fields.empty()) {
    x = &place_itself(*x);
    if (x->kind == "CXXConstructExpr" && x->inner.size() == 1 && is_plain_construction(uses, *x)) x = &place_itself(*x->inner[0]);
  }
  while (x->kind == "MemberExpr" && !x->inner.empty() && x->type != "<bound member function type>") {
    fields.insert(fields.begin(), x);
    x = &place_itself(*x->inner[0]);
  }
  if (fields.empty()) return std::nullopt;
  const bool is_pointed = x->kind == "UnaryOperator" && x->op == "*" && x->inner.size() == 1;  // (*p).n is p->n
  if (is_pointed) x = &place_itself(*x->inner[0]);
  const bool is_this = x->kind == "CXXThisExpr";
  HostPath out;
  bool is_object = !is_pointed;
  for (const AstNode* f : fields) {
    const AstNode* field = ast.find(f->refers_to);
    if (field != nullptr && field->kind != "FieldDecl") return std::nullopt;  // a static one is a variable
    if (f->type.find("volatile") != std::string::npos) return std::nullopt;
    const bool is_arrow = f->is_arrow || (is_pointed && f == fields.front());
    // A member that is a reference changes elsewhere.
    is_object &= !is_arrow && (field == nullptr || field->type.find('&') == std::string::npos);
    out.key += (is_arrow ? "->" : ".") + f->refers_to;
    out.text += (is_this && f == fields.front() ? "" : is_arrow ? "->" : ".") + f->name;
  }
  out.member = fields.front()->name;
  if (is_this) {
    out.key = "this" + out.key + suffix;
    return out;
  }
  out.variable = x->kind == "DeclRefExpr" ? ast.find(x->refers_to) : nullptr;
  if (out.variable == nullptr || (out.variable->kind != "VarDecl" && out.variable->kind != "ParmVarDecl")) return std::nullopt;
  const std::string& type = out.variable->type;
  if (type.find("volatile") != std::string::npos) return std::nullopt;
  out.is_object = is_object && type.find_first_of("*&") == std::string::npos;
  out.key = out.variable->id + out.key + suffix;
  out.text = out.variable->name + out.text;
  return out;
}

}  // namespace warpproof
