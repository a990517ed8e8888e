#include "src/base/shortage.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <new>

namespace warpproof::shortage {
namespace {

using Flag = std::atomic<bool>;
static_assert(Flag::is_always_lock_free);

constinit std::atomic<Flag*> shared = nullptr;  // with the processes that are made later; null: nobody watches

}  // namespace

void watch() {
  if (shared.load() != nullptr) return;
  void* const page = ::mmap(nullptr, sizeof(Flag), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED) shared.store(new (page) Flag(false));
}

void note() {
  if (Flag* const flag = shared.load()) flag->store(true);
}

bool noted() {
  const Flag* const flag = shared.load();
  return flag == nullptr || flag->load();
}

}  // namespace warpproof::shortage

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// In place of the C library's: the allocator asks for all memory here (src/base/allocator.cpp). A sanitizer brings its own.
extern "C" void* mmap(void* address, std::size_t length, int protection, int flags, int file, off_t offset) noexcept {
  void* const out = reinterpret_cast<void*>(::syscall(SYS_mmap, address, length, protection, flags, file, offset));
  if (out == MAP_FAILED && errno == ENOMEM) warpproof::shortage::note();
  return out;
}
extern "C" void* mmap64(void* address, std::size_t length, int protection, int flags, int file, off64_t offset) noexcept {
  return mmap(address, length, protection, flags, file, offset);
}
#endif
