// Results of builders by their operands: direct-mapped, so that repeated builds cost one probe. It also counts how deep
// builders are nested, as what one gave up near the limit is not to be remembered.
#pragma once

#include <cstdint>
#include <vector>

#include "src/term/term_nodes.h"

namespace warpproof::rewrite {

class ResultCache {
 public:
  static constexpr int kMaxDepth = 60;

  ResultCache() : slots_(1u << 16) {}

  static std::uint32_t key(Kind kind, int high = 0, int low = 0) {
    return (static_cast<std::uint32_t>(kind) + 1) | static_cast<std::uint32_t>(high) << 8 |
           static_cast<std::uint32_t>(low) << 16;
  }
  // id 0 when absent.
  Term find(std::uint32_t key, Term a, Term b = {}, Term c = {}) const {
    const Slot& e = slots_[index(key, a, b, c)];
    if (e.key == key && e.a == a.id && e.b == b.id && e.c == c.id) return Term{e.result};
    return Term{};
  }
  Term remember(std::uint32_t key, Term a, Term b, Term c, Term result) {
    // A result found near the depth limit may be less simple than another attempt would make it.
    if (depth_ < kMaxDepth) slots_[index(key, a, b, c)] = Slot{key, a.id, b.id, c.id, result.id};
    return result;
  }
  // Forgets everything to become larger, where so many terms ask for it.
  void grow_for(std::size_t table_size) {
    if (slots_.size() < table_size / 2 && slots_.size() < (1u << 22))
      slots_.assign(slots_.size() * 2, Slot{});
  }

  // One builder that calls others. Past the limit it stores the plain node.
  class Depth {
   public:
    explicit Depth(ResultCache& cache) : cache_(cache) { ++cache_.depth_; }
    ~Depth() { --cache_.depth_; }
    Depth(const Depth&) = delete;
    bool deep() const { return cache_.depth_ > kMaxDepth; }

   private:
    ResultCache& cache_;
  };

 private:
  struct Slot {
    std::uint32_t key = 0, a = 0, b = 0, c = 0, result = 0;
  };
  std::size_t index(std::uint32_t key, Term a, Term b, Term c) const {
    std::uint64_t h = (key * 0x9e3779b97f4a7c15ull) ^ (a.id * 0xc2b2ae3d27d4eb4full) ^
                      (b.id * 0x165667b19e3779f9ull) ^ (c.id * 0xd6e8feb86659fd93ull);
    h ^= h >> 29;
    return (h * 0x9e3779b97f4a7c15ull >> 32) & (slots_.size() - 1);
  }

  std::vector<Slot> slots_;
  int depth_ = 0;
};

using Depth = ResultCache::Depth;

}  // namespace warpproof::rewrite
