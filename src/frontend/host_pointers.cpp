// Of host values: which pointer an argument of a launch is.
//
// k<<<..>>>(x, x) works in place: its two parameters name one buffer, and what holds of a kernel whose pointers name
// distinct ones says nothing of it. Two arguments of one key are one pointer. Side conditions, as of numbers: the variable
// has one value while the launch's expressions are computed (is_settled), and what it was given before is followed only
// where nothing changed in between (HostUses). Pointers of which that is not known have no key: that those name distinct
// allocations stays an assumption of the verdict. Of pointers into one buffer, x and x + n, it is another one, which is reported.
#include "src/frontend/host_pointers.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_layout.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 40;  // variables and calls that are followed within each other

// Without conversions that keep the address.
const AstNode& without_conversions(const AstNode& e) {
  const AstNode* x = &e;
  while (x->inner.size() == 1 &&
         (x->kind == "ParenExpr" || x->kind == "ExprWithCleanups" || x->kind == "MaterializeTemporaryExpr" ||
          (x->kind.ends_with("CastExpr") &&
           (x->op == "NoOp" || x->op == "BitCast" || x->op == "LValueToRValue"))))
    x = x->inner[0].get();
  return *x;
}

// The pointer of p + n, n + p, p - n and &p[n]; null for what is none of these.
const AstNode* moved_from(const AstNode& e) {
  const AstNode* x = &e;
  if (x->kind == "UnaryOperator" && x->op == "&" && x->inner.size() == 1) {
    x = x->inner[0].get();
    while (x->kind == "ParenExpr" && x->inner.size() == 1) x = x->inner[0].get();
    if (x->kind != "ArraySubscriptExpr") return nullptr;
  } else if (x->kind != "BinaryOperator" || (x->op != "+" && x->op != "-")) {
    return nullptr;
  }
  for (const auto& operand : x->inner)
    if (is_pointer_type(operand->type)) return operand.get();
  return nullptr;
}

// The member of this object that a function returns, as MemberExprs from the outermost on; empty where it returns something else.
std::vector<const AstNode*> returned_member(const AstNode& function) {
  const AstNode* body = body_of(function);
  if (body == nullptr || body->inner.size() != 1 || body->inner[0]->kind != "ReturnStmt" ||
      body->inner[0]->inner.size() != 1)
    return {};
  std::vector<const AstNode*> out;
  const AstNode* x = &without_conversions(*body->inner[0]->inner[0]);
  for (; x->kind == "MemberExpr" && x->inner.size() == 1; x = &without_conversions(*x->inner[0])) {
    if (x->is_arrow && without_conversions(*x->inner[0]).kind != "CXXThisExpr") return {};
    out.insert(out.begin(), x);
  }
  return x->kind == "CXXThisExpr" ? out : std::vector<const AstNode*>();
}

}  // namespace

// An argument that is converted where it arrives is not looked into.
std::vector<HostPointer> HostPointers::all_of(const AstNode& argument, const std::string& parameter) {
  const auto without_const = [](const std::string& type) {
    return type.starts_with("const ") && !is_pointer_type(type) ? type.substr(6) : type;
  };
  std::vector<HostPointer> out;
  std::vector<const AstNode*> fields;
  const bool is_same = is_pointer_type(parameter) ? is_pointer_type(argument.type)
                                             : without_const(parameter) == without_const(argument.type);
  if (is_same) pointers_in(argument, without_const(argument.type), fields, 0, out);
  return out;
}

