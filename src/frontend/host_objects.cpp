// Of host values: members of objects that are given to functions, and of members.
//
// Side conditions. A parameter's members are those of its argument where the function changes nothing of the parameter
// (HostUses::is_constant), or refers to an object that nothing changes during the call (is_settled_reference). What the
// argument consists of is read at the call, in the caller's code. Copying an object gives its members where no code of the
// user's makes the copy (HostClasses::is_plain). A list of values has one for each member, in their order (field_of).
#include <algorithm>

#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_lists.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_results.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr int kDeepest = 40;
constexpr int kMostNested = 6;  // members of this object that are computed from each other

// The run-time interface's own structure, whose declaration is not among the user's.
constexpr const char* kLaunchConfig[] = {"gridDim", "blockDim", "dynamicSmemBytes", "stream", "attrs", "numAttrs"};

struct Field {
  std::size_t index, count;
};

// `object`: of the type.
std::optional<Field> field_of(const AstNode& object, const std::string& name, const AstNode* field) {
  if (field != nullptr && field->kind == "FieldDecl" && field->parent != nullptr) {
    if (field->parent->is_union || field->parent->has_bases) return std::nullopt;
    Field out{0, 0};
    for (const auto& other : field->parent->inner) {
      // A list has no value for bits without a name.
      if (other->kind != "FieldDecl" || (other->is_bit_field && other->name.empty())) continue;
      if (other.get() == field) out.index = out.count;
      ++out.count;
    }
    return out;
  }
  const std::string type = object.type.starts_with("const ") ? object.type.substr(6) : object.type;
  if (type != "cudaLaunchConfig_st" && type != "struct cudaLaunchConfig_st") return std::nullopt;
  const auto it = std::find(std::begin(kLaunchConfig), std::end(kLaunchConfig), name);
  if (it == std::end(kLaunchConfig)) return std::nullopt;
  return Field{static_cast<std::size_t>(it - std::begin(kLaunchConfig)), std::size(kLaunchConfig)};
}

bool names_this_object(const AstNode& e) {
  return e.kind == "CXXThisExpr" ||
         std::any_of(e.inner.begin(), e.inner.end(), [](const auto& child) { return names_this_object(*child); });
}

}  // namespace

// `object`: a variable, or the list, of the member's class.
HostValues::Member HostValues::element_of(const AstNode& list, const AstNode& object, const std::string& name,
                                          const AstNode* field, const HostSince& since) const {
  // Bits cut off what they are given; a reference is another variable.
  if (field != nullptr && (field->is_bit_field || field->type.find('&') != std::string::npos)) return {};
  const auto place = field_of(object, name, field);
  if (!place || list.inner.size() != place->count) return {};
  const AstNode* value = list.inner[place->index].get();
  if (value->kind == "CXXDefaultInitExpr") {
    // `int block = 128;` in the class. clang 14 does not print it where it is used.
    const auto& from = !value->inner.empty() || field == nullptr ? value->inner : field->inner;
    if (from.empty() || from.front()->kind.ends_with("Attr") || from.front()->kind.ends_with("Comment")) return {};
    value = from.front().get();
    // Which object `this` is there is not what it is at the use.
    if (names_this_object(*value)) return {};
  }
  return {value, since, nullptr, nullptr};
}

