#include "src/frontend/host_values.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "src/frontend/host_branches.h"
#include "src/frontend/host_device.h"
#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_lists.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_results.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 60;  // expressions, variables and calls that are followed within each other
constexpr IntegerType kInt{32, true}, kUnsigned{32, false}, kSize{64, false}, kBool{1, false};
constexpr std::uint64_t kWarpSize = 32;
constexpr TextRange kAlways{0, ~std::size_t{0}};  // of what never changes

bool is_default_argument(const AstNode& e) { return e.kind == "CXXDefaultArgExpr"; }

// Arithmetic on two operands that are converted to one type, comparisons, shifts and logic.
bool is_computing(const std::string& op) {
  static constexpr const char* kAll[] = {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "&&", "||", "<", ">",
                                         "<=", ">=", "==", "!="};
  return std::any_of(std::begin(kAll), std::end(kAll), [&](const char* o) { return op == o; });
}

bool has_choice(const HostInteger& e) {
  return e.kind() == HostInteger::Kind::Choice ||
         std::any_of(e.operands().begin(), e.operands().end(), [](const auto& operand) { return has_choice(*operand); });
}

// What the compiler found a constant expression to be: "-3", "true".
std::optional<std::uint64_t> constant_value(const AstNode& e) {
  if (e.value == "true" || e.value == "false") return e.value == "true" ? 1 : 0;
  const std::size_t digits = e.value.starts_with("-") ? 1 : 0;
  if (e.value.size() == digits || e.value.size() > 18 ||
      e.value.find_first_not_of("0123456789", digits) != std::string::npos)
    return std::nullopt;
  return static_cast<std::uint64_t>(std::strtoll(e.value.c_str(), nullptr, 10));
}

// A value of which nothing is known but its type.
HostIntegerPtr anything(const AstNode& e) {
  const auto type = host_integer_type(e.type);
  if (!type) return nullptr;
  const AstNode& bare = without_wrapping(e);
  std::string name = bare.kind == "DeclRefExpr"                               ? bare.refers_name
                     : bare.kind == "MemberExpr"                              ? bare.name
                     : bare.kind.ends_with("CallExpr") && !called_name(bare).empty() ? called_name(bare) + "(..)"
                                                                              : "..";
  return HostInteger::unknown(*type, std::move(name));
}

}  // namespace

HostIntegerPtr HostValues::at(const AstNode& e, const HostSince& since, int depth) {
  if (depth > kDeepest) return anything(e);
  // No range ends at 0: that is for no range.
  const std::pair key(&e, since ? std::pair(since->after, since->to) : std::pair<std::size_t, std::size_t>(0, 0));
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  known_[key] = anything(e);  // a value that is computed from itself
  HostIntegerPtr out = computed(e, since, depth);
  known_[key] = out;
  return out;
}