void HostPointers::pointers_in(const AstNode& argument, const std::string& type,
                             std::vector<const AstNode*>& fields, std::size_t offset,
                             std::vector<HostPointer>& out) {
  constexpr std::size_t kMost = 64;
  if (out.size() >= kMost) return;
  if (is_pointer_type(type)) {
    HostPointer p;
    p.offset = offset;
    for (const AstNode* f : fields) p.name += "." + f->name;
    p.pointer =
        fields.empty() ? pointer_at(argument, false, {}, 0) : member_pointer(argument, fields, false, {}, 0);
    p.buffer =
        fields.empty() ? pointer_at(argument, true, {}, 0) : member_pointer(argument, fields, true, {}, 0);
    if (fields.empty() && p.pointer.empty()) p.text = text_of(argument, false, 0);
    static const std::string kSymbol = "symbol ";
    if (p.pointer.starts_with(kSymbol)) p.symbol = p.pointer.substr(kSymbol.size());
    out.push_back(std::move(p));
    return;
  }
  for_members(place_.uses, type, static_cast<int>(fields.size()), [&](const AstNode& field, std::size_t at) {
    AstNode named;  // as an expression would name it
    named.kind = "MemberExpr";
    named.name = field.name;
    named.type = field.type;
    named.refers_to = field.id;
    fields.push_back(&named);
    pointers_in(argument, field.type, fields, offset + at, out);
    fields.pop_back();
  });
}

std::string HostPointers::member_pointer(const AstNode& object, const std::vector<const AstNode*>& fields,
                                       bool of_buffer, const HostSince& since, int depth) {
  if (depth > kDeepest) return "";
  if (const HostValues::Member found = values_.part_of(object, fields, since, depth); found.value != nullptr) {
    HostValues& where = found.place != nullptr ? *found.place : values_;
    if (std::string key = HostPointers(where).pointer_at(*found.value, of_buffer, found.since, depth + 1); !key.empty())
      return key;
  }
  // The member of that variable, whatever it is. The keys are those that path_of gives.
  std::string key;
  for (const AstNode* f : fields) {
    if (f->type.find("volatile") != std::string::npos) return "";
    key += "." + f->refers_to;
  }
  const AstNode* x = &without_conversions(object);
  while (x->kind == "CXXConstructExpr" && x->inner.size() == 1 && is_plain_construction(place_.uses, *x))
    x = &without_conversions(*x->inner[0]);
  if (x->kind == "MemberExpr") {
    const auto path = place_.path_of(*x);
    if (!path || ((since || place_.unsettled) && !path->is_object)) return "";
    if (path->is_object &&
        ((since && !place_.uses.is_stable(*path->variable, path->member, *since)) || !place_.is_settled(*path->variable)))
      return "";
    return path->key.substr(0, path->key.size() - place_.suffix.size()) + key + place_.suffix;
  }
  const AstNode* v = x->kind == "DeclRefExpr" ? place_.ast.find(x->refers_to) : nullptr;
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl") ||
      v->type.find_first_of("*&") != std::string::npos || v->type.find("volatile") != std::string::npos ||
      (since && !place_.uses.is_stable(*v, fields[0]->name, *since)) || !place_.is_settled(*v))
    return "";
  return v->id + key + place_.suffix;
}

// Of a member function that returns a member of its object: that one.
std::string HostPointers::pointer_of_call(const AstNode& call, bool of_buffer, const HostSince& since, int depth) {
  const AstNode* declared = call.kind == "CXXMemberCallExpr" && call.inner.size() == 1
                                ? named_declaration(place_.ast, *call.inner[0])
                                : nullptr;
  if (declared == nullptr) return "";
  const AstNode& method = definition_of(place_.ast, *declared);
  const AstNode& callee = without_wrapping(*call.inner[0]);
  if (!runs_as_written(place_.ast, method) || callee.kind != "MemberExpr" || callee.is_arrow ||
      callee.inner.size() != 1)
    return "";
  const auto fields = returned_member(method);
  return fields.empty() ? "" : member_pointer(*callee.inner[0], fields, of_buffer, since, depth + 1);
}

