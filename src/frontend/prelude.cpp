#include "src/frontend/prelude.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace warpproof {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

// Headers of the toolkit whose contents the prelude holds already.
constexpr const char* kCoveredHeaders[] = {"cuda.h",
                                           "cuda_runtime.h",
                                           "cuda_runtime_api.h",
                                           "device_launch_parameters.h",
                                           "vector_types.h",
                                           "builtin_types.h",
                                           "host_defines.h",
                                           "device_functions.h",
                                           "driver_types.h",
                                           "math_functions.h",
                                           "vector_functions.h",
                                           "cuda_device_runtime_api.h",
                                           "sm_30_intrinsics.h",
                                           "device_atomic_functions.h"};

}  // namespace

std::string write_prelude(const std::string& directory) {
  const std::filesystem::path root = directory;
  std::filesystem::create_directories(root / "include");
  for (const PreludeFile& file : prelude_files()) write_file(root / file.name, file.text);
  for (const char* name : kCoveredHeaders) write_file(root / "include" / name, "");
  // The C library's assert calls a host function.
  for (const char* name : {"assert.h", "cassert"})
    write_file(root / "include" / name, "#include \"../assert.h\"\n");
  write_file(root / "include/cooperative_groups.h", "#include \"../cooperative_groups.h\"\n");
  return (root / "prelude.cuh").string();
}

}  // namespace warpproof
