#include "src/frontend/prelude.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "src/base/source.h"

namespace warpproof {
namespace {

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (!out.flush()) throw InputError({path.string()}, "cannot be written (TMPDIR; is the disk full?)");
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
                                           "device_atomic_functions.h",
                                           "sm_20_atomic_functions.h",
                                           "sm_20_intrinsics.h",
                                           "sm_32_atomic_functions.h",
                                           "sm_32_intrinsics.h",
                                           "sm_35_atomic_functions.h",
                                           "sm_35_intrinsics.h",
                                           "sm_60_atomic_functions.h",
                                           "sm_61_intrinsics.h",
                                           "cuda_profiler_api.h"};

// Headers of the toolkit whose types and functions the prelude declares: host code is read with them, and device code
// where no toolkit is there. Then those of NVIDIA's samples.
constexpr std::pair<const char*, const char*> kDeclaredHeaders[] = {
    {"curand.h", "curand_host.h"},
    {"helper_cuda.h", "helper_cuda.h"},       {"helper_functions.h", "helper_cuda.h"},
    {"helper_string.h", "helper_cuda.h"},     {"helper_timer.h", "helper_cuda.h"},   {"cuda_gl_interop.h", "cuda_gl_interop.h"},
    {"omp.h", "omp.h"},                       {"mpi.h", "mpi.h"}};

// Headers of the toolkit, and the file of the prelude that holds what kernels use most of them.
constexpr std::pair<const char*, const char*> kPartHeaders[] = {
    {"cooperative_groups.h", "cooperative_groups.h"},
    {"cooperative_groups/memcpy_async.h", "cooperative_groups_memcpy_async.h"},
    {"cooperative_groups/reduce.h", "cooperative_groups_reduce.h"},
    {"cooperative_groups/scan.h", "cooperative_groups_scan.h"},
    {"cuda_bf16.h", "cuda_bf16.h"},
    {"cuda_fp16.h", "cuda_fp16.h"},
    {"cuda_pipeline.h", "cuda_pipeline.h"},
    {"cuda_pipeline_primitives.h", "cuda_pipeline.h"},
    {"curand_kernel.h", "curand_kernel.h"},
    {"math_constants.h", "math_constants.h"},
    {"mma.h", "mma.h"}};

}  // namespace

bool is_part_header(std::string_view name) {
  return std::any_of(std::begin(kPartHeaders), std::end(kPartHeaders),
                     [&](const auto& part) { return name == part.first; });
}

bool is_declared_header(std::string_view name) {
  return std::any_of(std::begin(kDeclaredHeaders), std::end(kDeclaredHeaders),
                     [&](const auto& header) { return name == header.first; });
}

std::string prelude_in(const std::string& directory) { return directory + "/prelude.cuh"; }

void write_prelude(const std::string& directory) {
  const std::filesystem::path root = directory;
  std::filesystem::create_directories(root / "include");
  for (const PreludeFile& file : prelude_files()) write_file(root / file.name, file.text);
  write_file(root / "include/warpproof.h", "#include \"../warpproof.h\"\n");
  for (const char* name : kCoveredHeaders) write_file(root / "include" / name, "");
  // The C library's assert calls a host function.
  for (const char* name : {"assert.h", "cassert"})
    write_file(root / "include" / name, "#include \"../assert.h\"\n");
  // The C library declares host functions: memcpy and the like would not be those of builtins.cuh.
  write_file(root / "include/string.h",
             "#pragma clang force_cuda_host_device begin\n#include_next <string.h>\n"
             "#pragma clang force_cuda_host_device end\n");
  // clang's own header gives operators to devices alone, which no macro may change.
  write_file(root / "include/new",
             "#pragma push_macro(\"__device__\")\n#undef __device__\n#define __device__ __attribute__((device))\n"
             "#include_next <new>\n#pragma pop_macro(\"__device__\")\n");
  for (const auto& [header, file] : kDeclaredHeaders)
    write_file(root / "include" / header, std::string("#include \"../") + file + "\"\n");
  std::filesystem::create_directories(root / "include/cooperative_groups");
  for (const auto& [header, file] : kPartHeaders) {
    const std::string up = std::string(header).find('/') == std::string::npos ? "../" : "../../";
    write_file(root / "include" / header, "#include \"" + up + file + "\"\n");
  }
}

std::string write_own_header(const std::string& directory) {
  std::filesystem::create_directories(directory);
  for (const PreludeFile& file : prelude_files()) {
    if (std::string_view(file.name) == "warpproof.h")
      write_file(std::filesystem::path(directory) / file.name, file.text);
  }
  return directory;
}

}  // namespace warpproof
