// Parameters of 8 and 16 bits, which cut off what they are given: when that changes nothing.
#pragma once

#include <vector>

#include "src/frontend/host_integer.h"
#include "src/frontend/host_values.h"

namespace warpproof {

// From the facts follows that a conversion of the value to the type gives the same number: "n >= 0", "n <= 300" for short.
bool fits(const HostInteger& value, const IntegerType& type, const std::vector<HostIntegerPtr>& facts);

// What a parameter of type char is given, as a signed char: a constant of 0 to 127, which is the same whether char has a sign
// (-funsigned-char) or not. Null for all others.
HostIntegerPtr plain_char(HostValues& values, const AstNode& argument);
bool is_plain_char(const AstNode& parameter);

}  // namespace warpproof
