// The constants and names of the piece of a module that is being read, and the one way to refuse it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/ptx/literal.h"
#include "src/ptx/module.h"

namespace warpproof::ptx {

class Tokens {
 public:
  explicit Tokens(const Module& module) : m_(module) {}

  // Throws InputError at `where`, a view into the module's text.
  [[noreturn]] void fail(std::string_view where, const std::string& message) const;
  void check(std::string_view where, const std::string& error) const {
    if (!error.empty()) fail(where, error);
  }

  // Constant expressions.
  void number(std::string_view token);
  void finish_value(std::string_view token);
  std::uint64_t take_integer(std::string_view where) const;  // the finished value, which must be an integer
  ExpressionStack expression;
  Literal value;

  // A name with what is added to it.
  std::string_view symbol;
  std::uint64_t offset = 0;

  // Plain numbers of the directive that is being read.
  void directive_integer(std::string_view token);
  std::vector<std::uint64_t> integers;

 private:
  const Module& m_;
};

// How many elements a pool of the module has, which is the index of the next one.
template <typename T>
std::uint32_t size_of(const std::vector<T>& pool) {
  return static_cast<std::uint32_t>(pool.size());
}

}  // namespace warpproof::ptx
