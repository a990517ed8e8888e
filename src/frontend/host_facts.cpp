#include "src/frontend/host_facts.h"

#include <algorithm>
#include <string>

#include "src/frontend/host_counters.h"
#include "src/frontend/host_doubling.h"
#include "src/frontend/host_effects.h"
#include "src/frontend/host_exits.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_guards.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_multiples.h"
#include "src/frontend/host_numbers.h"
#include "src/frontend/launch_open.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};

// Of a function whose statements were not followed to where it gives it back.
bool has_result(const HostInteger& e) {
  return e.key().find(HostValues::kAtPlace) != std::string::npos ||
         std::any_of(e.operands().begin(), e.operands().end(),
                     [](const auto& part) { return has_result(*part); });
}

// A comparison with < or the like, as a number or as a truth value.
bool is_limit_condition(const AstNode& condition) {
  const AstNode& c = without_wrapping(condition);
  if (c.kind == "ImplicitCastExpr" && c.inner.size() == 1) return is_limit_condition(*c.inner[0]);
  return c.kind == "BinaryOperator" && (c.op.starts_with('<') || c.op.starts_with('>'));
}

// Of a loop; null where there is none. What an object of a condition or of a for's own declares is not looked at.
const AstNode* condition_of_loop(const AstNode& s) {
  if (s.kind == "ForStmt") return s.inner.size() == 5 && !s.inner[2]->kind.empty() && s.inner[1]->kind.empty() ? s.inner[2].get() : nullptr;
  if ((s.kind != "WhileStmt" && s.kind != "DoStmt") || s.inner.size() != 2 || s.has_condition_variable) return nullptr;
  return s.inner[s.kind == "DoStmt" ? 1 : 0].get();
}

// A way out of a loop, to what comes after it, other than by its condition. A break of a loop or of a switch in it counts, too.
bool has_other_end(const AstNode& s) {
  return s.kind == "BreakStmt" || s.kind == "GotoStmt" || s.kind == "IndirectGotoStmt" || s.kind.ends_with("AsmStmt") ||
         std::any_of(s.inner.begin(), s.inner.end(), [](const auto& child) { return has_other_end(*child); });
}

// A and b are on two sides of an if: who comes to the one has not come from the other.
bool are_on_two_sides(const AstNode& a, const AstNode& b) {
  const AstNode *child = &a, *p = a.parent;
  while (p != nullptr && !is_within(b, *p)) child = p, p = p->parent;
  if (p == nullptr || p->kind != "IfStmt" || !p->has_else || p->inner.size() < 3) return false;
  const AstNode &then = *p->inner[p->inner.size() - 2], &otherwise = *p->inner.back();
  return (child == &then && is_within(b, otherwise)) || (child == &otherwise && is_within(b, then));
}

// It is in a branch that ends where it is: who goes on has not come through it.
bool is_in_ended_branch(const HostAst& ast, const AstNode& condition, const AstNode& within) {
  for (const AstNode* p = &condition; p != &within && p->parent != nullptr; p = p->parent)
    if (p->parent->kind == "IfStmt" && p->parent->inner[0].get() != p && ends_here(ast, *p)) return true;
  return false;
}

bool has_call(const AstNode& e) {
  return is_call(e) ||
         std::any_of(e.inner.begin(), e.inner.end(), [](const auto& child) { return has_call(*child); });
}

}  // namespace

void HostFacts::fact(const AstNode& condition, bool holds, const TextRange& range) {
  const AstNode* c = &truth_of(condition);
  if (c->kind == "UnaryOperator" && c->op == "!" && c->inner.size() == 1)
    return fact(*c->inner[0], !holds, range);
  if (c->kind == "BinaryOperator" && c->op == (holds ? "&&" : "||") && c->inner.size() == 2) {
    fact(*c->inner[0], holds, range);
    return fact(*c->inner[1], holds, range);
  }
  if (has_effects(*c)) return unread_condition(*c, range);
  // What it reads stays what it is until all of the condition is computed, and from then on.
  const HostIntegerPtr early = values_.at(*c, TextRange{c->order - 1, condition_.to}, 0);
  if (early == nullptr || early->has_unknown()) return unread_condition(*c, range);
  HostIntegerPtr value = HostInteger::cast(kBool, values_.at(*c, range, 0));
  if (value == nullptr) return;
  if (const auto constant = value->value()) {
    is_unreachable |= (*constant != 0) != holds;
    return;
  }
  if (has_result(*value)) unread_condition(*c, range);
  unread_flags(*c, range);
  facts.push_back(holds ? value : HostInteger::unary("!", value));
}