HostIntegerPtr HostValues::computed(const AstNode& e, const HostSince& since, int depth) {
  const auto child = [&](std::size_t i) -> HostIntegerPtr {
    return i < e.inner.size() ? at(*e.inner[i], since, depth + 1) : nullptr;
  };
  const auto type = host_integer_type(e.type);
  HostIntegerPtr out;
  if (e.kind == "CharacterLiteral" && !type) {
    // One number, whether a char has a sign or not.
    const std::uint64_t value = std::strtoull(e.value.c_str(), nullptr, 10);
    if (e.type == "char" && value < 128) out = HostInteger::constant({8, true}, value);
  } else if (e.kind == "IntegerLiteral" || e.kind == "CXXBoolLiteralExpr" || e.kind == "CharacterLiteral") {
    if (type) out = HostInteger::constant(*type, std::strtoull(e.value.c_str(), nullptr, 10));
  } else if (e.kind == "ImplicitValueInitExpr") {
    if (type) out = HostInteger::constant(*type, 0);
  } else if (const auto constant = e.kind == "ConstantExpr" && type ? constant_value(e) : std::nullopt) {
    out = HostInteger::constant(*type, *constant);
  } else if (e.kind == "ParenExpr" || e.kind == "ConstantExpr" || e.kind == "CXXDefaultInitExpr" || e.kind == "ExprWithCleanups" ||
             e.kind == "MaterializeTemporaryExpr" || e.kind == "CXXDefaultArgExpr" ||
             e.kind == "SubstNonTypeTemplateParmExpr" || e.kind == "InitListExpr") {
    // Before the expression that stands for a template's parameter comes its declaration.
    if (!e.inner.empty() && (e.kind != "InitListExpr" || e.inner.size() == 1)) out = child(e.inner.size() - 1);
  } else if (e.kind.ends_with("CastExpr")) {
    out = converted(e, since, depth);
  } else if (e.kind == "UnaryOperator" && e.op != "*") {
    if (e.op == "-" || e.op == "+" || e.op == "~" || e.op == "!") out = HostInteger::unary(e.op, child(0));
  } else if (e.kind == "BinaryOperator") {
    if (type && is_computing(e.op) && e.inner.size() == 2) {
      // Of pointers and numbers with a point nothing is known.
      const HostIntegerPtr a = child(0), b = child(1);
      const bool logic = e.op == "&&" || e.op == "||" || e.op == "<<" || e.op == ">>";
      if (a && b && (logic || a->type() == b->type())) out = HostInteger::binary(e.op, *type, a, b);
    }
  } else if (e.kind == "ConditionalOperator") {
    if (e.inner.size() == 3) out = HostInteger::choice(child(0), child(1), child(2));
  } else if (e.kind == "UnaryExprOrTypeTraitExpr" && e.name == "sizeof") {
    const std::string of = !e.of_type.empty() ? e.of_type : e.inner.empty() ? "" : e.inner[0]->type;
    const auto bytes = size_of(of);
    if (bytes && !place_.uses.classes.is_users_class(of.substr(0, of.find(" [")))) out = HostInteger::constant(kSize, *bytes);
  } else if (e.kind == "ArraySubscriptExpr" || (e.kind == "UnaryOperator" && e.op == "*")) {
    if (const auto element = type ? HostLists::element(*this, e, since, depth + 1) : std::nullopt)
      out = HostLists::chosen(*element, [&](const AstNode& one) { return HostInteger::cast(*type, at(one, kAlways, depth + 1)); });
  } else if (e.kind == "DeclRefExpr") {
    out = reference(e, since, depth);
  } else if (e.kind == "MemberExpr") {
    out = member(e, since, depth);
  } else if (e.kind == "CallExpr" || e.kind == "CXXMemberCallExpr" || e.kind == "CXXOperatorCallExpr") {
    out = call(e, since, depth);
  }
  return out != nullptr ? out : anything(e);
}

HostIntegerPtr HostValues::converted(const AstNode& e, const HostSince& since, int depth) {
  if (e.inner.empty()) return nullptr;
  const auto type = host_integer_type(e.type);
  const AstNode& from = *e.inner.back();
  if (e.op == "FloatingToIntegral") return type ? HostInteger::cast(*type, ceiling(from, since, depth + 1)) : nullptr;
  if (e.op != "LValueToRValue" && e.op != "NoOp" && e.op != "IntegralCast" && e.op != "IntegralToBoolean")
    return nullptr;
  const HostIntegerPtr value = at(from, since, depth + 1);
  if (value == nullptr) return nullptr;
  // An enumeration's value counts by its number; of how many bits one is is not known.
  if (!type && e.op != "LValueToRValue" && e.op != "NoOp") return nullptr;
  return type ? HostInteger::cast(*type, value) : value;
}

