// Concrete assignments: cheap tries before Z3, the check of a model after it, and a guided search where Z3's
// view of floating point was too coarse.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <unordered_map>
#include <vector>

#include "checker/smt/model.h"
#include "src/base/effort.h"
#include "src/term/evaluate.h"
#include "src/term/term.h"

namespace warpproof {

// Initial memory that is made up, consistently, as it is read.
class TrialMemory {
 public:
  // The dense ones are ordinary numbers whose digits are all in use, so that sums of them are rounded.
  enum class Fill : std::uint8_t {
    Zero,
    Ones,
    SmallWords,
    Floats,
    Random,
    DenseHalves,
    DenseFloats,
    DenseDoubles
  };

  struct Place {
    std::uint32_t allocation;
    std::uint64_t offset;
    auto operator<=>(const Place&) const = default;
  };
  struct Read {
    Place place;
    int bytes;
    auto operator<=>(const Read&) const = default;
  };

  // Forgets what was put and read. Bytes that nobody puts follow the fill.
  void reset(Fill fill, std::uint64_t seed);
  // How many bytes were put, and how many places were read.
  std::size_t size() { return bytes_.size() + reads().size(); }
  // Keeps the bytes, forgets which of them were read.
  void forget_reads();
  void put(std::uint32_t allocation, std::uint64_t offset, int bytes, std::uint64_t value);
  std::uint64_t read(std::uint32_t allocation, std::uint64_t offset, int width);
  // What was read since it was last forgotten: each place once, in order, with the widest read there.
  const std::vector<Read>& reads();
  // The same, as cells that do not overlap.
  std::vector<SmtModel::Cell> cells();

  // From here on what is put can be taken back.
  void begin_trial();
  // The bytes are those at begin_trial(), the reads those before they were last forgotten.
  void take_back();

 private:
  std::uint8_t byte(std::uint32_t allocation, std::uint64_t offset) const;

  struct PlaceHash {
    std::size_t operator()(const Place& p) const {
      return (p.offset * 0x9e3779b97f4a7c15ull) ^ (p.allocation * 0xc2b2ae3d27d4eb4full);
    }
  };
  struct Put {
    Place place;
    std::optional<std::uint8_t> before;
  };
  // Reads in the order in which they were done, sorted when somebody asks.
  struct Reads {
    std::vector<Read> all;
    bool sorted = true;
  };
  std::unordered_map<Place, std::uint8_t, PlaceHash> bytes_;
  Reads reads_, forgotten_;
  std::vector<Put> puts_;  // of this trial
  bool in_trial_ = false;
  Fill fill_ = Fill::Zero;
  std::uint64_t seed_ = 0;
};

// An ordinary number of the format whose digits are all in use: between 2^-4 and 2^4.
std::uint64_t dense_float(int width, std::uint64_t random);

class AssignmentSearch {
 public:
  // Looks for assignments under which all predicates hold. `leaves`: see collect_leaves.
  AssignmentSearch(TermGraph& graph, std::span<const Term> predicates, unsigned seed);

  // The variable keeps this value in quick() and from_model().
  void pin(Term var, std::uint64_t value);
  // Zeros, ones, small and random values; about `budget` term evaluations.
  bool quick(std::uint64_t budget, SmtModel& model);
  // The values and cells of `model` hold; its cells become those that were read.
  bool validate(SmtModel& model);
  // Changes a few values at a time, starting from `model`, keeping what does not break more predicates.
  bool from_model(const SmtModel& start, std::uint64_t budget, effort::Clock::time_point deadline,
                  SmtModel& model);

 private:
  std::size_t failures();  // predicates that do not hold under values_ and memory_
  void store(SmtModel& model);
  std::uint64_t random_value(Term var);
  std::uint64_t fit(Term var, std::uint64_t value) const;
  void mutate();

  TermGraph& graph_;
  CompiledTerms compiled_;
  std::size_t roots_;
  std::size_t cost_;
  std::vector<std::uint64_t> values_;
  std::unordered_map<std::uint32_t, std::uint64_t> pinned_;
  TrialMemory memory_;
  MemoryReader reader_;
  std::vector<std::uint64_t> constants_;  // that variables are compared with
  std::mt19937_64 random_;
};

}  // namespace warpproof
