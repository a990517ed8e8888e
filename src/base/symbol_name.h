// Names of variables as people wrote them.
#pragma once

#include <string>

namespace warpproof {

// "sh" of the mangled name of a variable in a function, else the name as it is.
std::string source_name(const std::string& symbol);

}  // namespace warpproof
