#include "src/frontend/library_files.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "src/frontend/process.h"

namespace warpproof {
namespace {

TEST_CASE("headers of the toolkit and of the system are distinguished from a user's files") {
  namespace fs = std::filesystem;
  const TemporaryDirectory folder;
  for (const char* name :
       {"toolkit/cuda_runtime.h", "toolkit/crt/device.hpp", "cccl/cub/cub.cuh",
        "cccl/cub/warp/warp_reduce.cuh", "gcc/include/c++/12/bits/stl_algobase.h", "mine/k.cu"}) {
    const fs::path path = fs::path(folder.path()) / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "\n";
  }
  fs::create_directory_symlink(folder.path() + "/toolkit", folder.path() + "/linked");
  LibraryFiles files;
  for (const char* name :
       {"toolkit/cuda_runtime.h", "toolkit/crt/device.hpp", "toolkit/crt/../gone.hpp",
        "linked/crt/device.hpp", "cccl/cub/warp/warp_reduce.cuh", "gcc/include/c++/12/bits/stl_algobase.h"}) {
    INFO(name);
    CHECK(files.contains(folder.path() + "/" + name));
  }
  CHECK(files.contains("/usr/include/c++/12/utility"));
  CHECK(files.contains("/usr/include/stdint.h"));
  for (const char* name : {"mine/k.cu", "mine/gone.cuh", "toolkit/../mine/k.cu", "cccl/k.cu"}) {
    INFO(name);
    CHECK_FALSE(files.contains(folder.path() + "/" + name));
  }
  CHECK_FALSE(files.contains("k.cu"));
  CHECK_FALSE(files.contains(""));
}

}  // namespace
}  // namespace warpproof
