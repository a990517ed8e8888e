// Headers that host code includes, and which compiler reads it then.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "src/frontend/compile.h"
#include "src/frontend/found_compiler.h"
#include "src/frontend/process.h"

namespace warpproof {
namespace {

std::string written(const TemporaryDirectory& folder, const std::string& text) {
  const std::string path = folder.path() + "/k.cu";
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST_CASE("host code with OpenMP, MPI, graphics and register variables is read without a toolkit") {
  const TemporaryDirectory folder;
  const std::string path = written(folder,
      "#include <omp.h>\n#include <mpi.h>\n#include <cuda_gl_interop.h>\n"
      "__global__ void k(int* p) { register int i = threadIdx.x; p[i] = i; }\n"
      "int main(int argc, char** argv) {\n  MPI_Init(&argc, &argv);\n  int rank;\n  MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
      "  cudaIpcMemHandle_t handle;\n  CUresult status = CUDA_SUCCESS;\n  cudaGraphicsResource* resource;\n"
      "  cudaGraphicsMapResources(1, &resource);\n  return omp_get_max_threads() + status + sizeof(handle);\n}\n");
  CompileOptions options;
  options.compiler = CompileOptions::Compiler::Clang;
  options.standard = "c++17";
  CHECK(compile_cuda(path, options).ptx.find(".entry _Z1kPi") != std::string::npos);
}

TEST_CASE("headers of libraries for host code are read by clang, with the toolkit's own") {
  if (find_toolkit_headers(CompileOptions()).empty()) {
    WARN("there is no toolkit: its headers are left out");
    return;
  }
  const TemporaryDirectory folder;
  const std::string path = written(folder,
      "#include <cublas_v2.h>\n#include <cuComplex.h>\n"
      "__global__ void k(cuComplex* p) { p[threadIdx.x] = cuCmulf(p[threadIdx.x], p[threadIdx.x]); }\n"
      "void host() { cublasHandle_t h; cublasCreate(&h); }\n");
  const CompileResult result = compile_cuda(path, CompileOptions());
  CHECK(result.compiler.starts_with("clang "));
  CHECK(result.why_not_clang.empty());
}

}  // namespace
}  // namespace warpproof