// Two calls of one text, one soon after the other, give one value: as far as can be seen.
bool HostPointers::gives_the_same(const AstNode& call, int depth) const {
  static constexpr const char* kLookUps[] = {
      "data", "get", "begin", "size", "length", "raw_pointer_cast", "operator[]", "operator->", "operator*"};
  const AstNode* d = call.inner.empty() ? nullptr : named_declaration(place_.ast, *call.inner[0]);
  if (d == nullptr) {
    const std::string name = called_name(call);
    return is_reference_cast(name) ||
           std::any_of(std::begin(kLookUps), std::end(kLookUps), [&](const char* n) { return name == n; });
  }
  if (d->kind == "CXXMethodDecl" && d->type.ends_with(" const")) return true;
  const AstNode* body = body_of(definition_of(place_.ast, *d));
  const auto is_plain = [&](const auto& self, const AstNode& e) -> bool {
    if (e.kind == "CXXNewExpr" || e.kind == "CXXDeleteExpr" ||
        (is_call(e) && (depth > 3 || !gives_the_same(e, depth + 1))))
      return false;
    return std::all_of(e.inner.begin(), e.inner.end(), [&](const auto& child) { return self(self, *child); });
  };
  return body != nullptr && runs_as_written(place_.ast, definition_of(place_.ast, *d)) && !has_effects(*body) &&
         is_plain(is_plain, *body);
}

// The expression, written so that equal ones are equal. Empty where computing it may change something, or give another value
// the next time. `is_settled`: it is known that nothing changes (is_quiet).
std::string HostPointers::text_of(const AstNode& e, bool is_settled, int depth) const {
  if (depth > kDeepest || e.kind == "LambdaExpr" || e.kind.find("New") != std::string::npos ||
      e.type.find("volatile") != std::string::npos)
    return "";
  if (depth == 0 && has_effects(e)) return "";
  if (is_call(e) && !is_settled && !gives_the_same(e, 0)) return "";
  // There is no buffer at null.
  if (depth == 0 && (e.kind == "CXXNullPtrLiteralExpr" || e.kind == "GNUNullExpr" || e.op == "NullToPointer"))
    return "";
  // Conversions of the pointer as a whole are none of its value.
  if (const AstNode& bare = without_conversions(e); depth == 0 && &bare != &e)
    return text_of(bare, is_settled, 0);
  std::string out = e.kind + ' ' + e.op + ' ' + e.value + ' ' + e.name + ' ' + e.refers_to + ' ' +
                    e.refers_name + ' ' + e.type + '(';
  for (const auto& child : e.inner) {
    const std::string part = text_of(*child, is_settled, depth + 1);
    if (part.empty()) return "";
    out += part + ',';
  }
  return out + ')';
}

// Of `T* p; cudaGetSymbolAddress((void**)&p, x);`: x. Empty where p may hold something else at the use.
std::string HostPointers::symbol_given_to(const AstNode& v) {
  const HostUses::LatestChange latest = place_.uses.latest_change(v, "", place_.use);
  const AstNode* call = latest.node;
  while (call != nullptr && call != latest.statement->parent && call->kind != "CallExpr") call = call->parent;
  if (call == nullptr || call->kind != "CallExpr" || call->inner.size() != 3 ||
      library_name(place_.ast, *call) != "cudaGetSymbolAddress" || !is_within(*latest.node, *call->inner[1]))
    return "";
  const AstNode& place = without_conversions(*call->inner[1]);
  if (place.kind != "UnaryOperator" || place.op != "&" ||
      &without_conversions(*place.inner[0]) != latest.node)
    return "";
  const AstNode* symbol = named_declaration(place_.ast, *call->inner[2]);
  return symbol == nullptr || symbol->kind != "VarDecl" || symbol->mangled.empty() ? "" : symbol->mangled;
}

