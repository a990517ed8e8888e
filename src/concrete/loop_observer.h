// Where lanes come to heads of loops while a block runs (RunOptions::loops), with what they have there. The run has the
// same outcome as without.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/machine/loop_frame.h"

namespace warpproof {

class LoopObserver {
 public:
  // What the lanes of one warp have now: registers of the loop's function, and variables of .local memory of this function
  // and those that called it.
  class State {
   public:
    using Values = std::array<std::uint64_t, 32>;
    // By lane; the lanes in which the register is defined. Of others the value means nothing.
    virtual std::uint32_t read(std::uint32_t reg, Values& out) const = 0;
    // The first bytes of one lane's .local memory, and 1 for each of them that is defined.
    virtual void read_local(std::size_t lane, std::size_t count, std::uint8_t* bytes,
                            std::uint8_t* defined) const = 0;

   protected:
    ~State() = default;
  };

  LoopObserver() = default;
  LoopObserver(const LoopObserver&) = delete;
  virtual ~LoopObserver() = default;

  // A number for the loop with this head, less than 0 where nothing is asked of it. Asked once in
  // each run for each such place.
  virtual int number_of(const std::vector<LoopFrame>& at) = 0;
  // Lanes of a warp come to the head from outside. `around`: by lane, a number for the iterations of the loops around
  // this one that the lane is in, equal for equal ones.
  virtual void enters(int loop, std::uint32_t warp, std::uint32_t lanes,
                      const std::array<std::uint64_t, 32>& around, const State& state) = 0;
  // Lanes of a warp come back to the head: one more iteration.
  virtual void comes_back(int loop, std::uint32_t warp, std::uint32_t lanes, const State& state) = 0;
  // Some lanes that stood at the head go on from there.
  virtual void goes_on(int loop) = 0;
};

}  // namespace warpproof
