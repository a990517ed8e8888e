// Kernels of statements that are drawn one by one: the categories of warps and of blocks (generator.h).
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/generated/generator.h"
#include "tests/generated/kernel.h"
#include "tests/generated/random.h"

namespace warpproof::generated {

// What statements are made of: registers, small numbers, masks, guards.
class Words {
 protected:
  explicit Words(std::uint64_t seed) : random_(seed) {}

  unsigned all() const { return (1u << settings_.warp_size) - 1; }
  std::string v() { return fmt::format("%v{}", random_.below(6)); }
  std::string p() { return fmt::format("%p{}", random_.below(4)); }
  std::string m() { return fmt::format("%m{}", random_.below(4)); }
  std::string signed_p() { return (random_.chance(30) ? "!" : "") + p(); }
  static std::string s(int depth) { return fmt::format("%s{}", depth); }
  std::string small() { return fmt::format("{}", random_.below(4)); }
  std::string source();
  std::string register_source();
  std::string guard() { return random_.chance(12) ? "@" + signed_p() + " " : ""; }
  bool careful() { return random_.chance(care_); }
  std::string mask(int depth, bool good);

  Random random_;
  Settings settings_;
  int care_ = 100;  // per cent
};

class Generator : Words {
 public:
  Generator(std::uint64_t seed, Category category);

  Kernel run();

 private:
  static Statement plain(std::vector<std::string> lines);

  Statement statement(int depth);
  std::vector<Statement> block(int depth);
  Statement arithmetic();
  Statement compare();
  Statement mask_arithmetic(int depth);
  std::string cuda_c(const std::string& mode, int width);
  Statement shuffle(int depth);
  Statement vote(int depth);
  Statement other_collective(int depth);
  Statement branch(int depth);
  Statement loop(int depth);
  Statement leave(int depth);
  Statement block_barrier(int depth);
  Statement block_statement(int depth);
  std::string word();
  Statement shared_access();
  Statement exchange();
  Statement named_barriers(int depth);
  Statement atomic();
  Statement function_call(int depth);
  Statement common_loop(int depth);
  Statement one_side(int depth);
  Statement activemask(int depth);
  Statement memory(int depth);

  const Category category_;
  int budget_ = 0;    // statements
  int everyone_ = 0;  // nesting up to which all threads of the block are together
};

}  // namespace warpproof::generated
