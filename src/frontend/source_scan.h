// A light look at CUDA source before compiling it: which headers it includes, whether it has kernels.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof {

struct IncludeLine {
  std::string name;  // as between the quotes or angle brackets
  bool quoted = false;
  int line = 0;
};

// Where the text launches: NAME<<<, or a word of the run time's.
struct LaunchWords {
  std::string kernel;  // the name before <<<; empty where there is none
  int line = 0;
  bool in_macro = false;  // in what a #define defines
};

struct SourceScan {
  std::vector<IncludeLine> includes;
  bool has_kernel = false;  // the word __global__ occurs
  bool uses_std = false;    // the word std occurs
  std::vector<std::string> kernel_templates;  // names of __global__ function templates
  std::vector<LaunchWords> launches;  // what #if 0 leaves out does not count
  // Bytes before a name in the text of an asm statement: "%laneid", which nvcc takes for "%%laneid".
  std::vector<std::size_t> lone_percents;
};

// Comments, string and character literals (raw strings too) hide what they contain. Conditional compilation
// is not evaluated, but for #if 0 and #if 1: an #include inside an #if counts.
SourceScan scan_source(std::string_view text);

// The source with its lone percent signs doubled.
std::string with_double_percents(std::string_view text, const SourceScan& scan);

// Those of the toolkit's headers that host code calls libraries by (cublas_v2.h), and that clang reads as they are.
bool is_host_library_header(std::string_view name);
// A header that only the CUDA toolkit supplies. The prelude has a part of some of them (prelude.h).
bool is_toolkit_header(std::string_view name);

}  // namespace warpproof
