// What is known of names and types of libraries that host code uses: C++'s, CUDA's run time and the prelude's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/frontend/host_ast.h"

namespace warpproof {

// The declaration that an expression names; null where it names none, or one that is not the user's.
const AstNode* named_declaration(const HostAst& ast, const AstNode& expression);
// The name of what a call calls, also where its declaration was left out.
std::string called_name(const AstNode& call);
// The same, where it is a library's; empty where it is the user's own function, of which a name says nothing.
std::string library_name(const HostAst& ast, const AstNode& call);

// Functions that change what they are given the address of before they return, and forget the address. Any other
// function may keep it: cudaMemcpyAsync writes later, cudaHostRegister lets a kernel write.
bool only_writes(const std::string& name);
// Those of them that write one object of the type that each of their pointers points to.
bool writes_one_object(const std::string& name);
// Those of them that give back the address, as a pointer: the first argument.
bool gives_back_address(const std::string& name);
// Those that give back what somebody wrote elsewhere, atoi(text): any number.
bool reads_number(const std::string& name);
// std::forward and std::move: what they give is what they are given.
bool is_reference_cast(const std::string& name);
// A launch reads what it is given, also by its address. A host function that is launched may do anything with it, later.
bool is_launch_call(const std::string& name);

// Bytes of a type, as on Linux with 64 bits; nothing for what has to be looked up.
std::optional<std::uint64_t> size_of(std::string type);
// A pointer to a function or to an array, `int (*)(float)`, also a constant one; a reference to one. Not a class with such a
// type among its arguments, `Launcher<int (*)(float)>`: a type that begins with a template's is none.
bool is_declared_pointer(const std::string& type);
bool is_declared_reference(const std::string& type);
bool is_arithmetic(std::string type);
// Containers and pointers whose parts are looked up without a call of the user's code.
// std::pair of numbers and shapes, "std::pair<dim3, int>": copied as it is.
bool is_plain_pair(const std::string& type);
bool is_library_container(std::string type);

}  // namespace warpproof
