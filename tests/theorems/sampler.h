// Sampled inputs for claims about the specification.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>

namespace warpproof::theorems {

// Values that meet the assumptions often enough: small numbers, single bits, repeated words, biased
// predicates.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed), bias_(random_() % 17) {}

  std::uint64_t operator()(const std::string& name, int width) {
    if (width == 1) {
      const bool rare = name.starts_with("exited") || name.starts_with("elsewhere");
      return random_() % 16 >= (rare ? 14 : bias_);
    }
    const std::uint64_t limit = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    std::uint64_t value = random_();
    switch (random_() % 5) {
      case 0:
        value &= 31;
        break;
      case 1:
        value = std::uint64_t{1} << random_() % 6;
        break;
      case 2:
        value = last_[width];
        break;
      case 3:
        value = ~std::uint64_t{0};
        break;
      default:
        break;
    }
    return last_[width] = value & limit;
  }

 private:
  std::mt19937_64 random_;
  std::uint64_t bias_;
  std::map<int, std::uint64_t> last_;
};

}  // namespace warpproof::theorems
