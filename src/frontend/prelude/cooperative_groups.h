// Cooperative groups of at most a warp, and the block, in terms of the prelude's intrinsics. What each member
// executes follows CUDA 13's cooperative_groups.h: a tile shuffles under the mask of its lanes with its size
// for width, a coalesced group translates ranks to lanes and shuffles by index under the mask it was made
// with, a block synchronises with the unaligned barrier 0. (There a coalesced group of 32 lanes uses up and
// down instead; the values are the same.) Larger tiles and tiles of coalesced groups are not here: nvcc
// reads NVIDIA's header.
#pragma once

namespace cooperative_groups {

#define WP_MEMBER __inline__ __attribute__((device, always_inline, nodebug))
#define WP_RANK_MEMBERS(before, behind, T, size_expression, rank_expression) \
  WP_MEMBER before T size() behind { return size_expression; }               \
  WP_MEMBER before T num_threads() behind { return size_expression; }        \
  WP_MEMBER before T thread_rank() behind { return rank_expression; }

// (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x and the product of the block's sizes, by
// names that do not depend on the block's shape: what a proof says of a kernel that uses nothing else of it
// holds for blocks of every shape.
WP_FN unsigned int wp_block_rank() {
  unsigned int rank;
  asm("mov.u32 %0, %%warpproof_block_rank;" : "=r"(rank));
  return rank;
}
WP_FN unsigned int wp_block_size() {
  unsigned int threads;
  asm("mov.u32 %0, %%warpproof_block_threads;" : "=r"(threads));
  return threads;
}
WP_FN unsigned int wp_lane() { return __nvvm_read_ptx_sreg_laneid(); }

class thread_block {
 public:
  WP_RANK_MEMBERS(static, , unsigned int, wp_block_size(), wp_block_rank())
  WP_MEMBER static void sync() { __barrier_sync(0); }
  WP_MEMBER static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WP_MEMBER static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  WP_MEMBER static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  WP_MEMBER static dim3 dim_threads() { return group_dim(); }
  // As there, all of it is in the wait.
  struct arrival_token {};
  WP_MEMBER arrival_token barrier_arrive() const { return arrival_token(); }
  WP_MEMBER void barrier_wait(arrival_token&&) const { sync(); }
};
WP_FN thread_block this_thread_block() { return thread_block(); }

// A value that no __shfl_sync takes is shuffled as its words, as NVIDIA's header does it: structures that can be copied
// byte by byte.
#define WP_SHUFFLE(name, intrinsic, number)                                                                       \
  template <unsigned int Size>                                                                                    \
  struct name {                                                                                                   \
    unsigned int wp_mask;                                                                                         \
    number wp_by;                                                                                                 \
    template <class T>                                                                                            \
    WP_MEMBER auto operator()(T v) const -> decltype(intrinsic(0u, v, (number)0, 32)) {                         \
      return intrinsic(wp_mask, v, wp_by, Size);                                                                  \
    }                                                                                                             \
  };
WP_SHUFFLE(wp_shfl_of, __shfl_sync, int)
WP_SHUFFLE(wp_shfl_up_of, __shfl_up_sync, unsigned int)
WP_SHUFFLE(wp_shfl_down_of, __shfl_down_sync, unsigned int)
WP_SHUFFLE(wp_shfl_xor_of, __shfl_xor_sync, int)
#undef WP_SHUFFLE
template <class T, class U>
constexpr bool wp_is_same(T*, U*) { return false; }
template <class T>
constexpr bool wp_is_same(T*, T*) { return true; }
template <bool>
struct wp_one_word {
  template <class T, class S>
  WP_MEMBER static T shuffled(const T& v, const S& shuffle) {
    return shuffle(v);
  }
};
template <>
struct wp_one_word<false> {
  template <class T, class S>
  WP_MEMBER static T shuffled(const T& v, const S& shuffle) {
    static_assert(__is_trivially_copyable(T), "only what can be copied byte by byte is shuffled");
    constexpr unsigned int kWords = (sizeof(T) + 3) / 4;
    T out = v;
#pragma unroll
    for (unsigned int i = 0; i < kWords; ++i) {
      const unsigned int bytes = sizeof(T) - 4 * i < 4 ? sizeof(T) - 4 * i : 4;
      unsigned int word = 0;
      for (unsigned int b = 0; b < bytes; ++b) word |= (unsigned int)((const unsigned char*)&v)[4 * i + b] << 8 * b;
      word = shuffle(word);
      for (unsigned int b = 0; b < bytes; ++b) ((unsigned char*)&out)[4 * i + b] = (unsigned char)(word >> 8 * b);
    }
    return out;
  }
};
// Numbers, and classes of which an intrinsic gives one back, as __half.
template <class T, class S>
WP_FN auto wp_is_shuffled_whole(int, const T& v, const S& shuffle) -> wp_one_word<!__is_class(T) || wp_is_same((decltype(shuffle(v))*)nullptr, (T*)nullptr)> {
  return {};
}
template <class T, class S>
WP_FN wp_one_word<!__is_class(T) && !__is_union(T)> wp_is_shuffled_whole(long, const T&, const S&) {
  return {};
}
template <class T, class S>
WP_FN T wp_shuffled(T v, S shuffle) {
  return decltype(wp_is_shuffled_whole(0, v, shuffle))::shuffled(v, shuffle);
}

// What all tiles of one size have in common.
template <unsigned int Size>
class wp_tile {
  static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32,
                "a tile of more than a warp, or of no power of two, needs --compiler nvcc");

