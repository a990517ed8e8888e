#include "src/frontend/host_branches.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 30, kDeeper = 4;
constexpr std::size_t kMostLabels = 64;
constexpr IntegerType kBool{1, false}, kUnsigned{32, false};

const AstNode& without_parentheses(const AstNode& e) {
  const AstNode* x = &e;
  while ((x->kind == "ParenExpr" || x->kind == "ExprWithCleanups") && x->inner.size() == 1) x = x->inner[0].get();
  return *x;
}

// A break that is the switch's own, or a label of it, within another statement.
bool leaves_or_enters_switch(const AstNode& s) {
  if (s.kind == "BreakStmt" || s.kind == "CaseStmt" || s.kind == "DefaultStmt" || s.kind == "LabelStmt" || s.kind == "GotoStmt") return true;
  return std::any_of(s.inner.begin(), s.inner.end(), [](const auto& child) { return leaves_or_enters_switch(*child); });
}

}  // namespace

HostIntegerPtr HostBranches::integer(const HostValues& user, const AstNode& variable, IntegerType type, int depth) {
  const auto own = host_integer_type(variable.type);
  if (!own || depth > kDeepest) return nullptr;
  const HostIntegerPtr out = HostBranches(user, variable, *own, depth).value();
  return out == nullptr || out->has_unknown() ? nullptr : HostInteger::cast(type, out);
}

HostIntegerPtr HostBranches::axis(const HostValues& user, const AstNode& variable, std::size_t axis, int depth) {
  if (bare_type(variable.type) != "dim3" || user.place().uses.classes.is_users_class("dim3") || depth > kDeepest) return nullptr;
  HostBranches branches(user, variable, kUnsigned, depth);
  branches.axis_ = axis;
  branches.member_ = std::string(1, "xyz"[axis]);
  return branches.value();
}

HostIntegerPtr HostBranches::value() {
  if (!find_block()) return nullptr;
  HostIntegerPtr out;
  for (const auto& s : block_->inner) {
    out = after(*s, out);
    if (s.get() == last_) return out;
  }
  return nullptr;
}

bool HostBranches::find_block() {
  const AstNode& use = user_.place().use;
  const auto all = user_.place().uses.all_changes(variable_);
  if (!all || HostUses::lambda_of(use) != HostUses::lambda_of(variable_)) return false;
  const AstNode* last = nullptr;
  for (const AstNode* c : *all) {
    const HostMention mention = mention_of(user_.place().ast, *c);
    const bool is_other = !member_.empty() && mention.kind == HostMention::Kind::Change && !mention.member.empty() &&
                          !mention.overlaps && mention.member != member_;
    if (is_other) continue;
    changes_.push_back(c);
    if (c->order < use.order && (last == nullptr || last->order < c->order)) last = c;
  }
  if (last == nullptr) return false;
  last_ = last;
  for (block_ = last->parent; block_ != nullptr && !is_within(use, *block_); block_ = block_->parent) last_ = block_;
  if (block_ == nullptr || block_->kind != "CompoundStmt" || (last_->kind != "IfStmt" && last_->kind != "SwitchStmt")) return false;
  const TextRange rest{last_->last, block_->last};
  const bool changes_later = std::any_of(changes_.begin(), changes_.end(), [&](const AstNode* c) { return rest.contains(c->order); });
  return !changes_later && user_.place().uses.is_straight(block_->order, *block_, use);
}

bool HostBranches::is_changed_in(const AstNode& part) const {
  return std::any_of(changes_.begin(), changes_.end(), [&](const AstNode* c) { return is_within(*c, part); });
}

// `before` is null where nothing is known.
HostIntegerPtr HostBranches::after(const AstNode& s, const HostIntegerPtr& before) const {
  if (&s == variable_.parent) return after_declaration(s);
  if (!is_changed_in(s)) return before;
  if (s.kind == "IfStmt") return after_if(s, before != nullptr ? before : anything_before(s));
  if (s.kind == "SwitchStmt") return after_switch(s, before);
  if (s.kind != "CompoundStmt") return after_change(without_parentheses(s), before);
  HostIntegerPtr out = before;
  for (const auto& child : s.inner) out = after(*child, out);
  return out;
}

bool HostBranches::asks_for_variable(const AstNode& e) const {
  return (e.kind == "DeclRefExpr" && e.refers_to == variable_.id) || e.kind == "LambdaExpr" ||
         std::any_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return asks_for_variable(*child); });
}

