// Of host values: which pointer an argument of a launch is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/frontend/host_values.h"
#include "src/frontend/launches.h"

namespace warpproof {

// A pointer among the arguments of a launch. Keys are empty where nothing is known.
struct HostPointer {
  std::size_t offset = 0;  // bytes into the argument
  std::string name;        // ".in" of a member; empty of the argument itself
  std::string pointer;     // pointers of one launch that have one key are one pointer
  std::string buffer;      // the same of the buffer that it points into
  std::string text;        // of one key: expressions of one text, that may be one pointer
  std::string symbol;      // of the module's variable whose address it is
};

class HostPointers {
 public:
  explicit HostPointers(HostValues& values) : values_(values), place_(values.place()) {}

  // The pointers that an argument consists of: itself, or members of a structure whose places are known.
  // `parameter`: the type of what it is given to.
  std::vector<HostPointer> all_of(const AstNode& argument, const std::string& parameter);

 private:
  void pointers_in(const AstNode& argument, const std::string& type, std::vector<const AstNode*>& fields,
                   std::size_t offset, std::vector<HostPointer>& out);
  std::string pointer_at(const AstNode& e, bool of_buffer, const HostSince& since, int depth);
  std::string pointer_of_call(const AstNode& call, bool of_buffer, const HostSince& since, int depth);
  std::string member_pointer(const AstNode& object, const std::vector<const AstNode*>& fields, bool of_buffer,
                             const HostSince& since, int depth);
  std::string symbol_given_to(const AstNode& variable);
  std::string text_of(const AstNode& e, bool is_settled, int depth) const;
  bool gives_the_same(const AstNode& call, int depth) const;

  HostValues& values_;
  const HostPlace& place_;
};

// The expressions that a `void* args[]` holds the addresses of; nothing where that is not known.
std::optional<std::vector<const AstNode*>> pointed_to(const HostPlace& place, const AstNode& expression);

// Puts into the launch which of its pointers are one, or of one buffer. Only the first of some that are one stands for the others.
// `given`: the arguments, null where one is not known.
void note_pointers(HostValues& values, const std::vector<const AstNode*>& given, const std::vector<const AstNode*>& parameters, HostLaunch& launch);

}  // namespace warpproof