HostValues::Member HostValues::part_of(const AstNode& object, std::vector<const AstNode*> fields, const HostSince& since,
                                       int depth) const {
  if (depth > kDeepest) return {};
  const AstNode& x = without_wrapping(object);
  if (x.kind == "MemberExpr" && !x.inner.empty()) {
    const AstNode* field = place_.ast.find(x.refers_to);
    const bool is_field = field == nullptr || (field->kind == "FieldDecl" && field->type.find('&') == std::string::npos);
    if (!is_field || x.type.find("volatile") != std::string::npos) return {};
    if (x.is_arrow && place_.object.expression != nullptr && x.inner[0]->kind == "CXXThisExpr") {
      fields.insert(fields.begin(), &x);
      Member found = place_.object.place->part_of(*place_.object.expression, std::move(fields), place_.object.since, depth + 1);
      if (found.value != nullptr && found.place == nullptr) found.place = place_.object.place;
      return found;
    }
    if (x.is_arrow) {
      // A member of this object, which keeps the value that the constructor gave it (HostKept). The constructor's arguments
      // are what all members of the object share.
      const bool is_followed = x.inner[0]->kind == "CXXThisExpr" && field != nullptr && place_.nested < kMostNested;
      const AstNode* value = is_followed ? place_.uses.classes.kept_value(*field) : nullptr;
      if (value == nullptr || has_effects(*value)) return {};
      HostPlace there(place_.ast, place_.uses, *value, std::make_shared<const HostEntry>(HostEntry{nullptr, nullptr, 0}));
      there.nested = place_.nested + 1;
      there.suffix = place_.is_in_constructor ? place_.suffix : place_.suffix + kOfConstructor;
      there.is_in_constructor = true;
      there.made = place_.is_in_constructor ? place_.made : place_.made_this();
      auto inside = std::make_shared<HostValues>(std::move(there));
      const TextRange always{0, ~std::size_t{0}};
      if (fields.empty()) return {value, always, std::move(inside), nullptr};
      Member rest = inside->part_of(*value, std::move(fields), always, depth + 1);
      if (rest.place == nullptr) rest.place = std::move(inside);
      return rest;
    }
    fields.insert(fields.begin(), &x);
    return part_of(*x.inner[0], std::move(fields), since, depth + 1);
  }
  if (fields.empty()) return {};
  if (x.kind == "DeclRefExpr") {
    const AstNode* v = place_.ast.find(x.refers_to);
    if (v != nullptr && v->kind == "BindingDecl") return HostResults::bound_part(*this, *v, std::move(fields), since, depth + 1);
    return v == nullptr ? Member() : part_of_variable(*v, fields, since, depth + 1);
  }
  // A member of an element of a list: a number.
  if (const auto type = host_integer_type(fields.back()->type); type && (x.kind == "ArraySubscriptExpr" || x.kind == "UnaryOperator")) {
    HostValues here(*this);
    const auto element = HostLists::element(here, x, since, depth + 1);
    if (!element) return {};
    return {nullptr, {}, nullptr, HostLists::chosen(*element, [&](const AstNode& one) -> HostIntegerPtr {
              const Member m = part_of(one, fields, TextRange{0, ~std::size_t{0}}, depth + 1);
              if (m.value == nullptr) return nullptr;
              return HostInteger::cast(*type, (m.place != nullptr ? *m.place : here).at(*m.value, m.since, depth + 1));
            })};
  }
  if (HostResults::is_call_of_function(x) || HostResults::part_of_pair(place_.ast, x, fields[0]->name) != nullptr)
    return HostResults::part(*this, x, fields, since, depth + 1);
  if (x.kind == "CXXConstructExpr" && x.inner.size() == 1 && is_plain_construction(place_.uses, x))
    return part_of(*x.inner[0], std::move(fields), since, depth + 1);
  if (x.kind == "CXXConstructExpr" && x.inner.empty())
    if (const Member given = HostResults::given_in_class(*this, x, *fields[0]); given.value != nullptr) return rest_of(given, fields, depth);
  if (x.kind == "CXXConstructExpr" || x.kind == "CXXTemporaryObjectExpr") return constructed(x, fields, since, depth + 1);
  if (x.kind != "InitListExpr") return {};
  const AstNode* field = place_.ast.find(fields[0]->refers_to);
  return rest_of(element_of(x, x, fields[0]->name, field, since), fields, depth);
}

