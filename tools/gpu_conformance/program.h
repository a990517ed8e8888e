// Random PTX programs whose outcome the PTX manual fixes in every bit, for comparing machines.
//
// A program is one kernel k(.u64 out, .u64 in) that reads no memory but its inputs and writes
// words_per_thread words for each thread. It has no undefined value, no race and no result that the manual
// leaves open: no .approx, NaNs whose bits are open made canonical before they are seen, lanes named by a
// mask only where they are there. Standard library only, so that the tools build on any machine.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpproof::conformance {

inline constexpr int kVersion = 2;  // of the generator: goldens belong to one
inline constexpr std::uint64_t kInputWords = 1024;

struct ConformanceProgram {
  std::string ptx;
  std::uint32_t grid = 1, block = 32;
  std::uint64_t words_per_thread = 64;
  std::vector<std::uint32_t> input;  // kInputWords
  std::set<std::string> forms;       // instructions it uses, "add.rz.ftz.f32"

  std::uint64_t output_words() const { return words_per_thread * grid * block; }
};

// What a program is: a table runs one collective over many masks and operands, a form one arithmetic
// instruction over many values, an approximation likewise one whose result has an error bound instead of a
// value, and a random program is all kinds of statements.
enum class Kind { Table, Form, Approximation, Random };
struct ProgramId {
  Kind kind = Kind::Random;
  std::uint64_t number = 0;
};

// How many programs there are of a kind; there is no end of random ones.
std::uint64_t programs_of(Kind kind);
ConformanceProgram make_program(ProgramId id);

// "t12", "f7", "a3" and "r4711"; nullopt for other texts and numbers out of range.
std::string name(ProgramId id);
std::optional<ProgramId> find_program(const std::string& name);

// All tables, forms and approximations and the random programs 0 .. random - 1, in this order.
std::vector<ProgramId> program_list(std::uint64_t random);

// FNV-1a over the words.
std::uint64_t digest(const std::vector<std::uint32_t>& words);

}  // namespace warpproof::conformance
