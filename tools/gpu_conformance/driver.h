// A GPU through its driver: libcuda.so.1 is opened when it is needed, so that no CUDA toolkit has to be
// there.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {

// The few driver functions that are needed (CUDA driver API, cuda.h). Throws std::runtime_error where one
// fails; after a failed kernel nothing works any more in this process.
struct Driver {
  int (*init)(unsigned);
  int (*context_retain)(void**, int);
  int (*context_set)(void*);
  int (*device_name)(char*, int, int);
  int (*driver_version)(int*);
  int (*module_load)(void**, const void*, unsigned, int*, void**);
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
    if (library == nullptr) fail("libcuda.so.1", 0);
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      if (function == nullptr) fail(name, 0);
    };
    find(init, "cuInit");
    find(context_retain, "cuDevicePrimaryCtxRetain");
    find(context_set, "cuCtxSetCurrent");
    find(device_name, "cuDeviceGetName");
    find(driver_version, "cuDriverGetVersion");
    find(module_load, "cuModuleLoadDataEx");
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
    throw std::runtime_error(what + (code != 0 ? " gives " + std::to_string(code) : " is missing"));
  }
  static void check(int code, const char* what) {
    if (code != 0) fail(what, code);
  }
};

class Gpu {
 public:
  Gpu() {
    Driver::check(driver_.allocate(&in_, 4 * kInputWords), "cuMemAlloc");
    Driver::check(driver_.allocate(&out_, kOutputBytes), "cuMemAlloc");
  }

  std::string device() const {
    char text[256] = {};
    int version = 0;
    Driver::check(driver_.device_name(text, sizeof text - 1, 0), "cuDeviceGetName");
    Driver::check(driver_.driver_version(&version), "cuDriverGetVersion");
    return std::string(text) + ", driver for CUDA " + std::to_string(version / 1000) + "." +
           std::to_string(version % 1000 / 10);
  }

  std::vector<std::uint32_t> run(const ConformanceProgram& program) {
    void *module = nullptr, *function = nullptr;
    // CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
    char log[512] = {};
    int options[] = {5, 6};
    void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
    if (const int code = driver_.module_load(&module, program.ptx.c_str(), 2, options, values); code != 0)
      throw Rejected("cuModuleLoadDataEx gives " + std::to_string(code) + ": " + log);
    Driver::check(driver_.get_function(&function, module, "k"), "cuModuleGetFunction");
    std::vector<std::uint32_t> words = launch(function, program);
    if (launch(function, program) != words) throw Rejected("a second run gives something else");
    Driver::check(driver_.module_unload(module), "cuModuleUnload");
    return words;
  }

  // One program went wrong; the GPU can be used further.
  struct Rejected : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

 private:
  static constexpr std::size_t kOutputBytes = 4u << 20;

  std::vector<std::uint32_t> launch(void* function, const ConformanceProgram& program) {
    std::vector<std::uint32_t> words(program.output_words());
    if (4 * words.size() > kOutputBytes) throw std::logic_error("more output than there is room for");
    Driver::check(driver_.to_device(in_, program.input.data(), 4 * program.input.size()), "cuMemcpyHtoD");
    Driver::check(driver_.set32(out_, 0, words.size()), "cuMemsetD32");
    void* arguments[] = {&out_, &in_};
    Driver::check(
        driver_.launch(function, program.grid, 1, 1, program.block, 1, 1, 0, nullptr, arguments, nullptr),
        "cuLaunchKernel");
    Driver::check(driver_.synchronise(), "the kernel");
    Driver::check(driver_.from_device(words.data(), out_, 4 * words.size()), "cuMemcpyDtoH");
    return words;
  }

  Driver driver_;
  unsigned long long in_ = 0, out_ = 0;
};

}  // namespace warpproof::conformance
