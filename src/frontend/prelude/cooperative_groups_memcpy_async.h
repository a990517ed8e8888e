// cooperative_groups/memcpy_async.h: the threads of a group copy an array together, words of the size that the type of
// its elements is aligned to, and close a group of copies. Elements that are aligned to less than a word need nvcc.
#pragma once

#include "cooperative_groups.h"
#include "cuda_pipeline.h"

// Host code that uses libcu++ is read with its own header.
#if __has_include(<cuda/barrier>)
#include <cuda/barrier>
#else
namespace cuda {
template <size_t Alignment>
struct aligned_size_t {
  size_t value;
  __inline__ __attribute__((device, always_inline, nodebug)) explicit aligned_size_t(size_t bytes) : value(bytes) {}
  __inline__ __attribute__((device, always_inline, nodebug)) operator size_t() const { return value; }
};
}  // namespace cuda
#endif

namespace cooperative_groups {

template <size_t Word>
struct __attribute__((aligned(Word))) wp_word {
  unsigned char bytes[Word];
};
template <size_t Alignment, class Group>
WP_FN void wp_copy_together(const Group& group, void* to, const void* from, size_t bytes) {
  static_assert(Alignment >= 4, "what is aligned to less than a word needs --compiler nvcc");
  typedef wp_word<(Alignment > 16 ? 16 : Alignment)> Word;
  Word* const target = (Word*)to;
  const Word* const source = (const Word*)from;
  const bool is_async = __isShared(to) && __isGlobal(from);
  for (size_t i = group.thread_rank(); i < bytes / sizeof(Word); i += group.size()) {
    if (is_async) __pipeline_memcpy_async(target + i, source + i, sizeof(Word));
    else target[i] = source[i];
  }
  __pipeline_commit();
}
// Counted in bytes.
template <class Group, class T>
WP_FN void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
  wp_copy_together<alignof(T)>(group, to, from, bytes);
}
template <class Group, class T, size_t Alignment>
WP_FN void memcpy_async(const Group& group, T* to, const T* from, const cuda::aligned_size_t<Alignment>& bytes) {
  wp_copy_together<Alignment>(group, to, from, bytes);
}
// Counted in elements, the smaller of the two numbers.
template <class Group, class T>
WP_FN void memcpy_async(const Group& group, T* to, size_t room, const T* from, size_t count) {
  wp_copy_together<alignof(T)>(group, to, from, (room < count ? room : count) * sizeof(T));
}
template <unsigned int Groups, class Group>
WP_FN void wait_prior(const Group& group) {
  __pipeline_wait_prior(Groups);
  group.sync();
}
template <class Group>
WP_FN void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups
