// Runs conformance programs on the GPU of this machine through its driver and records what comes out.
//
//   record digests FIRST COUNT FILE   8 bytes a program: the digest of its output words
//   record words NUMBER FILE          the output words of one program
//   record ptx NUMBER                 prints the program
//
// Needs a GPU of sm_90 or later and its driver (libcuda.so.1), no CUDA toolkit. Build anywhere with
//   g++ -std=c++20 -O1 -I. tools/gpu_conformance/{forms,program,record_main}.cpp -o record -ldl
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tools/gpu_conformance/program.h"

namespace {

using namespace warpproof::conformance;

// The few driver functions that are needed (CUDA driver API, cuda.h).
struct Driver {
  int (*init)(unsigned);
  int (*context_retain)(void**, int);
  int (*context_set)(void*);
  int (*module_load)(void**, const void*);
  int (*module_unload)(void*);
  int (*get_function)(void**, void*, const char*);
  int (*allocate)(unsigned long long*, std::size_t);
  int (*to_device)(unsigned long long, const void*, std::size_t);
  int (*from_device)(void*, unsigned long long, std::size_t);
  int (*set32)(unsigned long long, unsigned, std::size_t);
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                void**);
  int (*synchronise)();

  Driver() {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == nullptr) fail("no driver", 0);
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (function == nullptr) fail(name, 0);
    };
    find(init, "cuInit");
    find(context_retain, "cuDevicePrimaryCtxRetain");
    find(context_set, "cuCtxSetCurrent");
    find(module_load, "cuModuleLoadData");
    find(module_unload, "cuModuleUnload");
    find(get_function, "cuModuleGetFunction");
    find(allocate, "cuMemAlloc_v2");
    find(to_device, "cuMemcpyHtoD_v2");
    find(from_device, "cuMemcpyDtoH_v2");
    find(set32, "cuMemsetD32_v2");
    find(launch, "cuLaunchKernel");
    find(synchronise, "cuCtxSynchronize");
    void* context = nullptr;
    check(init(0), "cuInit");
    check(context_retain(&context, 0), "cuDevicePrimaryCtxRetain");
    check(context_set(context), "cuCtxSetCurrent");
  }

  [[noreturn]] static void fail(const std::string& what, int code) {
    std::cerr << "record: " << what << " failed with " << code << '\n';
    std::exit(1);
  }
  static void check(int code, const std::string& what) {
    if (code != 0) fail(what, code);
  }
};

class Gpu {
 public:
  Gpu() {
    Driver::check(driver_.allocate(&in_, 4 * kInputWords), "cuMemAlloc");
    Driver::check(driver_.allocate(&out_, 4 * kOutputWords * 1024), "cuMemAlloc");
  }

  std::vector<std::uint32_t> run(const ConformanceProgram& program, std::uint64_t number) {
    const std::string name = "program " + std::to_string(number);
    void *module = nullptr, *function = nullptr;
    if (const int code = driver_.module_load(&module, program.ptx.c_str()); code != 0) {
      std::cerr << name << ": cuModuleLoadData gives " << code
                << '\n';  // a form that this driver does not know
      return {};
    }
    Driver::check(driver_.get_function(&function, module, "k"), name + ": cuModuleGetFunction");
    Driver::check(driver_.to_device(in_, program.input.data(), 4 * program.input.size()), "copy");
    Driver::check(driver_.set32(out_, 0, program.output_words()), "cuMemsetD32");
    void* arguments[] = {&out_, &in_};
    Driver::check(
        driver_.launch(function, program.grid, 1, 1, program.block, 1, 1, 0, nullptr, arguments, nullptr),
        name + ": cuLaunchKernel");
    Driver::check(driver_.synchronise(), name + ": the kernel");
    std::vector<std::uint32_t> words(program.output_words());
    Driver::check(driver_.from_device(words.data(), out_, 4 * words.size()), "copy");
    Driver::check(driver_.module_unload(module), "cuModuleUnload");
    return words;
  }

 private:
  Driver driver_;
  unsigned long long in_ = 0, out_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const auto number = [&](int i) { return std::strtoull(argv[i], nullptr, 10); };
  if (mode == "ptx" && argc == 3) {
    std::cout << make_program(number(2)).ptx;
    return 0;
  }
  if (mode == "words" && argc == 4) {
    const auto words = Gpu().run(make_program(number(2)), number(2));
    std::ofstream(argv[3], std::ios::binary)
        .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(4 * words.size()));
    return 0;
  }
  if (mode == "digests" && argc == 5) {
    Gpu gpu;
    std::ofstream file(argv[4], std::ios::binary);
    for (std::uint64_t i = number(2), n = i + number(3); i < n; ++i) {
      const std::uint64_t value = digest(gpu.run(make_program(i), i));
      file.write(reinterpret_cast<const char*>(&value), sizeof value);
      if (i % 100 == 0) std::cerr << i << '\n', file.flush();
    }
    return file.good() ? 0 : 1;
  }
  std::cerr << "usage: record digests FIRST COUNT FILE | words NUMBER FILE | ptx NUMBER\n";
  return 2;
}
