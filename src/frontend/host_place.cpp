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

std::optional<HostPath> HostPlace::path_of(const AstNode& e) const {
  HostPath out;
  const AstNode* x = &e;
  bool is_object = true;
  while (x->kind == "MemberExpr" && !x->inner.empty() && x->type != "<bound member function type>") {
    const AstNode* field = ast.find(x->refers_to);
    if (field != nullptr && field->kind != "FieldDecl") return std::nullopt;  // a static one is a variable
    // A member that is a reference changes elsewhere.
    is_object &= !x->is_arrow && (field == nullptr || field->type.find('&') == std::string::npos);
    if (x->type.find("volatile") != std::string::npos) return std::nullopt;
    out.member = x->name;
    out.key = (x->is_arrow ? "->" : ".") + x->refers_to + out.key;
    const AstNode* base = x->inner[0].get();
    // Conversions that leave the place as it is; a member's declaration says of which class it is.
    while (base->inner.size() == 1 &&
           (base->kind == "ParenExpr" ||
            (base->kind.ends_with("CastExpr") && (base->op == "NoOp" || base->op == "LValueToRValue" || base->op == "BitCast"))))
      base = base->inner[0].get();
    const bool is_this = base->kind == "CXXThisExpr";
    out.text = (is_this ? "" : x->is_arrow ? "->" : ".") + x->name + out.text;
    x = base;
  }
  if (x == &e) return std::nullopt;
  if (x->kind == "CXXThisExpr") {
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
