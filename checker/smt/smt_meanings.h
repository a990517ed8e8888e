// What builders of terms mean, in SMT-LIB's terms: neither the rewriter nor its own tests use them. For tests.
#pragma once

#include <z3++.h>

#include <functional>
#include <map>
#include <string>

namespace warpproof {

// A word of one bit for a Bool, other expressions as they are.
z3::expr word_of(const z3::expr& e);
int width_of(const z3::expr& word);
// Bit `b` of `a`; none past the end.
z3::expr selected(const z3::expr& a, const z3::expr& b);

using Meaning = std::function<z3::expr(const z3::expr&, const z3::expr&)>;
// By the names of reference::binaries().
const std::map<std::string, Meaning>& meanings();
// Of one of reference::unaries().
z3::expr meaning_of_unary(const std::string& name, const z3::expr& a);

}  // namespace warpproof
