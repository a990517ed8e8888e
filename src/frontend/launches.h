// The kernel launches that a CUDA file's host code makes: with which blocks and grids, and how arguments are related.
//
// Everything is read from clang's syntax tree. What is stated of a launch holds in every run of the program that comes to
// it, as far as C++ defines the run. Side conditions, and who checks them: variables are not changed between where their
// values are used (HostUses), nor while the launch's expressions are computed (has_effects); conversions to
// the types of the kernel's parameters are part of what is compared (HostInteger).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/source.h"
#include "src/frontend/compile.h"
#include "src/frontend/host_ast.h"
#include "src/frontend/host_integer.h"

namespace warpproof {

// One dimension of a block or a grid.
struct LaunchExtent {
  std::optional<std::uint32_t> value;  // nothing: it differs from run to run
  std::string text;                    // "256", "(n + 255) / 256"

  bool operator==(const LaunchExtent&) const = default;
};

// Integer members of structures that a kernel takes by value, where the structure's layout is known: "p.stride".
struct StructureMembers {
  struct Member {
    std::pair<std::size_t, std::size_t> place;  // which parameter, and how many bytes into it
    std::string name;
    IntegerType type;
  };
  std::vector<Member> all;
  std::map<std::size_t, std::size_t> sizes;  // by parameter: bytes of the structures that they are members of
};

// A kernel, or a function of the device, as the compiler's tree declares it.
struct DeclaredFunction {
  struct Parameter {
    std::string name;  // empty: it has none
    std::string type;  // as clang writes it, without aliases: "float *"
    bool is_restrict = false;
    std::size_t pointee_alignment = 0;  // of a pointer to a class, in bytes; 0: not known
  };
  std::vector<Parameter> parameters;
  StructureMembers members;
  std::array<std::uint32_t, 3> cluster{1, 1, 1};  // __cluster_dims__, in blocks
};
using DeclaredFunctions = std::map<std::string, DeclaredFunction>;  // by symbol

struct HostLaunch {
  std::string kernel;       // its symbol in PTX: instances of templates are kernels of their own
  std::string kernel_name;  // as it is called in the source
  std::string kernel_file;  // that defines it
  SourceLocation place;
  std::vector<SourceLocation> also_at;      // other places of which all the same is known
  std::vector<SourceLocation> called_from;  // where the launch is in a function: the calls looked at, innermost first
  std::array<LaunchExtent, 3> block, grid;
  LaunchExtent dynamic_shared;  // bytes
  bool cooperative = false;     // the blocks may meet: it says so, or has attributes, which are not read
  bool block_is_open = false;  // its block has a size that comes from where nobody looked (launch_open.h)
  bool grid_is_open = false;   // the same of its grid, where no relation says which grid it is
  // Integer parameters, by position, that get the value of an expression which not every number is a value of (launch_open.h),
  // where no relation says which one.
  std::vector<std::size_t> open_arguments;
  std::vector<std::string> open_members;  // the same of members, by name
  // The kernel's parameters. A type is given for integers only.
  struct Parameter {
    std::string name;
    std::optional<IntegerType> type;
    // Its value as an operand: a condition knows no bool, only the byte that holds it.
    std::string in_conditions() const { return type && type->bits == 1 ? "(" + name + " != 0)" : name; }
  };
  std::vector<Parameter> parameters;
  // Eight bytes of a parameter that are a pointer: which parameter, and how many bytes into it. All of it, or a member.
  using PointerPlace = std::pair<std::size_t, std::size_t>;
  using PointerPairs = std::map<PointerPlace, PointerPlace>;
  StructureMembers members;
  // Parameters, and then members.
  std::vector<Parameter> numbers() const;
  // Places that are given the pointer which another one before them is given, by that one.
  PointerPairs one_pointer;
  // Those that are given a pointer into one buffer with another one before them, and not the same one.
  PointerPairs one_buffer;
  // Those of which it is not known whether they are one pointer, but an expression of the same text gives both.
  PointerPairs perhaps_one;
  // Those that are given the address of a variable of the module, by its symbol.
  std::map<PointerPlace, std::string> of_variable;
  // What members that are among these are called: "p.in".
  std::map<PointerPlace, std::string> member_names;
  // Who may have written, before this launch, the memory that a parameter points to, or the structure that it is
  // (host_writers.h).
  struct Writer {
    std::size_t parameter = 0;
    std::string by;  // "the launch of count"
    SourceLocation place;
    bool is_copy = false;  // of what host code has: the program's input, or computed from it
  };
  std::vector<Writer> written_before;
  // What holds of parameters, blockDim and gridDim, as launch::Condition reads it: "gridDim.x == (n + 255) / 256".
  std::vector<std::string> relations;
};

// A launch whose kernel, or block, cannot be read from the source.
struct UnreadLaunch {
  SourceLocation place;
  std::string kernel;  // its symbol; empty where that is not known either
  std::string reason;
};

struct HostLaunches {
  std::vector<HostLaunch> launches;  // in the order of the source; equal ones are one, with the first one's place
  std::vector<UnreadLaunch> unread;
  // Launches that the program never comes to, as a condition around them is constantly false, for the
  // calls in the file.
  std::vector<UnreadLaunch> unreached;
  DeclaredFunctions declared;  // launched or not
};

HostLaunches find_launches(const HostAst& ast);

// Throws InputError where the file's host half does not compile with clang, or is too large.
HostLaunches read_launches(const std::string& path, const CompileOptions& options);

// "256", "16,16", "(n + 255) / 256"
std::string extent_text(const std::array<LaunchExtent, 3>& extents);

}  // namespace warpproof
