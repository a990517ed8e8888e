// What `--assume` says about a launch: whether anything satisfies it, and what follows for single parameters.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/launch/condition.h"

namespace warpproof::launch {

// Of any grid: so that the numbers of threads along x do not wrap around.
inline constexpr std::uint64_t kMostThreadsAlongX = 0x7fffffff;

// The launches that are asked about.
struct LaunchSpace {
  std::optional<std::array<std::uint32_t, 3>>
      block;  // nothing: one dimension, multiples of `multiple` up to `largest`
  std::uint32_t multiple = 1, largest = 1024;
  std::optional<std::array<std::uint32_t, 3>> grid;  // nothing: any of no more than kMostThreadsAlongX
};

using Values = std::map<Quantity, std::uint64_t>;  // of parameters, block sizes and grid sizes

// What holds of a parameter in all launches that satisfy the conditions.
struct Facts {
  std::uint64_t low = 0, high = ~0ull;  // as an unsigned number
  std::uint64_t zero = 0;               // low bits that are always 0
};
using FactMap = std::map<Quantity, Facts>;  // of parameters and members

class Assumptions {
 public:
  enum class Answer : std::uint8_t { Satisfied, Contradiction, Unknown };

  // `fixed`: parameters with a given value.
  Assumptions(std::vector<Condition> conditions, std::map<std::uint32_t, std::uint64_t> fixed, int warp_size);

  bool empty() const { return conditions_.empty(); }
  // The same, of launches with these values, too.
  Assumptions with_fixed(const std::map<std::uint32_t, std::uint64_t>& more) const;
  // Does a condition speak of a size of the grid along this axis and of a parameter?
  bool relate_grid(std::uint32_t axis) const;
  // "n <= 1024, m > 0"
  std::string text() const;
  // Whether some launch of the space satisfies all conditions; `witness`: its values.
  Answer find(const LaunchSpace& space, Values* witness = nullptr) const;
  // From now on witnesses and values count only where the conditions hold as they read too (Condition::exact),
  // if some launch of the space is one of those: nobody means the others, in which n == gridDim.x * 32 holds of a
  // negative n. What is proved is proved of all.
  void want_exact(const LaunchSpace& space);
  // Bounds of each parameter that the conditions name, found by a bounded number of questions.
  FactMap facts(const LaunchSpace& space) const;
  // False: whatever the parameters are, a block of this size (and that grid) satisfies the conditions never.
  bool allows_block(const std::array<std::uint32_t, 3>& block,
                    const std::optional<std::array<std::uint32_t, 3>>& grid) const;
  // Whether the conditions hold for these values, exactly where that is wanted; a parameter has to be given with
  // its own width.
  bool hold(const std::function<std::uint64_t(const Quantity&)>& value) const;
  bool wants_exact() const { return wants_exact_; }
  // In all launches of the space blocks of `tile` elements along an axis of the grid lie inside of `size`, a parameter of 32 bits:
  // gridDim.x * tile <= size < 2^31, as where gridDim.x == size / tile. False: not known.
  bool tiles_fit(const LaunchSpace& space, std::uint32_t axis, std::uint64_t tile, const Quantity& size) const;
  // The parameters of 32 bits, and members, that conditions relate to a size of the grid.
  std::vector<Quantity> related_to_grid(std::uint32_t axis) const;

 private:
  struct Question;
  Term constant_or(TermGraph& graph, const Quantity& q, const LaunchSpace& space,
                   const std::function<Term(const Quantity&)>& variable) const;

  std::vector<Condition> conditions_;
  std::map<std::uint32_t, std::uint64_t> fixed_;
  int warp_size_;
  bool wants_exact_ = false;
};

}  // namespace warpproof::launch
