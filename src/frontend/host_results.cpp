#include "src/frontend/host_results.h"

#include <algorithm>

#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

constexpr int kMostNested = 6;            // calls within each other
constexpr int kDeeper = 6;                // what one of them counts for as depth
constexpr std::size_t kMostResults = 16;  // return statements
constexpr IntegerType kBool{1, false}, kUnsigned{32, false};
constexpr TextRange kAlways{0, ~std::size_t{0}};

bool has_return(const AstNode& s) {
  if (s.kind == "ReturnStmt" || s.kind == "CoreturnStmt") return true;
  return s.kind != "LambdaExpr" && std::any_of(s.inner.begin(), s.inner.end(), [](const auto& child) { return has_return(*child); });
}

bool has_kind(const AstNode& s, const char* kind) {
  return s.kind == kind || (s.kind != "LambdaExpr" && std::any_of(s.inner.begin(), s.inner.end(), [&](const auto& c) { return has_kind(*c, kind); }));
}

// The code of a function, or of a lambda by its operator.
const AstNode* code_of(const AstNode& function) {
  for (const AstNode* n = function.parent; n != nullptr && !n->kind.ends_with("Stmt"); n = n->parent) {
    if (n->kind != "LambdaExpr") continue;
    const AstNode* body = n->inner.empty() ? nullptr : n->inner.back().get();
    const bool is_generic = std::any_of(n->inner[0]->inner.begin(), n->inner[0]->inner.end(),
                                        [](const auto& c) { return c->kind == "FunctionTemplateDecl"; });
    return !is_generic && body != nullptr && body->kind == "CompoundStmt" ? body : nullptr;
  }
  return body_of(function);
}

// A configuration of the run-time interface, without the copies that the language makes of it.
const AstNode& without_copies(const AstNode& e) {
  const AstNode* x = &without_wrapping(e);
  while (x->kind == "CXXConstructExpr" && x->inner.size() == 1 && bare_type(x->type).ends_with("cudaLaunchConfig_st") &&
         bare_type(without_wrapping(*x->inner[0]).type) == bare_type(x->type))
    x = &without_wrapping(*x->inner[0]);
  return *x;
}

}  // namespace

bool HostResults::is_call_of_function(const AstNode& e) {
  return e.kind == "CallExpr" || e.kind == "CXXMemberCallExpr" || e.kind == "CXXOperatorCallExpr";
}

// The argument is an object of its own, or a variable of the caller's that nothing changes while the call runs.
bool HostResults::is_kept_during(const HostValues& caller, const AstNode& call, const AstNode& argument) {
  const AstNode* x = &argument;
  if (x->kind == "MaterializeTemporaryExpr") return true;
  while ((x->kind == "ParenExpr" || (x->kind == "ImplicitCastExpr" && x->op == "NoOp") || (x->kind == "MemberExpr" && !x->is_arrow)) &&
         x->inner.size() == 1)
    x = x->inner[0].get();
  const AstNode* v = x->kind == "DeclRefExpr" ? caller.place().ast.find(x->refers_to) : nullptr;
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl")) return false;
  if (v->type.find('&') != std::string::npos) return caller.place().is_settled_reference(*v);
  return caller.place().uses.is_private(*v) && caller.place().uses.is_stable(*v, {call.order - 1, call.last});
}

