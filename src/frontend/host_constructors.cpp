// Of host values: members of objects that a constructor of the user's makes, `Config(int n) : block(n) {}`.
//
// Side conditions. The object's address stays unknown to others: every constructor of the class is seen, and does nothing
// but give members their values, reading no member before it has the value that it keeps (HostClasses). Which
// constructor it is, the type says that the compiler names at the call; the class is the only one of its name. What the
// value is computed from are the call's arguments, read at the call, and what never changes. That nothing changes the member
// afterwards is asked of the variable (HostUses), as of any.
#include "src/frontend/host_effects.h"
#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"
#include "src/frontend/host_uses.h"
#include "src/frontend/host_values.h"

namespace warpproof {
namespace {

constexpr int kMostNested = 8;  // constructors within each other
constexpr int kDeeper = 6;      // what one of them counts for as depth

}  // namespace

// The member of the object that the expression makes.
HostValues::Member HostValues::constructed(const AstNode& e, const std::vector<const AstNode*>& fields, const HostSince& since,
                                           int depth) const {
  const AstNode* constructor = place_.uses.classes.constructor_of(e);
  const AstNode* field = place_.ast.find(fields[0]->refers_to);
  if (constructor == nullptr || field == nullptr || place_.nested >= kMostNested || has_effects(e)) return {};
  if (field->is_bit_field || field->type.find('&') != std::string::npos) return {};
  const auto given = members_given_by(*constructor);
  const auto it = given ? given->find(field->id) : GivenMembers::const_iterator();
  if (!given || it == given->end()) return {};
  const AstNode* value = it->second;
  if (value->kind == "CXXDefaultInitExpr") {
    if (field->inner.empty() || field->inner.front()->kind.ends_with("Attr")) return {};
    value = field->inner.front().get();
  }
  HostPlace there(place_.ast, place_.uses, *value, place_.entry);
  there.nested = place_.nested + 1;
  there.suffix = place_.suffix + "in " + e.id;
  there.object = {&e, std::make_shared<HostValues>(*this), since};
  const auto parameters = parameters_of(*constructor);
  const TextRange always{0, ~std::size_t{0}};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const AstNode& p = *parameters[i];
    if (i >= e.inner.size() || !place_.uses.is_constant_value(p)) continue;
    const AstNode* argument = e.inner[i].get();
    HostSince at_call = since;
    if (argument->kind == "CXXDefaultArgExpr" && argument->inner.empty()) {
      if (p.inner.empty() || p.inner.front()->kind.ends_with("Attr")) continue;
      argument = p.inner.front().get();
      at_call = always;
    }
    if (p.type.find('*') != std::string::npos) continue;
    HostValues caller(*this);
    const std::string type = bare_type(p.type);
    if (type == "dim3") {
      if (auto shape = caller.shape_at(*argument, at_call, depth + kDeeper)) there.given_shapes.emplace(&p, *std::move(shape));
    } else if (const auto integer = host_integer_type(type)) {
      HostIntegerPtr number = HostInteger::cast(*integer, caller.at(*argument, at_call, depth + kDeeper));
      if (number != nullptr) there.given.emplace(&p, std::move(number));
    }
  }
  auto inside = std::make_shared<HostValues>(std::move(there));
  if (fields.size() == 1) return {value, always, std::move(inside), nullptr};
  Member rest = inside->part_of(*value, {fields.begin() + 1, fields.end()}, always, depth + kDeeper);
  if (rest.place == nullptr) rest.place = std::move(inside);
  return rest;
}

}  // namespace warpproof