// A comparison limits the values on its sides: those that a counterexample has are small.
void HostFacts::unread_condition(const AstNode& condition, const TextRange& after) {
  const TextRange range{condition.order - 1, after.to};
  if (!is_limit_condition(condition)) return unread_values(condition, range, 0);
  for (const auto& side : condition.inner)
    if (has_call(*side)) unread_values(*side, range, 0);
}

// Of conditions that are joined each may be a limit.
void HostFacts::unread_exit(const AstNode& condition, const TextRange& after) {
  const AstNode& c = truth_of(condition);
  if (c.kind == "DeclStmt" || c.kind == "VarDecl") {
    for (const auto& part : c.inner) unread_exit(*part, after);
    return;
  }
  const bool is_joined = (c.kind == "UnaryOperator" && c.op == "!") || (c.kind == "BinaryOperator" && (c.op == "&&" || c.op == "||"));
  if (!is_joined) return unread_condition(c, after);
  for (const auto& part : c.inner) unread_exit(*part, after);
}

// What a condition says of a flag that was set in steps, `ok &= n % 32 == 0`, `if (n % 32) ++errors`, it says of what they look at.
void HostFacts::unread_flags(const AstNode& e, const TextRange& after) {
  const AstNode* v = e.kind == "DeclRefExpr" ? place_.ast.find(e.refers_to) : nullptr;
  for (const auto& child : e.inner) unread_flags(*child, after);
  if (v == nullptr || v->kind != "VarDecl" || place_.uses.definition(*v, place_.use).value != nullptr) return;
  const auto changes = place_.uses.all_changes(*v).value_or(std::vector<const AstNode*>());
  const bool is_flag = v->type == "bool" || std::all_of(changes.begin(), changes.end(), [&](const auto* c) { return !step_of(values_, *v, *c).op.empty(); });
  if (!is_flag || is_within(*v, e)) return;
  for (const AstNode* c : changes) {
    if (c->order >= place_.use.order) continue;
    for (const AstNode *child = c, *p = c->parent; p != nullptr && !is_within(*v, *p); child = p, p = p->parent) {
      const bool gives = p->kind == "CompoundAssignOperator" || (p->kind == "BinaryOperator" && p->op == "=");
      if (gives && p->inner.size() == 2 && child == p->inner[0].get()) unread_exit(*p->inner[1], after);
      if (p->kind == "IfStmt" && !p->inner.empty() && child != p->inner[0].get()) unread_exit(*p->inner[0], after);
    }
  }
}

// What was looked at is what the variable is at the place, or may be: nothing that changes it comes in between, on one way at
// least. Of variables that other functions reach that is not known.
bool HostFacts::is_looked_at_still(const AstNode& reference) const {
  const AstNode* v = place_.ast.find(reference.refers_to);
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl")) return false;
  if (HostUses::function_of(*v) == nullptr) return true;
  const auto changes = place_.uses.all_changes(*v);
  return changes && std::all_of(changes->begin(), changes->end(), [&](const AstNode* c) {
           return c->order < reference.order || c->order > place_.use.order || are_on_two_sides(reference, *c);
         });
}

void HostFacts::unread_values(const AstNode& e, const TextRange& range, int depth) {
  constexpr int kDeepest = 200, kCost = 50;  // variables that are followed within each other: four
  if (depth > kDeepest) return;
  if (e.kind == "CXXThisExpr") unread_members = true;
  if (looks_at_object(place_.ast, e)) {
    unread_members = true;
    for (std::size_t i = 1; i < e.inner.size(); ++i) unread_values(*e.inner[i], range, depth + 1);
    return;
  }
  if (is_call(e)) {
    // What a function finds in memory says nothing of numbers, but for a lambda that names them.
    if (e.kind != "CXXOperatorCallExpr" && !tells_numbers_apart(place_.ast, e)) return;
    for (std::size_t i = 1; i < e.inner.size(); ++i) unread_values(*e.inner[i], range, depth + 1);
    return;
  }
  if (e.kind == "DeclRefExpr") {
    HostIntegerPtr value = is_arithmetic(bare_type(e.type)) ? values_.at(e, range, 0) : nullptr;
    if (value != nullptr && value->has_unknown() && is_looked_at_still(e)) value = values_.at(e, {}, 0);
    if (value != nullptr && !value->value() && !is_limit(*value)) unread.push_back(std::move(value));
    const AstNode* v = place_.ast.find(e.refers_to);
    const auto d = v == nullptr ? HostUses::Definition{} : place_.uses.definition(*v, e);
    const bool is_made = v != nullptr && v->kind == "VarDecl" && !v->inner.empty();  // of any type: a status is an enum
    const AstNode* from = d.value != nullptr ? d.value : is_made ? v->inner.front().get() : nullptr;
    if (from != nullptr && !is_limit_condition(*from)) unread_values(*from, {from->order - 1, range.to}, depth + kCost);
    return;
  }
  for (const auto& child : e.inner) unread_values(*child, range, depth + 1);
}