std::optional<HostResults::Entered> HostResults::enter(const HostValues& caller, const AstNode& call, const HostSince& since, int depth) {
  if (!is_call_of_function(call) || call.inner.empty() || caller.place().nested >= kMostNested || has_effects(call))
    return std::nullopt;
  const AstNode* declared = named_declaration(caller.place().ast, *call.inner[0]);
  if (declared == nullptr || (declared->kind != "FunctionDecl" && declared->kind != "CXXMethodDecl")) return std::nullopt;
  const AstNode& function = definition_of(caller.place().ast, *declared);
  const AstNode* body = code_of(function);
  if (body == nullptr || !runs_as_written(caller.place().ast, function)) return std::nullopt;
  if (has_kind(*body, "GotoStmt") || has_kind(*body, "IndirectGotoStmt") || has_kind(*body, "CXXTryStmt")) return std::nullopt;

  const auto outside = std::make_shared<HostValues>(caller);
  const auto nowhere = std::make_shared<const HostEntry>(HostEntry{nullptr, nullptr, 0});
  HostPlace inside(caller.place().ast, caller.place().uses, caller.place().uses.made.end_of(*body), nowhere);
  inside.nested = caller.place().nested + 1;
  inside.suffix = caller.place().suffix + "in " + call.id;
  std::size_t first = 1;
  if (call.kind == "CXXOperatorCallExpr") {
    if (body == body_of(function)) return std::nullopt;  // of a class's object, not of a lambda
    first = 2;
  } else if (call.kind == "CXXMemberCallExpr") {
    const AstNode& callee = without_wrapping(*call.inner[0]);
    const bool is_own = callee.kind == "MemberExpr" && callee.inner.size() == 1 && without_wrapping(*callee.inner[0]).kind == "CXXThisExpr";
    if (is_own) {
      inside.object = caller.place().object;
      inside.is_in_constructor = caller.place().is_in_constructor;
    } else if (auto object = caller.object_of(function, call, since)) {
      inside.object = *std::move(object);
    } else {
      return std::nullopt;
    }
  } else if (function.kind == "CXXMethodDecl" && !function.is_static) {
    return std::nullopt;
  }
  const auto parameters = parameters_of(function);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const AstNode& p = *parameters[i];
    if (p.type.find('*') != std::string::npos || p.type.find('[') != std::string::npos || !caller.place().uses.is_constant_value(p)) continue;
    const AstNode* argument = i + first < call.inner.size() ? call.inner[i + first].get() : nullptr;
    HostSince at_call = since;
    if (argument == nullptr || argument->kind == "CXXDefaultArgExpr") {
      const auto& from = argument != nullptr && !argument->inner.empty() ? argument->inner : p.inner;
      if (from.empty() || from.back()->kind.ends_with("Attr")) continue;
      argument = from.back().get();
      at_call = kAlways;
    } else if (p.type.ends_with("&") && !is_kept_during(caller, call, *argument)) {
      continue;
    }
    const std::string type = bare_type(p.type);
    HostValues reader(caller);
    if (type == "dim3" && !caller.place().uses.classes.is_users_class(type)) {
      if (auto shape = reader.shape_at(*argument, at_call, depth + kDeeper)) inside.given_shapes.emplace(&p, *std::move(shape));
    } else if (const auto integer = host_integer_type(type)) {
      HostIntegerPtr number = HostInteger::cast(*integer, reader.at(*argument, at_call, depth + kDeeper));
      if (number != nullptr) inside.given.emplace(&p, std::move(number));
    } else if (caller.place().uses.classes.is_users_class(p.type) && caller.place().uses.classes.is_plain(type)) {
      inside.given_objects.emplace(&p, HostObject{argument, outside, at_call});
    }
  }
  return Entered{body, std::move(inside)};
}

std::shared_ptr<HostValues> HostResults::at_place(const Entered& entered, const AstNode& place) {
  const HostPlace& inside = entered.inside;
  HostPlace out(inside.ast, inside.uses, place, std::make_shared<const HostEntry>(HostEntry{nullptr, nullptr, 0}));
  out.nested = inside.nested;
  out.given = inside.given;
  out.given_shapes = inside.given_shapes;
  out.given_objects = inside.given_objects;
  out.object = inside.object;
  out.is_in_constructor = inside.is_in_constructor;
  // Variables have other values at other places.
  out.suffix = inside.suffix + HostValues::kAtPlace + std::to_string(place.order);
  return std::make_shared<HostValues>(std::move(out));
}

// False: a return statement is where it is not followed. `ends`: no way goes on after the statement.
bool HostResults::collect(const AstNode& s, std::vector<std::pair<const AstNode*, bool>>& conditions, std::vector<Result>& out,
                          bool& ends) {
  ends = false;
  if (s.kind == "ReturnStmt") {
    if (s.inner.size() != 1 || out.size() >= kMostResults) return false;
    out.push_back({s.inner[0].get(), conditions});
    ends = true;
    return true;
  }
  if (!has_return(s)) return true;
  if (s.kind == "CompoundStmt") {
    for (const auto& child : s.inner) {
      if (ends) break;  // nothing comes here
      if (!collect(*child, conditions, out, ends)) return false;
    }
    return true;
  }
  const bool is_if = s.kind == "IfStmt" && !s.has_condition_variable && s.inner.size() == (s.has_else ? 3u : 2u);
  if (!is_if) return false;
  auto then_way = conditions, else_way = conditions;
  bool then_ends = false, else_ends = false;
  then_way.emplace_back(s.inner[0].get(), true);
  else_way.emplace_back(s.inner[0].get(), false);
  if (!collect(*s.inner[1], then_way, out, then_ends)) return false;
  if (s.has_else && !collect(*s.inner[2], else_way, out, else_ends)) return false;
  ends = then_ends && else_ends;
  // Where both ways go on, and one of them may have returned, what holds then is not one list of conditions.
  if (!then_ends && !else_ends) return false;
  conditions = then_ends ? std::move(else_way) : std::move(then_way);
  return true;
}