// ceil(n / 256.0) as n / 256 + (n % 256 > 0). A quotient of an int and an integer below 2^21 that is no integer is at
// least 2^-21 away from one, and a double's error there less than 2^-22 (IEEE 754, binary64: 53 bits), so that ceil
// sees the side that it is on; both are exact where it is one. Not so for float.
HostIntegerPtr HostValues::ceiling(const AstNode& e, const HostSince& since, int depth) {
  const AstNode* x = &e;
  while ((x->kind == "ParenExpr" || x->kind == "ExprWithCleanups") && !x->inner.empty()) x = x->inner[0].get();
  if (x->kind != "CallExpr" || x->type != "double" || library_name(place_.ast, *x) != "ceil" || x->inner.size() != 2) return nullptr;
  x = x->inner[1].get();
  while (x->kind == "ParenExpr" && !x->inner.empty()) x = x->inner[0].get();
  if (x->kind != "BinaryOperator" || x->op != "/" || x->type != "double" || x->inner.size() != 2) return nullptr;
  const auto as_integer = [&](const AstNode& side) -> HostIntegerPtr {
    const AstNode* s = &side;
    while (s->kind == "ParenExpr" && !s->inner.empty()) s = s->inner[0].get();
    if (s->kind == "FloatingLiteral" && s->type == "double") {
      const double v = std::strtod(s->value.c_str(), nullptr);
      if (v >= 1 && v < (1 << 21) && v == std::floor(v))
        return HostInteger::constant(kInt, static_cast<std::uint64_t>(v));
      return nullptr;
    }
    if (!s->kind.ends_with("CastExpr") || s->op != "IntegralToFloating" || s->inner.empty()) return nullptr;
    return at(*s->inner.back(), since, depth + 1);
  };
  const HostIntegerPtr n = as_integer(*x->inner[0]), d = as_integer(*x->inner[1]);
  if (n == nullptr || d == nullptr || n->type().bits > 32 || n->type().bits < 32) return nullptr;
  const auto by = d->value();
  if (!by || *by == 0 || *by >= 1u << 21) return nullptr;
  const HostIntegerPtr same = HostInteger::constant(n->type(), *by);
  const HostIntegerPtr more = HostInteger::binary(">", kBool, HostInteger::binary("%", n->type(), n, same),
                                                  HostInteger::constant(n->type(), 0));
  return HostInteger::binary("+", n->type(), HostInteger::binary("/", n->type(), n, same),
                             HostInteger::cast(n->type(), more));
}

HostIntegerPtr HostValues::reference(const AstNode& e, const HostSince& since, int depth) {
  const AstNode* d = place_.ast.find(e.refers_to);
  if (d == nullptr) return nullptr;
  if (d->kind == "EnumConstantDecl") return enumerator(*d);
  if (const auto it = place_.given.find(d); it != place_.given.end()) return it->second;
  if (place_.before && d == place_.before->variable && since && since->after == place_.before->after) return place_.before->value;
  if (d->kind == "BindingDecl") {
    const Member found = HostResults::bound_part(*this, *d, {}, since, depth + 1);
    if (found.value == nullptr) return found.number;
    return (found.place != nullptr ? *found.place : *this).at(*found.value, found.since, depth + 1);
  }
  const bool is_reference = place_.is_settled_reference(*d) || place_.uses.is_sole_name(*d);
  const auto type = host_integer_type(place_.uses.is_sole_name(*d) ? e.type : is_reference ? referred_type(*d) : d->type);
  if (!type || (d->kind != "VarDecl" && d->kind != "ParmVarDecl")) return nullptr;
  return of_variable(*d, *type, since, depth);
}

// Its number, or one more than that of the one before.
HostIntegerPtr HostValues::enumerator(const AstNode& d) {
  if (d.parent == nullptr) return nullptr;
  std::uint64_t next = 0;
  for (const auto& child : d.parent->inner) {
    if (child->kind != "EnumConstantDecl") continue;
    if (!child->inner.empty()) {
      const AstNode& given = *child->inner[0];
      const HostIntegerPtr number = given.value.empty() ? at(given, {}, kDeepest / 2) : nullptr;
      const auto known = number ? number->value() : std::nullopt;
      if (given.value.empty() && !known) return nullptr;
      next = known ? *known : static_cast<std::uint64_t>(std::strtoll(given.value.c_str(), nullptr, 10));
    }
    if (child.get() == &d) {
      const auto type = host_integer_type(d.type);
      const auto number = static_cast<std::int64_t>(next);
      if (!type && (number > 0x7fffffff || number < -0x7fffffff)) return nullptr;
      return HostInteger::constant(type.value_or(kInt), next);
    }
    ++next;
  }
  return nullptr;
}

