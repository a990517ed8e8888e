// Questions that Z3 answered, as SMT-LIB 2 for other solvers to confirm.
//
// One file each: SMT-LIB 2.6, logic ALL, with the answer as its `:status`, one check-sat. Its name is made of
// the text, so the same question gives the same file in every run, and is written once. Questions that are
// answered by rewriting, or by trying assignments, are none of Z3's.
#pragma once

#include <string>

namespace warpproof {

// From now on answers are written to that directory, which is made if need be; empty: no more. For the whole
// process, its children included. Throws std::runtime_error where it cannot be written to.
void certify_to(const std::string& directory);
bool certifies();
// Assertions with their declarations, as Z3 prints them. A file that cannot be written is a std::runtime_error.
void certify(const std::string& declared_assertions, bool satisfiable);

}  // namespace warpproof
