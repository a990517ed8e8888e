// What the lowest bits of an equation "sum = 0" say by themselves.
#pragma once

#include "src/term/linear.h"
#include "src/term/node_store.h"

namespace warpproof::rewrite {

// The number of low bits that are 0 in the part's multiple, as a word of `width` bits, whatever its atom is.
int low_zeros(const NodeStore& g, const Linear::Part& part, int width);

// Where all parts but c * x and -c * y are multiples of a power of two that c * x and c * y do not reach, x and y are equal,
// and the sum of the others is 0: 32 * w + 256 * i = 32 * v + 256 * j with w and v below 8. Then `low` says that they are
// equal, and `sum` is what is left. Both together mean what the equation meant.
bool split_low_bits(NodeStore& g, Linear& sum, int width, Term& low);

// For sums that have words which were computed in fewer bits: 4 * sext(x + y) is 4 * x + 4 * y in the bits of x + y, whatever
// is carried out of it. Holds wherever the equation does, and says less. id 0 where it would say nothing.
Term low_bits_equation(NodeStore& g, const Linear& sum);

}  // namespace warpproof::rewrite