HostIntegerPtr HostValues::of_variable(const AstNode& v, IntegerType type, const HostSince& since, int depth) {
  if (v.type.find("volatile") != std::string::npos || depth >= kDeepest) return nullptr;
  // What was read earlier is what it is now only if nothing changed it since.
  const bool is_reference = place_.is_settled_reference(v);
  if (is_warp_size(place_, v, since)) return HostInteger::constant(type, kWarpSize);
  if (since && !is_reference && !place_.uses.is_stable(v, *since)) return nullptr;
  const HostUses::Definition d = place_.uses.definition(v, place_.use);
  if (d.value != nullptr) {
    HostIntegerPtr value = HostInteger::cast(type, at(*d.value, place_.since(d, since), depth + 1));
    if (value != nullptr && !value->has_unknown()) return value;
  } else if (HostIntegerPtr left = HostResults::integer_left(*this, v, type, depth + 1)) {
    return HostInteger::cast(type, left);
  } else if (HostIntegerPtr branches = HostBranches::integer(*this, v, type, depth + 1)) {
    return branches;
  }
  if (v.kind == "ParmVarDecl" && (is_reference || place_.uses.is_constant(v))) {
    // Of a value that is not known it is known that it is one value, unless it is one of several numbers.
    const HostIntegerPtr argument = of_argument(v, depth);
    if (argument != nullptr && (!argument->has_unknown() || has_choice(*argument))) return HostInteger::cast(type, argument);
  }
  if (v.kind == "ParmVarDecl" && place_.is_in_constructor && place_.uses.is_constant(v)) {
    const HostIntegerPtr number = of_making(v, depth);
    if (number != nullptr) return HostInteger::cast(type, number);
  }
  if (!place_.is_settled(v)) return nullptr;
  return HostInteger::variable(type, v.id + place_.suffix, v.name);
}

// The number that an object is made with, `Simulation s(n, 256);`. It has to be a constant: the object may be made long before the
// launch, and what its other arguments are computed from may have changed.
HostIntegerPtr HostValues::of_making(const AstNode& parameter, int depth) {
  constexpr int kMostNested = 3, kDeeper = 10;
  const AstNode *constructor = parameter.parent, *made = place_.made;
  if (made == nullptr || constructor == nullptr || constructor->kind != "CXXConstructorDecl" || place_.nested > kMostNested || depth + kDeeper > kDeepest) return nullptr;
  const AstNode* record = constructor->context.empty() ? constructor->parent : place_.ast.find(constructor->context);
  if (record == nullptr || name_of_type(made->type) != record->name || has_effects(*made)) return nullptr;
  const auto all = parameters_of(*constructor);
  const auto index = static_cast<std::size_t>(std::find(all.begin(), all.end(), &parameter) - all.begin());
  const AstNode* argument = index < made->inner.size() ? made->inner[index].get() : nullptr;
  if (argument != nullptr && argument->kind == "CXXDefaultArgExpr") argument = argument->inner.empty() ? value_of(parameter) : argument->inner[0].get();
  if (argument == nullptr) return nullptr;
  HostPlace there(place_.ast, place_.uses, *made, std::make_shared<const HostEntry>(HostEntry{nullptr, nullptr, 0}));
  there.nested = place_.nested + 1;
  const HostIntegerPtr number = HostValues(std::move(there)).at(*argument, {}, depth + kDeeper);
  return number != nullptr && number->value() ? number : nullptr;
}

HostIntegerPtr HostValues::of_argument(const AstNode& parameter, int depth) {
  const HostArgument argument = place_.argument_of(parameter);
  if (argument.value == nullptr || depth > kDeepest) return nullptr;
  return HostValues(place_.ast, place_.uses, *argument.entry->call, argument.entry->caller).at(*argument.value, {}, depth + 1);
}

