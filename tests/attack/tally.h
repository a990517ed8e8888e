// What a campaign has seen so far, by category. Kept in a file of lines "CATEGORY NEXT-SEED COUNT..", so that
// a campaign goes on where it ended.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "tests/attack/judge.h"

namespace warpproof::attack {

struct Counts {
  std::uint64_t next_seed = 0;
  std::array<std::uint64_t, 8> of{};  // by Outcome
  std::uint64_t programs() const;
};

class Tally {
 public:
  Counts& category(const std::string& name) { return counts_[name]; }
  void note_unknown(const std::string& reason) { ++unknown_[reason]; }
  // Throws std::runtime_error for a file that is no tally; a missing one is empty.
  void load(const std::string& file);
  void save(const std::string& file) const;
  std::string table() const;  // Markdown, a row for each category and one for all
  std::string unknown_reasons(std::size_t most) const;
  std::uint64_t wrong() const;

 private:
  std::map<std::string, Counts> counts_;
  std::map<std::string, std::uint64_t> unknown_;
};

}  // namespace warpproof::attack
