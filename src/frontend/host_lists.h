// Of host values: those that come from a list of numbers, `int sizes[] = {32, 64, 128};`, by an index or by a loop over it,
// and those that a loop counts, `for (int b = 32; b <= 1024; b *= 2)`.
//
// Side conditions.
// - A list is an array that nothing changes (HostUses::constant_list), and its numbers are constants. An index outside of it
//   is undefined behaviour, so that the element is one of them.
// - Which element a loop over the list is at is one value while its body runs once; it is read by the loop's variable.
// - A counter takes the values from its first one on, by its only change, which is the loop's own step, as long as the
//   condition holds, which is asked before each run of the body: HostUses::only_change, the condition's bound is a constant,
//   and no value wraps around (stays_below).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "src/frontend/host_values.h"

namespace warpproof {

// A variable of a loop, with all the values that it has in the loop's body.
struct HostCounted {
  HostIntegerPtr variable;
  std::vector<std::uint64_t> numbers;
};

class HostLists {
 public:
  // An element of a list of constants: `sizes[i]`, or the variable of a loop over it.
  struct Element {
    const AstNode* list = nullptr;  // an InitListExpr
    HostIntegerPtr index;
  };
  static std::optional<Element> element(HostValues& values, const AstNode& e, const HostSince& since, int depth);
  // What `number` gives for the element; null where it gives no constant for one.
  static HostIntegerPtr chosen(const Element& element, const std::function<HostIntegerPtr(const AstNode&)>& number);

  // The values of a counter of the loop, in whose body the use is; `out` gets none where there are too many.
  static void counted(HostValues& values, const AstNode& loop, std::vector<HostCounted>& out);
  // for (t = 32; t <= 1024; t += 32): multiples of 32.
  static void stride_fact(HostValues& values, const AstNode& loop, std::vector<HostIntegerPtr>& out);
};

}  // namespace warpproof