HostIntegerPtr HostValues::member(const AstNode& e, const HostSince& since, int depth) {
  const auto type = host_integer_type(e.type);
  if (!type || e.inner.empty() || depth >= kDeepest) return nullptr;
  const AstNode& base = without_wrapping(*e.inner[0]);
  if (bare_type(base.type) == "dim3" && !place_.uses.classes.is_users_class("dim3") && !e.is_arrow && e.name.size() == 1) {
    const std::size_t axis = std::string("xyz").find(e.name);
    const auto whole = shape_at(base, since, depth + 1);
    if (whole && axis != std::string::npos) return (*whole)[axis];
    const AstNode* v = base.kind == "DeclRefExpr" ? place_.ast.find(base.refers_to) : nullptr;
    if (v != nullptr && axis != std::string::npos)
      if (HostIntegerPtr value = axis_of(*v, axis, since, depth + 1); value && !value->has_unknown()) return value;
  }
  if (e.name == "warpSize" && !e.is_arrow && base.kind == "DeclRefExpr") {
    const AstNode* v = place_.ast.find(base.refers_to);
    if (v != nullptr && is_warp_size_of(place_, *v, since)) return HostInteger::constant(*type, kWarpSize);
  }
  return known_member(part_of(e, {}, since, depth), place_.path_of(e), *type, since, depth);
}

HostValues::IntegerPart HostValues::integer_part(const AstNode& object, const std::vector<const AstNode*>& fields, IntegerType type) {
  const Member found = part_of(object, fields, {}, 0);
  const auto path = place_.path_of(object, fields);
  IntegerPart out{known_member(found, path, type, {}, 0)};
  const bool is_own = out.value != nullptr && path && out.value->kind() == HostInteger::Kind::Variable && out.value->key() == path->key;
  out.is_known = out.value != nullptr && (!is_own || may_be_any(found, *path, *fields.front()));
  return out;
}

// Of a member whose value was not followed: what it was given comes from outside, `p.n = atoi(text)`, or nothing but the library
// gave it a value, `scanf("%d", &p.n)`. An object that comes from a caller has any members.
bool HostValues::may_be_any(const Member& found, const HostPath& path, const AstNode& field) const {
  const auto reads_text = [&](const AstNode& e) {
    const AstNode& x = without_casts(e);
    return x.kind == "CallExpr" && reads_number(library_name(place_.ast, x));
  };
  if (found.value != nullptr) return reads_text(*found.value);
  if (path.variable == nullptr || path.variable->kind != "VarDecl" || HostUses::function_of(*path.variable) == nullptr) return true;
  const auto changes = place_.uses.all_changes(*path.variable);
  return changes && std::all_of(changes->begin(), changes->end(), [&](const AstNode* change) {
    const AstNode* p = change->parent;
    if (p != nullptr && p->kind == "MemberExpr" && p->refers_to != field.refers_to) return true;  // another member
    while (p != nullptr && (p->kind == "MemberExpr" || p->kind == "ParenExpr" || p->kind.ends_with("CastExpr") || (p->kind == "UnaryOperator" && p->op == "&"))) p = p->parent;
    if (p != nullptr && p->kind == "BinaryOperator" && p->op == "=" && p->inner.size() == 2) return reads_text(*p->inner[1]);
    return p != nullptr && is_call(*p) && !library_name(place_.ast, *p).empty();
  });
}

// The value that a member was given, or a variable of its own: one value, as long as nothing changes it.
HostIntegerPtr HostValues::known_member(const Member& found, const std::optional<HostPath>& path, IntegerType type, const HostSince& since, int depth) {
  if (found.value != nullptr || found.number != nullptr) {
    HostValues& where = found.place != nullptr ? *found.place : *this;
    HostIntegerPtr value = found.number != nullptr ? found.number : where.at(*found.value, found.since, depth + 1);
    value = HostInteger::cast(type, value);
    if (value != nullptr && !value->has_unknown()) return value;
  }
  if (!path) return nullptr;
  // A member of a variable, or of what one points to, or of this object: one value while nothing is changed. What was
  // read before may have been changed since.
  if ((since || place_.unsettled) && !path->is_object) return nullptr;
  if ((since && !place_.uses.is_stable(*path->variable, path->member, *since)) || (path->is_object && !place_.is_settled(*path->variable))) return nullptr;
  return HostInteger::variable(type, path->key, path->text);
}