// int n = atoi(argv[1]); if (n < 1) n = 1;
HostIntegerPtr HostBranches::anything_before(const AstNode& s) const {
  return HostInteger::variable(type_, variable_.id + user_.place().suffix + " before " + s.id, variable_.name + (member_.empty() ? "" : "." + member_));
}

HostIntegerPtr HostBranches::after_if(const AstNode& s, const HostIntegerPtr& before) const {
  if (s.has_condition_variable || s.inner.size() != (s.has_else ? 3u : 2u) || is_changed_in(*s.inner[0])) return nullptr;
  const HostIntegerPtr then = after(*s.inner[1], before), otherwise = s.has_else ? after(*s.inner[2], before) : before;
  if (ends_here(user_.place().ast, *s.inner[1])) return otherwise;
  if (s.has_else && ends_here(user_.place().ast, *s.inner[2])) return then;
  if (then == nullptr || otherwise == nullptr || then->same_as(*otherwise)) return then != nullptr ? otherwise : nullptr;
  const AstNode& condition = *s.inner[0];
  HostIntegerPtr holds = has_effects(condition) ? nullptr : read(condition, {condition.order - 1, block_->last}, before);
  if (holds != nullptr) holds = HostInteger::cast(kBool, holds);
  if (holds == nullptr || holds->has_unknown()) {
    // One that does not ask for the variable says nothing of what it may be.
    const std::string& suffix = user_.place().suffix;
    holds = HostInteger::variable(kBool, asks_for_variable(condition) ? s.id + " holds" + suffix : variable_.id + suffix + " holds " + s.id, "..");
  }
  return HostInteger::choice(holds, then, otherwise);
}

HostIntegerPtr HostBranches::after_switch(const AstNode& s, const HostIntegerPtr& before) const {
  if (s.has_condition_variable || s.inner.size() != 2 || s.inner[1]->kind != "CompoundStmt" || is_changed_in(*s.inner[0])) return nullptr;
  // The statements in their order, and which of them labels lead to: the first one after the label.
  std::vector<const AstNode*> statements;
  std::vector<std::pair<const AstNode*, std::size_t>> labels;  // the constant, null for default
  for (const auto& child : s.inner[1]->inner) {
    const AstNode* inside = child.get();
    while (inside->kind == "CaseStmt" || inside->kind == "DefaultStmt") {
      const std::size_t parts = inside->kind == "CaseStmt" ? 2 : 1;
      if (inside->inner.size() != parts) return nullptr;  // `case 1 ... 3:`
      labels.emplace_back(parts == 2 ? inside->inner[0].get() : nullptr, statements.size());
      inside = inside->inner.back().get();
    }
    if (inside->kind != "BreakStmt" && leaves_or_enters_switch(*inside)) return nullptr;
    statements.push_back(inside);
  }
  if (labels.size() > kMostLabels) return nullptr;
  // What the variable is where the switch was entered at that statement.
  const auto from = [&](std::size_t i, bool& is_left) {
    HostIntegerPtr out = before;
    is_left = true;
    for (; i < statements.size(); ++i) {
      if (statements[i]->kind == "BreakStmt") return out;
      if (ends_here(user_.place().ast, *statements[i])) {
        is_left = false;
        return out;
      }
      out = after(*statements[i], out);
    }
    return out;
  };
  const AstNode& condition = *s.inner[0];
  HostIntegerPtr chosen = has_effects(condition) ? nullptr : read(condition, {condition.order - 1, block_->last}, before);
  const auto type = host_integer_type(condition.type);
  if (chosen == nullptr || chosen->has_unknown())
    chosen = type ? HostInteger::variable(*type, s.id + " chooses" + user_.place().suffix, "..") : nullptr;
  if (chosen == nullptr) return nullptr;
  HostIntegerPtr out = before;
  bool is_left = true;
  for (const auto& [label, at] : labels)
    if (label == nullptr) out = from(at, is_left);
  if (is_left && out == nullptr) return nullptr;
  if (!is_left) out = nullptr;
  for (const auto& [label, at] : labels) {
    if (label == nullptr) continue;
    const HostIntegerPtr value = from(at, is_left);
    if (!is_left) continue;
    const HostIntegerPtr constant = read(*label, {label->order - 1, label->last}, nullptr);
    if (value == nullptr || constant == nullptr || !constant->value() || !(constant->type() == chosen->type())) return nullptr;
    const HostIntegerPtr equal = HostInteger::binary("==", kBool, chosen, constant);
    if (equal == nullptr) return nullptr;
    if (out == nullptr) out = value;  // no other case leaves the switch, so far
    else if (!value->same_as(*out)) out = HostInteger::choice(equal, value, out);
  }
  return out;
}

