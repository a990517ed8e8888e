#include "src/ptx/directive_builder.h"

#include <string>
#include <utility>

#include "src/base/quoted_text.h"

namespace warpproof::ptx {
namespace {

// Without the quotes of a string.
std::string unquoted(std::string_view quoted) { return unescaped(quoted.substr(1, quoted.size() - 2)); }

}  // namespace

int DirectiveBuilder::small_number(std::string_view token) const {
  if (token.size() > 4) tokens_.fail(token, "version number out of range");
  return std::stoi(std::string(token));
}

void DirectiveBuilder::address_size(std::string_view token) {
  if (tokens_.integers.empty() || (tokens_.integers.back() != 32 && tokens_.integers.back() != 64))
    tokens_.fail(token, "the address size must be 32 or 64");
  m_.address_size = static_cast<int>(tokens_.integers.back());
  tokens_.integers.clear();
}

// `.file 1 "dir" "name"`: the second string is the name.
void DirectiveBuilder::file() {
  if (tokens_.integers.empty()) return;
  std::string full = unquoted(path);
  if (!directory.empty()) full += "/" + unquoted(directory);
  m_.files[tokens_.integers[0]] = std::move(full);
  directory = {};
  tokens_.integers.clear();
}

}  // namespace warpproof::ptx
