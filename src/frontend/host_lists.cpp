#include "src/frontend/host_lists.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "src/frontend/host_counters.h"
#include "src/frontend/host_library.h"

namespace warpproof {
namespace {

constexpr IntegerType kBool{1, false}, kSize{64, false};
constexpr TextRange kAlways{0, ~std::size_t{0}};  // of what never changes
constexpr std::size_t kMostElements = 64, kMostCounted = 16;
constexpr int kDeepest = 40;

IntegerType type_of(const AstNode& variable) {
  return host_integer_type(variable.type.starts_with("const ") ? variable.type.substr(6) : variable.type)
      .value_or(IntegerType{0, false});
}

// The variable that an array's name stands for, where it is one.
const AstNode* array_of(const HostAst& ast, const AstNode& e) {
  const AstNode& x = without_wrapping(e);
  return x.kind == "DeclRefExpr" ? ast.find(x.refers_to) : nullptr;
}

// The list that a loop `for (T v : list)` goes through, whose variable begins as `e`, *__begin. Null: it is no such loop.
const AstNode* list_of_loop(const HostAst& ast, const HostUses& uses, const AstNode& e) {
  if (e.kind != "UnaryOperator" || e.op != "*" || e.inner.size() != 1) return nullptr;
  const AstNode* loop = e.parent;
  while (loop != nullptr && loop->kind != "CXXForRangeStmt" && loop->kind != "CompoundStmt") loop = loop->parent;
  if (loop == nullptr || loop->kind != "CXXForRangeStmt" || loop->inner.size() != 8) return nullptr;
  const AstNode *range = loop->inner[1].get(), *begin = loop->inner[2].get(), *variable = loop->inner[6].get();
  for (const AstNode** statement : {&range, &begin, &variable}) {
    if ((*statement)->kind != "DeclStmt" || (*statement)->inner.size() != 1) return nullptr;
    *statement = (*statement)->inner[0].get();
  }
  if (!is_within(e, *variable) || array_of(ast, *e.inner[0]) != begin || range->inner.empty()) return nullptr;
  const AstNode* list = &without_wrapping(*range->inner[0]);
  if (list->kind == "CXXStdInitializerListExpr" && list->inner.size() == 1) {
    list = &without_wrapping(*list->inner[0]);
    return list->kind == "InitListExpr" ? list : nullptr;
  }
  const AstNode* array = array_of(ast, *list);
  return array == nullptr ? nullptr : uses.constant_list(*array);
}

}  // namespace

std::optional<HostLists::Element> HostLists::element(HostValues& values, const AstNode& e, const HostSince& since, int depth) {
  const AstNode& x = without_wrapping(e);
  if (depth > kDeepest) return std::nullopt;
  if (x.kind == "ArraySubscriptExpr" && x.inner.size() == 2) {
    const AstNode* array = array_of(values.place().ast, *x.inner[0]);
    const AstNode* list = array == nullptr ? nullptr : values.place().uses.constant_list(*array);
    if (list == nullptr || list->inner.size() > kMostElements) return std::nullopt;
    HostIntegerPtr index = values.at(*x.inner[1], since, depth + 1);
    if (index == nullptr || index->has_unknown()) return std::nullopt;
    return Element{list, std::move(index)};
  }
  const AstNode* list = list_of_loop(values.place().ast, values.place().uses, x);
  if (list == nullptr || list->inner.empty() || list->inner.size() > kMostElements) return std::nullopt;
  return Element{list, HostInteger::variable(kSize, list->id + " index of " + x.id + values.place().suffix, "..")};
}

HostIntegerPtr HostLists::chosen(const Element& element, const std::function<HostIntegerPtr(const AstNode&)>& number) {
  std::vector<HostIntegerPtr> all;
  for (const auto& one : element.list->inner) {
    all.push_back(number(*one));
    if (all.back() == nullptr || !all.back()->value() || !(all.back()->type() == all.front()->type())) return nullptr;
  }
  if (all.empty()) return nullptr;
  if (const auto at = element.index->value()) return *at < all.size() ? all[*at] : nullptr;
  HostIntegerPtr out = all.back();
  for (std::size_t i = all.size() - 1; i-- > 0;) {
    if (all[i]->value() == out->value()) continue;
    const HostIntegerPtr is_it =
        HostInteger::binary("==", kBool, element.index, HostInteger::constant(element.index->type(), i));
    if (is_it == nullptr) return nullptr;
    out = HostInteger::choice(is_it, all[i], out);
  }
  return out;
}

void HostLists::counted(HostValues& values, const AstNode& loop, std::vector<HostCounted>& out) {
  const AstNode &begin = *loop.inner[0], &advance = *loop.inner[3];
  if (begin.kind != "DeclStmt") return;
  for (const auto& variable : begin.inner) {
    const AstNode& v = *variable;
    const IntegerType type = type_of(v);
    if (v.kind != "VarDecl" || type.bits < 32 || v.inner.empty() || HostUses::lambda_of(v) != HostUses::lambda_of(values.place().use)) continue;
    const AstNode* change = values.place().uses.only_change(v);
    if (change == nullptr || !is_once(*change, advance) || !values.place().is_settled(v)) continue;
    const HostStep s = step_of(values, v, *change);
    if ((s.op != "+" && s.op != "*" && s.op != "<<") || s.number == 0 || (s.op == "*" && s.number == 1) || s.number > 1u << 20) continue;
    const HostIntegerPtr start = values.at(*v.inner.front(), kAlways, 0);
    if (start == nullptr || !start->value() || static_cast<std::int64_t>(*start->value()) <= 0) continue;
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max() >> (64 - type.bits + (type.is_signed ? 1 : 0));
    const auto last = last_of(values, *loop.inner[2], v);
    if (!last || *last > largest || *start->value() > largest || !stays_below(values, *loop.inner[2], v, s, largest)) continue;
    HostCounted found{values.of_variable(v, type, {}, 0), {}};
    if (found.variable == nullptr || found.variable->kind() != HostInteger::Kind::Variable) continue;
    for (std::uint64_t x = *start->value(); x <= *last && found.numbers.size() <= kMostCounted;
         x = s.op == "+" ? x + s.number : s.op == "*" ? x * s.number : x << s.number)
      found.numbers.push_back(x);
    if (found.numbers.size() <= kMostCounted) out.push_back(std::move(found));
  }
}

void HostLists::stride_fact(HostValues& values, const AstNode& loop, std::vector<HostIntegerPtr>& out) {
  const AstNode &begin = *loop.inner[0], &advance = *loop.inner[3];
  if (begin.kind != "DeclStmt") return;
  for (const auto& variable : begin.inner) {
    const AstNode& v = *variable;
    const IntegerType type = type_of(v);
    if (v.kind != "VarDecl" || type.bits < 32 || v.inner.empty() || HostUses::lambda_of(v) != HostUses::lambda_of(values.place().use)) continue;
    const AstNode* change = values.place().uses.only_change(v);
    if (change == nullptr || !is_once(*change, advance) || !values.place().is_settled(v)) continue;
    const HostStep s = step_of(values, v, *change);
    const HostIntegerPtr start = values.at(*v.inner.front(), kAlways, 0);
    if (s.op != "+" || start == nullptr || !start->value() || static_cast<std::int64_t>(*start->value()) < 0) continue;
    // Signed sums do not overflow; unsigned ones do not where the condition bounds them.
    const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max() >> (64 - type.bits + (type.is_signed ? 1 : 0));
    if (type.is_signed ? !s.is_own_type : !stays_below(values, *loop.inner[2], v, s, largest)) continue;
    const std::uint64_t by = std::gcd(*start->value(), s.number);
    const HostIntegerPtr value = values.of_variable(v, type, {}, 0);
    if (by < 2 || by > largest || value == nullptr || value->value()) continue;
    const HostIntegerPtr rest = HostInteger::binary("%", type, value, HostInteger::constant(type, by));
    if (rest == nullptr) continue;
    if (const auto holds = HostInteger::binary("==", kBool, rest, HostInteger::constant(type, 0)); holds != nullptr && !holds->value())
      out.push_back(holds);
  }
}

}  // namespace warpproof
