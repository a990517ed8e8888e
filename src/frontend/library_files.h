// Which source files are headers of the CUDA toolkit or of the system, as against a user's own.
#pragma once

#include <map>
#include <string>

namespace warpproof {

class LibraryFiles {
 public:
  // True for what lies where distributions keep headers, below a folder that holds the toolkit's
  // cuda_runtime.h, and in cub, thrust and libcu++, which are also installed by themselves.
  bool contains(const std::string& file);

 private:
  bool is_below(const std::string& directory);

  std::map<std::string, bool> directories_;
};

}  // namespace warpproof
