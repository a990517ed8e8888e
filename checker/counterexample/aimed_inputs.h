// Inputs of runs that test a proof: with numbers of the program, which decide what happens in one iteration only or for one
// key, and with parameters by which loops make many iterations.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "checker/counterexample/random_inputs.h"
#include "src/concrete/evaluator.h"

namespace warpproof::counterexample {

// Which parameters a run gets, and in which order of the threads.
enum class Aim : std::uint8_t {
  Small,      // what random_inputs() draws
  Constants,  // those of the program, and a little more
  Schedule,   // small, and a random schedule too
  Large,      // many iterations
};

class AimedInputs {
 public:
  // `numbers`: of the program (compared_numbers); may be empty.
  explicit AimedInputs(std::vector<std::uint64_t> numbers) : numbers_(std::move(numbers)) {}

  Aim aim_of(int trial) const;
  // Changes inputs that were drawn at random, but for parameters with a given value. Whether they keep conditions then, the
  // caller asks.
  void aim(int trial, const std::set<std::uint32_t>& pointers, const std::map<std::uint32_t, std::uint64_t>& fixed,
           Random& random, RunInputs& inputs) const;

  // Only numbers of the program in buffers: parameters stay as they are, and so does the number of iterations.
  void plant(int trial, const std::set<std::uint32_t>& pointers, RunInputs& inputs) const;

 private:
  std::vector<std::uint64_t> numbers_;
};

// No product of two parameters reaches 2^31, whatever their signs: then no index that is a product of two wraps around, nor a
// counter that moves by one of them and goes to another. Runs are not asked whether they keep assumptions about that.
bool has_small_products(const RunInputs& inputs, const std::set<std::uint32_t>& pointers);

// Do these assumptions say of numbers what no run is asked for (AssumptionKind::of_numbers)? Runs with large parameters need not
// keep it.
bool limits_numbers(std::span<const std::string> assumptions);

}  // namespace warpproof::counterexample
