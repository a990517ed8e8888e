// Do two kernels compute the same? From two lowered programs to a verdict.
//
// Both are executed symbolically for one launch shape with the same inputs. Equivalent: both are proved free
// of undefined behaviour (checker/check.h), and every byte of global memory that either stores to, or every
// returned value that is asked for, is the same for all inputs. Different: there are inputs, replayed on the
// evaluator, after which they are not. Anything that was not followed, by either execution, makes the verdict
// Unknown with its name.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/check.h"
#include "checker/equivalence/real_conditions.h"
#include "checker/report/report.h"
#include "src/base/lane_set.h"

namespace warpproof::equivalence {

struct Side {
  const Program* program = nullptr;
  std::uint32_t function = 0;
  std::string name, file;                    // for people
  std::vector<std::string> parameter_names;  // from the source; may be empty
  std::vector<std::string> parameter_types = {};
  bool names_are_of_text = false;  // the compiler's are not known: what is said by a name may be said of another parameter
  bool cuda_source = true;
};

struct EquivalenceOptions {
  // Block (one shape, or any size: block_sizes.h; nothing: .reqntid of either, else 32 threads), grid,
  // parameters, policies, target, effort, and assumptions over a's parameters.
  CheckOptions check;
  FloatMeaning floats = FloatMeaning::Exact;
  std::optional<LaneSet> lanes;  // device functions: whose values count; nothing: all
  std::vector<std::pair<std::string, std::string>>
      map;  // --map: a parameter of a, and the one of b it goes with
  // Loops that are not found to do the same: are their first iterations followed, for inputs that tell them
  // apart?
  bool follow_some_iterations = true;
  // For measuring what the parts contribute.
  bool use_normal_forms = true, use_search = true, use_solver = true, check_rules = true;
};

enum class Verdict { Equivalent, Different, Undefined, Unknown };

// A place where the two runs leave different values.
struct DifferingValue {
  std::string where;  // "out[byte 128]", "value returned by lane 3"
  std::string a, b;
  std::optional<report::SourcePlace> stored_by_a, stored_by_b;
};

struct Difference {
  std::vector<std::pair<std::string, std::string>> inputs;  // those that are not 0
  std::vector<DifferingValue> values;
  std::size_t more_values = 0;
  std::string parting;  // where the two computations part: the first collective that is another one or gives
                        // other values
  std::optional<report::SourcePlace> parting_a, parting_b;
};

struct UnknownPart {
  std::string side;  // "a", "b" or ""
  report::UnknownReason reason;
};

struct EquivalenceReport {
  Side a, b;
  Verdict verdict = Verdict::Unknown;
  FloatMeaning floats = FloatMeaning::Exact;
  bool bit_for_bit = true;        // Equivalent: proved exactly, though it was asked for over the reals only
  bool compared_returns = false;  // returned values of a device function, not memory
  std::string block, grid, lanes;
  std::string also_equivalent;  // sizes of block for which the two are, where several were asked for
  std::size_t compared = 0, by_structure = 0, by_normal_form = 0, by_real_form = 0, by_solver = 0;
  std::optional<Difference> difference;
  std::vector<report::Kernel>
      checks;  // of a and b, where one of them is not proved free of undefined behaviour
  std::vector<std::string> assumptions, approximations;
  std::vector<UnknownPart> unknown;
  std::uint64_t effort = 0;              // units (docs/effort.md)
  bool bits_of_numbers = false;  // over the reals: the bits of what loops compute are used, so it was not decided
  bool same_as_far_as_followed = false;  // Unknown: all that was compared is the same
  bool same_code = false;                // Equivalent: one code under two names (same_code.h)
  double check_seconds = 0, execute_seconds = 0, form_seconds = 0, search_seconds = 0, solver_seconds = 0,
         seconds = 0;
};

// The one shape of block of a comparison: the one asked for, else .reqntid, else 32 threads. Throws
// InputError for `any`, of which each size is compared by itself.
std::array<std::uint32_t, 3> block_shape(const Side& a, const std::optional<BlockRequest>& asked);

// Throws InputError where the two cannot be compared: a kernel with a device function, parameters or results
// of different sizes, a block of no one shape, a name that --map does not find.
EquivalenceReport check_equivalence(const Side& a, const Side& b, const EquivalenceOptions& options);

// Where b depends on the number of threads in a block; what it gives stays alive.
using SideForBlock = std::function<const Side&(std::uint32_t threads)>;
EquivalenceReport check_equivalence(const Side& a, const SideForBlock& b, const EquivalenceOptions& options);

}  // namespace warpproof::equivalence
