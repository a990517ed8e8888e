// Headers of libraries, and which compiler reads a file with them.
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

TEST_CASE("random numbers and the samples' helpers need no toolkit") {
  const TemporaryDirectory folder;
  const std::string path = written(folder,
      "#include <curand_kernel.h>\n#include \"helper_cuda.h\"\n"
      "template <class S> __device__ float all(S* s) {\n"
      "  return curand(s) + curand_uniform(s) + curand_uniform_double(s) + curand_normal(s) + curand_normal_double(s) +\n"
      "         curand_log_normal(s, 1.0f, 2.0f) + curand_log_normal_double(s, 1.0, 2.0) + curand_poisson(s, 4.0);\n}\n"
      "template <class S> __device__ float more(S* s) {\n"
      "  curand_init(1234ull, threadIdx.x, 0, s);\n  skipahead(7ull, s);\n  skipahead_sequence(7ull, s);\n"
      "  return all(s) + curand_normal2(s).x + curand_normal2_double(s).y + curand_log_normal2(s, 1.0f, 2.0f).x;\n}\n"
      "__global__ void k(curandState* s, float* p, curandDirectionVectors32_t* v) {\n"
      "  curandState mine = s[threadIdx.x];\n  curandStatePhilox4_32_10_t philox;\n  curandStateMRG32k3a_t mrg;\n"
      "  curandStateSobol32_t sobol;\n  curandStateScrambledSobol32_t scrambled;\n"
      "  curand_init(v[0], 3u, &sobol);\n  curand_init(v[1], 5u, 3u, &scrambled);\n  skipahead(9u, &sobol);\n"
      "  p[0] = more(&mine) + more(&philox) + more(&mrg) + all(&sobol) + all(&scrambled) + curand_uniform4(&philox).w +\n"
      "         curand_normal4(&philox).x + curand_uniform2_double(&philox).x + curand4(&philox).y + curand_poisson4(&philox, 2.0).z;\n}\n"
      "int main(int argc, char** argv) {\n  findCudaDevice(argc, (const char**)argv);\n"
      "  checkCudaErrors(cudaDeviceSynchronize());\n  getLastCudaError(\"k\");\n}\n");
  CompileOptions options;
  options.compiler = CompileOptions::Compiler::Clang;
  const CompileResult result = compile_cuda(path, options);
  CHECK(result.ptx.find("__warpproof_any") != std::string::npos);
  CHECK(result.ptx.find("_Z6curand") == std::string::npos);
}

}  // namespace
}  // namespace warpproof
