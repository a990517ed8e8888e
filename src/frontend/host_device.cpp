#include "src/frontend/host_device.h"

#include <algorithm>

#include "src/frontend/host_functions.h"
#include "src/frontend/host_library.h"
#include "src/frontend/host_mention.h"

namespace warpproof {
namespace {

// The call that a place gives the address of a variable.
const AstNode* call_of(const AstNode& mention) {
  const AstNode* by = mention.parent;
  while (by != nullptr && (by->kind == "ParenExpr" || by->kind.ends_with("CastExpr") || (by->kind == "UnaryOperator" && by->op == "&"))) by = by->parent;
  return by != nullptr && is_call(*by) ? by : nullptr;
}

// Nothing but such calls gives it a value. One that was given a value where it is declared has the call's value if every way
// to the use comes through a call last.
template <class IsQuery>
bool comes_from(const HostPlace& place, const AstNode& v, const HostSince& since, const IsQuery& is_query) {
  const auto changes = v.kind == "VarDecl" ? place.uses.all_changes(v) : std::nullopt;
  if (!changes || changes->empty()) return false;
  const bool are_queries = std::all_of(changes->begin(), changes->end(), [&](const AstNode* change) {
    const AstNode* call = call_of(*change);
    return call != nullptr && is_query(*call);
  });
  if (!are_queries) return false;
  const AstNode* value = value_of(v);
  const bool is_given = value != nullptr && !(value->kind == "CXXConstructExpr" && value->inner.empty());
  if (!is_given && HostUses::function_of(v) != nullptr && !v.is_static) return true;  // to read it before is undefined
  return place.uses.latest_change(v, "", place.use).node != nullptr && (!since || place.uses.is_stable(v, *since));
}

}  // namespace

bool is_warp_size_of(const HostPlace& place, const AstNode& v, const HostSince& since) {
  if (bare_type(v.type) != "cudaDeviceProp" || place.uses.classes.is_users_class("cudaDeviceProp")) return false;
  return comes_from(place, v, since, [&](const AstNode& call) { return library_name(place.ast, call).starts_with("cudaGetDeviceProperties"); });
}

bool is_warp_size(const HostPlace& place, const AstNode& v, const HostSince& since) {
  if (v.type != "int") return false;
  return comes_from(place, v, since, [&](const AstNode& call) {
    return library_name(place.ast, call) == "cudaDeviceGetAttribute" && call.inner.size() == 4 &&
           without_casts(*call.inner[2]).refers_name == "cudaDevAttrWarpSize" && place.ast.find(without_casts(*call.inner[2]).refers_to) == nullptr;
  });
}

}  // namespace warpproof
