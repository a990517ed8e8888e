// Which earlier launches of the program, cudaMemset, or copies from the host, may have written the memory that a launch is given, and which structures
// that it is given by value the program has set.
//
// It is reported with findings that depend on what such memory holds; no proof rests on it. So it may say too much: pointers that
// are swapped or assigned with each other are one, in all of the function, whichever way the program takes through it.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/launch_parts.h"
#include "src/frontend/launches.h"

namespace warpproof {

class HostWriters {
 public:
  // Finds all launches and calls of cudaMemset and cudaMemcpy.
  explicit HostWriters(const HostAst& ast);

  // Of a launch in the same function, by the kernel's parameter.
  std::vector<HostLaunch::Writer> before(const AstNode& launch, const LaunchParts& parts);

 private:
  struct Write {
    const AstNode* node = nullptr;
    const AstNode* function = nullptr;
    std::string by;                     // "the launch of count"
    std::vector<std::string> pointers;  // keys
    bool is_copy = false;
  };
  void look(const AstNode& node);
  void add_launch(const AstNode& node, const LaunchParts& parts);
  const AstNode* kernel_of(const AstNode& expression) const;
  std::string key_of(const AstNode& expression) const;
  std::string one_of(std::string key) const;
  void join(const std::string& a, const std::string& b);

  const HostAst& ast_;
  std::vector<Write> writes_;
  std::set<std::string> called_;  // functions of the file, by HostUses::key_of()
  std::map<std::string, std::string> same_as_;  // pointers that were swapped or assigned
};

}  // namespace warpproof