// As of a function that is one expression: its parameters are what the call gives (HostValues::inlined).
void HostFacts::called_fact(const HostGuard& guard, const TextRange& range) {
  const AstNode* declared = named_declaration(place_.ast, *guard.call->inner[0]);
  if (declared == nullptr || has_effects(*guard.call)) return;
  HostPlace inside(place_.ast, place_.uses, *guard.condition, place_.entry);
  inside.suffix = place_.suffix + "in " + guard.call->id;
  const std::vector<const AstNode*> parameters = parameters_of(definition_of(place_.ast, *declared));
  for (std::size_t i = 0; i < parameters.size() && i + 1 < guard.call->inner.size(); ++i) {
    const auto type = host_integer_type(bare_type(parameters[i]->type));
    HostIntegerPtr value = type ? values_.at(*guard.call->inner[i + 1], range, 0) : nullptr;
    if (value != nullptr) value = HostInteger::cast(*type, value);
    if (value == nullptr || value->has_unknown()) value = HostInteger::variable(type.value_or(kBool), inside.suffix + std::to_string(i), "..");
    if (type) inside.given.emplace(parameters[i], std::move(value));
  }
  HostValues called(std::move(inside));
  const auto state = [&](const auto& self, const AstNode& condition, bool holds) -> void {
    const AstNode& c = truth_of(condition);
    if (c.kind == "UnaryOperator" && c.op == "!" && c.inner.size() == 1) return self(self, *c.inner[0], !holds);
    if (c.kind == "BinaryOperator" && c.op == (holds ? "&&" : "||") && c.inner.size() == 2) {
      self(self, *c.inner[0], holds);
      return self(self, *c.inner[1], holds);
    }
    HostIntegerPtr value = called.at(c, TextRange{0, ~std::size_t{0}}, 0);
    if (value == nullptr || value->has_unknown()) return;
    value = HostInteger::cast(kBool, value);
    if (value->value()) is_unreachable |= (*value->value() != 0) != holds;
    else facts.push_back(holds ? value : HostInteger::unary("!", value));
  };
  state(state, *guard.condition, guard.holds);
}

void HostFacts::whole_fact(const AstNode& condition, bool holds, const TextRange& range) {
  condition_ = {condition.order - 1, condition.last};
  fact(condition, holds, range);
}

// Who comes out of a loop, and does not leave the function, has found its condition false last of all. Side conditions: the
// condition is the only way out to what comes after the loop, and nothing changes from then on what it reads. It needs no more:
// however the loop was entered, and whatever its body did, the condition was computed at the end.
//
// What is not read of it is no reason for doubt: a loop runs until its own variables have some value, mostly.
void HostFacts::ended_fact(const AstNode& loop, const TextRange& rest) {
  const AstNode* condition = condition_of_loop(loop);
  if (condition == nullptr || has_other_end(loop)) return;
  const std::vector<HostIntegerPtr> were_unread = unread;
  const bool were_members = unread_members;
  const std::size_t known = facts.size();
  whole_fact(*condition, false, rest);
  unread = were_unread;
  unread_members = were_members;
  ended.insert(ended.end(), facts.begin() + static_cast<std::ptrdiff_t>(known), facts.end());
}

