#include "src/frontend/host_facts.h"

#include <algorithm>

#include "src/frontend/host_counters.h"
#include "src/frontend/host_doubling.h"
#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false};

}  // namespace

void HostFacts::fact(const AstNode& condition, bool holds, const TextRange& range) {
  const AstNode* c = &condition;
  while (c->kind == "ParenExpr" && c->inner.size() == 1) c = c->inner[0].get();
  if (c->kind == "UnaryOperator" && c->op == "!" && c->inner.size() == 1)
    return fact(*c->inner[0], !holds, range);
  if (c->kind == "BinaryOperator" && c->op == (holds ? "&&" : "||") && c->inner.size() == 2) {
    fact(*c->inner[0], holds, range);
    return fact(*c->inner[1], holds, range);
  }
  if (has_effects(*c)) return;
  // What it reads stays what it is until all of the condition is computed, and from then on.
  const HostIntegerPtr early = values_.at(*c, TextRange{c->order - 1, condition_.to}, 0);
  if (early == nullptr || early->has_unknown()) return;
  HostIntegerPtr value = HostInteger::cast(kBool, values_.at(*c, range, 0));
  if (value == nullptr) return;
  if (const auto constant = value->value()) {
    is_unreachable |= (*constant != 0) != holds;
    return;
  }
  facts.push_back(holds ? value : HostInteger::unary("!", value));
}

void HostFacts::whole_fact(const AstNode& condition, bool holds, const TextRange& range) {
  condition_ = {condition.order - 1, condition.last};
  fact(condition, holds, range);
}

HostFacts::HostFacts(HostValues& values) : values_(values), place_(values.place()) {
  for (const AstNode *inside = &place_.use, *s = place_.use.parent; s != nullptr; inside = s, s = s->parent) {
    if (s->kind == "LambdaExpr" || s->kind.ends_with("Decl")) break;
    if (s->kind == "CaseStmt" || s->kind == "DefaultStmt") continue;
    if (s->kind == "CompoundStmt" && s->parent != nullptr && s->parent->kind == "SwitchStmt") {
      case_fact(*s, *inside);
      continue;
    }
    const TextRange body{inside->order - 1, inside->last};
    if (!place_.uses.is_straight(body.after, *s, place_.use)) break;
    if (s->kind == "IfStmt" && !s->has_condition_variable && s->inner.size() >= 2) {
      const bool then = s->inner[1].get() == inside, otherwise = s->inner.size() == 3 && s->inner[2].get() == inside;
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
      for (const auto& before : s->inner) {
        if (before.get() == inside) break;
        const TextRange rest{before->last, s->last};
        if (!place_.uses.is_straight(before->last, *s, place_.use)) continue;
        if (before->kind == "IfStmt" && !before->has_else && !before->has_condition_variable &&
            before->inner.size() == 2 && ends_here(place_.ast, *before->inner[1]))
          whole_fact(*before->inner[0], false, rest);
        if (before->kind == "CallExpr" && library_name(place_.ast, *before) == "wp_assert" && before->inner.size() == 2)
          whole_fact(*before->inner[1], true, rest);
      }
    }
  }
  counter_facts(values_, facts);
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
  if (label->inner[1]->kind == "CaseStmt" || label->inner[1]->kind == "DefaultStmt") return;
  if (label->order < place_.use.order && !place_.uses.is_straight(label->order, body, place_.use)) return;
  const HostIntegerPtr value = values_.at(*whole.inner[0], TextRange{whole.order, whole.last}, 0);
  const HostIntegerPtr constant = values_.at(*label->inner[0], {}, 0);
  if (value == nullptr || constant == nullptr || !constant->value() || !(value->type() == constant->type())) return;
  // Of values that are chosen from others, each may be distinguished from it.
  const auto can_be = [&](const auto& self, const HostInteger& v) -> bool {
    if (v.kind() == HostInteger::Kind::Choice) return self(self, *v.operands()[1]) || self(self, *v.operands()[2]);
    return !v.value() || *v.value() == *constant->value();
  };
  if (!can_be(can_be, *value)) is_unreachable = true;
  const HostIntegerPtr equal = HostInteger::binary("==", kBool, value, constant);
  if (equal != nullptr && !equal->value()) facts.push_back(equal);
}

}  // namespace warpproof