 public:
  WP_RANK_MEMBERS(static, , unsigned int, Size, wp_block_rank() & (Size - 1))
  WP_MEMBER void sync() const { __syncwarp(wp_mask()); }
  template <class T>
  WP_MEMBER T shfl(T v, int rank) const {
    return wp_shuffled(v, wp_shfl_of<Size>{wp_mask(), rank});
  }
  template <class T>
  WP_MEMBER T shfl_up(T v, unsigned int delta) const {
    return wp_shuffled(v, wp_shfl_up_of<Size>{wp_mask(), delta});
  }
  template <class T>
  WP_MEMBER T shfl_down(T v, unsigned int delta) const {
    return wp_shuffled(v, wp_shfl_down_of<Size>{wp_mask(), delta});
  }
  template <class T>
  WP_MEMBER T shfl_xor(T v, unsigned int lanes) const {
    return wp_shuffled(v, wp_shfl_xor_of<Size>{wp_mask(), lanes});
  }
  WP_MEMBER int any(int p) const { return __ballot_sync(wp_mask(), p) != 0; }
  WP_MEMBER int all(int p) const { return __ballot_sync(wp_mask(), p) == wp_mask(); }
  WP_MEMBER unsigned int ballot(int p) const { return __ballot_sync(wp_mask(), p) >> first_lane(); }
  template <class T>
  WP_MEMBER unsigned int match_any(T v) const {
    return __match_any_sync(wp_mask(), v) >> first_lane();
  }
  template <class T>
  WP_MEMBER unsigned int match_all(T v, int& same) const {
    return __match_all_sync(wp_mask(), v, &same) >> first_lane();
  }

  WP_MEMBER static unsigned int wp_mask() { return (0xffffffffu >> (32 - Size)) << first_lane(); }

 private:
  WP_MEMBER static unsigned int first_lane() { return wp_lane() & ~(Size - 1); }
};

// Which of its parent's tiles it is. Of an unnamed parent it knows what the tile knew that it was made from.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public wp_tile<Size> {
 public:
  WP_MEMBER static unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
  WP_MEMBER static unsigned int meta_group_size() { return (Parent::size() + Size - 1) / Size; }
};
template <unsigned int Size>
class thread_block_tile<Size, void> : public wp_tile<Size> {
 public:
  template <class Parent>
  WP_MEMBER thread_block_tile(const thread_block_tile<Size, Parent>& tile)
      : meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {}
  WP_MEMBER unsigned int meta_group_rank() const { return meta_rank_; }
  WP_MEMBER unsigned int meta_group_size() const { return meta_size_; }

 private:
  unsigned int meta_rank_, meta_size_;
};

// Tiles of a block, or of a tile of at least that size.
template <unsigned int Size>
WP_FN thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>();
}
template <unsigned int Size, unsigned int From, class Parent>
WP_FN thread_block_tile<Size, thread_block_tile<From, Parent>> tiled_partition(
    const thread_block_tile<From, Parent>&) {
  static_assert(Size < From, "a tile is smaller than the one it divides");
  return thread_block_tile<Size, thread_block_tile<From, Parent>>();
}

// The lane of the set bit number `rank` (from 0); 31 where there are too few. No branches: these are every
// caller's.
WP_FN unsigned int wp_nth_lane(unsigned int mask, unsigned int rank) {
  unsigned int lane = 0;
#define WP_HALVE(bits)                                                      \
  {                                                                         \
    const unsigned int below = __popc((mask >> lane) & ((1u << bits) - 1)); \
    const unsigned int above = rank >= below;                               \
    rank -= above * below;                                                  \
    lane += above * bits;                                                   \
  }
  WP_HALVE(16)
  WP_HALVE(8)
  WP_HALVE(4) WP_HALVE(2) WP_HALVE(1)
#undef WP_HALVE
      return lane;
}

