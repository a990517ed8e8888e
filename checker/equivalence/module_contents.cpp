#include "checker/equivalence/module_contents.h"

#include <fmt/format.h>

#include <set>

#include "checker/equivalence/unknown_parts.h"
#include "checker/report/add_once.h"
#include "src/program/constant_variables.h"

namespace warpproof::equivalence {

namespace {

const Variable* variable_of_key(Execution& e, symbolic::BlockMemory::Key key) {
  const Layout& layout = e.executor().layout();
  const Program& program = *e.side().program;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    if (layout.allocation[v] == key.allocation && program.variables[v].space == key.space)
      return is_absent(program.variables[v]) ? nullptr : &program.variables[v];
  }
  return nullptr;
}

// Contents that are known need no counterpart.
bool is_literal(const Execution& e, const Variable* v) {
  if (v == nullptr) return true;
  const Program& program = *e.side().program;
  return v->initial && is_of_compiler(*v) &&
         variables_only_read(program).contains(static_cast<std::uint32_t>(v - program.variables.data()));
}

}  // namespace

std::string same_at_start(const std::string& variable) {
  return fmt::format("'{}' holds the same in both modules at the start", variable);
}

void compare_module_contents(Execution& a, Execution& b, const PairedModules& modules, const Matching& matching,
                             EquivalenceReport& out) {
  std::set<symbolic::BlockMemory::Key> keys;
  for (Execution* e : {&a, &b}) {
    for (const auto& [key, allocation] : e->executor().final_memory().allocations()) {
      if (key.space != Space::Global && key.space != Space::Const) continue;
      if (key.allocation != kNoAllocation && variable_of_key(*e, key) != nullptr) keys.insert(key);
    }
  }
  for (const auto& key : keys) {
    const Variable *x = variable_of_key(a, key), *y = variable_of_key(b, key);
    const Variable& any = x != nullptr ? *x : *y;
    // Of an address in an initialiser no more is kept than that there is one.
    if ((x != nullptr && x->has_pointers) || (y != nullptr && y->has_pointers)) {
      add_unknown(out, "", fmt::format("the initial value of '{}' holds addresses", any.name));
      continue;
    }
    const bool literal = is_literal(a, x) && is_literal(b, y);
    if (literal && (x == nullptr || y == nullptr || x->initial == y->initial)) continue;
    if (x == nullptr || y == nullptr || !matching.same_count) {
      add_unknown(out, x != nullptr ? "a" : "b",
              fmt::format("variable '{}' of the module has no counterpart that its name or its use tells "
                          "on the other side",
                          any.name));
    } else if (x->size != y->size || x->initial != y->initial) {
      const std::string names =
          x->name == y->name ? fmt::format("'{}' ", x->name) : fmt::format("'{}' and '{}' ", x->name, y->name);
      add_unknown(out, "", "variables " + names + "of the modules differ in size or initial value");
    } else {
      report::add_once(out.assumptions, same_at_start(x->name));
    }
  }
  for (const std::string& text : modules.by_use) report::add_once(out.assumptions, text);
}

}  // namespace warpproof::equivalence
