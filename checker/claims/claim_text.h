// Claims in words, for people who want to know what was inferred of their loops.
#pragma once

#include <optional>
#include <string>

#include "checker/claims/claims.h"

namespace warpproof::claims {

// "i grows by 32 in each iteration"; `name`: of the cell.
std::string text(const CellClaim& claim, const std::string& name);

std::string number_text(std::uint64_t value, int width, bool is_signed);
// "a < b at the begin of each iteration", of the names of both sides.
std::string text(const ConditionClaim& claim, const std::string& less, const std::string& more);

// Who leaves the loop together.
std::string text_of_leaving(const LoopClaims& loop);

// "threads come back to its start at most 8 times each time they enter it".
std::string text(const RepeatClaim& claim);

// The variable that the source line gives a value to at this column, where an instruction says to come from: "s" of
// "s += in[i];", "i" of "i++" in "for (..; i++) {". `is_store`: the instruction stores to the variable, else it may as
// well compute something on the way. Nothing where that is not plain.
std::optional<std::string> assigned_variable(const std::string& line, int column, bool is_store);

}  // namespace warpproof::claims
