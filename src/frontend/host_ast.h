// clang's syntax tree of the host half of a CUDA file, as far as it comes from the user's own files.
//
// Source: `clang++ --cuda-host-only -fsyntax-only -Xclang -ast-dump=json`, clang 14 to 19 (clang/lib/AST/JSONNodeDumper.cpp).
// That text is hundreds of megabytes where headers of the C++ library are included, so it is read as it comes, and what
// lies in headers that are not the user's is dropped unread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/source.h"

namespace warpproof {

// A declaration, statement, expression, attribute or template argument.
struct AstNode {
  std::string kind;       // "CUDAKernelCallExpr"; empty for a part that is left out, as the init of for (;;)
  std::string id;         // of declarations and statements, unique in a run of the compiler
  std::string name;       // of declarations and members
  std::string mangled;    // of functions and variables
  std::string type;       // desugared: "unsigned int"
  std::string value;      // of literals and constants
  std::string op;         // operator, or the kind of a cast: "+", "IntegralCast"
  std::string refers_to;  // id of the declaration that an expression names
  std::string refers_kind, refers_name;
  std::string of_type;   // sizeof's; of the making of an object, the constructor's
  std::string context;   // id of the class of a method that is defined outside of it
  // Of classes that are complete.
  bool is_defined = false, is_polymorphic = false, is_trivially_copyable = false, is_aggregate = false;
  bool is_union = false, has_bases = false;
  bool is_mutable = false;  // a member that methods change even of constant objects
  bool is_bit_field = false;
  bool is_implicit = false;  // a method that nobody wrote the code of: also = default and = delete
  bool is_static = false;  // or extern, or thread_local: it outlives the call
  bool is_postfix = false;
  bool is_inline = false;  // a namespace whose members also belong to the one around it
  bool is_constexpr = false, is_arrow = false, has_else = false, has_condition_variable = false;
  SourceLocation place;  // where it begins, after macros are expanded
  std::size_t order = 0, last = 0;  // position in the text of the file; of what is inside it, the last one
  const AstNode* parent = nullptr;
  std::vector<std::unique_ptr<AstNode>> inner;
};

// The user's name of a file that the compiler names: another one where the compiler reads a changed copy of it. Nothing
// where the file is not the user's own.
using UsersFile = std::function<std::optional<std::string>(const std::string&)>;

class HostAst {
 public:
  explicit HostAst(UsersFile users_file);
  ~HostAst();
  HostAst(HostAst&&) noexcept;

  // The next part of the text. False: it is no such text, or more than kMostNodes of it are the user's; what comes
  // after is not looked at.
  bool feed(std::string_view text);
  // True where all of the text was read.
  bool complete() const;

  // Declarations of the file level, in order.
  const std::vector<std::unique_ptr<AstNode>>& declarations() const;
  // The declaration or statement with this id; null where it is not among the user's.
  const AstNode* find(const std::string& id) const;

  // The host's function of that mangled name that has a body; null where there is none. A device function may have the
  // same name, and another body.
  const AstNode* find_definition(const std::string& mangled) const;

  // All declarations of that function or variable, where it has a name for the linker; else itself.
  std::vector<const AstNode*> declarations_of(const AstNode& declared) const;

  // Does code that is not the user's name it, as an instance of std::copy() names the push_back() of a user's class? Then it
  // has calls that are not here.
  bool is_named_by_library(const AstNode& function) const;

  // Where a declaration that is not the user's lies, as the linker's name of it says.
  enum class Scope {
    Unknown,  // also the user's own
    C,
    Global,   // C++, in no namespace and no class
    Known,    // std, and NVIDIA's: thrust, cub, cuda
    Other,
  };
  Scope library_scope(const std::string& id) const;

  // By function: does a call of it come back? As far as somebody asked (host_functions.cpp): functions call each other.
  std::map<const AstNode*, bool>& known_to_return() const;

  struct Declared {
    std::map<std::string, const AstNode*> by_id, definitions;  // by mangled name
    std::map<std::string, std::vector<std::string>> ids;       // of each declaration of a function or variable, by mangled name
  };
  static constexpr std::size_t kMostNodes = 4'000'000;
  static constexpr std::size_t kDeepest = 1'500;  // nodes within each other

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace warpproof
