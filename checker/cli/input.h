// Reads what is to be checked: PTX as it is, CUDA C++ through a compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/frontend/compile.h"
#include "src/frontend/launches.h"
#include "src/program/program.h"

namespace warpproof::cli {

inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{256} << 20;

// A function of a program that can be checked: an entry, or, in a file without entries, a device function
// that the file defines and that nothing else in it calls.
struct Candidate {
  std::uint32_t function = 0;  // index into Program::functions
  std::string symbol;
  std::string name;                               // for people, unique in its file
  std::vector<std::string> parameter_names = {};  // from the source; empty where unknown
  std::vector<std::string> parameter_types = {};  // from the mangled name or the source; likewise
  bool names_are_of_text = false;  // the compiler's were asked for, and are not known (declarations.h)
};

struct Input {
  std::string file;  // as the user wrote it
  Program program;
  bool cuda_source = false;
  std::string compiler;               // "clang 19.1.7 -O0 ..", empty for PTX
  std::string standard;               // "c++17", likewise
  std::vector<std::string> notes;     // what of its build is not followed, kernels that are left out
  std::vector<Candidate> candidates;  // never empty
  std::optional<DeclaredFunctions> declared = std::nullopt;  // where what is checked rests on them (declarations.h)
  // SHA-256 of the PTX text, of the source's and of the names that they go by: with the files that its places name they
  // decide all the rest of an input.
  std::string digest;
};

// PTX by its name (.ptx) or by its first directive, CUDA C++ by its name (.cu, .cuh, .cpp, .cc, .cxx, .h,
// .hpp). Throws InputError for what cannot be read, is neither, does not compile, or is no valid PTX; NothingToCheck
// where it holds nothing to check. Kernels of the toolkit's and of libraries' headers are left out unless asked for.
enum class LibraryKernels { LeftOut, TakenIn };
Input load_input(const std::string& file, const CompileOptions& compile,
                 LibraryKernels libraries = LibraryKernels::LeftOut);

// Notes in the program which parameters are pointers, which are numbers, and which are `__restrict__`.
void note_types(Program& program, const Candidate& kernel, const std::vector<bool>& restricted);

// The whole file; throws InputError for a directory, a file that cannot be read, or one above kMaxFileBytes.
std::string read_file(const std::string& file);

}  // namespace warpproof::cli
