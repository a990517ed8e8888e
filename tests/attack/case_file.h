// What a campaign found, as a test case (tests/case_header.h).
#pragma once

#include <string>

#include "tests/attack/judge.h"
#include "tests/generated/kernel.h"

namespace warpproof::attack {

std::string case_file(const std::string& name, const generated::Kernel& kernel, const Judgement& judgement);

}  // namespace warpproof::attack
