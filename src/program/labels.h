// Labels of a function's body, each visible in the whole scope that it stands in, and the lists of targets that they name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/program/body.h"

namespace warpproof::lowering {

class Labels {
 public:
  // Finds all of them.
  explicit Labels(Body& body);

  // The scopes are gone through in the order of the text.
  void open_scope() { stack_.push_back(++last_scope_); }
  void close_scope() { stack_.pop_back(); }
  // The number, for BlockBuilder, of a label of the current scope. Nothing where nobody names it.
  std::optional<std::uint32_t> placed(std::string_view name) const;

  std::uint32_t label(const ptx::Operand& text) const;
  ptx::Range target_list(const ptx::Operand& text) const;

 private:
  template <typename Value>
  using Names = std::unordered_map<std::string_view, Value>;
  struct Scope {
    std::uint32_t parent = 0;
    Names<std::uint32_t> labels;
    Names<ptx::Range> lists;  // .branchtargets by the label before them
  };
  void collect_uses(const ptx::Statement& st);
  // Looks a name up in one of a scope's maps, from the current scope outwards.
  template <typename Value>
  std::optional<Value> find(Names<Value> Scope::*map, const ptx::Operand& text) const;

  Body& body_;
  std::vector<Scope> scopes_;
  std::vector<std::uint32_t> stack_ = {0};
  std::uint32_t last_scope_ = 0;
  std::unordered_set<std::string_view> used_;
};

}  // namespace warpproof::lowering
