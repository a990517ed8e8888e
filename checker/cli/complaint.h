// What is printed of bad input.
#pragma once

#include <string>

#include "src/base/source.h"

namespace warpproof::cli {

// "k.cu:3:1: error: ..", with all lines of the message, each ended.
std::string complaint(const InputError& error);

}  // namespace warpproof::cli