class coalesced_group {
 public:
  // Group number `rank` of `groups` that were made together.
  WP_MEMBER explicit coalesced_group(unsigned int mask, unsigned int rank = 0, unsigned int groups = 1)
      : mask_(mask), meta_rank_(rank), meta_size_(groups) {}
  WP_RANK_MEMBERS(, const, unsigned int, __popc(mask_), __popc(mask_&((1u << wp_lane()) - 1)))
  WP_MEMBER unsigned int meta_group_rank() const { return meta_rank_; }
  WP_MEMBER unsigned int meta_group_size() const { return meta_size_; }
  WP_MEMBER void sync() const { __syncwarp(mask_); }
  template <class T>
  WP_MEMBER T shfl(T v, unsigned int rank) const {
    // As there: rank 0, the most frequent, without counting.
    const unsigned int lane = rank == 0 ? __ffs(mask_) - 1 : wp_nth_lane(mask_, rank);
    return wp_shuffled(v, wp_shfl_of<32>{mask_, (int)lane});
  }
  // A rank outside the group gives the lane's own value.
  template <class T>
  WP_MEMBER T shfl_up(T v, unsigned int delta) const {
    const unsigned int inside = thread_rank() >= delta;
    return wp_shuffled(v, wp_shfl_of<32>{mask_, (int)own_unless(inside, wp_nth_lane(mask_, thread_rank() - inside * delta))});
  }
  template <class T>
  WP_MEMBER T shfl_down(T v, unsigned int delta) const {
    const unsigned int inside = delta < size() - thread_rank();
    return wp_shuffled(v, wp_shfl_of<32>{mask_, (int)own_unless(inside, wp_nth_lane(mask_, thread_rank() + inside * delta))});
  }
  WP_MEMBER int any(int p) const { return __ballot_sync(mask_, p) != 0; }
  WP_MEMBER int all(int p) const { return __ballot_sync(mask_, p) == mask_; }
  // Bit r stands for the member of rank r.
  WP_MEMBER unsigned int ballot(int p) const { return wp_by_rank(__ballot_sync(mask_, p)); }
  template <class T>
  WP_MEMBER unsigned int match_any(T v) const {
    return wp_by_rank(__match_any_sync(mask_, v));
  }
  template <class T>
  WP_MEMBER unsigned int match_all(T v, int& same) const {
    return wp_by_rank(__match_all_sync(mask_, v, &same));
  }
  WP_MEMBER unsigned int wp_mask() const { return mask_; }

 private:
  WP_MEMBER unsigned int wp_by_rank(unsigned int lanes) const {
    unsigned int ranks = 0;
    for (unsigned int lane = 0, rank = 0; lane < 32; ++lane) {
      const unsigned int member = mask_ >> lane & 1;
      ranks |= (lanes >> lane & member) << (rank & 31);
      rank += member;
    }
    return ranks;
  }
  WP_MEMBER static unsigned int own_unless(unsigned int inside, unsigned int lane) {
    return wp_lane() + inside * (lane - wp_lane());
  }
  unsigned int mask_, meta_rank_, meta_size_;
};
WP_FN coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// The members with the caller's answer; one group where all answer alike. As there: one ballot.
template <class Group>
WP_FN coalesced_group binary_partition(const Group& group, bool p) {
  const unsigned int all = group.wp_mask(), set = __ballot_sync(all, p);
  const unsigned int mixed = (set != all) & (set != 0);
  return coalesced_group(all & (set ^ ((unsigned int)p - 1u)), mixed & (unsigned int)p, 1u + mixed);
}
// The members with the caller's label, an integer or a pointer; groups are numbered by their first lanes.
template <class Group, class T>
WP_FN coalesced_group labeled_partition(const Group& group, T label) {
  unsigned int mine;
  if constexpr (__is_pointer(T)) mine = __match_any_sync(group.wp_mask(), (unsigned long long)label);
  else if constexpr (sizeof(T) <= 4) mine = __match_any_sync(group.wp_mask(), (unsigned int)label);
  else mine = __match_any_sync(group.wp_mask(), (unsigned long long)label);
  const unsigned int first = __ffs((int)mine) - 1;
  const unsigned int leaders = __ballot_sync(group.wp_mask(), first == wp_lane());
  return coalesced_group(mine, __popc(leaders & ((1u << first) - 1)), __popc(leaders));
}
template <class Group>
WP_FN coalesced_group labeled_partition(const Group& group, bool label) {
  return binary_partition(group, label);
}

WP_FN thread_block_tile<1> this_thread() { return tiled_partition<1>(tiled_partition<2>(this_thread_block())); }

template <class Group>
WP_FN void sync(const Group& group) {
  group.sync();
}
template <class Group>
WP_FN auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
WP_FN auto group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups

#include "cooperative_groups_generic.h"
#undef WP_RANK_MEMBERS
#undef WP_MEMBER
