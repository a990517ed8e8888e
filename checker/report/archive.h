// A kernel's result as bytes, to hand it from one process to another of the same program.
#pragma once

#include <string>
#include <string_view>

#include "checker/report/report.h"

namespace warpproof::report {

std::string pack(const Kernel& kernel);

// Of what pack() made. Throws std::runtime_error where the bytes are anything else: too few, or too many.
Kernel unpack(std::string_view bytes);

}  // namespace warpproof::report