std::vector<HostResults::Result> HostResults::results_of(const AstNode& body) {
  std::vector<Result> out;
  std::vector<std::pair<const AstNode*, bool>> conditions;
  bool ends = false;
  if (!collect(body, conditions, out, ends) || !ends) return {};
  if (std::any_of(out.begin(), out.end(), [](const Result& r) { return has_effects(*r.value); })) return {};
  return out;
}

HostIntegerPtr HostResults::condition_of(const Entered& entered, const Result& result) {
  HostIntegerPtr out;
  for (const auto& [condition, holds] : result.conditions) {
    HostIntegerPtr one = has_effects(*condition) ? nullptr : at_place(entered, *condition)->at(*condition, {}, kDeeper);
    if (one != nullptr) one = HostInteger::cast(kBool, one);
    if (one == nullptr) one = HostInteger::unknown(kBool, "..");
    if (!holds) one = HostInteger::unary("!", one);
    out = out == nullptr ? one : HostInteger::binary("&&", kBool, out, one);
    if (out == nullptr) return HostInteger::unknown(kBool, "..");
  }
  return out != nullptr ? out : HostInteger::unknown(kBool, "..");
}

// The last one is what the others leave over.
template <class Number>
HostIntegerPtr HostResults::chosen(const Entered& entered, const std::vector<Result>& results, const Number& number) {
  HostIntegerPtr out;
  for (auto it = results.rbegin(); it != results.rend(); ++it) {
    const HostIntegerPtr one = number(*it);
    if (one == nullptr) return nullptr;
    out = out == nullptr ? one : HostInteger::choice(condition_of(entered, *it), one, out);
    if (out == nullptr) return nullptr;
  }
  return out;
}

HostIntegerPtr HostResults::integer(HostValues& caller, const AstNode& call, const HostSince& since, int depth) {
  const auto type = host_integer_type(call.type);
  const auto entered = type && depth < 40 ? enter(caller, call, since, depth) : std::nullopt;
  if (!entered) return nullptr;
  return chosen(*entered, results_of(*entered->body), [&](const Result& r) {
    return HostInteger::cast(*type, at_place(*entered, *r.value)->at(*r.value, {}, depth + kDeeper));
  });
}

std::optional<HostShape> HostResults::shape(HostValues& caller, const AstNode& call, const HostSince& since, int depth) {
  if (bare_type(call.type) != "dim3" || caller.place().uses.classes.is_users_class("dim3") || depth > 40) return std::nullopt;
  const auto entered = enter(caller, call, since, depth);
  if (!entered) return std::nullopt;
  const std::vector<Result> results = results_of(*entered->body);
  if (results.empty()) return std::nullopt;
  HostShape out;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out[axis] = chosen(*entered, results, [&](const Result& r) -> HostIntegerPtr {
      const auto whole = at_place(*entered, *r.value)->shape_at(*r.value, {}, depth + kDeeper);
      return whole ? (*whole)[axis] : nullptr;
    });
    if (out[axis] == nullptr) return std::nullopt;
  }
  return out;
}

HostValues::Member HostResults::part(const HostValues& caller, const AstNode& call, const std::vector<const AstNode*>& fields,
                                     const HostSince& since, int depth) {
  if (depth > 40 || fields.empty()) return {};
  if (const AstNode* value = part_of_pair(caller.place().ast, call, fields[0]->name)) {
    if (fields.size() == 1) return {value, since, nullptr, nullptr};
    return caller.part_of(*value, {fields.begin() + 1, fields.end()}, since, depth + 1);
  }
  const auto entered = enter(caller, call, since, depth);
  if (!entered) return {};
  const std::vector<Result> results = results_of(*entered->body);
  const auto of_result = [&](const Result& r) {
    auto place = at_place(*entered, *r.value);
    Member found = place->part_of(*r.value, fields, {}, depth + kDeeper);
    if (found.value != nullptr && found.place == nullptr) found.place = std::move(place);
    return found;
  };
  if (results.size() == 1) return of_result(results[0]);
  const auto type = host_integer_type(fields.back()->type);
  if (!type) return {};
  return {nullptr, {}, nullptr, chosen(*entered, results, [&](const Result& r) -> HostIntegerPtr {
            const Member m = of_result(r);
            if (m.number != nullptr) return HostInteger::cast(*type, m.number);
            return m.value == nullptr ? nullptr : HostInteger::cast(*type, m.place->at(*m.value, m.since, depth + kDeeper));
          })};
}

