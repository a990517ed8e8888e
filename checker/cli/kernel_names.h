// Names of kernels: what a user writes, against the symbols in PTX.
//
// Source: Itanium C++ ABI (name mangling), which nvcc and clang follow on the device too.
#pragma once

#include <string>
#include <vector>

namespace warpproof::cli {

struct KernelName {
  std::string symbol;     // "_ZN2ns5scaleIiEEvPT_i"
  std::string signature;  // "void ns::scale<int>(int*, int)"; the symbol where it is not mangled
  std::string qualified;  // "ns::scale<int>"
  std::string base;       // "scale"
};

KernelName parse_kernel_name(const std::string& symbol);

// The types of its parameters as C++ writes them, in order; empty where the symbol is not mangled.
std::vector<std::string> parameter_types(const KernelName& kernel);

// Whether `wanted` is the symbol, the signature with or without its return type, the qualified name with or
// without template arguments, or the base name with or without them.
bool names_kernel(const KernelName& kernel, const std::string& wanted);

// For each symbol the shortest name that no other one of the list has: "scale", else "scale<int>", else
// "ns::scale<int>", else the signature.
std::vector<std::string> display_names(const std::vector<std::string>& symbols);

}  // namespace warpproof::cli
