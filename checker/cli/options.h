// The options of `warpproof check`, read from text.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checker/check.h"
#include "checker/report/stream.h"
#include "src/base/lane_set.h"
#include "src/frontend/compile.h"

namespace warpproof::cli {

// A value that an option does not take; what() says which values it does.
class OptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Format = report::Format;

enum class Colour { Auto, Always, Never };

struct CheckArguments {
  std::vector<std::string> files;
  std::string config;                // --config
  std::vector<std::string> kernels;  // --kernel, empty: all
  bool all = false;                  // --all: those of libraries' headers too
  CheckOptions check;
  std::vector<BlockRequest> blocks;  // --block, each once; check.block is the first
  std::vector<std::string> assumptions;  // --assume
  // Neither --block nor --grid is given: the launches of the source are what is checked.
  bool use_launches = false;
  std::vector<std::string> host_files;  // --host
  std::vector<std::string> sizes;        // --size
  bool bounds = false;                   // --bounds
  CompileOptions compile;
  unsigned jobs = 0;                     // --jobs: checks at a time; 0: not said
  Format format = Format::Text;
  Colour colour = Colour::Auto;
  report::TextOptions::Detail detail = report::TextOptions::Detail::Usual;  // -q, -v
  std::size_t max_findings = 10;         // --max-findings: of a kernel
  double total_timeout_seconds = 0;      // --total-timeout, 0: none
  bool fix = false, apply_fix = false;   // --fix-dry-run or --fix; --fix
  std::string cache;                     // --cache: a folder
  bool no_cache = false;                 // --no-cache
  std::string baseline, write_baseline;  // --baseline, --write-baseline: files
  std::string save_inputs;               // --save-inputs, empty: nowhere
  std::string output;  // -o, empty: standard output
  std::string reproducer;  // --emit-reproducer, empty: none
};

// The compiler's options as words of a command line, but for --target.
std::vector<std::string> words_of(const CompileOptions& options);

// Is the text coloured, on a terminal or not? Where nothing is said, NO_COLOR (no-color.org) is heeded.
bool is_coloured(Colour colour, bool is_terminal);

// Puts "warpproof run k.cu --kernel k" and the compiler's options before the commands that run findings again.
void complete_reruns(const std::string& file, const std::string& kernel, const CompileOptions& options,
                     std::vector<report::Finding>& findings);

// "64", "8,8", "4,4,2", "any", "any:32". At most 1024 threads, 64 of them in z (CUDA C++ Programming
// Guide 13.0, technical specifications).
BlockRequest parse_block(const std::string& text);

// "2", "4,4", "2,2,2"; nothing for "any". At most 2^31-1, 65535, 65535 blocks.
std::optional<std::array<std::uint32_t, 3>> parse_grid(const std::string& text);

// "7", "1,2,0": a block of that grid, by its index along each axis.
std::array<std::uint32_t, 3> parse_block_index(const std::string& text, const std::array<std::uint32_t, 3>& grid);

// "n=300", "2=-1", "mask=0xff": name and value as 64-bit two's complement.
std::pair<std::string, std::uint64_t> parse_parameter(const std::string& text);

// "0", "0-15,31", "all": lanes of a warp.
LaneSet parse_lanes(const std::string& text);

// "a=b": a parameter of the first function and the one of the second that it goes with.
std::pair<std::string, std::string> parse_map(const std::string& text);

// "sm_80", "80", "compute_90": the number.
int parse_target(const std::string& text);

// Throws OptionError for a value that no compiler is given: an empty folder or file, a standard or a flag that is not
// known, macros that are none. The standard becomes the one name that it has (compiler_flags.h).
void require_compile_options(CompileOptions& compile);

// The command line's words in the order that CLI11 takes them, the last one first. Compilers' options of several letters
// after one dash, -std=c++20, -isystem DIR and -include FILE, have two here.
std::vector<std::string> with_long_names(const std::vector<std::string>& words);

// "300", "-1", "0xff": 64-bit two's complement; nothing for anything else or what 64 bits cannot hold.
std::optional<std::uint64_t> parse_integer(std::string_view text);

}  // namespace warpproof::cli
