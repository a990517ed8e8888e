#include "src/ptx/tokens.h"

namespace warpproof::ptx {

void Tokens::fail(std::string_view where, const std::string& message) const {
  // Whoever hands over something else than PTX should learn that first.
  const bool is_ptx = m_.version_major != 0;
  throw InputError(m_.locate(where),
                   is_ptx ? message : message + " (is this PTX? no .version directive stands before)");
}

void Tokens::number(std::string_view token) {
  std::string error;
  const auto literal = read_literal(token, error);
  if (!literal) fail(token, error);
  check(token, expression.push(*literal));
}

void Tokens::finish_value(std::string_view token) { check(token, expression.finish(value)); }

std::uint64_t Tokens::take_integer(std::string_view where) const {
  if (value.kind != Literal::Kind::Integer) fail(where, "expected an integer constant");
  return value.bits;
}

void Tokens::directive_integer(std::string_view token) {
  std::string error;
  const auto literal = read_literal(token, error);
  if (!literal) fail(token, error);
  if (integers.size() < 16) integers.push_back(literal->bits);
}

}  // namespace warpproof::ptx
