// Directives about the module as a whole.
#pragma once

#include <string_view>

#include "src/ptx/module.h"
#include "src/ptx/tokens.h"

namespace warpproof::ptx {

class DirectiveBuilder {
 public:
  DirectiveBuilder(Module& module, Tokens& tokens) : m_(module), tokens_(tokens) {}

  void version_major(std::string_view token) { m_.version_major = small_number(token); }
  void version_minor(std::string_view token) { m_.version_minor = small_number(token); }
  void target(std::string_view token) {
    if (m_.target.empty()) m_.target = token;
  }
  void address_size(std::string_view token);
  void alias(std::string_view target) { m_.aliases.push_back({tokens_.symbol, target}); }
  void file();
  std::string_view path, directory;  // of a file, with their quotes

 private:
  int small_number(std::string_view token) const;

  Module& m_;
  Tokens& tokens_;
};

}  // namespace warpproof::ptx
