// Asynchronous copies of a thread, as CUDA 13's cuda_pipeline_primitives.h executes them: cp.async and its
// groups from sm_80 on, plain copies below. `zeros` bytes at the end are written as 0 and not read.
#pragma once

#if __CUDA_ARCH__ >= 800
#define WP_CP_ASYNC(cache, bytes)                                                              \
  asm volatile("cp.async." cache ".shared.global [%0], [%1], " #bytes ", %2;" ::"r"(to),       \
               "l"(__cvta_generic_to_global(from)), "r"((unsigned int)(size - zeros)) : "memory")
WP_FN void __pipeline_memcpy_async(void* __restrict__ target, const void* __restrict__ from, size_t size,
                                   size_t zeros = 0) {
  const unsigned int to = (unsigned int)__cvta_generic_to_shared(target);
  if (size == 16) {
    WP_CP_ASYNC("cg", 16);
  } else if (size == 8) {
    WP_CP_ASYNC("ca", 8);
  } else if (size == 4) {
    WP_CP_ASYNC("ca", 4);
  } else {
    __trap();
  }
}
#undef WP_CP_ASYNC
WP_FN void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
// The number of groups stands in the instruction; more than eight wait for no less than eight do.
WP_FN void __pipeline_wait_prior(size_t groups) {
#define WP_WAIT(n) \
  if (groups == n) return (void)({ asm volatile("cp.async.wait_group " #n ";" ::: "memory"); })
  WP_WAIT(0);
  WP_WAIT(1);
  WP_WAIT(2);
  WP_WAIT(3);
  WP_WAIT(4);
  WP_WAIT(5);
  WP_WAIT(6);
  WP_WAIT(7);
#undef WP_WAIT
  asm volatile("cp.async.wait_group 8;" ::: "memory");
}
#else
WP_FN void __pipeline_memcpy_async(void* __restrict__ target, const void* __restrict__ from, size_t size,
                                   size_t zeros = 0) {
  for (size_t i = 0; i < size; ++i)
    ((unsigned char*)target)[i] = i < size - zeros ? ((const unsigned char*)from)[i] : 0;
}
WP_FN void __pipeline_commit() {}
WP_FN void __pipeline_wait_prior(size_t) {}
#endif