HostFacts::HostFacts(HostValues& values) : values_(values), place_(values.place()) {
  for (const AstNode *inside = &place_.use, *s = place_.use.parent; s != nullptr; inside = s, s = s->parent) {
    if (s->kind == "LambdaExpr" || s->kind.ends_with("Decl")) break;
    if (s->kind == "CaseStmt" || s->kind == "DefaultStmt") continue;
    if (s->kind == "CompoundStmt" && s->parent != nullptr && s->parent->kind == "SwitchStmt") {
      case_fact(*s, *inside);
      continue;
    }
    if (s->kind == "SwitchStmt") continue;  // its labels lead from its own condition into it
    const TextRange body{inside->order - 1, inside->last};
    if (!place_.uses.is_straight(body.after, *s, place_.use)) break;
    if (s->kind == "IfStmt" && s->has_condition_variable) {
      for (const auto& part : s->inner)
        if (part.get() != inside && part->order < inside->order) unread_exit(*part, {s->order, s->last});
    } else if (s->kind == "IfStmt" && s->inner.size() >= 2) {
      const bool then = s->inner[1].get() == inside,
                 otherwise = s->inner.size() == 3 && s->inner[2].get() == inside;
      if (then || otherwise) whole_fact(*s->inner[0], then, body);
    } else if (s->kind == "WhileStmt" && s->inner.size() == 2 && s->inner[1].get() == inside) {
      whole_fact(*s->inner[0], true, body);
    } else if (s->kind == "ForStmt" && s->inner.size() == 5 && s->inner[4].get() == inside) {
      if (!s->inner[2]->kind.empty()) whole_fact(*s->inner[2], true, body);
      doubling_fact(values_, *s, facts);
      counted_fact(values_, *s, facts);
      HostLists::stride_fact(values_, *s, facts);
      HostLists::counted(values_, *s, counted);
    } else if (s->kind == "CompoundStmt") {
      // Who comes to the use again, in a loop around the block, comes through these statements again.
      const std::size_t to = HostUses::end_of_use(*s, place_.use);
      for (const auto& before : s->inner) {
        if (before.get() == inside) break;
        if (!place_.uses.is_straight(before->last, *s, place_.use)) continue;
        ended_fact(*before, {before->last, to});
        const std::vector<HostGuard> guards = guards_of(place_.ast, place_.uses, *before);
        for (const HostGuard& guard : guards) {
          const TextRange rest{guard.after, to};
          if (!place_.uses.is_straight(guard.after, *s, place_.use)) continue;
          if (guard.call == nullptr) whole_fact(*guard.condition, guard.holds, rest);
          else called_fact(guard, rest);
        }
        for (const AstNode* c : exit_conditions(place_.ast, *before)) {
          const bool is_guard = std::any_of(guards.begin(), guards.end(), [&](const HostGuard& g) { return is_within(*g.condition, *c); });
          // Of a statement that is followed in part: the other conditions of `if (n < 0) return; else if (m) { if (n % 32) return; }`.
          const bool is_followed = !guards.empty() && (c->parent->kind != "IfStmt" || is_guard || is_in_ended_branch(place_.ast, *c, *before));
          if (!is_followed) unread_exit(*c, {before->order - 1, to});
        }
      }
    }
  }
  counter_facts(values_, facts);
  multiple_facts(values_, facts);
  // What computes the arguments may end the program, too: `k<<<1, 64>>>(d, checked(n))`.
  for (const auto& part : place_.use.inner)
    for (const AstNode* c : exit_conditions(place_.ast, *part)) unread_exit(*c, {place_.use.order - 1, place_.use.last});
  const AstNode* function = HostUses::function_of(place_.use);
  unread_members |= function != nullptr && function->kind == "CXXMethodDecl" && constructors_refuse(place_.ast, *function);
}

// After `case 3:` the switch's condition is 3 where the code before it ends with a break, or the like, and nothing that it
// is computed from changes in the switch.
void HostFacts::case_fact(const AstNode& body, const AstNode& inside) {
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
  if (before != nullptr && !ends_here(place_.ast, *before)) return;
  // No other way in: neither another label at the same place nor one after it.
  if (label->inner[1]->kind == "CaseStmt" || label->inner[1]->kind == "DefaultStmt")
    return unread_exit(*whole.inner[0], {whole.order - 1, whole.last});
  if (label->order < place_.use.order && !place_.uses.is_straight(label->order, body, place_.use)) return;
  const HostIntegerPtr value = values_.at(*whole.inner[0], TextRange{whole.order, whole.last}, 0);
  const HostIntegerPtr constant = values_.at(*label->inner[0], {}, 0);
  if (value == nullptr || constant == nullptr || !constant->value() || !(value->type() == constant->type()))
    return;
  // Of values that are chosen from others, each may be distinguished from it.
  const auto can_be = [&](const auto& self, const HostInteger& v) -> bool {
    if (v.kind() == HostInteger::Kind::Choice)
      return self(self, *v.operands()[1]) || self(self, *v.operands()[2]);
    return !v.value() || *v.value() == *constant->value();
  };
  if (!can_be(can_be, *value)) is_unreachable = true;
  const HostIntegerPtr equal = HostInteger::binary("==", kBool, value, constant);
  if (equal != nullptr && !equal->value()) facts.push_back(equal);
}

}  // namespace warpproof
