#include "src/program/labels.h"

#include <string>

namespace warpproof::lowering {

// Labels are visible in the whole scope they stand in, before and after.
Labels::Labels(Body& body) : body_(body) {
  scopes_.assign(1, {});
  std::vector<std::uint32_t> open = {0};
  std::string_view last_label;
  for (std::uint32_t i = 0; i < body_.text.body.count; ++i) {
    const ptx::Statement& st = body_.module.statements[body_.text.body.first + i];
    Scope& scope = scopes_[open.back()];
    if (st.kind == ptx::Statement::Kind::Open) {
      scopes_.push_back({open.back(), {}, {}});
      open.push_back(static_cast<std::uint32_t>(scopes_.size() - 1));
    } else if (st.kind == ptx::Statement::Kind::Close) {
      open.pop_back();
    } else if (st.kind == ptx::Statement::Kind::Label) {
      if (!scope.labels.emplace(st.name, body_.blocks.new_label()).second)
        body_.context.fail(st.name, "label '" + std::string(st.name) + "' is already defined");
    } else if (st.kind == ptx::Statement::Kind::Targets || st.kind == ptx::Statement::Kind::Prototype) {
      if (last_label.empty()) body_.context.fail(st.name, "a list of targets needs a label before it");
      scope.lists.emplace(last_label, st.items);
    }
    collect_uses(st);
    last_label = st.kind == ptx::Statement::Kind::Label ? st.name : std::string_view();
  }
}

// Only labels that something names start a block; compilers print many for debuggers.
void Labels::collect_uses(const ptx::Statement& st) {
  const bool names_labels = st.kind == ptx::Statement::Kind::Targets ||
                            (st.kind == ptx::Statement::Kind::Instruction && st.name == "bra");
  for (std::uint32_t i = 0; names_labels && i < st.items.count; ++i)
    used_.insert(body_.module.operands[st.items.first + i].text);
}

template <typename Value>
std::optional<Value> Labels::find(Names<Value> Scope::*map, const ptx::Operand& text) const {
  if (text.kind != ptx::Operand::Kind::Symbol) return std::nullopt;
  for (std::uint32_t scope = stack_.back();; scope = scopes_[scope].parent) {
    const auto& names = scopes_[scope].*map;
    if (const auto it = names.find(text.text); it != names.end()) return it->second;
    if (scope == 0) return std::nullopt;
  }
}

std::uint32_t Labels::label(const ptx::Operand& text) const {
  const auto found = find(&Scope::labels, text);
  if (!found) body_.context.fail(text.text, "label '" + std::string(text.text) + "' is undefined");
  return *found;
}

ptx::Range Labels::target_list(const ptx::Operand& text) const {
  const auto found = find(&Scope::lists, text);
  if (!found) body_.context.fail(text.text, "'" + std::string(text.text) + "' names no .branchtargets list");
  return *found;
}

std::optional<std::uint32_t> Labels::placed(std::string_view name) const {
  if (!used_.contains(name)) return std::nullopt;
  return scopes_[stack_.back()].labels.at(name);
}

}  // namespace warpproof::lowering