HostIntegerPtr HostValues::call(const AstNode& e, const HostSince& since, int depth) {
  if (e.inner.empty()) return nullptr;
  const AstNode* d = named_declaration(place_.ast, *e.inner[0]);
  if (d != nullptr) {
    HostIntegerPtr value = inlined(*d, e, since, depth);
    return value != nullptr ? value : HostResults::integer(*this, e, since, depth + 1);
  }
  // The library's, and the prelude's.
  const std::string name = e.kind == "CallExpr" ? library_name(place_.ast, e) : called_name(e);
  if (is_reference_cast(name)) return e.inner.size() == 2 ? at(*e.inner[1], since, depth + 1) : nullptr;
  if (e.kind == "CallExpr" && e.inner.size() == 3 && (name == "min" || name == "max")) {
    const HostIntegerPtr a = at(*e.inner[1], since, depth + 1), b = at(*e.inner[2], since, depth + 1);
    if (a == nullptr || b == nullptr || !(a->type() == b->type())) return nullptr;
    const HostIntegerPtr less = HostInteger::binary("<", kBool, name == "min" ? b : a, name == "min" ? a : b);
    return HostInteger::choice(less, b, a);
  }
  if (e.kind == "CXXMemberCallExpr" && e.inner.size() == 1 && (name == "size" || name == "length")) {
    // A container's size is a part of it.
    const AstNode& callee = without_wrapping(*e.inner[0]);
    const auto type = host_integer_type(e.type);
    if (!type || callee.kind != "MemberExpr" || callee.inner.empty() || callee.is_arrow) return nullptr;
    const AstNode* x = callee.inner[0].get();
    while (x->inner.size() == 1 && (x->kind == "ParenExpr" || (x->kind == "ImplicitCastExpr" && x->op == "NoOp")))
      x = x->inner[0].get();
    if (!is_library_container(x->type)) return nullptr;
    if (x->kind == "MemberExpr") {
      const auto path = place_.path_of(*x);
      if (!path || since || place_.unsettled) return nullptr;
      return HostInteger::variable(*type, path->key + ".size()", path->text + "." + name + "()");
    }
    const AstNode* of = x->kind == "DeclRefExpr" ? place_.ast.find(x->refers_to) : nullptr;
    if (of == nullptr || (of->kind != "VarDecl" && of->kind != "ParmVarDecl")) return nullptr;
    if ((since && !place_.uses.is_stable(*of, *since)) || !place_.is_settled(*of)) return nullptr;
    return HostInteger::variable(*type, of->id + ".size()" + place_.suffix, of->name + "." + name + "()");
  }
  return nullptr;
}

// A function that returns one expression.
HostIntegerPtr HostValues::inlined(const AstNode& declared, const AstNode& e, const HostSince& since, int depth) {
  const AstNode& function = definition_of(place_.ast, declared);
  const AstNode* body = body_of(function);
  if (body == nullptr || body->inner.size() != 1 || body->inner[0]->kind != "ReturnStmt" ||
      body->inner[0]->inner.size() != 1 || depth > kDeepest / 2)
    return nullptr;
  // An argument's effects come before the result.
  std::optional<HostObject> object;
  if (e.kind == "CXXMemberCallExpr") object = object_of(function, e, since);
  if ((e.kind != "CallExpr" && !object) || !runs_as_written(place_.ast, function) || has_effects(e)) return nullptr;
  const auto parameters = parameters_of(function);
  std::map<const AstNode*, HostIntegerPtr> given;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const AstNode& p = *parameters[i];
    std::string type = p.type;
    if (type.starts_with("const ") && type.ends_with(" &")) type = type.substr(6, type.size() - 8);
    const auto integer = host_integer_type(type);
    if (!integer || i + 1 >= e.inner.size() || !place_.uses.is_constant_value(p)) return nullptr;
    HostIntegerPtr value = HostInteger::cast(*integer, at(*e.inner[i + 1], since, depth + 1));
    if (value == nullptr) return nullptr;
    given.emplace(&p, std::move(value));
  }
  const AstNode& result = *body->inner[0]->inner[0];
  if (has_effects(result)) return nullptr;
  HostPlace inside(place_.ast, place_.uses, result, place_.entry);
  inside.given = std::move(given);
  if (object) inside.object = *std::move(object);
  inside.suffix = place_.suffix + "in " + e.id;
  return HostValues(std::move(inside)).at(result, since ? since : HostSince(TextRange{0, ~std::size_t{0}}), depth + kDeepest / 8);
}

