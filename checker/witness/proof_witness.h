// A proof speaks of the executions that keep what it assumes. It counts if there is one: a run that is found
// (counterexample/witness.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/attempt/attempt.h"
#include "checker/attempt/check_options.h"
#include "checker/counterexample/witness.h"
#include "checker/report/report.h"
#include "checker/symbolic/executor.h"

namespace warpproof {

// The launches that a proof was asked for.
struct ProvedLaunches {
  const Program& program;
  std::uint32_t root;
  const CheckOptions& options;                 // with what follows from the assumptions
  symbolic::Shape shape;                       // for several sizes of block: their largest, the size a variable
  Launch launch;                               // of runs; where there are several sizes, all but the size
  std::vector<std::uint32_t> sizes;            // that are tried by runs; empty: the one of `launch`
  std::map<std::uint32_t, std::uint64_t> fixed;  // parameters with a given value
  std::function<bool(std::uint32_t)> is_allowed;  // a size, by the assumptions
  bool loads_pointers = false;                 // accesses went through pointers from memory
};

class ProofWitness {
 public:
  explicit ProofWitness(ProvedLaunches launches) : proved_(std::move(launches)) {}

  // Nothing where there is one. What was proved for several sizes of block together needs one of one of them.
  // `proof` is the last part of it, null where that is not at hand; `assumptions` are those that are listed, to
  // which a run is added where one breaks them.
  std::optional<report::UnknownReason> missing(Attempt* proof, std::vector<std::string>& assumptions);

  // After missing(): the only obstacle was that runs came to no end.
  bool runs_go_on() const { return runs_go_on_; }

  // Of some of the sizes that were proved, where others were not. A few of them are tried.
  bool exists_among(const std::function<bool(std::uint32_t)>& is_proved);

 private:
  counterexample::WitnessQuestion question() const;
  std::vector<std::uint32_t> sizes_named_in_program() const;
  std::vector<symbolic::Shape> shapes_of_models() const;
  void tell_broken(counterexample::WitnessSearch& search, std::vector<std::string>& assumptions);

  const ProvedLaunches proved_;
  bool runs_go_on_ = false;
  std::vector<std::uint32_t> known_;  // sizes of block with a witness
  counterexample::SourceLines lines_;
};

}  // namespace warpproof