HostIntegerPtr HostBranches::after_declaration(const AstNode& s) const {
  if (variable_.kind != "VarDecl" || variable_.inner.empty() || is_changed_in(s)) return nullptr;
  const AstNode& value = *variable_.inner.front();
  if (value.kind.ends_with("Attr") || value.kind.ends_with("Comment")) return nullptr;
  return given(value, TextRange{value.order - 1, block_->last}, true, nullptr);
}

HostIntegerPtr HostBranches::after_change(const AstNode& e, const HostIntegerPtr& before) const {
  // Its own change is in the range: `n = n + 1` is not what n is now.
  const TextRange since{e.order - 1, block_->last};
  const auto count = std::count_if(changes_.begin(), changes_.end(), [&](const AstNode* c) { return is_within(*c, e); });
  bool is_whole = false;
  if (count != 1 || e.inner.empty()) return nullptr;
  if (e.kind == "CXXOperatorCallExpr" && e.inner.size() == 3 && library_name(user_.place().ast, e) == "operator=" && names(*e.inner[1], is_whole))
    return given(*e.inner[2], since, is_whole, before);
  if (!names(*e.inner[0], is_whole)) return nullptr;
  if (e.kind == "BinaryOperator" && e.op == "=") return given(*e.inner[1], since, is_whole, before);
  if (before == nullptr || (!member_.empty() && is_whole) || type_.bits < 32) return nullptr;
  if (e.kind == "UnaryOperator" && (e.op == "++" || e.op == "--"))
    return HostInteger::binary(e.op.substr(0, 1), type_, before, HostInteger::constant(type_, 1));
  if (e.kind != "CompoundAssignOperator" || has_effects(*e.inner[1])) return nullptr;
  const std::string op = e.op.substr(0, e.op.size() - 1);
  const HostIntegerPtr by = read(*e.inner[1], since, before);
  const bool is_shift = op == "<<" || op == ">>";
  // Else it is computed in another type.
  if (by == nullptr || by->has_unknown() || !(by->type() == type_ || is_shift)) return nullptr;
  return HostInteger::binary(op, type_, before, by);
}

HostIntegerPtr HostBranches::given(const AstNode& value, const HostSince& since, bool is_whole, const HostIntegerPtr& before) const {
  if (has_effects(value)) return nullptr;
  HostIntegerPtr out;
  if (member_.empty() || !is_whole) {
    out = read(value, *since, before);
    if (out != nullptr) out = HostInteger::cast(type_, out);
  } else {
    HostValues reader(user_);
    const auto shape = reader.shape_at(value, since, depth_ + kDeeper);
    if (shape) out = (*shape)[axis_];
  }
  return out == nullptr || out->has_unknown() ? nullptr : out;
}

HostIntegerPtr HostBranches::read(const AstNode& e, const TextRange& since, const HostIntegerPtr& before) const {
  HostPlace place = user_.place();
  place.before.reset();
  if (before != nullptr && member_.empty()) place.before = HostPlace::Before{&variable_, since.after, before};
  return HostValues(std::move(place)).at(e, since, depth_ + kDeeper);
}

// The place that is changed is the variable, or that member of it.
bool HostBranches::names(const AstNode& place, bool& is_whole) const {
  const AstNode* x = &without_parentheses(place);
  is_whole = x->kind == "DeclRefExpr";
  if (x->kind == "MemberExpr" && !x->is_arrow && x->name == member_ && x->inner.size() == 1) x = &without_parentheses(*x->inner[0]);
  return x->kind == "DeclRefExpr" && x->refers_to == variable_.id;
}

const AstNode* HostBranches::pointed_variable(const HostValues& user, const AstNode& pointer, const HostSince& since) {
  const AstNode* x = &without_wrapping(pointer);
  if (x->kind == "DeclRefExpr") {
    const AstNode* p = user.place().ast.find(x->refers_to);
    if (p == nullptr || p->kind != "VarDecl" || (since && !user.place().uses.is_stable(*p, *since)) || !user.place().is_settled(*p)) return nullptr;
    const HostUses::Definition d = user.place().uses.definition(*p, user.place().use);
    if (d.value == nullptr) return nullptr;
    x = &without_wrapping(*d.value);
  }
  if (x->kind != "UnaryOperator" || x->op != "&" || x->inner.size() != 1) return nullptr;
  const AstNode& named = without_wrapping(*x->inner[0]);
  const AstNode* v = named.kind == "DeclRefExpr" ? user.place().ast.find(named.refers_to) : nullptr;
  return v != nullptr && v->kind == "VarDecl" ? v : nullptr;
}

}  // namespace warpproof