std::optional<HostShape> HostValues::shape_at(const AstNode& e, const HostSince& since, int depth) {
  if (depth > kDeepest) return std::nullopt;
  const AstNode& x = without_wrapping(e);
  if (is_default_argument(x) && !x.inner.empty()) return shape_at(*x.inner.back(), since, depth + 1);
  if (x.kind == "CXXConstructExpr" || x.kind == "CXXTemporaryObjectExpr" || x.kind == "InitListExpr") {
    if (bare_type(x.type) != "dim3" || place_.uses.classes.is_users_class("dim3")) return std::nullopt;
    if (x.inner.size() == 1) {
      if (bare_type(without_wrapping(*x.inner[0]).type) == "dim3") return shape_at(*x.inner[0], since, depth + 1);
    }
    HostShape out;
    for (std::size_t i = 0; i < 3; ++i) {
      // dim3's default arguments are 1; clang 14 does not print them.
      const bool given = i < x.inner.size() && !(is_default_argument(*x.inner[i]) && x.inner[i]->inner.empty());
      out[i] = given ? HostInteger::cast(kUnsigned, at(*x.inner[i], since, depth + 1))
                     : HostInteger::constant(kUnsigned, 1);
      if (out[i] == nullptr) return std::nullopt;
    }
    return out;
  }
  if (x.kind == "MemberExpr") {
    const Member found = part_of(x, {}, since, depth + 1);
    if (found.value == nullptr) return std::nullopt;
    return (found.place != nullptr ? *found.place : *this).shape_at(*found.value, found.since, depth + 1);
  }
  if (const auto element = HostLists::element(*this, x, since, depth + 1)) {
    HostShape out;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      out[axis] = HostLists::chosen(*element, [&](const AstNode& one) {
        const auto shape = shape_at(one, kAlways, depth + 1);
        return shape ? (*shape)[axis] : nullptr;
      });
      if (out[axis] == nullptr) return std::nullopt;
    }
    return out;
  }
  if (HostResults::is_call_of_function(x)) return HostResults::shape(*this, x, since, depth + 1);
  const AstNode* v = x.kind == "DeclRefExpr" ? place_.ast.find(x.refers_to) : x.op == "*" && x.inner.size() == 1 ? HostBranches::pointed_variable(*this, *x.inner[0], since) : nullptr;
  if (const auto it = place_.given_shapes.find(v); it != place_.given_shapes.end()) return it->second;
  if (v == nullptr) return std::nullopt;
  if (v->kind == "BindingDecl") {
    const Member found = HostResults::bound_part(*this, *v, {}, since, depth + 1);
    if (found.value == nullptr) return std::nullopt;
    return (found.place != nullptr ? *found.place : *this).shape_at(*found.value, found.since, depth + 1);
  }
  return HostResults::shape_of(*this, *v, since, depth + 1);
}

const AstNode* HostValues::function(const AstNode& expression) {
  const AstNode* e = &expression;
  HostSince since;
  for (int steps = 0; steps < kDeepest; ++steps) {
    const AstNode& x = without_wrapping(*e);
    if (x.kind.ends_with("CastExpr") && x.inner.size() == 1) {
      e = x.inner[0].get();
      continue;
    }
    const AstNode* d = x.kind == "DeclRefExpr" ? place_.ast.find(x.refers_to) : nullptr;
    if (d == nullptr) return nullptr;
    if (d->kind == "FunctionDecl" || d->kind == "CXXMethodDecl") return d;
    // A reference to a function is of the same one always.
    const bool is_reference = is_declared_reference(d->type);
    if (!is_reference && ((since && !place_.uses.is_stable(*d, *since)) || !place_.is_settled(*d))) return nullptr;
    const HostUses::Definition given = place_.uses.definition(*d, place_.use);
    if (given.value != nullptr) {
      e = given.value;
      since = place_.since(given, since);
      continue;
    }
    const HostArgument argument = d->kind == "ParmVarDecl" && (is_reference || place_.uses.is_constant(*d)) ? place_.argument_of(*d) : HostArgument();
    if (argument.value == nullptr) return nullptr;
    return HostValues(place_.ast, place_.uses, *argument.entry->call, argument.entry->caller).function(*argument.value);
  }
  return nullptr;
}

}  // namespace warpproof
