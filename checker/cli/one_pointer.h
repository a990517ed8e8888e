// Launches that give several parameters one pointer: k<<<..>>>(x, x).
//
// What is checked is the kernel with the first of these parameters in place of the others: loads and stores through any
// of them are then of one buffer, for proofs, runs and counterexamples alike. Side condition: the parameters hold the same
// address in every launch that is asked about; who reads the launch sees to it (src/frontend/host_pointers.cpp). Each is a
// whole parameter of eight bytes. In a finding the others are told as what they are, so that `rerun` gives them the
// address of the first one's buffer.
#pragma once

#include <cstdint>
#include <map>

#include "checker/check.h"
#include "checker/cli/launch_plan.h"
#include "checker/report/report.h"
#include "src/program/program.h"

namespace warpproof::cli {

// By parameter, the one before it that stands for it.
using OnePointer = std::map<std::uint32_t, std::uint32_t>;

OnePointer one_pointer_of(const Job& job);

// The check of the job's kernel so.
report::Kernel check_with_one_pointer(const Job& job, const OnePointer& one, CheckOptions options);

// That pointers into one buffer, k<<<..>>>(x, x + n), are taken not to meet is said where the launch gives such ones:
// how far they are apart is not known.
void tell_one_buffer(const Job& job, const CheckOptions& options, report::Kernel& out);

// The program that is checked.
Program with_one_pointer(Program program, std::uint32_t function, const OnePointer& one);

}  // namespace warpproof::cli
