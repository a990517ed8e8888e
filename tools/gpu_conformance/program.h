// Random PTX programs whose outcome the PTX manual fixes in every bit, for comparing machines.
//
// A program is one kernel k(.u64 out, .u64 in) that reads no memory but its inputs and writes kOutputWords
// words for each thread. It has no undefined value, no race and no result that the manual leaves open: no
// .approx, NaNs of double precision made canonical before they are seen, lanes named by a mask only where
// they are there. Standard library only, so that the tools build on any machine.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace warpproof::conformance {

inline constexpr int kVersion = 1;                 // of the generator: goldens belong to one
inline constexpr std::uint64_t kOutputWords = 64;  // 32-bit, a thread
inline constexpr std::uint64_t kInputWords = 1024;

struct ConformanceProgram {
  std::string ptx;
  std::uint32_t grid = 1, block = 32;
  std::vector<std::uint32_t> input;  // kInputWords
  std::set<std::string> forms;       // instructions it uses, "add.rz.ftz.f32"

  std::uint64_t output_words() const { return kOutputWords * grid * block; }
};

// Programs 0 .. kTables - 1 are tables: one collective each, over many masks and operands. The rest are
// random.
inline constexpr std::uint64_t kTables = 40;
ConformanceProgram make_program(std::uint64_t number);

// FNV-1a over the words.
std::uint64_t digest(const std::vector<std::uint32_t>& words);

}  // namespace warpproof::conformance
