// CUDA C++ to PTX, by clang with a prelude of our own (no CUDA toolkit needed) or by nvcc.
//
// The PTX is as close to the source as the compiler can be made to write it, so that what the checker is to
// judge is still there:
//  * clang -O0 keeps every local variable in the .local depot: a variable read before it is written stays a
//    read of unwritten memory, no store is dropped, nothing moves across a branch. nvcc -G does the same with
//    registers (nvcc -Xcicc -O0 does not serve: it folds "undefined or 3" to 3).
//  * Each warp intrinsic is its instruction under the .loc of the line that calls it (clang). With nvcc it is
//    a .func of the toolkit's headers, called from that line; toolkit code that nvcc inlines (cooperative
//    groups) is under the header's own lines, with the call's as inlined_at (inlined_calls.h).
//  * A shuffle's width and offset reach the instruction unmasked: c = ((32 - width) << 8) | clamp, where
//    clamp is 31, or 0 for up (CUDA 13, sm_30_intrinsics.hpp). The six legal widths give c >> 8 = 31, 30, 28,
//    24, 16, 0; any other c of a shuffle outside `// begin inline asm .. // end inline asm` comes from an
//    illegal width. The offset of up, down and xor and the source lane of idx are the b operand as it stands.
//    A 64-bit shuffle is two shuffles with the same operands, low half first.
//  * Floating-point contraction is off with clang: a * b + c is a mul and an add.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/source.h"

namespace warpproof {

class CompileCache;
class ReadTrace;

struct CompileOptions {
  enum class Compiler { Auto, Clang, Nvcc };
  // Auto is clang, or nvcc where the source includes headers of the CUDA toolkit that the prelude lacks, or
  // clang rejects it and nvcc does not.
  Compiler compiler = Compiler::Auto;
  int target_sm = 80;                        // 70 for sm_70
  bool target_is_given = false;              // else a build's command may say another one
  std::vector<std::string> include_dirs;     // -I
  std::vector<std::string> system_dirs;      // -isystem
  std::vector<std::string> forced_includes;  // -include
  std::vector<std::string> defines;          // -D, "NAME" or "NAME=VALUE"
  std::vector<std::string> instances;        // of the file's templates, "ns::f<int, 128>", that have to be there
  std::vector<std::string> flags;            // others, as compiler_flags.h lets them through
  // "c++20", as standard_of() gives it. Empty: C++17, or C++20 for what does not compile as that.
  std::string standard;
  // The folder of a compile_commands.json, or its path: each file gets the flags that it is built with, after those
  // given here (build_commands.h). Empty: none.
  std::string build_dir;
  // The toolkit's folder, which holds bin/nvcc. Empty: as search_path says.
  std::string cuda_path;
  // Where to look for compilers, as in PATH. Empty: PATH, and for nvcc also $CUDA_HOME/bin and
  // /usr/local/cuda/bin.
  std::string search_path;
  int timeout_seconds = 120;
  CompileCache* cache = nullptr;  // of results of earlier runs; null: none is kept or taken
  ReadTrace* trace = nullptr;     // hears of what compilers read; null: nobody asks
};

struct CompileResult {
  // The file names in `.file` lines are spelt as the caller spelt the path; debug sections are left out.
  std::string ptx;
  std::string compiler;  // "clang 19.1.7", "nvcc 13.0.88"
  std::string flags;     // the arguments that shape the code, without paths
  std::string standard;  // that it was compiled as, "c++17"
  std::string why_not_clang;  // clang's first error, where nvcc was taken as clang rejects the file; else empty
  std::vector<std::string> system_dirs;  // -isystem of the options and of the build
  // Flags of the build's command that are not followed.
  std::vector<std::string> not_followed;
  // Symbols of the .func definitions that come from the file itself (not from the prelude, the toolkit or
  // another header), in order, without lambdas and without what only another instance wraps. In a file
  // without __global__ the static and inline ones are among them (clang); nvcc keeps only those with external
  // linkage.
  std::vector<std::string> device_functions;
  // Directory part under which `.file` names files of the prelude, "warpproof-prelude"; empty with nvcc.
  std::string prelude_name;
};

// A file that compiles, and what came out holds nothing to check.
class NothingToCheck : public InputError {
 public:
  using InputError::InputError;
};

// What --instantiate takes: "f<int, 128>", "ns::f<float4, (3 > 2), '*'>", on one line and without statements.
bool is_instance(const std::string& text);

// Throws InputError: the compiler's first error with its file, line and column (the message holds the whole
// text), a file that cannot be read, no compiler, a target that the compiler lacks, a time limit overrun;
// NothingToCheck: a file with neither a kernel nor a device function.
CompileResult compile_cuda(const std::string& path, const CompileOptions& options);

// Where the file, and those that it includes by local name, hold the words of a kernel launch.
struct LaunchText {
  SourceLocation place;
  std::string kernel;  // the name before <<<; empty where there is none
};
struct LaunchTexts {
  bool may_launch = false;  // also by a macro of a library
  std::vector<LaunchText> launches;  // what comments, literals and #if 0 hide does not count
};
LaunchTexts launch_texts(const std::string& path, const CompileOptions& options);

// The syntax tree of the file's host half as clang writes it (host_ast.h), piece by piece, with which files are the
// user's own. `take` may answer that it wants no more. Throws InputError as compile_cuda does: without clang too.
struct HostTreeReader {
  // Called first. The argument gives the user's name of a file that the tree names (UsersFile in host_ast.h).
  std::function<void(std::function<std::optional<std::string>(const std::string&)>)> begin;
  std::function<bool(std::string_view)> take;
};
void read_host_tree(const std::string& path, const CompileOptions& options, const HostTreeReader& reader);

}  // namespace warpproof
