// Which source files are headers of the CUDA toolkit or of the system, as against a user's own.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpproof {

class LibraryFiles {
 public:
  // `folders`: more folders of libraries, as after -isystem.
  explicit LibraryFiles(const std::vector<std::string>& folders = {});

  // True for what lies where distributions keep headers, below a folder that holds the toolkit's
  // cuda_runtime.h, in cub, thrust and libcu++, which are also installed by themselves, and in the
  // folders named.
  bool contains(const std::string& file);

 private:
  bool is_below(const std::string& directory);

  std::vector<std::string> folders_;
  std::map<std::string, bool> directories_;
};

}  // namespace warpproof