std::string HostPointers::pointer_at(const AstNode& e, bool of_buffer, const HostSince& since, int depth) {
  const AstNode& x = without_conversions(e);
  if (depth > kDeepest || !is_pointer_type(x.type)) return "";
  const AstNode* from = of_buffer ? moved_from(x) : nullptr;
  if (from != nullptr) return pointer_at(*from, of_buffer, since, depth + 1);
  if (x.kind == "MemberExpr" && x.inner.size() == 1) {
    if (!x.is_arrow) return member_pointer(*x.inner[0], {&x}, of_buffer, since, depth + 1);
    const auto path = place_.path_of(x);
    return path && !since && !place_.unsettled ? path->key : "";
  }
  if (x.kind != "DeclRefExpr") {
    if (std::string key = pointer_of_call(x, of_buffer, since, depth); !key.empty()) return key;
    const std::string text = since || place_.unsettled ? "" : text_of(x, true, 0);
    return text.empty() ? "" : text + place_.suffix;
  }
  const AstNode* v = place_.ast.find(x.refers_to);
  if (v == nullptr || (v->kind != "VarDecl" && v->kind != "ParmVarDecl") || !is_pointer_type(v->type) ||
      v->type.find("volatile") != std::string::npos || (since && !place_.uses.is_stable(*v, *since)))
    return "";
  if (const HostUses::Definition d = place_.uses.definition(*v, place_.use); d.value != nullptr)
    if (std::string key = pointer_at(*d.value, of_buffer, place_.since(d, since), depth + 1); !key.empty())
      return key;
  if (const std::string symbol = symbol_given_to(*v); !symbol.empty()) return "symbol " + symbol;
  const HostArgument given = v->kind == "ParmVarDecl" && place_.uses.is_constant(*v) ? place_.argument_of(*v) : HostArgument();
  if (given.value != nullptr) {
    HostValues caller(place_.ast, place_.uses, *given.entry->call, given.entry->caller);
    if (std::string key = HostPointers(caller).pointer_at(*given.value, of_buffer, {}, depth + 1); !key.empty()) return key;
  }
  return place_.is_settled(*v) ? v->id + place_.suffix : "";
}

std::optional<std::vector<const AstNode*>> pointed_to(const HostPlace& place, const AstNode& expression) {
  const AstNode* d = named_declaration(place.ast, expression);
  if (d == nullptr || d->kind != "VarDecl" || d->inner.empty() || !place.uses.is_constant(*d)) return std::nullopt;
  const AstNode& list = *d->inner.front();
  if (list.kind != "InitListExpr" || HostUses::function_of(*d) != HostUses::function_of(place.use)) return std::nullopt;
  std::vector<const AstNode*> out;
  for (const auto& element : list.inner) {
    const AstNode* x = element.get();
    while ((x->kind.ends_with("CastExpr") || x->kind == "ParenExpr") && x->inner.size() == 1) x = x->inner[0].get();
    const bool address = x->kind == "UnaryOperator" && x->op == "&" && !x->inner.empty();
    out.push_back(address ? x->inner[0].get() : nullptr);
  }
  return out;
}

void note_pointers(HostValues& values, const std::vector<const AstNode*>& given, const std::vector<const AstNode*>& parameters, HostLaunch& launch) {
  using Place = HostLaunch::PointerPlace;
  std::map<std::string, Place> pointers, buffers, texts;
  for (std::size_t i = 0; i < std::min(given.size(), parameters.size()); ++i) {
    if (given[i] == nullptr || host_integer_type(parameters[i]->type)) continue;
    for (const HostPointer& p : HostPointers(values).all_of(*given[i], parameters[i]->type)) {
      const Place place{i, p.offset};
      const auto first_of = [&](std::map<std::string, Place>& all, const std::string& key) {
        return key.empty() ? place : all.try_emplace(key, place).first->second;
      };
      const Place same = first_of(pointers, p.pointer), near = first_of(buffers, p.buffer), like = first_of(texts, p.text);
      if (same != place) launch.one_pointer.emplace(place, same);
      else if (near != place) launch.one_buffer.emplace(place, near);
      else if (like != place) launch.perhaps_one.emplace(place, like);
      if (!p.symbol.empty()) launch.of_variable.emplace(place, p.symbol);
      if (!p.name.empty()) launch.member_names.emplace(place, launch.parameters[i].name + p.name);
    }
  }
}

}  // namespace warpproof