HostValues::Member HostResults::named_part(const HostValues& at, const AstNode& e, const std::string& name, const HostSince& since,
                                           int depth) {
  const AstNode& x = without_copies(e);
  if (depth > 30 || at.place().uses.classes.is_users_class(x.type)) return {};
  if (x.kind == "DeclRefExpr") {
    const AstNode* v = at.place().ast.find(x.refers_to);
    return v == nullptr ? Member() : at.member_of(*v, name, nullptr, since);
  }
  if (x.kind == "InitListExpr") return at.element_of(x, x, name, nullptr, since);
  const auto entered = enter(at, x, since, depth);
  if (!entered) return {};
  const std::vector<Result> results = results_of(*entered->body);
  if (results.size() != 1) return {};
  auto place = at_place(*entered, *results[0].value);
  Member found = named_part(*place, *results[0].value, name, {}, depth + kDeeper);
  if (found.value != nullptr && found.place == nullptr) found.place = std::move(place);
  return found;
}

std::optional<HostResults::Left> HostResults::left_in(const HostValues& user, const AstNode& variable, const std::string& member, int depth) {
  if (variable.kind != "VarDecl" && variable.kind != "ParmVarDecl") return std::nullopt;
  const HostUses::LatestChange change = user.place().uses.latest_change(variable, member, user.place().use);
  const AstNode* node = change.node;
  if (node == nullptr) return std::nullopt;
  while (node->parent != nullptr && node->parent->kind == "ParenExpr") node = node->parent;
  const AstNode* call = node->parent;
  if (call == nullptr || call->kind != "CallExpr") return std::nullopt;
  const AstNode* declared = named_declaration(user.place().ast, *call->inner[0]);
  if (declared == nullptr || declared->kind != "FunctionDecl") return std::nullopt;
  const auto parameters = parameters_of(definition_of(user.place().ast, *declared));
  const AstNode* parameter = nullptr;
  for (std::size_t i = 0; i < parameters.size() && i + 1 < call->inner.size(); ++i)
    if (call->inner[i + 1].get() == node) parameter = parameters[i];
  if (parameter == nullptr || !user.place().uses.is_sole_name(*parameter)) return std::nullopt;
  // What the arguments are computed from is read at the call, and is to be the same at the use.
  const bool same_code = HostUses::lambda_of(*change.statement) == HostUses::lambda_of(user.place().use);
  const auto entered = enter(user, *call, same_code ? TextRange{call->order - 1, change.block->last} : kAlways, depth);
  if (!entered) return std::nullopt;
  for (const auto& s : entered->body->inner)
    if (has_return(*s) && (s != entered->body->inner.back() || s->kind != "ReturnStmt")) return std::nullopt;
  return Left{at_place(*entered, user.place().uses.made.end_of(*entered->body)), parameter};
}

HostIntegerPtr HostResults::integer_left(const HostValues& user, const AstNode& variable, IntegerType type, int depth) {
  const auto left = depth < 40 ? left_in(user, variable, "", depth) : std::nullopt;
  return left ? left->values->of_variable(*left->parameter, type, {}, depth + kDeeper) : nullptr;
}

HostIntegerPtr HostResults::axis_left(const HostValues& user, const AstNode& variable, std::size_t axis, int depth) {
  static constexpr const char* kNames[] = {"x", "y", "z"};
  const auto left = depth < 40 ? left_in(user, variable, kNames[axis], depth) : std::nullopt;
  return left ? left->values->axis_of(*left->parameter, axis, {}, depth + kDeeper) : nullptr;
}

// Of a variable of type dim3, or of a parameter.
std::optional<HostShape> HostResults::shape_of(HostValues& at, const AstNode& v, const HostSince& since, int depth) {
  const bool is_own = v.kind == "VarDecl" || at.place().uses.is_sole_name(v);
  if (!is_own && v.kind != "ParmVarDecl") return std::nullopt;
  const bool is_reference = at.place().is_settled_reference(v);
  if (since && !is_reference && !at.place().uses.is_stable(v, *since)) return std::nullopt;
  const HostUses::Definition d = at.place().uses.definition(v, at.place().use);
  if (d.value != nullptr) return at.shape_at(*d.value, at.place().since(d, since), depth + 1);
  if (is_own) {
    HostShape out;
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = at.axis_of(v, i, since, depth + 1);
      if (out[i] == nullptr) return std::nullopt;
    }
    return out;
  }
  if (!is_reference && !at.place().uses.is_constant(v)) return std::nullopt;
  const HostArgument argument = at.place().argument_of(v);
  if (argument.value == nullptr) return std::nullopt;
  return HostValues(at.place().ast, at.place().uses, *argument.entry->call, argument.entry->caller).shape_at(*argument.value, {}, depth + 1);
}

