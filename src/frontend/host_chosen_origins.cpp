// Of numbers that the program chooses: what parameters are given by all calls, and what variables are made from.
#include "src/frontend/host_chosen.h"

#include <algorithm>
#include <optional>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 8;  // variables and calls that are followed within each other
constexpr std::size_t kMostVariables = 16;  // that a number is computed from

}  // namespace

// All calls give it constants or chosen numbers.
HostChosen::Origin HostChosen::of_calls(const AstNode& parameter, int depth) const {
  const AstNode* function = parameter.parent;
  if (function == nullptr || depth > kDeepest) return Origin::Any;
  const auto all = parameters_of(*function);
  const auto index = static_cast<std::size_t>(std::find(all.begin(), all.end(), &parameter) - all.begin());
  std::optional<Origin> out;
  for (const AstNode* declared : ast_.declarations_of(*function)) {
    const auto it = mentions_.find(declared->id);
    for (const AstNode* m : it == mentions_.end() ? std::vector<const AstNode*>() : it->second) {
      const AstNode* call = m->parent;
      while (call != nullptr && (call->kind == "ParenExpr" || call->kind.ends_with("CastExpr"))) call = call->parent;
      const bool is_plain = call != nullptr && (call->kind == "CallExpr" || call->kind == "CXXMemberCallExpr") && index + 1 < call->inner.size() && is_within(*m, *call->inner[0]);
      const Origin one = is_plain ? of_expression(*call->inner[index + 1], depth + 1) : Origin::Any;
      if (one == Origin::Any) return one;
      out = std::max(out.value_or(one), one);
    }
  }
  return out.value_or(Origin::Any);
}

// The program alone decides the number, in steps: `int n = 1 << 16; while (n > 32) n /= 2;`. Of numbers that are only written the
// launch says which they are.
bool HostChosen::is_made_in_steps(const AstNode& variable) const {
  // Of the counter of a loop the launch says what its steps are.
  const AstNode* declared = variable.parent;
  if (declared != nullptr && declared->kind == "DeclStmt" && declared->parent != nullptr && declared->parent->kind == "ForStmt") return false;
  std::set<const AstNode*> met;
  bool has_steps = false;
  return comes_from_constants(variable, met, has_steps) && has_steps;
}

bool HostChosen::comes_from_constants(const AstNode& v, std::set<const AstNode*>& met, bool& has_steps) const {
  if (!met.insert(&v).second) return true;
  if (v.kind != "VarDecl" || HostUses::function_of(v) == nullptr || v.is_static || has_other_name(v) || met.size() > kMostVariables) return false;
  const auto is_of_constants = [&](const auto& self, const AstNode& e) -> bool {
    const AstNode& x = without_casts(e);
    if (is_literal(x) || x.kind == "UnaryExprOrTypeTraitExpr") return true;
    if (x.kind == "DeclRefExpr") {
      const AstNode* d = ast_.find(x.refers_to);
      return d != nullptr && (d->kind == "EnumConstantDecl" || comes_from_constants(*d, met, has_steps));
    }
    const bool is_computed = x.kind == "BinaryOperator" || x.kind == "UnaryOperator" || x.kind == "ConditionalOperator";
    const bool is_pointed = x.kind == "UnaryOperator" && (x.op == "*" || x.op == "&");
    return is_computed && !is_pointed && x.op != "=" &&
           std::all_of(x.inner.begin(), x.inner.end(), [&](const auto& child) { return self(self, *child); });
  };
  const AstNode* value = value_of(v);
  bool is_given = value != nullptr;
  if (value != nullptr && !is_of_constants(is_of_constants, *value)) return false;
  const auto it = mentions_.find(v.id);
  for (const AstNode* m : it == mentions_.end() ? std::vector<const AstNode*>() : it->second) {
    const AstNode *child = m, *p = m->parent;
    while (p != nullptr && p->kind == "ParenExpr") child = p, p = p->parent;
    if (p == nullptr) return false;
    if (p->kind == "ImplicitCastExpr" && p->op == "LValueToRValue") continue;
    const bool is_left = !p->inner.empty() && p->inner[0].get() == child;
    const bool is_step = (p->kind == "CompoundAssignOperator" && is_left) || (p->kind == "UnaryOperator" && (p->op == "++" || p->op == "--"));
    if (!is_step && !(p->kind == "BinaryOperator" && p->op == "=" && is_left)) return false;
    // Of a counter each number up to its limit is possible, which is a fact of the launch.
    const bool is_counted = p->kind == "UnaryOperator" || p->op == "+=" || p->op == "-=";
    has_steps |= !is_counted && (is_step || !is_literal(*p->inner[1]));
    is_given = true;
    if (p->inner.size() > 1 && !is_of_constants(is_of_constants, *p->inner[1])) return false;
  }
  return is_given;
}

// One object that is made with any value is enough.
HostChosen::Origin HostChosen::of_constructions(const AstNode& parameter, int depth) const {
  const AstNode* constructor = parameter.parent;
  const AstNode* record = constructor == nullptr ? nullptr : constructor->context.empty() ? constructor->parent : ast_.find(constructor->context);
  const auto it = record == nullptr ? made_.end() : made_.find(record->name);
  if (it == made_.end() || depth > kDeepest) return Origin::Any;
  const auto all = parameters_of(*constructor);
  const auto index = static_cast<std::size_t>(std::find(all.begin(), all.end(), &parameter) - all.begin());
  std::optional<Origin> out;
  for (const AstNode* e : it->second) {
    const bool is_copy = e->inner.size() == 1 && name_of_type(e->inner[0]->type) == record->name;
    if (is_copy || index >= e->inner.size()) continue;
    const Origin one = of_expression(*e->inner[index], depth + 1);
    if (one == Origin::Any) return one;
    out = std::max(out.value_or(one), one);
  }
  return out.value_or(Origin::Any);
}

}  // namespace warpproof
