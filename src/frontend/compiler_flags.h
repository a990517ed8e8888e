// The flags that a user may hand on to the compiler.
//
// Only flags of a list pass: those that choose the language, the host's instructions and what a warning is. Flags that
// load code into the compiler (-fplugin, -load), name its output (-o), run other programs or change what is to be judged
// (-O2, -fsanitize) are not on it. What passes has letters, digits and _ - + = . only, so that no shell that nvcc starts
// makes anything of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpproof {

struct FlagWords {
  std::vector<std::string> clang, nvcc;
};

// What a flag ("-fsigned-char", "--expt-relaxed-constexpr", "-UNDEBUG") is to either compiler; nothing for one that
// does not pass.
std::optional<FlagWords> words_of_flag(const std::string& flag);

// Flags that change nothing that is judged here: optimisation, warnings, debugging, files of dependencies, linking. A
// build's command has them; they are left out without a word.
bool is_immaterial_flag(const std::string& flag);

// "c++20" for "c++20" and "c++2a", "gnu++17" for "gnu++1z"; nothing for what is no standard from C++11 to C++23.
std::optional<std::string> standard_of(const std::string& text);
// The words of a standard for clang of a version and for nvcc.
std::string clang_standard(const std::string& standard, int clang_major);
std::string nvcc_standard(const std::string& standard);

}  // namespace warpproof