HostValues::Member HostResults::part_left(const HostValues& user, const AstNode& variable, const std::vector<const AstNode*>& fields,
                                          int depth) {
  const auto left = depth < 40 && !fields.empty() ? left_in(user, variable, fields[0]->name, depth) : std::nullopt;
  if (!left) return {};
  Member found = left->values->part_of_variable(*left->parameter, fields, {}, depth + kDeeper);
  if (found.value != nullptr && found.place == nullptr) found.place = left->values;
  return found;
}

HostValues::Member HostResults::bound_part(const HostValues& at, const AstNode& binding, std::vector<const AstNode*> fields,
                                           const HostSince& since, int depth) {
  const AstNode* whole = binding.parent;
  if (binding.kind != "BindingDecl" || whole == nullptr || whole->kind != "DecompositionDecl" || whole->inner.empty() || binding.inner.empty())
    return {};
  const AstNode* statement = whole->parent;
  if (statement == nullptr || statement->kind != "DeclStmt" || statement->parent == nullptr || whole->is_static) return {};
  if (!at.place().uses.is_constant(binding) || depth > 40) return {};
  const AstNode& init = *whole->inner.front();
  // `auto& [a, b] = x;` names parts of another variable.
  if (whole->type.ends_with("&") && init.kind != "MaterializeTemporaryExpr" && init.kind != "ExprWithCleanups") return {};
  const AstNode& first = *binding.inner.front();
  if (first.kind == "MemberExpr") {
    const AstNode* field = at.place().ast.find(first.refers_to);
    if (field == nullptr || field->parent == nullptr || field->parent->is_union || field->is_bit_field) return {};
    fields.insert(fields.begin(), &first);
  } else if (bare_type(whole->type).starts_with("std::pair<")) {
    std::size_t index = 0;
    for (const auto& child : whole->inner) {
      if (child.get() == &binding) break;
      index += child->kind == "BindingDecl" ? 1 : 0;
    }
    if (index > 1) return {};
    fields.insert(fields.begin(), &at.place().uses.made.pair_member(binding, index == 1));
  } else {
    return {};
  }
  // Nothing changes it.
  return at.part_of(init, std::move(fields), at.place().since({statement, &init, statement->parent, {init.order - 1, statement->parent->last}}, since), depth + 1);
}

// `Config c;` of a class without constructors of the user's: the value that the class gives the member, `int block = 128;`.
HostValues::Member HostResults::given_in_class(const HostValues& at, const AstNode& made, const AstNode& named) {
  const AstNode* field = at.place().ast.find(named.refers_to);
  const auto records = at.place().uses.classes.records_of(made.type);
  if (field == nullptr || field->kind != "FieldDecl" || records.size() != 1 || field->parent != records[0] || records[0]->is_union ||
      !records[0]->is_aggregate || field->is_bit_field || field->type.find('&') != std::string::npos || field->inner.empty())
    return {};
  const AstNode* value = field->inner.front().get();
  if (value->kind.ends_with("Attr") || value->kind.ends_with("Comment") || has_kind(*value, "CXXThisExpr")) return {};
  return {value, TextRange{0, ~std::size_t{0}}, nullptr, nullptr};
}

const AstNode* HostResults::part_of_pair(const HostAst& ast, const AstNode& e, const std::string& name) {
  const AstNode& x = without_wrapping(e);
  if (name != "first" && name != "second") return nullptr;
  const std::size_t at = name == "first" ? 0 : 1;
  const bool is_made = (x.kind == "CXXConstructExpr" || x.kind == "CXXTemporaryObjectExpr" || x.kind == "InitListExpr") &&
                       bare_type(x.type).starts_with("std::pair<") && x.inner.size() == 2;
  if (is_made) return x.inner[at].get();
  return x.kind == "CallExpr" && x.inner.size() == 3 && library_name(ast, x) == "make_pair" ? x.inner[1 + at].get() : nullptr;
}

}  // namespace warpproof