// `s.f(3)` reads the members of s as they are at the call, if f is a const member function of the class of s itself: no
// other class's takes its place, and what it changes of s is reported by HostUses, as of any that is given s as const.
std::optional<HostObject> HostValues::object_of(const AstNode& method, const AstNode& call,
                                                        const HostSince& since) const {
  const AstNode& callee = without_wrapping(*call.inner[0]);
  const AstNode* owner = method.context.empty() ? method.parent : place_.ast.find(method.context);
  if (method.kind != "CXXMethodDecl" || method.is_static || !method.type.ends_with(" const") || owner == nullptr ||
      owner->is_polymorphic || owner->has_bases || callee.kind != "MemberExpr" || callee.is_arrow || callee.inner.size() != 1)
    return std::nullopt;
  // The object of a call within a function that is put in place itself would have to be looked for further out.
  if (!place_.given.empty() || place_.object.expression != nullptr) return std::nullopt;
  const AstNode& object = without_wrapping(*callee.inner[0]);
  const std::string type = bare_type(object.type);
  if (type.find('*') != std::string::npos || (type != owner->name && !type.ends_with("::" + owner->name)))
    return std::nullopt;
  return HostObject{&object, std::make_shared<HostValues>(place_.ast, place_.uses, place_.use, place_.entry), since};
}

// The member of the member that is first.
HostValues::Member HostValues::rest_of(Member first, const std::vector<const AstNode*>& fields, int depth) const {
  if (fields.size() == 1 || first.value == nullptr) return first;
  return part_of(*first.value, {fields.begin() + 1, fields.end()}, first.since, depth + 1);
}

HostValues::Member HostValues::part_of_variable(const AstNode& v, const std::vector<const AstNode*>& fields,
                                                const HostSince& since, int depth) const {
  if (v.kind != "VarDecl" && v.kind != "ParmVarDecl") return {};
  if (const auto it = place_.given_objects.find(&v); it != place_.given_objects.end()) {
    Member found = it->second.place->part_of(*it->second.expression, fields, it->second.since, depth + 1);
    if (found.value != nullptr && found.place == nullptr) found.place = it->second.place;
    return found;
  }
  if (v.kind == "ParmVarDecl" && (place_.is_settled_reference(v) || (place_.uses.is_constant(v) && place_.uses.classes.is_users_class(v.type)))) {
    const HostArgument argument = place_.argument_of(v);
    if (argument.value == nullptr) return {};
    auto caller = std::make_shared<HostValues>(place_.ast, place_.uses, *argument.entry->call, argument.entry->caller);
    Member found = caller->part_of(*argument.value, fields, {}, depth + 1);
    if (found.value != nullptr && found.place == nullptr) found.place = std::move(caller);
    return found;
  }
  // for (const T& v : list)
  if (v.kind == "VarDecl" && v.type.starts_with("const ") && v.type.ends_with(" &") && v.type.find('*') == std::string::npos && !v.inner.empty() &&
      v.inner[0]->kind == "UnaryOperator")
    return part_of(*v.inner[0], fields, since, depth + 1);
  const AstNode* field = place_.ast.find(fields[0]->refers_to);
  if (since && !place_.uses.is_stable(v, fields[0]->name, *since)) return {};
  if (const HostUses::Definition d = place_.uses.member_definition(v, fields[0]->name, place_.use); d.value != nullptr) {
    const Member found = d.of_member ? rest_of(member_of(v, fields[0]->name, field, since), fields, depth)
                                     : part_of(*d.value, fields, place_.since(d, since), depth + 1);
    if (found.value != nullptr || found.number != nullptr) return found;
  } else if (d.value == nullptr) {
    Member found = HostResults::part_left(*this, v, fields, depth + 1);
    if (found.value != nullptr || found.number != nullptr) return found;
  }
  // One value while nothing changes the variable.
  const auto type = host_integer_type(fields.back()->type);
  if (!type || v.type.find_first_of("*&") != std::string::npos || v.type.find("volatile") != std::string::npos || !place_.is_settled(v))
    return {};
  std::string key = v.id, text = v.name;
  for (const AstNode* f : fields) {
    key += "." + f->refers_to;
    text += "." + f->name;
  }
  return {nullptr, {}, nullptr, HostInteger::variable(*type, key + place_.suffix, text)};
}

}  // namespace warpproof
